// SPDX-License-Identifier: GPL-3.0-or-later
// Defines a column of a table in one place, for its model, its page and exported files.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/trafficamount.h"
#include "models/cellroles.h"
#include "models/tables/searchphrase.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QAnyStringView>
#include <QVariant>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relaybook {

/// A column of an exported file, read from the store.
struct FileColumn
{
    enum class Kind {
        Text,    ///< escaped for spreadsheets, see needsApostrophe()
        Integer, ///< a count, a port, a numeric id
        Flag,    ///< true or false
        Money,
        Traffic,
        Time,
        Json, ///< compact JSON, or empty
    };
    const char *name = nullptr; ///< stable name, as written to the file: "balance_after"
    Kind kind = Kind::Text;
    const char *expression = nullptr; ///< SQL over the stored table
};

/// What a column is sorted by.
struct SortKey
{
    const char *expression = nullptr; ///< SQL over the stored table; null: cannot be sorted
    bool indexed = false; ///< an index finds the first rows at once, in tables of any size
};

/// The text that is shown for a stored value, if it differs from the value. The condition has the
/// value as its parameter, if there is one.
struct SearchMeaning
{
    std::string condition;
    QString value;
    QString shown; ///< folded, see foldedText()
};

/// How a search finds a cell by its shown text, if the stored search text does not contain that
/// (cachetables.cpp), and by a keyword that searches only this column ("type:isp"). The search of
/// transactions is in models/store/ledgersearch.cpp.
struct ColumnSearch
{
    const char *traffic[2] = {};   ///< SQL columns with amounts of traffic, found by their value
    const char *percent = nullptr; ///< SQL: a percentage, shown rounded down
    const char *time = nullptr;    ///< an SQL column with a time, found by its date
    QString (*around)() = nullptr; ///< the words shown beside the amount: "left"
    const std::vector<SearchMeaning> &(*meanings)() = nullptr;
    const std::vector<SearchPhrase> &(*phrases)() = nullptr; ///< in cells, or beside the table

    const char *keyword = nullptr; ///< without its colon; several columns may share one
    /// An SQL column: the text after the keyword is its value, or a part of the text shown for it.
    /// If null, that text is a range of the first amount of traffic, in gigabytes, or of the
    /// percentage.
    const char *value = nullptr;
    const char *text = nullptr; ///< an SQL column that contains the word after the keyword
};

/// The part of a column that does not depend on the type of the rows.
struct ColumnInfo
{
    const char *name = nullptr;  ///< stable name, as written to the settings: "port-http"
    const char *title = nullptr; ///< marked with QT_TR_NOOP() in the model
    CellKind kind = CellKind::Text;
    int width = 120;        ///< logical pixels at the usual font; others make it wider
    bool stretches = false; ///< takes the space left over until the user sizes it
    bool hidden = false;    ///< until the user shows it
    /// If there is no room for the column that stretches, columns are hidden until there is, the
    /// lowest number first; 0: never hidden. A column with a warning in view is not hidden.
    int givesWay = 0;
    /// The column is as wide as its cells in view, unless the user sizes it. Columns of figures,
    /// states and times always are.
    bool neverCut = false;
    SortKey sort = {};
    ColumnSearch search = {};
    FileColumn inFile[3] = {}; ///< in exported files; entries without a name are unused
};

/// The functions that make the content of a cell from its row.
template <class Row>
struct CellFunctions
{
    QString (*text)(const Row &) = nullptr;
    QVariant (*value)(const Row &) = nullptr; ///< for ValueRole; null: the text
    QString (*copied)(const Row &) = nullptr; ///< for CopyTextRole; null: the text
    Tone (*tone)(const Row &) = nullptr;      ///< null: neutral
    QString (*toolTip)(const Row &) = nullptr;
    std::optional<double> (*bar)(const Row &) = nullptr; ///< for BarRole
    bool isSentence = false; ///< the text is the program's; names in it are isolated()
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

/// -1 if there is no column of this name.
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

/// The tone of columns of less importance.
template <class Row>
[[nodiscard]] Tone quiet(const Row & /*row*/)
{
    return Tone::Quiet;
}

/// The data of a cell for a role; invalid for roles that it does not know.
template <class Row>
[[nodiscard]] QVariant cellData(const TableColumn<Row> &column, const Row &row, int role)
{
    const CellFunctions<Row> &cells = column.cells;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return cells.isSentence ? shownSentence(cells.text(row)) : shownText(cells.text(row));
    case CopyTextRole: {
        const RealTexts copied; // also in privacy mode
        return cells.copied ? cells.copied(row) : cells.text(row);
    }
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
        return text.isEmpty() ? QVariant() : QVariant(shownSentence(text));
    }
    default:
        return {};
    }
}

/// A remark about a cell, besides the service's data.
struct CellRemark
{
    std::function<QString()> text; ///< a sentence; null: there is no remark
    Tone tone = Tone::Accent;
};

/// As cellData(), for a cell with a remark: it is marked, and its tool tip is the remark.
template <class Row>
[[nodiscard]] QVariant remarkData(const TableColumn<Row> &column, const Row &row, int role,
                                  const CellRemark &remark)
{
    switch (role) {
    case CellKindRole:
        return toVariant(CellKind::Marked);
    case ToneRole:
        return toVariant(remark.tone);
    case Qt::ToolTipRole:
        return remark.text();
    default:
        return cellData(column, row, role);
    }
}

} // namespace relaybook
