// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportcolumns.h"

#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"

#include <algorithm>
#include <span>
#include <vector>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

// The order of the columns in each file. Entries with only a name are defined by a column of the
// page's table (columnTable() of its model). The columns for unreadable rows follow, then the
// columns of the table that are not listed here. So new columns are at the end, and programs that
// read the files find the older ones in the same places.

constexpr FileColumn ledgerFile[] = {
    {"id"},
    {"created_at"},
    {"type"},
    {"description"},
    {"amount"},
    {"change"},
    {"balance_before"},
    {"balance_after"},
    {"product_id"},
    {"user_id", Kind::Text, "user_id"},
    {"updated_at"},
    {"rounded", Kind::Flag, "rounded"},
    {"metadata", Kind::Json, "raw"}, // only this member is exported
    {"vanished_at", Kind::Time, vanishedTime},
};

constexpr FileColumn proxyFile[] = {
    {"id"},          {"proxy_id"},        {"name"},        {"type"},
    {"country"},     {"region"},          {"city"},        {"behavior"},
    {"rotate_type"}, {"rotate_interval"}, {"traffic_gb"},  {"traffic_limit_gb"},
    {"host"},        {"port_http"},       {"port_socks5"}, {"created_at"},
    {"updated_at"},
};

constexpr FileColumn subUserFile[] = {
    {"id"},
    {"username"},
    {"note"},
    {"service_type"},
    {"traffic_balance_gb"},
    {"traffic_used_gb"},
    {"host", Kind::Text, "host"},
    {"port_http", Kind::Integer, "port_http"},
    {"port_socks5", Kind::Integer, "port_socks5"},
    {"created_at"},
    {"updated_at"},
};

constexpr auto unreadableProxy = "(SELECT u.raw FROM unreadable_list_rows u"
                                 " WHERE u.list = 'proxies' AND u.id = proxies.id)";
constexpr auto unreadableSubUser = "(SELECT u.raw FROM unreadable_list_rows u"
                                   " WHERE u.list = 'sub_users' AND u.id = sub_users.id)";

struct ListColumns
{
    std::vector<ColumnInfo> shown; ///< of the page's table
    std::vector<StoredColumn> stored;
    std::size_t newer = 0; ///< index in `stored` of the first column that is not listed above
};

ListColumns listColumns(std::vector<ColumnInfo> shown, std::span<const FileColumn> order,
                        const char *unreadableJson)
{
    std::vector<FileColumn> file(order.begin(), order.end());
    file.push_back({readableColumn, Kind::Flag, "1"});
    file.push_back({rawJsonColumn, Kind::Text, unreadableJson});
    const std::size_t newer = file.size();
    for (const ColumnInfo &column : shown) {
        for (const FileColumn &each : column.inFile) {
            if (!each.name) {
                continue;
            }
            const auto place = std::find_if(file.begin(), file.end(), [&](const FileColumn &other) {
                return QLatin1String(other.name) == QLatin1String(each.name);
            });
            if (place == file.end()) {
                file.push_back(each);
            } else {
                *place = each;
            }
        }
    }
    std::vector<StoredColumn> stored;
    stored.reserve(file.size());
    for (const FileColumn &each : file) {
        stored.push_back({{QString::fromLatin1(each.name), each.kind}, each.expression});
    }
    return {std::move(shown), std::move(stored), newer};
}

const ListColumns &columnsOf(ExportWhat what)
{
    static const ListColumns ledger =
        listColumns(infosOf(TransactionTableModel::columnTable()), ledgerFile, unreadableForm);
    static const ListColumns proxies =
        listColumns(infosOf(ProxyTableModel::columnTable()), proxyFile, unreadableProxy);
    static const ListColumns subUsers =
        listColumns(infosOf(SubUserTableModel::columnTable()), subUserFile, unreadableSubUser);
    static const ListColumns none;
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

} // namespace

const std::vector<StoredColumn> &storedColumns(ExportWhat what)
{
    return columnsOf(what).stored;
}

QStringList exportColumnsOf(ExportWhat what, const QStringList &tableColumns)
{
    const ListColumns &all = columnsOf(what);
    const std::vector<ColumnInfo> &known = all.shown;
    const auto isNewer = [&all](const QString &name) {
        return std::any_of(all.stored.begin() + static_cast<std::ptrdiff_t>(all.newer),
                           all.stored.end(),
                           [&name](const StoredColumn &each) { return each.column.name == name; });
    };
    QStringList names;
    for (const QString &shown : tableColumns) {
        const auto column = std::find_if(known.begin(), known.end(), [&](const ColumnInfo &each) {
            return shown == QLatin1String(each.name);
        });
        if (column == known.end()) {
            continue;
        }
        for (const FileColumn &each : column->inFile) {
            const QString name = QString::fromLatin1(each.name);
            if (each.name && !names.contains(name)) {
                names.append(name);
            }
        }
    }
    std::stable_partition(names.begin(), names.end(),
                          [&](const QString &name) { return !isNewer(name); });
    return names;
}

} // namespace relaybook
