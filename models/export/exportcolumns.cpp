// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportcolumns.h"

#include <utility>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

StoredColumn stored(const char *name, Kind kind, const char *expression)
{
    return {{QString::fromLatin1(name), kind}, expression};
}

/// `amount` as the service wrote it, and `change`, what the row did to the balance (contract
/// section 3). A difference beyond 64 bits would be a floating-point number: then there is none.
std::vector<StoredColumn> ledgerColumns()
{
    return {
        stored("id", Kind::Integer, "transactions.id"),
        stored("created_at", Kind::Time, "created_ms"),
        stored("type", Kind::Text, "transactions.type"),
        stored("description", Kind::Text, "description"),
        stored("amount", Kind::Money, "amount"),
        stored("change", Kind::Money,
               "CASE WHEN typeof(balance_after - balance_before) = 'integer'"
               " THEN balance_after - balance_before END"),
        stored("balance_before", Kind::Money, "balance_before"),
        stored("balance_after", Kind::Money, "balance_after"),
        stored("product_id", Kind::Text, "product_id"),
        stored("user_id", Kind::Text, "user_id"),
        stored("updated_at", Kind::Time, "updated_ms"),
        stored("rounded", Kind::Flag, "rounded"),
        stored("metadata", Kind::Json, "raw"), // of which only that member is given
        stored("vanished_at", Kind::Time, vanishedTime),
        stored(readableColumn, Kind::Flag, "1"),
        stored(rawJsonColumn, Kind::Text, unreadableForm),
    };
}

std::vector<StoredColumn> proxyColumns()
{
    return {
        stored("id", Kind::Text, "proxies.id"),
        stored("proxy_id", Kind::Text, "numeric_id"),
        stored("name", Kind::Text, "name"),
        stored("type", Kind::Text, "type"),
        stored("country", Kind::Text, "country"),
        stored("region", Kind::Text, "region"),
        stored("city", Kind::Text, "city"),
        stored("behavior", Kind::Text, "behavior"),
        stored("rotate_type", Kind::Text, "rotate_type"),
        stored("rotate_interval", Kind::Integer, "rotate_interval"),
        stored("traffic_gb", Kind::Traffic, "traffic_used"),
        stored("traffic_limit_gb", Kind::Traffic, "traffic_limit"),
        stored("host", Kind::Text, "host"),
        stored("port_http", Kind::Integer, "port_http"),
        stored("port_socks5", Kind::Integer, "port_socks5"),
        stored("created_at", Kind::Time, "created_ms"),
        stored("updated_at", Kind::Time, "updated_ms"),
        stored(readableColumn, Kind::Flag, "1"),
        stored(rawJsonColumn, Kind::Text,
               "(SELECT u.raw FROM unreadable_list_rows u"
               " WHERE u.list = 'proxies' AND u.id = proxies.id)"),
    };
}

std::vector<StoredColumn> subUserColumns()
{
    return {
        stored("id", Kind::Integer, "id"),
        stored("username", Kind::Text, "username"),
        stored("note", Kind::Text, "note"),
        stored("service_type", Kind::Text, "service_type"),
        stored("traffic_balance_gb", Kind::Traffic, "traffic_left"),
        stored("traffic_used_gb", Kind::Traffic, "traffic_used"),
        stored("host", Kind::Text, "host"),
        stored("port_http", Kind::Integer, "port_http"),
        stored("port_socks5", Kind::Integer, "port_socks5"),
        stored("created_at", Kind::Time, "created_ms"),
        stored("updated_at", Kind::Time, "updated_ms"),
        stored(readableColumn, Kind::Flag, "1"),
        stored(rawJsonColumn, Kind::Text,
               "(SELECT u.raw FROM unreadable_list_rows u"
               " WHERE u.list = 'sub_users' AND u.id = sub_users.id)"),
    };
}

/// What a column of a table stands for; itself where nothing is said here.
QStringList meaningOf(ExportWhat what, const QString &tableColumn)
{
    using Pair = std::pair<const char *, QStringList>;
    static const std::vector<Pair> ledger{
        {"date", {QStringLiteral("created_at")}},
        {"amount", {QStringLiteral("amount"), QStringLiteral("change")}},
        {"before", {QStringLiteral("balance_before")}},
        {"after", {QStringLiteral("balance_after")}},
        {"product", {QStringLiteral("product_id")}}};
    static const std::vector<Pair> proxies{
        {"location", {QStringLiteral("country"), QStringLiteral("city")}},
        {"rotation",
         {QStringLiteral("behavior"), QStringLiteral("rotate_type"),
          QStringLiteral("rotate_interval")}},
        {"traffic", {QStringLiteral("traffic_gb"), QStringLiteral("traffic_limit_gb")}},
        {"port-http", {QStringLiteral("port_http")}},
        {"port-socks5", {QStringLiteral("port_socks5")}},
        {"numeric-id", {QStringLiteral("proxy_id")}}};
    static const std::vector<Pair> subUsers{
        {"service", {QStringLiteral("service_type")}},
        {"traffic-left", {QStringLiteral("traffic_balance_gb")}},
        {"used", {QStringLiteral("traffic_used_gb")}}};
    static const std::vector<Pair> everywhere{{"updated", {QStringLiteral("updated_at")}},
                                              {"created", {QStringLiteral("created_at")}}};
    const std::vector<Pair> *own = &everywhere;
    switch (what) {
    case ExportWhat::Transactions:
        own = &ledger;
        break;
    case ExportWhat::Proxies:
        own = &proxies;
        break;
    case ExportWhat::SubUsers:
        own = &subUsers;
        break;
    case ExportWhat::Orders:
    case ExportWhat::Breaks:
        break;
    }
    for (const auto *list : {own, &everywhere}) {
        for (const auto &[name, meaning] : *list) {
            if (tableColumn == QLatin1String(name)) {
                return meaning;
            }
        }
    }
    return {tableColumn};
}

} // namespace

const std::vector<StoredColumn> &storedColumns(ExportWhat what)
{
    static const std::vector<StoredColumn> ledger = ledgerColumns();
    static const std::vector<StoredColumn> proxies = proxyColumns();
    static const std::vector<StoredColumn> subUsers = subUserColumns();
    static const std::vector<StoredColumn> none;
    switch (what) {
    case ExportWhat::Transactions:
        return ledger;
    case ExportWhat::Proxies:
        return proxies;
    case ExportWhat::SubUsers:
        return subUsers;
    case ExportWhat::Orders:
    case ExportWhat::Breaks:
        break;
    }
    return none;
}

QStringList exportColumnsOf(ExportWhat what, const QStringList &tableColumns)
{
    QStringList names;
    for (const QString &shown : tableColumns) {
        for (const QString &name : meaningOf(what, shown)) {
            const auto &known = storedColumns(what);
            const bool exists =
                std::any_of(known.begin(), known.end(),
                            [&name](const StoredColumn &each) { return each.column.name == name; });
            if (exists && !names.contains(name)) {
                names.append(name);
            }
        }
    }
    return names;
}

} // namespace relaybook
