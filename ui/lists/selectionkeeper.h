// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what is selected by key: through a new order, through a filter that takes the row away and
// brings it back, and through a refresh.
#pragma once

#include <QObject>

#include <optional>
#include <vector>

class QItemSelection;

namespace relaybook {

class KeyedTableModel;
class TableView;

class SelectionKeeper : public QObject
{
    Q_OBJECT

public:
    // Gives the table its model: this has to hear of changes before the table does.
    SelectionKeeper(TableView &table, KeyedTableModel &model, QObject *parent);

    // The row that the inspector is about: the current one, if it is selected.
    [[nodiscard]] std::optional<qint64> current() const { return m_current; }
    [[nodiscard]] bool hasSelection() const;
    [[nodiscard]] qint64 selectedRows() const;
    // Selects this row alone and scrolls to it; false where it is not shown.
    bool choose(qint64 key);
    // Makes the first row the current one where there is none.
    void chooseFirst();

Q_SIGNALS:
    void currentChanged();
    void selectionChanged();
    // So many rows were selected and no longer are: they were too many to be kept through a new
    // order or another filter.
    void dropped(qint64 rows);

private:
    void onSelectionChanged();
    void remember();
    void beforeReset();
    void restore();
    [[nodiscard]] QItemSelection rowsOfWanted() const;
    void updateCurrent();

    TableView &m_table;
    KeyedTableModel &m_model;
    std::optional<qint64> m_current;
    std::vector<qint64> m_wanted; // sorted; what the user selected last, shown or not
    std::optional<qint64> m_wantedCurrent;
    bool m_wantedAll = false;
    qint64 m_tooMany = 0;        // rows that are selected and not in m_wanted, nor all
    bool m_modelChanges = false; // what happens to the selection now is not the user's doing
    bool m_wasVisible = false;
};

} // namespace relaybook
