// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the selected rows of a table with their headers. Many rows are copied in slices, so that
// the window stays responsive.
#pragma once

#include "ui/lists/selectedrowswalk.h"

namespace relaybook {

class RowsCopier : public QObject
{
    Q_OBJECT

public:
    RowsCopier(TableView &table, KeyedTableModel &model, QObject *parent);

    /// Copies the visible columns in the order on screen. Cancels a copy that is still running.
    void start();
    void cancel() { m_walk.cancel(); }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    /// The rows are on the clipboard.
    void finished(qint64 rows);
    void cancelled();

private:
    void begin();
    void finish();
    void appendRow(int row);
    void clear();

    TableView &m_table;
    KeyedTableModel &m_model;
    SelectedRowsWalk m_walk;
    std::vector<int> m_columns;
    qint64 m_copied = 0;
    QString m_text;
};

} // namespace relaybook
