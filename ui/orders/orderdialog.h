// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that shows one order: its receipt if it is resolved; if its outcome is not known, what is
// being done about it.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class AccountSession;
class OrderView;

class OrderDialog : public SheetDialog
{
    Q_OBJECT

public:
    OrderDialog(const Theme &theme, AccountSession &account, const QString &orderId,
                QWidget *parent);

    [[nodiscard]] QString orderId() const { return m_orderId; }

protected:
    /// "Check now", or "Cancel order" if it waits to be sent: the dialog stays open.
    void startSubmit() override;

private:
    void update();

    AccountSession &m_account;
    const QString m_orderId;
    OrderView *m_view;
};

} // namespace relaybook
