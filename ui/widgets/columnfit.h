// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the widths of a table's columns: figures, states and times are never cut, texts share what
// is left. If even their minimum does not fit, the table scrolls sideways.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <vector>

namespace relaybook {

class TableHeader;
class TableView;

/// How wide a column wants to be.
struct ColumnWidth
{
    int usual = 120; ///< logical pixels at the usual font; the title is never cut
    /// Never cut: at least as wide as its widest cell that was in view. Other columns are cut if
    /// there is no room.
    bool isExact = false;
    bool stretches = false; ///< takes the width that is left over
    /// If there is no room for the column that stretches, columns are hidden until there is, the
    /// lowest number first; 0: never hidden. One that has shown a warning is not hidden.
    int givesWay = 0;
};

/// Widths only grow while a table is shown, so that its columns don't move with each search. Only
/// the rows in view are measured. A column that the user sized keeps its width.
class ColumnFit final : public QObject
{
    Q_OBJECT

public:
    /// One entry per column of the table's model. The table must outlive this object. The columns
    /// that are hidden now are hidden again by reset().
    ColumnFit(TableView &table, std::vector<ColumnWidth> columns);

    /// Measures the rows in view, and sets the widths.
    void measure();
    void arrange();

    /// The width becomes one that the user chose.
    void setUserWidth(int column, int width);
    [[nodiscard]] bool hasUserWidth(int column) const { return m_sized.contains(column); }
    /// Columns that the user chose to show are not hidden for lack of room.
    void setWanted(int column, bool isWanted);
    [[nodiscard]] bool isWanted(int column) const { return m_wanted.contains(column); }
    /// Forgets what the user chose: widths, order and visibility.
    void reset();

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void userResized(int column);

private:
    void onResized(int column, int before, int now);
    void measureExact();
    bool measureColumn(int column);
    [[nodiscard]] int textWidthInView(int column) const;
    void foldForRoom();
    /// Widens columns up to what `wanted` returns, narrow ones first; returns the room left.
    template <class Wanted>
    int grow(QHash<int, int> &widths, int room, Wanted wanted) const;
    [[nodiscard]] QList<int> shownColumns() const;
    [[nodiscard]] int stretchingColumn() const;
    [[nodiscard]] bool mayFold(int column) const;
    [[nodiscard]] int leastWidth(int column) const;
    [[nodiscard]] int neededWidth(int column) const;
    [[nodiscard]] int usualWidth(int column) const;
    [[nodiscard]] int widestText() const;
    [[nodiscard]] const ColumnWidth &ruleOf(int column) const
    {
        return m_columns.at(static_cast<std::size_t>(column));
    }

    TableView &m_table;
    TableHeader &m_header;
    std::vector<ColumnWidth> m_columns;
    QSet<int> m_hidden;                ///< by default
    QTimer m_soon;                     ///< delays measure(): thousands of rows may change at once
    QSet<int> m_sized;                 ///< by the user
    QSet<int> m_wanted;                ///< shown by the user
    QSet<int> m_warning;               ///< had a cell with a warning
    QHash<int, int> m_needed;          ///< by column: the widest cell seen so far
    QHash<int, QSet<QString>> m_forms; ///< by column: the forms of cells that were measured
    bool m_arranging = false;
};

} // namespace relaybook
