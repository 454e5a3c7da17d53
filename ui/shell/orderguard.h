// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user before the account or the program is closed while an order is in progress.

#pragma once

#include "ui/base/confirmdialog.h"

#include <QObject>

#include <functional>

namespace relaybook {

class AccountSession;
class SheetStack;

class OrderGuard : public QObject
{
    Q_OBJECT

public:
    OrderGuard(const Theme &theme, SheetStack &sheets, QObject *parent);

    /// May be null.
    void setAccount(AccountSession *account);

    /// Calls `leave`, which closes the account: at once, or after the user agreed.
    void leaveAccount(const std::function<void()> &leave);
    /// Returns false if the user is asked first; the window is closed after the user agreed.
    [[nodiscard]] bool mayQuit();

private:
    [[nodiscard]] bool isOrderUnderWay() const;
    void askDespiteOrder(const ConfirmDialog::Question &question,
                         const std::function<void()> &then);

    const Theme &m_theme;
    SheetStack &m_sheets;
    AccountSession *m_account = nullptr;
    bool m_quitAnyway = false;
};

} // namespace relaybook
