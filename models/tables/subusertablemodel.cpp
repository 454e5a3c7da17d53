// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/subusertablemodel.h"

#include "models/format.h"
#include "models/tables/usage.h"

namespace relaybook {
namespace {

QString firstLine(const std::optional<QString> &note)
{
    const QString text = note.value_or(QString()).trimmed();
    return text.isEmpty() ? format::nothing() : text.section(u'\n', 0, 0).trimmed();
}

QString leftText(const SubUser &row)
{
    return row.trafficLeft ? SubUserTableModel::tr("%1 left").arg(format::traffic(*row.trafficLeft))
                           : format::nothing();
}

QString usedText(const SubUser &row)
{
    return row.trafficUsed ? format::traffic(*row.trafficUsed) : format::nothing();
}

/// How much of what the sub-user was given is used up.
std::optional<double> share(const SubUser &row)
{
    if (!row.trafficUsed || !row.trafficLeft) {
        return std::nullopt;
    }
    return usedShare(row.trafficUsed, row.trafficUsed->plus(*row.trafficLeft));
}

QString textOf(const SubUser &row, SubUserTableModel::Column column)
{
    switch (column) {
    case SubUserTableModel::UserNameColumn:
        return format::subUserName(row);
    case SubUserTableModel::ServiceColumn:
        return row.serviceType.isEmpty() ? format::nothing() : format::proxyType(row.serviceType);
    case SubUserTableModel::NoteColumn:
        return firstLine(row.note);
    case SubUserTableModel::TrafficLeftColumn:
        return leftText(row);
    case SubUserTableModel::UsedColumn:
        return usedText(row);
    case SubUserTableModel::IdColumn:
        return row.id.text();
    case SubUserTableModel::CreatedColumn:
        return format::dateTime(row.createdAt);
    case SubUserTableModel::UpdatedColumn:
        return format::dateTime(row.updatedAt);
    }
    return {};
}

QVariant valueOf(const SubUser &row, SubUserTableModel::Column column)
{
    switch (column) {
    case SubUserTableModel::UserNameColumn:
        return row.username;
    case SubUserTableModel::ServiceColumn:
        return row.serviceType;
    case SubUserTableModel::NoteColumn:
        return row.note ? QVariant(*row.note) : QVariant();
    case SubUserTableModel::TrafficLeftColumn:
        return row.trafficLeft ? QVariant(qint64{row.trafficLeft->units()}) : QVariant();
    case SubUserTableModel::UsedColumn:
        return row.trafficUsed ? QVariant(qint64{row.trafficUsed->units()}) : QVariant();
    case SubUserTableModel::IdColumn:
        return row.id.value();
    case SubUserTableModel::CreatedColumn:
        return row.createdAt ? QVariant(toMillis(*row.createdAt)) : QVariant();
    case SubUserTableModel::UpdatedColumn:
        return row.updatedAt ? QVariant(toMillis(*row.updatedAt)) : QVariant();
    }
    return {};
}

CellKind kindOf(SubUserTableModel::Column column)
{
    switch (column) {
    case SubUserTableModel::ServiceColumn:
        return CellKind::Badge;
    case SubUserTableModel::TrafficLeftColumn:
        return CellKind::UsageBar;
    case SubUserTableModel::UsedColumn:
    case SubUserTableModel::IdColumn:
        return CellKind::Number;
    case SubUserTableModel::CreatedColumn:
    case SubUserTableModel::UpdatedColumn:
        return CellKind::Time;
    case SubUserTableModel::UserNameColumn:
    case SubUserTableModel::NoteColumn:
        return CellKind::Text;
    }
    return CellKind::Text;
}

Tone toneOf(const SubUser &row, SubUserTableModel::Column column)
{
    switch (column) {
    case SubUserTableModel::ServiceColumn:
        return proxyTypeTone(row.serviceType);
    case SubUserTableModel::TrafficLeftColumn: {
        const auto used = share(row);
        return used ? usageTone(*used) : Tone::Neutral;
    }
    case SubUserTableModel::NoteColumn:
        return row.note && !row.note->trimmed().isEmpty() ? Tone::Neutral : Tone::Quiet;
    case SubUserTableModel::IdColumn:
    case SubUserTableModel::CreatedColumn:
    case SubUserTableModel::UpdatedColumn:
        return Tone::Quiet;
    case SubUserTableModel::UserNameColumn:
    case SubUserTableModel::UsedColumn:
        return Tone::Neutral;
    }
    return Tone::Neutral;
}

QVariant toolTip(const SubUser &row, SubUserTableModel::Column column)
{
    if (column == SubUserTableModel::NoteColumn && row.note && !row.note->isEmpty()) {
        return *row.note;
    }
    if (column == SubUserTableModel::TrafficLeftColumn && row.trafficLeft) {
        return format::trafficExact(*row.trafficLeft);
    }
    if (column == SubUserTableModel::UsedColumn && row.trafficUsed) {
        return format::trafficExact(*row.trafficUsed);
    }
    return {};
}

QString sentence(const SubUser &row)
{
    const QString service = textOf(row, SubUserTableModel::ServiceColumn);
    const QString note = row.note.value_or(QString()).trimmed();
    if (note.isEmpty()) {
        return SubUserTableModel::tr("Sub-user %1, %2, %3, %4 used, no note.")
            .arg(format::subUserName(row), service, leftText(row), usedText(row));
    }
    return SubUserTableModel::tr("Sub-user %1, %2, %3, %4 used, note: %5.")
        .arg(format::subUserName(row), service, leftText(row), usedText(row), firstLine(row.note));
}

QString outdatedSubUserText()
{
    return SubUserTableModel::tr("The service now sends this sub-user in a form that cannot be "
                                 "read. The last readable values are shown.");
}

// The mark is said before the row: nobody hears a color.
QString spoken(const ListedRow<SubUser> &listed)
{
    const QString said = sentence(listed.row);
    return listed.isOutdated ? QString(outdatedSubUserText() % u' ' % said) : said;
}

} // namespace

SubUserTableModel::SubUserTableModel(AccountStore &store, QThreadPool &pool)
    : KeyedTableModel(store, pool, StoreTable::SubUsers)
{
    begin(UserNameColumn, Qt::AscendingOrder);
}

int SubUserTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

bool SubUserTableModel::isHiddenByDefault(int column) const
{
    return column >= IdColumn;
}

QString SubUserTableModel::columnName(int column) const
{
    switch (static_cast<Column>(column)) {
    case UserNameColumn:
        return QStringLiteral("username");
    case ServiceColumn:
        return QStringLiteral("service");
    case NoteColumn:
        return QStringLiteral("note");
    case TrafficLeftColumn:
        return QStringLiteral("traffic-left");
    case UsedColumn:
        return QStringLiteral("used");
    case IdColumn:
        return QStringLiteral("id");
    case CreatedColumn:
        return QStringLiteral("created");
    case UpdatedColumn:
        return QStringLiteral("updated");
    }
    return {};
}

KeyedTableModel::SortKey SubUserTableModel::sortKey(int column) const
{
    switch (static_cast<Column>(column)) {
    case UserNameColumn:
        return {"username_sort", true};
    case ServiceColumn:
        return {"service_type"};
    case NoteColumn:
        return {"coalesce(note, '') COLLATE NOCASE"};
    case TrafficLeftColumn:
        return {"coalesce(traffic_left, -1)"};
    case UsedColumn:
        return {"coalesce(traffic_used, -1)"};
    case IdColumn:
        return {"id", true};
    case CreatedColumn:
        return {"coalesce(created_ms, -1)"};
    case UpdatedColumn:
        return {"coalesce(updated_ms, -1)"};
    }
    return {"username_sort", true};
}

QVariant SubUserTableModel::header(int column) const
{
    switch (static_cast<Column>(column)) {
    case UserNameColumn:
        return tr("User name");
    case ServiceColumn:
        return tr("Service");
    case NoteColumn:
        return tr("Note");
    case TrafficLeftColumn:
        return tr("Traffic");
    case UsedColumn:
        return tr("Used");
    case IdColumn:
        return tr("Id");
    case CreatedColumn:
        return tr("Created");
    case UpdatedColumn:
        return tr("Updated");
    }
    return {};
}

bool SubUserTableModel::isRightAligned(int column) const
{
    return kindOf(static_cast<Column>(column)) == CellKind::Number;
}

const ListedRow<SubUser> *SubUserTableModel::find(int row, qint64 key) const
{
    const auto load = [](CacheReader &reader, qint64 each) -> std::optional<ListedRow<SubUser>> {
        auto stored = reader.subUser(each);
        if (!stored) {
            return std::nullopt;
        }
        const bool outdated =
            reader.unreadableListRow(StoreTable::SubUsers, stored->id.text()).has_value();
        return ListedRow<SubUser>{std::move(*stored), outdated};
    };
    return m_rows.find(
        store(), key, [&] { return keysAround(row); }, load);
}

std::optional<SubUser> SubUserTableModel::at(int row) const
{
    const auto *found = find(row, keyAt(row));
    return found ? std::optional(found->row) : std::nullopt;
}

QVariant SubUserTableModel::cell(int row, qint64 key, int column, int role) const
{
    const auto shown = static_cast<Column>(column);
    const auto *found = find(row, key);
    const bool marked = found && found->isOutdated && shown == UserNameColumn;
    if (role == CellKindRole) {
        return toVariant(marked ? CellKind::Marked : kindOf(shown));
    }
    if (!found) {
        return {};
    }
    const SubUser *subUser = &found->row;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*subUser, shown);
    case ValueRole:
        return valueOf(*subUser, shown);
    case ToneRole:
        return toVariant(marked ? Tone::Warning : toneOf(*subUser, shown));
    case BarRole: {
        const auto used = share(*subUser);
        return shown == TrafficLeftColumn && used ? QVariant(*used) : QVariant();
    }
    case Qt::ToolTipRole:
        return marked ? QVariant(outdatedSubUserText()) : toolTip(*subUser, shown);
    case Qt::AccessibleTextRole:
        return shown == UserNameColumn ? spoken(*found) : textOf(*subUser, shown);
    default:
        return {};
    }
}

} // namespace relaybook
