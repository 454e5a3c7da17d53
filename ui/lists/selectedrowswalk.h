// SPDX-License-Identifier: GPL-3.0-or-later
// Visits the selected rows of a table in the order on screen, in slices, so that the window stays
// responsive with any number of rows.
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

namespace relaybook {

class KeyedTableModel;
class TableView;

class SelectedRowsWalk : public QObject
{
    Q_OBJECT

public:
    /// Keys, because rows may move, each with the row's position at the start.
    using Rows = std::vector<std::pair<qint64, int>>;

    SelectedRowsWalk(TableView &table, KeyedTableModel &model, QObject *parent);

    /// The rows that are selected now, in the order on screen.
    [[nodiscard]] Rows selected() const;
    /// Calls `visit` with each of these rows. Rows that are removed in the meantime are left out.
    /// Few rows are visited before this returns. Cancels a walk that is still running.
    void start(Rows rows, std::function<void(int row)> visit);
    void start(std::function<void(int row)> visit) { start(selected(), std::move(visit)); }
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_visit != nullptr; }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    void finished(qint64 gone); ///< `gone`: rows that were removed from the table in the meantime
    void cancelled();

private:
    void walkSlice();
    void visitNext();
    void finish();
    void clear();
    [[nodiscard]] int rowAt(std::size_t index);

    TableView &m_table;
    KeyedTableModel &m_model;
    QTimer m_timer;
    std::function<void(int row)> m_visit;
    Rows m_rows;
    std::size_t m_next = 0;
    qint64 m_gone = 0;
    int m_moved = 0; ///< by how many rows the last row had moved
};

} // namespace relaybook
