// SPDX-License-Identifier: GPL-3.0-or-later
// A column of a table: one row says all that its model, its page and an exported file know of it.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/trafficamount.h"
#include "models/cellroles.h"

#include <QAnyStringView>
#include <QVariant>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace relaybook {

/// A column of an exported file that is read from the store.
struct FileColumn
{
    enum class Kind {
        Text,    ///< made harmless for spreadsheets
        Integer, ///< a count, a port, a numeric id
        Flag,    ///< true or false
        Money,
        Traffic,
        Time,
        Json, ///< compact JSON, or nothing
    };
    const char *name = nullptr; ///< lasting, as it stands in the file: "balance_after"
    Kind kind = Kind::Text;
    const char *expression = nullptr; ///< SQL over the columns of the stored table
};

/// What a column is sorted by.
struct SortKey
{
    const char *expression =
        nullptr;          ///< SQL over the columns of the stored table; none: not sorted
    bool indexed = false; ///< the first rows can be had at once, whatever the size
};

/// What is known of a column without any row.
struct ColumnInfo
{
    const char *name = nullptr;  ///< lasting, for saved settings: "traffic-left"
    const char *title = nullptr; ///< in QT_TR_NOOP() of the model
    CellKind kind = CellKind::Text;
    int width = 120;        ///< logical pixels at the usual font; others make it wider
    bool stretches = false; ///< takes what is left over until the user sizes it
    bool hidden = false;    ///< until the user asks for it
    SortKey sort = {};
    FileColumn inFile[3] = {}; ///< what an exported file has for it; those without a name are none
};

/// What the cells of a column show of a row.
template <class Row>
struct CellFunctions
{
    QString (*text)(const Row &) = nullptr;
    QVariant (*value)(const Row &) = nullptr; ///< for ValueRole; none: the text
    Tone (*tone)(const Row &) = nullptr;      ///< none: neutral
    QString (*toolTip)(const Row &) = nullptr;
    std::optional<double> (*bar)(const Row &) = nullptr; ///< for BarRole
};

template <class Row>
struct TableColumn
{
    ColumnInfo info;
    CellFunctions<Row> cells;
};

template <class Row>
using ColumnTable = std::span<const TableColumn<Row>>;

template <class Row>
[[nodiscard]] std::vector<ColumnInfo> infosOf(ColumnTable<Row> columns)
{
    std::vector<ColumnInfo> infos;
    infos.reserve(columns.size());
    for (const TableColumn<Row> &column : columns) {
        infos.push_back(column.info);
    }
    return infos;
}

/// -1 where there is none of this name.
template <class Row>
[[nodiscard]] int columnNamed(ColumnTable<Row> columns, QAnyStringView name)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (QAnyStringView(columns[i].info.name) == name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

[[nodiscard]] inline QVariant toVariant(Tone tone)
{
    return static_cast<int>(tone);
}
[[nodiscard]] inline QVariant toVariant(CellKind kind)
{
    return static_cast<int>(kind);
}
[[nodiscard]] inline QVariant toVariant(Instant time)
{
    return toMillis(time);
}
[[nodiscard]] inline QVariant toVariant(Money money)
{
    return qint64{money.units()};
}
[[nodiscard]] inline QVariant toVariant(TrafficAmount amount)
{
    return qint64{amount.units()};
}
template <class T>
[[nodiscard]] QVariant toVariant(const std::optional<T> &value)
{
    return value ? toVariant(*value) : QVariant();
}

/// The tone of a column that nobody has to look at first.
template <class Row>
[[nodiscard]] Tone quiet(const Row & /*row*/)
{
    return Tone::Quiet;
}

/// What a cell answers to a role; nothing to a role that it does not know.
template <class Row>
[[nodiscard]] QVariant cellData(const TableColumn<Row> &column, const Row &row, int role)
{
    const CellFunctions<Row> &cells = column.cells;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return cells.text(row);
    case CellKindRole:
        return toVariant(column.info.kind);
    case ToneRole:
        return toVariant(cells.tone ? cells.tone(row) : Tone::Neutral);
    case ValueRole:
        return cells.value ? cells.value(row) : QVariant(cells.text(row));
    case BarRole: {
        const auto share = cells.bar ? cells.bar(row) : std::nullopt;
        return share ? QVariant(*share) : QVariant();
    }
    case Qt::ToolTipRole: {
        const QString text = cells.toolTip ? cells.toolTip(row) : QString();
        return text.isEmpty() ? QVariant() : QVariant(text);
    }
    default:
        return {};
    }
}

/// The same of a cell that warns of something: it is marked, and its tool tip is the warning.
template <class Row>
[[nodiscard]] QVariant warningData(const TableColumn<Row> &column, const Row &row, int role,
                                   Tone tone, QString (*warning)())
{
    switch (role) {
    case CellKindRole:
        return toVariant(CellKind::Marked);
    case ToneRole:
        return toVariant(tone);
    case Qt::ToolTipRole:
        return warning();
    default:
        return cellData(column, row, role);
    }
}

} // namespace relaybook
