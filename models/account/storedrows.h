// SPDX-License-Identifier: GPL-3.0-or-later
// Reads single proxies, sub-users and transactions from the account's store.

#pragma once

#include "api/types/ids.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"
#include "models/accountvalues.h"
#include "models/store/storevalues.h"

#include <QSet>

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;

/// Lives on the GUI thread. Rows have no credentials (SessionCredentials has them). Returns nothing
/// for a row that is not stored.
class StoredRows
{
public:
    explicit StoredRows(AccountStore &store);

    [[nodiscard]] std::optional<Proxy> proxy(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUser> subUser(SubUserId id) const;
    [[nodiscard]] std::optional<Transaction> transaction(TransactionId id) const;
    /// The same by a model's key (KeyRole).
    [[nodiscard]] std::optional<Proxy> proxyByKey(qint64 key) const;
    /// As the service writes it; empty if unknown.
    [[nodiscard]] QString productName(const QString &id) const;
    [[nodiscard]] std::optional<qint64> keyOf(const ProxyId &id) const;
    /// All stored ids, whether listed by the service or added by the user.
    [[nodiscard]] QSet<ProxyId> proxyIds() const;
    [[nodiscard]] QSet<SubUserId> subUserIds() const;

    /// Rows of a list (Area::Proxies or Area::SubUsers) that could not be read in the last
    /// response, at most `limit`.
    [[nodiscard]] std::vector<UnreadableListRow> unreadableListRows(Area area, qint64 limit) const;
    /// The ids of all proxies of the last list, also of unreadable ones. Nothing if the store could
    /// not be read, or if the list has a row whose id is not known: it may be any proxy.
    [[nodiscard]] std::optional<QSet<ProxyId>> listedProxies() const;
    /// The same for one row. proxy() and subUser() then return its last readable version.
    [[nodiscard]] std::optional<UnreadableListRow> unreadableForm(const ProxyId &id) const;
    [[nodiscard]] std::optional<UnreadableListRow> unreadableForm(SubUserId id) const;

private:
    AccountStore &m_store;
};

} // namespace relaybook
