// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a selection of rows as text that a spreadsheet can paste. Works on ranges: a million
// selected rows are one range, and a list of them would take longer than copying them.
#pragma once

#include <QList>
#include <QString>

#include <memory>

class QAbstractItemModel;
class QItemSelection;
class QMimeData;
class QModelIndex;

namespace relaybook {

/// From first to last row, both included.
struct RowRange
{
    int first = 0;
    int last = -1;

    friend bool operator==(const RowRange &, const RowRange &) = default;
};

/// The selected rows in the order of the model, each once even if ranges overlap.
[[nodiscard]] QList<RowRange> selectedRanges(const QItemSelection &selection);
[[nodiscard]] qint64 countRows(const QList<RowRange> &ranges);

/// The text of one cell, as copyRows() writes it.
[[nodiscard]] QString copiedCell(const QModelIndex &index);
/// The title of a column, as copyRows() writes it.
[[nodiscard]] QString copiedHeader(const QAbstractItemModel &model, int column);

/// The headers and rows of these columns, as text/plain (tab separated) and, up to 20,000 rows,
/// also as text/html. Text that a spreadsheet would run as a formula is marked as text.
[[nodiscard]] std::unique_ptr<QMimeData>
copyRows(const QAbstractItemModel &model, const QList<RowRange> &ranges, const QList<int> &columns);

} // namespace relaybook
