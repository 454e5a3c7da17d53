// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/rowscopy.h"

#include "models/tables/keyedtablemodel.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QItemSelection>

namespace relaybook {

namespace {

// Up to this number a copy is finished before anybody notices, and also has a form for word
// processors.
constexpr qint64 atOnce = 1000;
// Half a frame: the other half stays free for the window.
constexpr qint64 sliceMilliseconds = 8;
constexpr std::size_t rowsBetweenLooks = 32;

} // namespace

RowsCopier::RowsCopier(TableView &table, KeyedTableModel &model, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_model(model)
{
    connect(&m_timer, &QTimer::timeout, this, &RowsCopier::copySlice);
    connect(&table, &TableView::copied, this, &RowsCopier::finished);
}

void RowsCopier::start()
{
    cancel();
    if (countRows(selectedRanges(m_table.selectionModel()->selection())) <= atOnce) {
        m_table.copySelection();
    } else {
        begin();
    }
}

void RowsCopier::begin()
{
    // By key, because rows may move while the copy runs.
    const auto ranges = selectedRanges(m_table.selectionModel()->selection());
    for (const RowRange &range : ranges) {
        for (int row = range.first; row <= range.last; ++row) {
            m_rows.emplace_back(m_model.keyAt(row), row);
        }
    }
    const TableHeader &header = *m_table.header();
    QStringList titles;
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        if (!header.isSectionHidden(column)) {
            m_columns.push_back(column);
            titles.append(copiedHeader(m_model, column));
        }
    }
    m_text = titles.join(QLatin1Char('\t')) % QLatin1Char('\n');
    m_timer.start(0);
    Q_EMIT progressed(0, static_cast<qint64>(m_rows.size()));
}

void RowsCopier::cancel()
{
    if (m_timer.isActive()) {
        clear();
        Q_EMIT cancelled();
    }
}

void RowsCopier::clear()
{
    m_timer.stop();
    m_columns.clear();
    m_rows.clear();
    m_text.clear();
    m_next = 0;
    m_moved = 0;
    m_copied = 0;
}

void RowsCopier::copySlice()
{
    QElapsedTimer slice;
    slice.start();
    while (m_next < m_rows.size()) {
        const int row = rowAt(m_next++);
        if (row >= 0) {
            appendRow(row);
        }
        if (m_next % rowsBetweenLooks == 0 && slice.elapsed() >= sliceMilliseconds) {
            Q_EMIT progressed(static_cast<qint64>(m_next), static_cast<qint64>(m_rows.size()));
            return;
        }
    }
    const qint64 copied = m_copied;
    QGuiApplication::clipboard()->setText(m_text);
    clear();
    Q_EMIT finished(copied);
}

// New rows above usually move this row as far as the one before it. A row that was removed since
// the copy began is left out.
int RowsCopier::rowAt(std::size_t index)
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

void RowsCopier::appendRow(int row)
{
    for (std::size_t place = 0; place < m_columns.size(); ++place) {
        m_text += copiedCell(m_model.index(row, m_columns[place]));
        m_text += QLatin1Char(place + 1 == m_columns.size() ? '\n' : '\t');
    }
    ++m_copied;
}

} // namespace relaybook
