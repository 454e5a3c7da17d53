// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user before the program is closed, or the data of an account is reset, while an order or
// a change of sub-users is in progress. Switching to another account needs no question, because the
// work in progress continues.

#pragma once

#include "ui/base/confirmdialog.h"

#include <QObject>

#include <functional>

namespace relaybook {

class AccountSession;
class OpenAccounts;
class SheetStack;

class OrderGuard : public QObject
{
    Q_OBJECT

public:
    OrderGuard(const Theme &theme, SheetStack &sheets, QObject *parent);

    /// The account that is shown; may be null.
    void setAccount(AccountSession *account);
    /// All accounts; may be null.
    void setAccounts(const OpenAccounts *accounts) { m_accounts = accounts; }

    /// Calls `leave`, which closes the shown account: at once, or after the user agreed.
    void leaveAccount(const std::function<void()> &leave);
    /// Returns false if the user is asked first; the window is closed after the user agreed.
    [[nodiscard]] bool mayQuit();
    /// Whether the window is being closed because the user agreed to mayQuit()'s question.
    [[nodiscard]] bool isQuittingAnyway() const { return m_quitAnyway; }

private:
    [[nodiscard]] bool isOrderUnderWay() const;
    [[nodiscard]] bool isOrderSent() const;
    [[nodiscard]] bool isOrderOfAnotherUnderWay() const;
    [[nodiscard]] bool isServingUnderWay() const;
    [[nodiscard]] bool isServingOfAnotherUnderWay() const;
    [[nodiscard]] bool isServingSent() const;
    [[nodiscard]] ConfirmDialog::Question questionBeforeLeaving() const;
    [[nodiscard]] ConfirmDialog::Question questionBeforeQuitting() const;
    [[nodiscard]] ConfirmDialog::Question questionOfServing() const;
    /// The progress of the shown account's order, or of a change of its sub-users.
    enum class Standing { Nothing, Waits, Sent };
    [[nodiscard]] Standing standing() const;
    void askDespiteOrder(const std::function<ConfirmDialog::Question()> &questionOfNow,
                         const std::function<void()> &then);

    const Theme &m_theme;
    SheetStack &m_sheets;
    AccountSession *m_account = nullptr;
    const OpenAccounts *m_accounts = nullptr;
    bool m_quitAnyway = false;
};

} // namespace relaybook
