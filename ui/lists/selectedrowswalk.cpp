// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/selectedrowswalk.h"

#include "models/tables/keyedtablemodel.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QElapsedTimer>
#include <QItemSelection>

namespace relaybook {

namespace {

// Half a frame: the window needs the other half.
constexpr qint64 sliceMilliseconds = 8;
constexpr std::size_t rowsBetweenLooks = 32;
// Up to this number, rows are copied at once.
constexpr std::size_t visitedAtOnce = 100;

} // namespace

SelectedRowsWalk::SelectedRowsWalk(TableView &table, KeyedTableModel &model, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_model(model)
{
    connect(&m_timer, &QTimer::timeout, this, &SelectedRowsWalk::walkSlice);
}

SelectedRowsWalk::Rows SelectedRowsWalk::selected() const
{
    Rows rows;
    for (const RowRange &range : selectedRanges(m_table.selectionModel()->selection())) {
        int row = range.first;
        for (const qint64 key : m_model.keysAt({{range.first, range.last}})) {
            rows.emplace_back(key, row++);
        }
    }
    return rows;
}

void SelectedRowsWalk::start(Rows rows, std::function<void(int row)> visit)
{
    cancel();
    m_visit = std::move(visit);
    m_rows = std::move(rows);
    if (m_rows.size() <= visitedAtOnce) {
        while (m_next < m_rows.size()) {
            visitNext();
        }
        finish();
        return;
    }
    m_timer.start(0);
    Q_EMIT progressed(0, static_cast<qint64>(m_rows.size()));
}

void SelectedRowsWalk::cancel()
{
    if (isRunning()) {
        clear();
        Q_EMIT cancelled();
    }
}

void SelectedRowsWalk::clear()
{
    m_timer.stop();
    m_visit = nullptr;
    m_rows.clear();
    m_next = 0;
    m_gone = 0;
    m_moved = 0;
}

void SelectedRowsWalk::walkSlice()
{
    QElapsedTimer slice;
    slice.start();
    while (m_next < m_rows.size()) {
        visitNext();
        if (m_next % rowsBetweenLooks == 0 && slice.elapsed() >= sliceMilliseconds) {
            Q_EMIT progressed(static_cast<qint64>(m_next), static_cast<qint64>(m_rows.size()));
            return;
        }
    }
    finish();
}

void SelectedRowsWalk::visitNext()
{
    const int row = rowAt(m_next++);
    if (row < 0) {
        ++m_gone;
        return;
    }
    m_visit(row);
}

void SelectedRowsWalk::finish()
{
    const qint64 gone = m_gone;
    clear();
    Q_EMIT finished(gone);
}

// New rows above usually move this row by as much as the one before it. A row that was removed
// since the walk began is skipped.
int SelectedRowsWalk::rowAt(std::size_t index)
{
    const auto &[key, row] = m_rows[index];
    const int moved = row + m_moved;
    if (moved >= 0 && moved < m_model.rowCount() && m_model.keyAt(moved) == key) {
        return moved;
    }
    const int found = m_model.rowOf(key);
    m_moved = found >= 0 ? found - row : m_moved;
    return found;
}

} // namespace relaybook
