// SPDX-License-Identifier: GPL-3.0-or-later
// Maintains the data derived from the stored transactions: the search index, sums by day and type,
// and the database indexes for sorting.

#pragma once

#include "models/store/writecontext.h"

namespace relaybook {

/// A transaction is pending until it is in the search index and the sums.
class LedgerIndexWriter
{
public:
    explicit LedgerIndexWriter(const WriteContext &context)
        : m_context(context)
    {
    }

    /// Adds at most `limit` pending rows to the search index and to the sums. Returns how many
    /// there were.
    qint64 addPending(qint64 limit);
    /// Removes a row from the search index and the sums, before it is changed; it is pending again.
    void removeRow(qint64 id);
    /// Merges some segments of the search index; returns false if there is nothing left to merge.
    /// The more segments there are, the longer a search takes.
    bool mergeSearchIndex();
    /// From now on, what is removed is overwritten in the file, and mergeSearchIndex() goes on
    /// until there is one segment, which has no removed words: in the next session if need be.
    void wantWholeMerge();
    /// Creates one of the indexes with which a large ledger is sorted by any column without delay.
    /// Returns false if all exist.
    bool makeSortIndex();

private:
    void overwriteRemoved();

    const WriteContext &m_context;
};

} // namespace relaybook
