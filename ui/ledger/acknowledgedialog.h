// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that acknowledges findings of a ledger check, with a note for later.
#pragma once

#include "ui/widgets/sheetdialog.h"

class QLineEdit;

namespace relaybook {

class AcknowledgeDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `findings`: their sentences; accepted when the user confirmed.
    AcknowledgeDialog(const Theme &theme, const QStringList &findings, QWidget *parent);

    [[nodiscard]] QString note() const;

protected:
    [[nodiscard]] bool isDirty() const override;

private:
    QLineEdit *m_note;
};

} // namespace relaybook
