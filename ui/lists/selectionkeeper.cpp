// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/selectionkeeper.h"

#include "models/tables/keyedtablemodel.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QItemSelection>
#include <QScopedValueRollback>

#include <algorithm>

namespace relaybook {

namespace {

// A larger selection is kept only if it is all rows, or while single rows are added and removed:
// searching for its rows would block the window.
constexpr qint64 mostKept = 10'000;

} // namespace

SelectionKeeper::SelectionKeeper(TableView &table, KeyedTableModel &model, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_model(model)
    , m_sort(model.sortColumn(), model.sortOrder())
{
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) {
                m_modelChanges = true;
                noteLost(first, last);
            });
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this,
            [this] { m_rowsCome = true; });
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &SelectionKeeper::beforeReset);
    table.setModel(&model);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] {
        m_modelChanges = false;
        updateCurrent();
        Q_EMIT selectionChanged();
    });
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        m_rowsCome = false;
        if (m_wantedAll && selectedRows() < m_model.rowCount()) {
            forgetAll(); // the new rows were not selected
        }
    });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_modelChanges = false;
        restore();
        if (const qint64 rows = std::exchange(m_tooMany, 0); rows > 0 && !hasSelection()) {
            Q_EMIT dropped(rows);
        }
        Q_EMIT selectionChanged(); // Qt emits no signal for rows that a reset deselects
    });
    connect(&model, &KeyedTableModel::countChanged, this, &SelectionKeeper::restore);
    connect(&model, &KeyedTableModel::queryChanged, this, [this] {
        m_isOtherQuery = true;
        const std::pair sort(m_model.sortColumn(), m_model.sortOrder());
        if (std::exchange(m_sort, sort) == sort) {
            forgetAll(); // all rows of another filter are other rows
        }
    });
    connect(&model, &KeyedTableModel::settled, this, [this] {
        followFirst();
        m_isOtherQuery = false;
        if (std::exchange(m_hasLost, false) && hasSelection()) {
            remember(); // what did not come back is not selected later
        }
    });
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SelectionKeeper::onSelectionChanged);
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &SelectionKeeper::onSelectionChanged);
    // Qt emits no signal when the user clicks a row that is already selected.
    connect(&table, &QAbstractItemView::pressed, this, [this] { m_isFirst = false; });
}

bool SelectionKeeper::hasSelection() const
{
    return m_table.selectionModel()->hasSelection();
}

qint64 SelectionKeeper::selectedRows() const
{
    return countRows(selectedRanges(m_table.selectionModel()->selection()));
}

int SelectionKeeper::firstSelectedRow() const
{
    const auto ranges = selectedRanges(m_table.selectionModel()->selection());
    return ranges.isEmpty() ? -1 : ranges.first().first;
}

bool SelectionKeeper::choose(qint64 key)
{
    const int row = m_model.rowOf(key);
    if (row < 0) {
        return false;
    }
    m_table.selectRow(row);
    m_table.scrollTo(m_table.currentIndex());
    return true;
}

void SelectionKeeper::chooseOnceShown(qint64 key)
{
    if (choose(key)) {
        return;
    }
    {
        const QScopedValueRollback ours(m_modelChanges, true);
        m_table.selectionModel()->clear();
    }
    m_isFirst = false;
    m_isAwaited = true;
    m_wasVisible = true;
    m_wantedAll = false;
    m_tooMany = 0;
    m_wanted = {key};
    m_wantedCurrent = key;
}

void SelectionKeeper::chooseFirst()
{
    if (!hasSelection() && !m_isAwaited && m_model.rowCount() > 0) {
        m_table.selectRow(0);
        m_isFirst = true;
    }
}

void SelectionKeeper::onSelectionChanged()
{
    // Qt reports the selection again when rows come before it. Then what was selected is still
    // known, and may come back: a row with another name is removed, and inserted at its new place.
    if (!m_modelChanges && !(m_rowsCome && m_hasLost)) {
        m_isAwaited = false;
        m_isFirst = m_isFirst && m_rowsCome; // Qt also reports rows before the selected one
        remember();
    }
    updateCurrent();
    Q_EMIT selectionChanged();
}

void SelectionKeeper::remember()
{
    const QList<RowRange> ranges = selectedRanges(m_table.selectionModel()->selection());
    const qint64 count = countRows(ranges);
    m_wantedAll = count > 1 && count == m_model.rowCount();
    m_tooMany = count > mostKept && !m_wantedAll ? count : 0;
    m_wanted.clear();
    if (count <= mostKept) {
        for (const RowRange &range : ranges) {
            for (int row = range.first; row <= range.last; ++row) {
                m_wanted.push_back(m_model.keyAt(row));
            }
        }
    }
    std::sort(m_wanted.begin(), m_wanted.end());
    const QModelIndex current = m_table.currentIndex();
    const bool chosen =
        current.isValid() && m_table.selectionModel()->isRowSelected(current.row(), QModelIndex());
    m_wantedCurrent = chosen ? std::optional(m_model.keyAt(current.row())) : std::nullopt;
}

/// From now on, the rows that were all rows are wanted by their keys.
void SelectionKeeper::forgetAll()
{
    if (std::exchange(m_wantedAll, false) && m_wanted.empty()) {
        m_tooMany = selectedRows();
    }
}

void SelectionKeeper::noteLost(int first, int last)
{
    if (m_hasLost || m_tooMany > 0) {
        return;
    }
    for (const RowRange &range : selectedRanges(m_table.selectionModel()->selection())) {
        m_hasLost = m_hasLost || (range.first <= last && range.last >= first);
    }
}

void SelectionKeeper::beforeReset()
{
    m_modelChanges = true;
    const QModelIndex current = m_table.currentIndex();
    m_wasVisible = m_table.selectionModel()->isSelected(current) &&
                   m_table.viewport()->rect().intersects(m_table.visualRect(current));
}

/// Scrolls to a row that is kept with another filter or order, because it may be far away then.
/// Does not scroll when new rows of the store move it.
void SelectionKeeper::followFirst()
{
    if (m_isFirst && m_isOtherQuery && hasSelection() && m_table.currentIndex().row() != 0) {
        m_table.selectRow(0);
        m_isFirst = true;
    }
}

void SelectionKeeper::restore()
{
    followFirst();
    const bool somethingWanted = m_wantedCurrent || !m_wanted.empty() || m_wantedAll;
    const bool isIncomplete = m_hasLost && !m_wanted.empty();
    if ((hasSelection() && !isIncomplete) || !somethingWanted) {
        updateCurrent();
        return;
    }
    if (m_isFirst) {
        chooseFirst();
        return;
    }
    const QScopedValueRollback ours(m_modelChanges, true);
    const QItemSelection rows = rowsOfWanted();
    if (rows.isEmpty()) {
        updateCurrent();
        return;
    }
    const int row = m_wantedCurrent ? m_model.rowOf(*m_wantedCurrent) : -1;
    const QModelIndex current = m_model.index(row >= 0 ? row : rows.first().top(), 0);
    if (!hasSelection()) { // else it would scroll to a row that has moved
        m_table.selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    }
    m_table.selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    m_isAwaited = false;
    if (std::exchange(m_wasVisible, false)) {
        m_table.scrollTo(current);
    }
}

QItemSelection SelectionKeeper::rowsOfWanted() const
{
    QItemSelection selection;
    const int lastColumn = m_model.columnCount() - 1;
    const auto add = [&](int first, int last) {
        selection.append(
            QItemSelectionRange(m_model.index(first, 0), m_model.index(last, lastColumn)));
    };
    if (m_wantedAll && !m_hasLost && m_model.rowCount() > 0) {
        add(0, m_model.rowCount() - 1);
        return selection;
    }
    if (m_wanted.size() <= 1) {
        const int row = m_wanted.empty() ? -1 : m_model.rowOf(m_wanted.front());
        if (row >= 0) {
            add(row, row);
        }
        return selection;
    }
    std::size_t found = 0;
    int first = -1;
    const int rows = m_model.rowCount();
    // Finding many keys at once costs little more than finding one.
    constexpr int atOnce = 4096;
    Keys keys;
    const auto keyAt = [&](int row) {
        if (row % atOnce == 0) {
            keys = m_model.keysAt({{row, std::min(row + atOnce, rows) - 1}});
        }
        return keys[static_cast<std::size_t>(row % atOnce)];
    };
    for (int row = 0; row < rows && (found < m_wanted.size() || first >= 0); ++row) {
        const bool wanted = std::binary_search(m_wanted.begin(), m_wanted.end(), keyAt(row));
        found += wanted ? 1 : 0;
        if (wanted && first < 0) {
            first = row;
        } else if (!wanted && first >= 0) {
            add(std::exchange(first, -1), row - 1);
        }
    }
    if (first >= 0) {
        add(first, rows - 1);
    }
    return selection;
}

void SelectionKeeper::updateCurrent()
{
    const auto now =
        selectedRows() == 1 ? std::optional(m_model.keyAt(firstSelectedRow())) : std::nullopt;
    if (now != m_current) {
        m_current = now;
        Q_EMIT currentChanged();
    }
}

} // namespace relaybook
