// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/storedrows.h"

#include "models/store/accountstore.h"

namespace relaybook {

StoredRows::StoredRows(AccountStore &store)
    : m_store(store)
{
}

std::optional<Proxy> StoredRows::proxy(const ProxyId &id) const
{
    const auto key = keyOf(id);
    return key ? proxyByKey(*key) : std::nullopt;
}

std::optional<SubUser> StoredRows::subUser(SubUserId id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.subUser(id.value()); })
        .value_or(std::nullopt);
}

std::optional<Transaction> StoredRows::transaction(TransactionId id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.transaction(id.value()); })
        .value_or(std::nullopt);
}

QString StoredRows::productName(const QString &id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.productName(id); })
        .value_or(QString());
}

std::optional<Proxy> StoredRows::proxyByKey(qint64 key) const
{
    return m_store.read([&](CacheReader &reader) { return reader.proxy(key); })
        .value_or(std::nullopt);
}

std::optional<qint64> StoredRows::keyOf(const ProxyId &id) const
{
    return m_store.read([&](CacheReader &reader) { return reader.proxyKey(id); })
        .value_or(std::nullopt);
}

QSet<ProxyId> StoredRows::proxyIds() const
{
    return m_store.read([](CacheReader &reader) { return reader.proxyIds(); })
        .value_or(QSet<ProxyId>());
}

QSet<SubUserId> StoredRows::subUserIds() const
{
    return m_store.read([](CacheReader &reader) { return reader.subUserIds(); })
        .value_or(QSet<SubUserId>());
}

std::vector<UnreadableListRow> StoredRows::unreadableListRows(Area area, qint64 limit) const
{
    const StoreTable table = area == Area::Proxies ? StoreTable::Proxies : StoreTable::SubUsers;
    return m_store
        .read([&](CacheReader &reader) { return reader.unreadableListRows(table, limit); })
        .value_or(std::vector<UnreadableListRow>());
}

std::optional<QSet<ProxyId>> StoredRows::listedProxies() const
{
    const auto listed = m_store.read([](CacheReader &reader) {
        std::optional<QSet<ProxyId>> ids = reader.proxyIds();
        for (const QString &id : reader.unreadableListIds(StoreTable::Proxies)) {
            if (id.isEmpty()) {
                return std::optional<QSet<ProxyId>>();
            }
            ids->insert(ProxyId(id));
        }
        return ids;
    });
    return listed ? *listed : std::nullopt;
}

std::optional<UnreadableListRow> StoredRows::unreadableForm(const ProxyId &id) const
{
    return m_store
        .read([&](CacheReader &reader) {
            return reader.unreadableListRow(StoreTable::Proxies, id.value());
        })
        .value_or(std::nullopt);
}

std::optional<UnreadableListRow> StoredRows::unreadableForm(SubUserId id) const
{
    return m_store
        .read([&](CacheReader &reader) {
            return reader.unreadableListRow(StoreTable::SubUsers, id.text());
        })
        .value_or(std::nullopt);
}

} // namespace relaybook
