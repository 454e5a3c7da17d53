// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/rowscopy.h"

#include "models/tables/keyedtablemodel.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelection>

namespace relaybook {

namespace {

// Copies of at most this many rows take no noticeable time, and also have a form for word
// processors.
constexpr qint64 atOnce = 1000;

} // namespace

RowsCopier::RowsCopier(TableView &table, KeyedTableModel &model, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_model(model)
    , m_walk(table, model, this)
{
    connect(&table, &TableView::copied, this, &RowsCopier::finished);
    connect(&m_walk, &SelectedRowsWalk::progressed, this, &RowsCopier::progressed);
    connect(&m_walk, &SelectedRowsWalk::finished, this, &RowsCopier::finish);
    connect(&m_walk, &SelectedRowsWalk::cancelled, this, [this] {
        clear();
        Q_EMIT cancelled();
    });
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
    const TableHeader &header = *m_table.header();
    QStringList titles;
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        if (header.isColumnShown(column)) {
            m_columns.push_back(column);
            titles.append(copiedHeader(m_model, column));
        }
    }
    m_text = titles.join(QLatin1Char('\t')) % QLatin1Char('\n');
    m_walk.start([this](int row) { appendRow(row); });
}

void RowsCopier::finish()
{
    const qint64 copied = m_copied;
    QGuiApplication::clipboard()->setText(m_text);
    clear();
    Q_EMIT finished(copied);
}

void RowsCopier::clear()
{
    m_columns.clear();
    m_text.clear();
    m_copied = 0;
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
