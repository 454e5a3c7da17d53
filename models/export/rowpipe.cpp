// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/rowpipe.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr std::size_t batchText = 1U << 17U;
constexpr std::size_t batchRows = 512;

} // namespace

struct RowPipe::Batch
{
    std::string text; ///< the text of all cells; never reallocated, because the cells point into it
    std::vector<ExportCell> cells; ///< row after row
};

RowPipe::RowPipe(std::size_t columns, Take take)
    : m_columns(columns)
    , m_take(std::move(take))
    , m_thread([this](Batch &batch) { deliver(batch); })
{
}

RowPipe::~RowPipe()
{
    m_wanted = false;
}

bool RowPipe::add(const ExportCells &cells)
{
    std::size_t textSize = 0;
    for (const ExportCell &cell : cells) {
        textSize += cell.text.size();
    }
    begin(textSize);
    std::string &text = m_filling->text;
    auto cell = m_filling->cells.insert(m_filling->cells.end(), cells.begin(), cells.end());
    for (; cell != m_filling->cells.end(); ++cell) {
        if (!cell->text.empty()) { // most cells are numbers
            const std::size_t at = text.size();
            text.append(cell->text);
            cell->text = std::string_view(text).substr(at);
        }
    }
    return m_wanted;
}

/// Makes room for a row.
void RowPipe::begin(std::size_t textSize)
{
    if (m_filling && (m_filling->text.capacity() - m_filling->text.size() < textSize ||
                      m_filling->cells.size() >= batchRows * m_columns)) {
        handOver();
    }
    if (!m_filling) {
        m_filling = m_thread.buffer();
        m_filling->text.clear();
        m_filling->cells.clear();
        m_filling->text.reserve(std::max(batchText, textSize));
        m_filling->cells.reserve(batchRows * m_columns);
    }
}

void RowPipe::handOver()
{
    if (m_filling) {
        m_thread.put(std::move(m_filling));
    }
}

void RowPipe::deliver(Batch &batch)
{
    ExportCells row;
    for (std::size_t at = 0; m_wanted && at < batch.cells.size(); at += m_columns) {
        const auto first = batch.cells.begin() + static_cast<std::ptrdiff_t>(at);
        row.assign(first, first + static_cast<std::ptrdiff_t>(m_columns));
        if (!m_take(row)) {
            m_wanted = false;
        }
    }
}

void RowPipe::finish()
{
    handOver();
    m_thread.finish();
}

} // namespace relaybook
