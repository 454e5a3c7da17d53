// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/proxytablemodel.h"

#include "models/format.h"
#include "models/tables/usage.h"

namespace relaybook {
namespace {

QString orNothing(const QString &text)
{
    return text.isEmpty() ? format::nothing() : text;
}

QString portText(const std::optional<int> &port)
{
    return port ? QString::number(*port) : format::nothing();
}

std::optional<qint64> units(const std::optional<TrafficAmount> &amount)
{
    return amount ? std::optional<qint64>(amount->units()) : std::nullopt;
}

std::optional<qint64> millis(const std::optional<Instant> &instant)
{
    return instant ? std::optional(toMillis(*instant)) : std::nullopt;
}

QString textOf(const Proxy &row, ProxyTableModel::Column column)
{
    switch (column) {
    case ProxyTableModel::NameColumn:
        return isTold(row) ? orNothing(row.name) : row.id.value();
    case ProxyTableModel::TypeColumn:
        return orNothing(format::proxyType(row.type));
    case ProxyTableModel::LocationColumn:
        return format::location(row);
    case ProxyTableModel::RotationColumn:
        return format::rotation(row);
    case ProxyTableModel::TrafficColumn:
        return format::trafficOfLimit(row.trafficUsed, row.trafficLimit);
    case ProxyTableModel::RegionColumn:
        return orNothing(row.region);
    case ProxyTableModel::BehaviorColumn:
        return orNothing(format::behavior(row.behavior));
    case ProxyTableModel::HostColumn:
        return orNothing(row.host);
    case ProxyTableModel::HttpPortColumn:
        return portText(row.portHttp);
    case ProxyTableModel::SocksPortColumn:
        return portText(row.portSocks5);
    case ProxyTableModel::NumericIdColumn:
        return orNothing(row.numericId);
    case ProxyTableModel::IdColumn:
        return row.id.value();
    case ProxyTableModel::CreatedColumn:
        return format::dateTime(row.createdAt);
    case ProxyTableModel::UpdatedColumn:
        return format::dateTime(row.updatedAt);
    }
    return {};
}

QVariant valueOf(const Proxy &row, ProxyTableModel::Column column)
{
    switch (column) {
    case ProxyTableModel::NameColumn:
        return row.name;
    case ProxyTableModel::TypeColumn:
        return row.type;
    case ProxyTableModel::TrafficColumn:
        return toVariant(units(row.trafficUsed));
    case ProxyTableModel::BehaviorColumn:
        return row.behavior;
    case ProxyTableModel::CreatedColumn:
        return toVariant(millis(row.createdAt));
    case ProxyTableModel::UpdatedColumn:
        return toVariant(millis(row.updatedAt));
    case ProxyTableModel::LocationColumn:
    case ProxyTableModel::RotationColumn:
    case ProxyTableModel::RegionColumn:
    case ProxyTableModel::HostColumn:
    case ProxyTableModel::HttpPortColumn:
    case ProxyTableModel::SocksPortColumn:
    case ProxyTableModel::NumericIdColumn:
    case ProxyTableModel::IdColumn:
        return textOf(row, column);
    }
    return {};
}

CellKind kindOf(ProxyTableModel::Column column)
{
    switch (column) {
    case ProxyTableModel::TypeColumn:
        return CellKind::Badge;
    case ProxyTableModel::TrafficColumn:
        return CellKind::UsageBar;
    case ProxyTableModel::RotationColumn:
    case ProxyTableModel::IdColumn:
        return CellKind::QuietText;
    case ProxyTableModel::HttpPortColumn:
    case ProxyTableModel::SocksPortColumn:
    case ProxyTableModel::NumericIdColumn:
        return CellKind::Number;
    case ProxyTableModel::CreatedColumn:
    case ProxyTableModel::UpdatedColumn:
        return CellKind::Time;
    case ProxyTableModel::NameColumn:
    case ProxyTableModel::LocationColumn:
    case ProxyTableModel::RegionColumn:
    case ProxyTableModel::BehaviorColumn:
    case ProxyTableModel::HostColumn:
        return CellKind::Text;
    }
    return CellKind::Text;
}

Tone toneOf(const Proxy &row, ProxyTableModel::Column column)
{
    if (column == ProxyTableModel::TypeColumn) {
        return proxyTypeTone(row.type);
    }
    if (column == ProxyTableModel::TrafficColumn) {
        const auto share = usedShare(row.trafficUsed, row.trafficLimit);
        return share ? usageTone(*share) : Tone::Neutral;
    }
    return kindOf(column) == CellKind::QuietText || kindOf(column) == CellKind::Time
               ? Tone::Quiet
               : Tone::Neutral;
}

QString exactTraffic(const Proxy &row)
{
    if (!row.trafficUsed) {
        return {};
    }
    return row.trafficLimit
               ? ProxyTableModel::tr("%1 used of %2")
                     .arg(format::trafficExact(*row.trafficUsed),
                          format::trafficExact(*row.trafficLimit))
               : ProxyTableModel::tr("%1 used").arg(format::trafficExact(*row.trafficUsed));
}

QString sentence(const Proxy &row)
{
    return ProxyTableModel::tr("Proxy %1, %2, %3, %4, traffic %5.")
        .arg(orNothing(row.name), orNothing(format::proxyType(row.type)), format::location(row),
             format::rotation(row), format::trafficOfLimit(row.trafficUsed, row.trafficLimit));
}

QString outdatedProxyText()
{
    return ProxyTableModel::tr("The service now sends this proxy in a form that cannot be read. "
                               "The last readable values are shown.");
}

// The mark is said before the row: nobody hears a color.
QString spoken(const ListedRow<Proxy> &listed)
{
    const QString said = sentence(listed.row);
    return listed.isOutdated ? QString(outdatedProxyText() % u' ' % said) : said;
}

} // namespace

ProxyTableModel::ProxyTableModel(AccountStore &store, QThreadPool &pool)
    : KeyedTableModel(store, pool, StoreTable::Proxies)
{
    begin(NameColumn, Qt::AscendingOrder);
}

int ProxyTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

bool ProxyTableModel::isHiddenByDefault(int column) const
{
    return column >= RegionColumn;
}

QString ProxyTableModel::columnName(int column) const
{
    switch (static_cast<Column>(column)) {
    case NameColumn:
        return QStringLiteral("name");
    case TypeColumn:
        return QStringLiteral("type");
    case LocationColumn:
        return QStringLiteral("location");
    case RotationColumn:
        return QStringLiteral("rotation");
    case TrafficColumn:
        return QStringLiteral("traffic");
    case RegionColumn:
        return QStringLiteral("region");
    case BehaviorColumn:
        return QStringLiteral("behavior");
    case HostColumn:
        return QStringLiteral("host");
    case HttpPortColumn:
        return QStringLiteral("port-http");
    case SocksPortColumn:
        return QStringLiteral("port-socks5");
    case NumericIdColumn:
        return QStringLiteral("numeric-id");
    case IdColumn:
        return QStringLiteral("id");
    case CreatedColumn:
        return QStringLiteral("created");
    case UpdatedColumn:
        return QStringLiteral("updated");
    }
    return {};
}

KeyedTableModel::SortKey ProxyTableModel::sortKey(int column) const
{
    switch (static_cast<Column>(column)) {
    case NameColumn:
        return {"name_sort", true};
    case TypeColumn:
        return {"type"};
    case LocationColumn:
        return {"country || ' ' || city || ' ' || region"};
    case RotationColumn:
        return {"rotate_type || printf('%010d', coalesce(rotate_interval, 0))"};
    case TrafficColumn:
        return {"coalesce(traffic_used, -1)"};
    case RegionColumn:
        return {"region"};
    case BehaviorColumn:
        return {"behavior"};
    case HostColumn:
        return {"host"};
    case HttpPortColumn:
        return {"coalesce(port_http, -1)"};
    case SocksPortColumn:
        return {"coalesce(port_socks5, -1)"};
    case NumericIdColumn:
        return {"cast(numeric_id AS INTEGER)"};
    case IdColumn:
        return {"id", true};
    case CreatedColumn:
        return {"coalesce(created_ms, -1)"};
    case UpdatedColumn:
        return {"coalesce(updated_ms, -1)"};
    }
    return {"name_sort", true};
}

QVariant ProxyTableModel::header(int column) const
{
    switch (static_cast<Column>(column)) {
    case NameColumn:
        return tr("Name");
    case TypeColumn:
        return tr("Type");
    case LocationColumn:
        return tr("Location");
    case RotationColumn:
        return tr("Rotation");
    case TrafficColumn:
        return tr("Traffic");
    case RegionColumn:
        return tr("Region");
    case BehaviorColumn:
        return tr("Behavior");
    case HostColumn:
        return tr("Host");
    case HttpPortColumn:
        return tr("HTTP port");
    case SocksPortColumn:
        return tr("SOCKS5 port");
    case NumericIdColumn:
        return tr("Numeric id");
    case IdColumn:
        return tr("Id");
    case CreatedColumn:
        return tr("Created");
    case UpdatedColumn:
        return tr("Updated");
    }
    return {};
}

bool ProxyTableModel::isRightAligned(int column) const
{
    return kindOf(static_cast<Column>(column)) == CellKind::Number;
}

const ListedRow<Proxy> *ProxyTableModel::find(int row, qint64 key) const
{
    const auto load = [](CacheReader &reader, qint64 each) -> std::optional<ListedRow<Proxy>> {
        auto stored = reader.proxy(each);
        if (!stored) {
            return std::nullopt;
        }
        const bool outdated =
            reader.unreadableListRow(StoreTable::Proxies, stored->id.value()).has_value();
        return ListedRow<Proxy>{std::move(*stored), outdated};
    };
    return m_rows.find(
        store(), key, [&] { return keysAround(row); }, load);
}

std::optional<Proxy> ProxyTableModel::at(int row) const
{
    const auto *found = find(row, keyAt(row));
    return found ? std::optional(found->row) : std::nullopt;
}

QVariant ProxyTableModel::cell(int row, qint64 key, int column, int role) const
{
    const auto shown = static_cast<Column>(column);
    const auto *found = find(row, key);
    const bool marked = found && found->isOutdated && shown == NameColumn;
    if (role == CellKindRole) {
        return toVariant(marked ? CellKind::Marked : kindOf(shown));
    }
    if (!found) {
        return {};
    }
    const Proxy *proxy = &found->row;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*proxy, shown);
    case ValueRole:
        return valueOf(*proxy, shown);
    case ToneRole:
        return toVariant(marked ? Tone::Warning : toneOf(*proxy, shown));
    case BarRole: {
        const auto share = usedShare(proxy->trafficUsed, proxy->trafficLimit);
        return shown == TrafficColumn && share ? QVariant(*share) : QVariant();
    }
    case Qt::ToolTipRole:
        if (marked) {
            return outdatedProxyText();
        }
        return shown == TrafficColumn ? QVariant(exactTraffic(*proxy)) : QVariant();
    case Qt::AccessibleTextRole:
        return shown == NameColumn ? spoken(*found) : textOf(*proxy, shown);
    default:
        return {};
    }
}

} // namespace relaybook
