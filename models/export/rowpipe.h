// SPDX-License-Identifier: GPL-3.0-or-later
// Rows on their way from the thread that reads them to the one that writes them.

#pragma once

#include "models/export/beside.h"
#include "models/export/exportvalues.h"

#include <atomic>
#include <memory>
#include <string>

namespace relaybook {

/// Hands copies of rows over in batches. Used by the thread that reads; `take` is called by another
/// one, and what it did is done when finish() returns.
class RowPipe
{
public:
    /// Answers false where it wants no more; may change the cells it is given.
    using Take = std::function<bool(ExportCells &)>;
    /// `columns`: of each row, at least one.
    RowPipe(std::size_t columns, Take take);
    /// Drops what was not handed over yet.
    ~RowPipe();
    RowPipe(const RowPipe &) = delete;
    RowPipe &operator=(const RowPipe &) = delete;

    /// False once no more are wanted; some may come after the one that was the last.
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
    Beside<std::shared_ptr<Batch>> m_beside;
};

} // namespace relaybook
