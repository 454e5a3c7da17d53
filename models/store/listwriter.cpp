// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/listwriter.h"

#include "models/store/cachereader.h"
#include "models/store/cachetables.h"

#include "api/json/samebutmasked.h"
#include "api/types/masktext.h"

#include <QHash>

#include <algorithm>

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
    const char *selectKeys; ///< of rows that the user did not add
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

void ListWriter::noteInserted()
{
    ++change().inserted;
    m_context.addToCounter(listTable(m_table).counter, 1);
}

void ListWriter::finishList(std::vector<qint64> present,
                            const std::vector<UnreadableListRow> &unreadable, Instant asOf)
{
    removeNotListed(std::move(present), unreadable);
    replaceUnreadable(unreadable);
    m_context.putTime(listName(m_table), asOf);
    m_context.noteChange(StoreTable::Account);
}

void ListWriter::addUnreadable(const std::vector<UnreadableListRow> &rows)
{
    constexpr qint64 all = -1;
    std::vector<UnreadableListRow> known =
        CacheReader(m_context.connection).unreadableListRows(m_table, all);
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
    replaceUnreadable(known);
}

/// Reports as changed the rows that become readable or unreadable.
void ListWriter::replaceUnreadable(const std::vector<UnreadableListRow> &rows)
{
    constexpr qint64 all = -1;
    const auto before = CacheReader(m_context.connection).unreadableListRows(m_table, all);
    if (before == rows) {
        return;
    }
    Query remove(m_context.connection, "DELETE FROM unreadable_list_rows WHERE list = ?");
    remove.bind(1, listName(m_table)).run();
    qint64 position = 0;
    for (const UnreadableListRow &row : rows) {
        Query insert(m_context.connection,
                     "INSERT INTO unreadable_list_rows VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, listName(m_table)).bind(2, position++).bind(3, row.id);
        insert.bind(4, row.problem).bindBytes(5, row.raw).run();
    }
    m_context.addToCounter(listTable(m_table).unreadableCounter,
                           static_cast<qint64>(rows.size()) - static_cast<qint64>(before.size()));
    for (const auto *each : {&before, &rows}) {
        for (const UnreadableListRow &row : *each) {
            if (const auto key = keyOf(row.id)) {
                change().addChanged(*key);
            }
        }
    }
    m_context.noteChange(StoreTable::Account);
}

void ListWriter::deleteUnreadable(const QString &id)
{
    Query remove(m_context.connection,
                 "DELETE FROM unreadable_list_rows WHERE list = ? AND id = ?");
    const int removed = remove.bind(1, listName(m_table)).bind(2, id).run();
    if (removed == 0) {
        return;
    }
    m_context.addToCounter(listTable(m_table).unreadableCounter, -removed);
    if (const auto key = keyOf(id)) {
        change().addChanged(*key);
    }
    m_context.noteChange(StoreTable::Account);
}

std::optional<qint64> ListWriter::keyOf(const QString &id)
{
    if (id.isEmpty()) {
        return std::nullopt;
    }
    Query query(m_context.connection, listTable(m_table).selectKey);
    return query.bind(1, id).next() ? std::optional(query.number(0)) : std::nullopt;
}

void ListWriter::removeNotListed(std::vector<qint64> present,
                                 const std::vector<UnreadableListRow> &unreadable)
{
    for (const UnreadableListRow &row : unreadable) {
        if (row.id.isEmpty()) {
            return;
        }
        if (const auto key = keyOf(row.id)) {
            present.push_back(*key);
        }
    }
    std::sort(present.begin(), present.end());
    std::vector<qint64> gone;
    {
        Query keys(m_context.connection, listTable(m_table).selectKeys);
        while (keys.next()) {
            if (!std::binary_search(present.begin(), present.end(), keys.number(0))) {
                gone.push_back(keys.number(0));
            }
        }
    }
    for (const qint64 key : gone) {
        removeKey(key);
    }
}

void ListWriter::removeKey(qint64 key)
{
    Query remove(m_context.connection, listTable(m_table).remove);
    const int removed = remove.bind(1, key).run();
    change().removed += removed;
    m_context.addToCounter(listTable(m_table).counter, -removed);
}

qint64 ProxyWriter::putRow(const Proxy &row)
{
    Proxy kept = withoutSecrets(row);
    std::optional<qint64> key;
    {
        Query present(m_context.connection, proxySql().select);
        if (present.bind(1, kept.id.value()).next()) {
            RowReader reader(present);
            reader.take(key);
            const Proxy before = proxyTable().read(reader);
            // Some responses have no login. If there are addresses without one, it may be a secret.
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
    m_products.nameFrom(kept);
    writeRow(m_context.connection, key ? proxySql().update : proxySql().insert, proxyTable(), kept);
    if (key) {
        change().addChanged(*key);
        return *key;
    }
    noteInserted();
    return m_context.connection.database().getLastInsertRowid();
}

void ProxyWriter::put(const Proxy &row)
{
    putRow(row);
    deleteUnreadable(row.id.value());
}

/// Ids are UUIDs. A user may paste one in lower case that the service lists in upper case: the
/// added row then gets the service's spelling.
void ProxyWriter::useSpellingOf(const std::vector<Proxy> &all)
{
    QHash<QString, QString> added; // in lower case, and as stored
    {
        Query query(m_context.connection, "SELECT id FROM proxies WHERE added_ms IS NOT NULL");
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
            Query rename(m_context.connection,
                         "UPDATE OR IGNORE proxies SET id = ?2 WHERE id = ?1");
            rename.bind(1, stored).bind(2, row.id.value()).run();
        }
    }
}

void ProxyWriter::replace(const std::vector<Proxy> &all, Instant asOf,
                          const std::vector<UnreadableListRow> &unreadable)
{
    useSpellingOf(all);
    std::vector<qint64> present;
    present.reserve(all.size());
    for (const Proxy &row : all) {
        present.push_back(putRow(row));
    }
    finishList(std::move(present), unreadable, asOf);
}

void ProxyWriter::add(const ProxyId &id, Instant now)
{
    // The service may have listed it in another spelling, see useSpellingOf().
    const auto mark = [&] {
        Query query(m_context.connection, "UPDATE proxies SET added_ms = coalesce(added_ms, ?2)"
                                          " WHERE id IN (?1, upper(?1))");
        return query.bind(1, id.value()).bind(2, toMillis(now)).run() > 0;
    };
    if (!mark()) {
        Proxy row;
        row.id = id;
        putRow(row);
        mark();
    }
}

void ProxyWriter::remove(const ProxyId &id)
{
    if (const auto key = keyOf(id.value())) {
        removeKey(*key);
    }
    deleteUnreadable(id.value());
}

void SubUserWriter::put(const SubUser &row)
{
    putRow(row);
    deleteUnreadable(row.id.text());
}

void SubUserWriter::putRow(const SubUser &row)
{
    SubUser kept = row;
    std::optional<SubUser> stored;
    {
        Query present(m_context.connection, subUserSql().select);
        if (present.bind(1, kept.id.value()).next()) {
            stored = subUserTable().read(present);
            const SubUser &before = *stored;
            kept.localName = before.localName;    // unknown to the service
            if (kept.access.userName.isEmpty()) { // missing in some responses
                kept.access.userName = before.access.userName;
            }
            // Only some responses have the password that the name may be.
            if (holdsMask(before.username) && kept.access.password.isEmpty() &&
                sameButMasked(before.username.toUtf8(), kept.username.toUtf8())) {
                kept.username = before.username;
            }
            kept = withoutSecrets(std::move(kept)); // the stored name may be the password
            if (before == kept) {
                return;
            }
        }
    }
    kept = withoutSecrets(std::move(kept));
    m_use.noteRow(stored, kept);
    const bool known = stored.has_value();
    writeRow(m_context.connection, known ? subUserSql().update : subUserSql().insert,
             subUserTable(), kept);
    if (known) {
        change().addChanged(kept.id.value());
        return;
    }
    noteInserted();
}

void SubUserWriter::replace(const std::vector<SubUser> &all, Instant asOf,
                            const std::vector<UnreadableListRow> &unreadable)
{
    std::vector<qint64> present;
    present.reserve(all.size());
    m_use.beginList(asOf);
    for (const SubUser &row : all) {
        putRow(row);
        present.push_back(row.id.value());
    }
    m_use.endList();
    finishList(std::move(present), unreadable, asOf);
}

void SubUserWriter::add(SubUserId id, const QString &localName, Instant now)
{
    SubUser row;
    row.id = id;
    {
        Query present(m_context.connection, subUserSql().select);
        if (present.bind(1, id.value()).next()) {
            row = subUserTable().read(present);
        } else {
            noteInserted();
            writeRow(m_context.connection, subUserSql().insert, subUserTable(), row);
        }
    }
    if (row.localName != localName) {
        row.localName = localName;
        writeRow(m_context.connection, subUserSql().update, subUserTable(), row);
        change().addChanged(id.value());
    }
    Query mark(m_context.connection,
               "UPDATE sub_users SET added_ms = coalesce(added_ms, ?2) WHERE id = ?1");
    mark.bind(1, id.value()).bind(2, toMillis(now)).run();
}

void SubUserWriter::remove(SubUserId id)
{
    removeKey(id.value());
    deleteUnreadable(id.text());
}

} // namespace relaybook
