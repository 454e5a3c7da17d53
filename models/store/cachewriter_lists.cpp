// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CacheWriter that stores the lists of proxies and sub-users.

#include "models/store/cachewriter.h"

#include "models/store/cachereader.h"
#include "models/store/cachetables.h"
#include "models/store/products.h"

#include <QHash>

#include <algorithm>
#include <limits>

namespace relaybook {
namespace {

struct ProxySql
{
    std::string select = "SELECT key, " + proxyTable().columns() + " FROM proxies WHERE id = ?";
    std::string insert = proxyTable().insert();
    std::string update = proxyTable().update("id");
};

const ProxySql &proxySql()
{
    static const ProxySql made;
    return made;
}

struct SubUserSql
{
    std::string select = subUserTable().select("WHERE id = ?");
    std::string insert = subUserTable().insert();
    std::string update = subUserTable().update("id");
};

const SubUserSql &subUserSql()
{
    static const SubUserSql made;
    return made;
}

/// Runs an INSERT or UPDATE of the row's table.
template <class Row>
void writeRow(Connection &connection, const std::string &sql, const StoredTable<Row> &table,
              const Row &row)
{
    RowBinder binder;
    Query write(connection, sql);
    table.bind(binder, write, row);
    write.run();
}

struct ListTable
{
    const char *counter;
    const char *unreadableCounter;
    const char *selectKeys; ///< of rows that stay only while a list names them
    const char *selectKey;
    const char *remove;
};

ListTable listTable(StoreTable table)
{
    if (table == StoreTable::Proxies) {
        return {listName(table), "unreadable_proxies",
                "SELECT key FROM proxies WHERE added_ms IS NULL",
                "SELECT key FROM proxies WHERE id = ?", "DELETE FROM proxies WHERE key = ?"};
    }
    return {listName(table), "unreadable_sub_users",
            "SELECT id FROM sub_users WHERE added_ms IS NULL",
            "SELECT id FROM sub_users WHERE id = ?", "DELETE FROM sub_users WHERE id = ?"};
}

} // namespace

qint64 CacheWriter::putProxyRow(const Proxy &row)
{
    Proxy kept = withoutSecrets(row);
    TableChange &change = m_changes.of(StoreTable::Proxies);
    std::optional<qint64> key;
    {
        Query present(m_connection, proxySql().select);
        if (present.bind(1, kept.id.value()).next()) {
            RowReader reader(present);
            reader.take(key);
            const Proxy before = proxyTable().read(reader);
            // Not every answer has it. Addresses without one mean that it may be a secret.
            const bool hasAddresses =
                !row.credentials.http.isEmpty() || !row.credentials.socks5.isEmpty();
            if (kept.login.isEmpty() && !hasAddresses) {
                kept.login = before.login;
            }
            if (before == kept) {
                return *key;
            }
        }
    }
    const NamedProduct product =
        productOfProxy({kept.raw.constData(), static_cast<size_t>(kept.raw.size())});
    // What a product is called outranks the type of traffic that a transaction tells.
    nameProduct(product.id, product.name, std::numeric_limits<qint64>::max());
    writeRow(m_connection, key ? proxySql().update : proxySql().insert, proxyTable(), kept);
    if (key) {
        change.addChanged(*key);
        return *key;
    }
    ++change.inserted;
    addToCounter("proxies", 1);
    return m_connection.database().getLastInsertRowid();
}

void CacheWriter::put(const Proxy &row)
{
    putProxyRow(row);
    dropUnreadable(StoreTable::Proxies, row.id.value());
}

void CacheWriter::put(const SubUser &row)
{
    putSubUserRow(row);
    dropUnreadable(StoreTable::SubUsers, row.id.text());
}

void CacheWriter::putSubUserRow(const SubUser &row, const std::optional<ListTimes> &times)
{
    SubUser kept = row;
    TableChange &change = m_changes.of(StoreTable::SubUsers);
    std::optional<SubUser> stored;
    {
        Query present(m_connection, subUserSql().select);
        if (present.bind(1, kept.id.value()).next()) {
            stored = subUserTable().read(present);
            const SubUser &before = *stored;
            kept.localName = before.localName;    // no answer of the service knows it
            if (kept.access.userName.isEmpty()) { // nor has every answer this
                kept.access.userName = before.access.userName;
            }
            kept = withoutSecrets(std::move(kept)); // the stored name may be the password, too
            if (before == kept) {
                return;
            }
        }
    }
    kept = withoutSecrets(std::move(kept));
    if (times) {
        noteUse(stored, kept, *times);
    }
    const bool known = stored.has_value();
    writeRow(m_connection, known ? subUserSql().update : subUserSql().insert, subUserTable(), kept);
    if (known) {
        change.addChanged(kept.id.value());
        return;
    }
    ++change.inserted;
    addToCounter("sub_users", 1);
}

/// Ids are UUIDs, which a user may have pasted in lower case and the service may list in upper
/// case: the row that the user added is then given the service's spelling.
void CacheWriter::takeSpelling(const std::vector<Proxy> &all)
{
    QHash<QString, QString> added; // in lower case, and as stored
    {
        Query query(m_connection, "SELECT id FROM proxies WHERE added_ms IS NOT NULL");
        while (query.next()) {
            const QString id = query.text(0);
            added.insert(id.toLower(), id);
        }
    }
    if (added.isEmpty()) {
        return;
    }
    for (const Proxy &row : all) {
        const QString stored = added.value(row.id.value().toLower());
        if (!stored.isEmpty() && stored != row.id.value()) {
            Query rename(m_connection, "UPDATE OR IGNORE proxies SET id = ?2 WHERE id = ?1");
            rename.bind(1, stored).bind(2, row.id.value()).run();
        }
    }
}

void CacheWriter::replaceProxies(const std::vector<Proxy> &all, Instant asOf,
                                 const std::vector<UnreadableListRow> &unreadable)
{
    takeSpelling(all);
    std::vector<qint64> present;
    present.reserve(all.size());
    for (const Proxy &row : all) {
        present.push_back(putProxyRow(row));
    }
    removeGone(StoreTable::Proxies, std::move(present), unreadable);
    setUnreadable(StoreTable::Proxies, unreadable);
    putTime("proxies", asOf);
    ++m_changes.of(StoreTable::Account).inserted;
}

void CacheWriter::replaceSubUsers(const std::vector<SubUser> &all, Instant asOf,
                                  const std::vector<UnreadableListRow> &unreadable)
{
    std::vector<qint64> present;
    present.reserve(all.size());
    const ListTimes times{listReadBefore(), asOf};
    for (const SubUser &row : all) {
        putSubUserRow(row, times);
        present.push_back(row.id.value());
    }
    forgetOldUse(asOf);
    removeGone(StoreTable::SubUsers, std::move(present), unreadable);
    setUnreadable(StoreTable::SubUsers, unreadable);
    putTime("sub_users", asOf);
    ++m_changes.of(StoreTable::Account).inserted;
}

void CacheWriter::addProxy(const ProxyId &id, Instant now)
{
    // In the service's spelling if the service has listed it, see takeSpelling().
    const auto mark = [&] {
        Query query(m_connection, "UPDATE proxies SET added_ms = coalesce(added_ms, ?2)"
                                  " WHERE id IN (?1, upper(?1))");
        return query.bind(1, id.value()).bind(2, toMillis(now)).run() > 0;
    };
    if (!mark()) {
        Proxy row;
        row.id = id;
        putProxyRow(row);
        mark();
    }
}

void CacheWriter::addSubUser(SubUserId id, const QString &localName, Instant now)
{
    SubUser row;
    row.id = id;
    {
        Query present(m_connection, subUserSql().select);
        if (present.bind(1, id.value()).next()) {
            row = subUserTable().read(present);
        } else {
            ++m_changes.of(StoreTable::SubUsers).inserted;
            addToCounter("sub_users", 1);
            writeRow(m_connection, subUserSql().insert, subUserTable(), row);
        }
    }
    if (row.localName != localName) {
        row.localName = localName;
        writeRow(m_connection, subUserSql().update, subUserTable(), row);
        m_changes.of(StoreTable::SubUsers).addChanged(id.value());
    }
    Query mark(m_connection,
               "UPDATE sub_users SET added_ms = coalesce(added_ms, ?2) WHERE id = ?1");
    mark.bind(1, id.value()).bind(2, toMillis(now)).run();
}

// ------------------------------------------------------------------------------ unreadable rows

void CacheWriter::addUnreadable(StoreTable table, const std::vector<UnreadableListRow> &rows)
{
    constexpr qint64 all = -1;
    std::vector<UnreadableListRow> known = CacheReader(m_connection).unreadableListRows(table, all);
    for (const UnreadableListRow &row : rows) {
        const auto same = std::find_if(known.begin(), known.end(), [&](const auto &each) {
            return row.id.isEmpty() ? each.raw == row.raw : each.id == row.id;
        });
        if (same == known.end()) {
            known.push_back(row);
        } else {
            *same = row;
        }
    }
    setUnreadable(table, known);
}

/// The rows whose mark comes or goes are told as changed; where nothing is new, nothing is written.
void CacheWriter::setUnreadable(StoreTable table, const std::vector<UnreadableListRow> &rows)
{
    constexpr qint64 all = -1;
    const auto before = CacheReader(m_connection).unreadableListRows(table, all);
    if (before == rows) {
        return;
    }
    Query remove(m_connection, "DELETE FROM unreadable_list_rows WHERE list = ?");
    remove.bind(1, listName(table)).run();
    qint64 position = 0;
    for (const UnreadableListRow &row : rows) {
        Query insert(m_connection, "INSERT INTO unreadable_list_rows VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, listName(table)).bind(2, position++).bind(3, row.id);
        insert.bind(4, row.problem).bindBytes(5, row.raw).run();
    }
    addToCounter(listTable(table).unreadableCounter,
                 static_cast<qint64>(rows.size()) - static_cast<qint64>(before.size()));
    for (const auto *each : {&before, &rows}) {
        for (const UnreadableListRow &row : *each) {
            if (const auto key = keyOf(table, row.id)) {
                m_changes.of(table).addChanged(*key);
            }
        }
    }
    ++m_changes.of(StoreTable::Account).inserted;
}

void CacheWriter::dropUnreadable(StoreTable table, const QString &id)
{
    Query remove(m_connection, "DELETE FROM unreadable_list_rows WHERE list = ? AND id = ?");
    const int removed = remove.bind(1, listName(table)).bind(2, id).run();
    if (removed == 0) {
        return;
    }
    addToCounter(listTable(table).unreadableCounter, -removed);
    if (const auto key = keyOf(table, id)) {
        m_changes.of(table).addChanged(*key);
    }
    ++m_changes.of(StoreTable::Account).inserted;
}

std::optional<qint64> CacheWriter::keyOf(StoreTable table, const QString &id)
{
    if (id.isEmpty()) {
        return std::nullopt;
    }
    Query query(m_connection, listTable(table).selectKey);
    return query.bind(1, id).next() ? std::optional(query.number(0)) : std::nullopt;
}

/// What is unreadable is not gone.
void CacheWriter::removeGone(StoreTable table, std::vector<qint64> present,
                             const std::vector<UnreadableListRow> &unreadable)
{
    for (const UnreadableListRow &row : unreadable) {
        if (row.id.isEmpty()) {
            return; // a row without an id may be any of them
        }
        if (const auto key = keyOf(table, row.id)) {
            present.push_back(*key);
        }
    }
    removeKeysNotIn(table, std::move(present));
}

void CacheWriter::removeKeysNotIn(StoreTable table, std::vector<qint64> present)
{
    std::sort(present.begin(), present.end());
    std::vector<qint64> gone;
    {
        Query keys(m_connection, listTable(table).selectKeys);
        while (keys.next()) {
            if (!std::binary_search(present.begin(), present.end(), keys.number(0))) {
                gone.push_back(keys.number(0));
            }
        }
    }
    for (const qint64 key : gone) {
        removeKey(table, key);
    }
}

void CacheWriter::removeKey(StoreTable table, qint64 key)
{
    Query remove(m_connection, listTable(table).remove);
    const int removed = remove.bind(1, key).run();
    m_changes.of(table).removed += removed;
    addToCounter(listTable(table).counter, -removed);
}

void CacheWriter::removeProxy(const ProxyId &id)
{
    if (const auto key = keyOf(StoreTable::Proxies, id.value())) {
        removeKey(StoreTable::Proxies, *key);
    }
    dropUnreadable(StoreTable::Proxies, id.value());
}

void CacheWriter::removeSubUser(SubUserId id)
{
    removeKey(StoreTable::SubUsers, id.value());
    dropUnreadable(StoreTable::SubUsers, id.text());
}

} // namespace relaybook
