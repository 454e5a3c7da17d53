// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the selection of a table by key: when rows are sorted, when a filter hides a row and shows
// it again, and when the list is refreshed.

#pragma once

#include <QObject>

#include <optional>
#include <utility>
#include <vector>

class QItemSelection;

namespace relaybook {

class KeyedTableModel;
class TableView;

class SelectionKeeper : public QObject
{
    Q_OBJECT

public:
    /// Sets the model of the table: this object must be notified of changes before the table is.
    SelectionKeeper(TableView &table, KeyedTableModel &model, QObject *parent);

    /// The row that the details and the commands for one row are about: the only selected one,
    /// wherever the keyboard focus is. Empty if several rows are selected, or none.
    [[nodiscard]] std::optional<qint64> current() const { return m_current; }
    [[nodiscard]] bool hasSelection() const;
    /// Whether the user selected something, or uses what chooseFirst() selected.
    [[nodiscard]] bool isChosen() const { return hasSelection() && !m_isFirst; }
    /// Counts ranges: all rows of a large list cost as much as one.
    [[nodiscard]] qint64 selectedRows() const;
    /// -1 if none is selected.
    [[nodiscard]] int firstSelectedRow() const;
    /// Selects this row alone and scrolls to it; returns false if it is not shown.
    bool choose(qint64 key);
    /// The same, but a row that is not shown yet is selected as soon as it is, unless the user
    /// selects another one before.
    void chooseOnceShown(qint64 key);
    /// Selects the first row if none is selected. Until the user selects a row or keepFirst() is
    /// called, the selection moves to the first row after each sorting or filtering.
    void chooseFirst();
    /// The user does something with the selected row: from now on it is kept, also if it was
    /// selected by chooseFirst() only. Otherwise the next command could affect another row.
    void keepFirst() { m_isFirst = false; }

Q_SIGNALS:
    void currentChanged();
    void selectionChanged();
    /// `rows` rows are no longer selected, because they were too many to restore after sorting or
    /// filtering.
    void dropped(qint64 rows);

private:
    void onSelectionChanged();
    void remember();
    void noteLost(int first, int last);
    void forgetAll();
    void beforeReset();
    void restore();
    void followFirst();
    [[nodiscard]] QItemSelection rowsOfWanted() const;
    void updateCurrent();

    TableView &m_table;
    KeyedTableModel &m_model;
    std::pair<int, Qt::SortOrder> m_sort; ///< of the model
    std::optional<qint64> m_current;
    std::vector<qint64> m_wanted; ///< sorted; what the user selected last, shown or not
    std::optional<qint64> m_wantedCurrent;
    bool m_wantedAll = false;
    qint64 m_tooMany = 0; ///< selected rows that are not in m_wanted, if not all are selected
    bool m_modelChanges = false; ///< the model, not the user, changes the selection now
    bool m_hasLost = false;      ///< selected rows were removed, and may come at another place
    bool m_rowsCome = false;     ///< rows are being inserted now, which also changes the selection
    bool m_wasVisible = false;
    bool m_isOtherQuery = false; ///< another filter or order was set and is being answered
    bool m_isAwaited = false;    ///< see chooseOnceShown()
    bool m_isFirst = false;      ///< the selection was made by chooseFirst() and not used since
};

} // namespace relaybook
