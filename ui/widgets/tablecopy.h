// SPDX-License-Identifier: GPL-3.0-or-later
// A selection of rows as text, the way a spreadsheet takes it. Works on ranges: a million selected
// rows are one range, and asking for a list of them would take longer than copying them.
#pragma once

#include <QList>
#include <QString>

#include <memory>

class QAbstractItemModel;
class QItemSelection;
class QMimeData;
class QModelIndex;

namespace relaybook {

// From first to last row, both included.
struct RowRange
{
    int first = 0;
    int last = -1;

    friend bool operator==(const RowRange &, const RowRange &) = default;
};

// The selected rows in the order of the model, each once, however the ranges overlap.
[[nodiscard]] QList<RowRange> selectedRanges(const QItemSelection &selection);
[[nodiscard]] qint64 countRows(const QList<RowRange> &ranges);

// One cell and one column's title the way copyRows() writes them.
[[nodiscard]] QString copiedCell(const QModelIndex &index);
[[nodiscard]] QString copiedHeader(const QAbstractItemModel &model, int column);

// Headers and rows of these columns, as text/plain (tab separated) and, up to 20,000 rows, as
// text/html too. Text that a spreadsheet would run as a formula is marked as text.
[[nodiscard]] std::unique_ptr<QMimeData>
copyRows(const QAbstractItemModel &model, const QList<RowRange> &ranges, const QList<int> &columns);

} // namespace relaybook
