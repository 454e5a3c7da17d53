// SPDX-License-Identifier: GPL-3.0-or-later
// Signs accounts out and removes them from this computer. Reports why this is not possible.

#pragma once

#include "models/accounts/removedfolders.h"
#include "models/accounts/storedorders.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>

namespace relaybook {

struct AccountParts;
class LocalAccounts;
class AccountOpener;
class OpenAccount;

/// Lives on the GUI thread.
class AccountRemoval : public QObject
{
    Q_OBJECT

public:
    /// The arguments must outlive it.
    AccountRemoval(const AccountParts &parts, LocalAccounts &list, AccountOpener &opener);

    /// Why the account cannot be signed out or removed now, as a sentence: an order is being sent,
    /// or (for removal) its result is unknown. Empty if it can.
    [[nodiscard]] QString whyNotSignOut(const QString &key) const;
    [[nodiscard]] QString whyNotRemove(const QString &key) const;
    /// Gets nothing if the number is unknown.
    using OrdersHandler = std::function<void(const std::optional<OrderCounts> &)>;
    /// Counts the stored orders of an account, open or not. `handler` is called at once or later,
    /// unless `guard` was destroyed.
    void countOrders(const QString &key, QObject *guard, const OrdersHandler &handler);
    /// Whether a change of the account's sub-users is being sent, and no other order.
    [[nodiscard]] bool isOnlyServingUnderWay(const QString &key) const;
    /// Removes the secrets from memory and keychain, and revokes the personal token if Relaybook
    /// created it. The stored data is kept. Emits problem() if the account cannot be opened, unless
    /// it was already known to be unreadable: then it is signed out without being opened.
    void signOut(const QString &key);
    /// Signs out, and deletes all stored data of the account, including its orders. Opens the
    /// account first to read its orders, unless it was already known to be unreadable. Emits
    /// problem() if it cannot be removed.
    void remove(const QString &key);
    /// Deletes folders that an earlier run of the program did not finish deleting.
    void deleteLeftovers() { m_folders.deleteLeftovers(); }

Q_SIGNALS:
    /// The account is about to be closed and deleted from the list: it must not be shown any more.
    void removing(const QString &key);
    void removed(const QString &key);
    void problem(const QString &sentences);

private:
    void finishRemoval(OpenAccount &account);
    void erase(OpenAccount &account);

    const AccountParts &m_parts;
    LocalAccounts &m_list;
    AccountOpener &m_opener;
    RemovedFolders m_folders;
    QThreadPool m_counting; ///< last: its destructor waits for running jobs
};

} // namespace relaybook
