// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that shows one operation on a sub-user: its result if it is known; otherwise what is being
// done about it, and what the user can decide.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class OperationView;
class SubUserDesk;

class OperationDialog : public SheetDialog
{
    Q_OBJECT

public:
    OperationDialog(const Theme &theme, SubUserDesk &desk, const QString &id, QWidget *parent);

    [[nodiscard]] QString operationId() const { return m_id; }

protected:
    /// "Check now", or "Cancel operation" if it waits to be sent: the dialog stays open.
    void startSubmit() override;

private:
    void update();

    SubUserDesk &m_desk;
    const QString m_id;
    OperationView *m_view;
};

} // namespace relaybook
