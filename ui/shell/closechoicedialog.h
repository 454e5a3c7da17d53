// SPDX-License-Identifier: GPL-3.0-or-later
// Asks once what closing the window means while there is an icon in the tray: Relaybook keeps
// running there, or it quits.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class CloseChoiceDialog : public SheetDialog
{
    Q_OBJECT

public:
    CloseChoiceDialog(const Theme &theme, QWidget *parent);

Q_SIGNALS:
    /// Not emitted if the dialog is cancelled.
    void chosen(bool keepsRunning);

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;
};

} // namespace relaybook
