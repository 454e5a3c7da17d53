// SPDX-License-Identifier: GPL-3.0-or-later
// Passes rows from the thread that reads them to the thread that writes them.

#pragma once

#include "models/export/bufferthread.h"
#include "models/export/exportvalues.h"

#include <atomic>
#include <memory>
#include <string>

namespace relaybook {

/// Copies rows and passes them on in batches. To be used by the reading thread; `take` is called on
/// another thread. All rows are processed when finish() returns.
class RowPipe
{
public:
    /// Returns false if no more rows are wanted. May change the cells.
    using Take = std::function<bool(ExportCells &)>;
    /// `columns` is the number of columns, at least one.
    RowPipe(std::size_t columns, Take take);
    /// Discards rows that were not passed on yet.
    ~RowPipe();
    RowPipe(const RowPipe &) = delete;
    RowPipe &operator=(const RowPipe &) = delete;

    /// Adds a row. Returns false if no more rows are wanted; this may be known only some rows
    /// later.
    [[nodiscard]] bool add(const ExportCells &cells);
    void finish();

private:
    struct Batch;
    void begin(std::size_t textSize);
    void handOver();
    void deliver(Batch &batch);

    std::size_t m_columns;
    Take m_take;
    std::unique_ptr<Batch> m_filling;
    std::atomic<bool> m_wanted = true;
    BufferThread<Batch> m_thread;
};

} // namespace relaybook
