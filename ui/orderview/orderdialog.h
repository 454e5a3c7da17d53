// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that shows one order of any kind: its result if it is known; otherwise what is being done
// about it, and what the user can decide.
#pragma once

#include "ui/widgets/sheetdialog.h"

class QPushButton;

namespace relaybook {

class AccountSession;
class OrderView;

class OrderDialog : public SheetDialog
{
    Q_OBJECT

public:
    OrderDialog(const Theme &theme, AccountSession &account, const QString &orderId,
                QWidget *parent);

    [[nodiscard]] const QString &orderId() const;
    /// Adds the button that prepares an order again of which nothing was moved, or the one that
    /// gives back what was taken back beyond the amount.
    void offerAgain();

Q_SIGNALS:
    /// The dialog has closed.
    void againWanted(const QString &orderId);

protected:
    /// "Check now", or "Cancel order" if it waits to be sent: the dialog stays open.
    void startSubmit() override;

private:
    void update();

    OrderView *m_view;
    QPushButton *m_again = nullptr;
};

} // namespace relaybook
