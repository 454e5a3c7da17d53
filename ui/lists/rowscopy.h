// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the selected rows of a table with their headers. Many rows are copied in slices, so that
// the window stays alive however many there are.
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

    // The visible columns in the order on screen. A copy that is still running is given up.
    void start();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    // The clipboard has them.
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
    std::vector<std::pair<qint64, int>> m_rows; // key, and the row where it stood
    std::size_t m_next = 0;
    int m_moved = 0; // how far the last row stood from where it had stood
    qint64 m_copied = 0;
    QString m_text;
};

} // namespace relaybook
