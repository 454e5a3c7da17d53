// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/addedrows.h"

#include "api/types/clock.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"

namespace relaybook {

namespace {

/// Ids are stored in lower case, as they are pasted; the service may list them in upper case.
ProxyId keptId(const ProxyId &id)
{
    return ProxyId(id.value().toLower());
}

} // namespace

AddedRows::AddedRows(AccountStore &store, KeepFile &keep, const Clock &clock)
    : m_store(store)
    , m_keep(keep)
    , m_clock(clock)
{
    putRows();
    connect(&store, &AccountStore::replaced, this, &AddedRows::putRows);
}

bool AddedRows::isAdded(const ProxyId &id) const
{
    return m_keep.addedProxies().contains(keptId(id));
}

bool AddedRows::isAdded(SubUserId id) const
{
    return m_keep.addedSubUsers().contains(id);
}

/// Adds the rows again, because the store is emptied when it is damaged.
void AddedRows::putRows()
{
    const auto proxies = m_keep.addedProxies();
    const auto subUsers = m_keep.addedSubUsers();
    if (proxies.isEmpty() && subUsers.isEmpty()) {
        return;
    }
    m_store.writeOwn(
        [proxies, subUsers](CacheWriter &writer) {
            for (auto each = proxies.cbegin(); each != proxies.cend(); ++each) {
                writer.proxies().add(each.key(), each.value());
            }
            for (auto each = subUsers.cbegin(); each != subUsers.cend(); ++each) {
                writer.subUsers().add(each.key(), each->name, each->addedAt);
            }
            return Stored{};
        },
        this, {});
}

bool AddedRows::addProxies(const std::vector<ProxyId> &ids)
{
    if (m_keep.problem()) {
        return false;
    }
    m_keep.addProxies(ids);
    m_store.writeOwn(
        [ids, now = m_clock.now()](CacheWriter &writer) {
            for (const ProxyId &id : ids) {
                writer.proxies().add(id, now);
            }
            return Stored{};
        },
        this, {});
    return true;
}

bool AddedRows::addSubUsers(const QHash<SubUserId, QString> &names)
{
    if (m_keep.problem()) {
        return false;
    }
    m_keep.addSubUsers(names);
    m_store.writeOwn(
        [names, now = m_clock.now()](CacheWriter &writer) {
            for (auto each = names.cbegin(); each != names.cend(); ++each) {
                writer.subUsers().add(each.key(), each.value(), now);
            }
            return Stored{};
        },
        this, {});
    return true;
}

void AddedRows::remove(const std::vector<ProxyId> &ids)
{
    for (const ProxyId &id : ids) {
        m_keep.removeProxy(keptId(id));
    }
    m_store.writeOwn(
        [ids](CacheWriter &writer) {
            for (const ProxyId &id : ids) {
                writer.proxies().remove(id);
            }
            return Stored{};
        },
        this, {});
}

void AddedRows::remove(const std::vector<SubUserId> &ids)
{
    for (const SubUserId id : ids) {
        m_keep.removeSubUser(id);
    }
    m_store.writeOwn(
        [ids](CacheWriter &writer) {
            for (const SubUserId id : ids) {
                writer.subUsers().remove(id);
            }
            return Stored{};
        },
        this, {});
}

} // namespace relaybook
