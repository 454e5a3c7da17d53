// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of AccountSession for proxies, sub-users and transactions: table models, single
// rows, credentials, actions and drafts.
#include "models/account/accountsession.h"

#include "models/account/accountactions.h"
#include "models/account/placelists.h"
#include "models/store/accountstore.h"
#include "models/sync/arearefresh.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"

namespace relaybook {

std::unique_ptr<TransactionTableModel> AccountSession::makeTransactionModel()
{
    return std::make_unique<TransactionTableModel>(*m_store, m_queries);
}

std::unique_ptr<ProxyTableModel> AccountSession::makeProxyModel()
{
    return std::make_unique<ProxyTableModel>(*m_store, m_queries);
}

std::unique_ptr<SubUserTableModel> AccountSession::makeSubUserModel()
{
    return std::make_unique<SubUserTableModel>(*m_store, m_queries);
}

std::optional<Proxy> AccountSession::proxy(const ProxyId &id) const
{
    const auto key = keyOf(id);
    return key ? proxyByKey(*key) : std::nullopt;
}

std::optional<Proxy> AccountSession::proxyByKey(qint64 key) const
{
    return m_store->read([&](CacheReader &reader) { return reader.proxy(key); })
        .value_or(std::nullopt);
}

std::optional<qint64> AccountSession::keyOf(const ProxyId &id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.proxyKey(id); })
        .value_or(std::nullopt);
}

QSet<ProxyId> AccountSession::proxyIds() const
{
    return m_store->read([](CacheReader &reader) { return reader.proxyIds(); })
        .value_or(QSet<ProxyId>());
}

QSet<SubUserId> AccountSession::subUserIds() const
{
    return m_store->read([](CacheReader &reader) { return reader.subUserIds(); })
        .value_or(QSet<SubUserId>());
}

std::optional<SubUser> AccountSession::subUser(SubUserId id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.subUser(id.value()); })
        .value_or(std::nullopt);
}

std::optional<Transaction> AccountSession::transaction(TransactionId id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.transaction(id.value()); })
        .value_or(std::nullopt);
}

std::vector<UnreadableListRow> AccountSession::unreadableListRows(Area area, qint64 limit) const
{
    const StoreTable table = area == Area::Proxies ? StoreTable::Proxies : StoreTable::SubUsers;
    return m_store
        ->read([&](CacheReader &reader) { return reader.unreadableListRows(table, limit); })
        .value_or(std::vector<UnreadableListRow>());
}

std::optional<UnreadableListRow> AccountSession::unreadableForm(const ProxyId &id) const
{
    return m_store
        ->read([&](CacheReader &reader) {
            return reader.unreadableListRow(StoreTable::Proxies, id.value());
        })
        .value_or(std::nullopt);
}

std::optional<UnreadableListRow> AccountSession::unreadableForm(SubUserId id) const
{
    return m_store
        ->read([&](CacheReader &reader) {
            return reader.unreadableListRow(StoreTable::SubUsers, id.text());
        })
        .value_or(std::nullopt);
}

std::optional<ProxyCredentials> AccountSession::credentials(const ProxyId &id) const
{
    return m_credentials.of(id);
}

std::optional<SubUserAccess> AccountSession::credentials(SubUserId id) const
{
    return m_credentials.of(id);
}

// ---------------------------------------------------------------------------------------- actions

Call AccountSession::saveNote(SubUserId id, const QString &note, QObject *guard,
                              Handler<SubUser> handler)
{
    return m_actions->saveNote(id, note, guard, std::move(handler));
}

Call AccountSession::saveProxy(const ProxyId &id, const ProxyEdit &edit, QObject *guard,
                               Handler<ProxySaved> handler)
{
    return m_actions->saveProxy(id, edit, guard, std::move(handler));
}

Call AccountSession::readSubUser(SubUserId id, QObject *guard, Handler<SubUser> handler)
{
    return m_actions->readSubUser(id, guard, std::move(handler));
}

Call AccountSession::readProxy(const ProxyId &id, QObject *guard, Handler<Proxy> handler)
{
    return m_actions->readProxy(id, guard, std::move(handler));
}

Call AccountSession::countries(const QString &type, QObject *guard,
                               Handler<std::vector<Place>> handler)
{
    return m_places->countries(type, guard, std::move(handler));
}

Call AccountSession::regions(const QString &country, const QString &type, QObject *guard,
                             Handler<std::vector<Place>> handler)
{
    return m_places->regions(country, type, guard, std::move(handler));
}

Call AccountSession::cities(const QString &country, const QString &type, QObject *guard,
                            Handler<std::vector<Place>> handler)
{
    return m_places->cities(country, type, guard, std::move(handler));
}

std::optional<NoteDraft> AccountSession::draft(SubUserId id) const
{
    return m_keep->draft(id);
}

void AccountSession::saveDraft(SubUserId id, const QString &text, const QString &basedOn)
{
    m_keep->saveDraft(id, text, basedOn);
}

void AccountSession::dropDraft(SubUserId id)
{
    m_keep->dropDraft(id);
}

std::vector<EarlierNote> AccountSession::earlierNotes(SubUserId id) const
{
    return m_keep->earlierNotes(id);
}

} // namespace relaybook
