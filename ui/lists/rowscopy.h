// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the selected rows of a table with their headers. Many rows are copied in slices, so that
// the window stays responsive whatever their number.
#pragma once

#include <QObject>
#include <QTimer>

#include <utility>
#include <vector>

namespace relaybook {

class KeyedTableModel;
class TableView;

class RowsCopier : public QObject
{
    Q_OBJECT

public:
    RowsCopier(TableView &table, KeyedTableModel &model, QObject *parent);

    /// Copies the visible columns in the order on screen. Cancels a copy that is still running.
    void start();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    /// The rows are on the clipboard.
    void finished(qint64 rows);
    void cancelled();

private:
    void begin();
    void copySlice();
    void appendRow(int row);
    void clear();
    [[nodiscard]] int rowAt(std::size_t index);

    TableView &m_table;
    KeyedTableModel &m_model;
    QTimer m_timer;
    std::vector<int> m_columns;
    std::vector<std::pair<qint64, int>> m_rows; ///< key, and the row where it was
    std::size_t m_next = 0;
    int m_moved = 0; ///< by how many rows the last row had moved
    qint64 m_copied = 0;
    QString m_text;
};

} // namespace relaybook
