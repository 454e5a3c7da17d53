// SPDX-License-Identifier: GPL-3.0-or-later
// One search for the place where the service's list and the stored rows differ, page by page,
// before a sync loads everything again.

#pragma once

#include "api/types/clock.h"
#include "api/types/transaction.h"
#include "models/store/cachewriter.h"
#include "models/sync/gapsearch.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class LedgerPlan;

/// The result of one page of the search, collected on the writer thread.
struct GapLook
{
    bool sameList = false; ///< the list has the same length as at the start of the search
    qint64 surplus = 0;    ///< rows older than the page: stored minus listed
    StoredCounts counts;
};

class GapReading
{
public:
    /// `held` is the number of stored rows that the service should list.
    GapReading(const LedgerPlan &plan, qint64 held);

    /// What stores the page that the search asked for, marks stored rows that are missing on it,
    /// and counts the older stored rows. `removalPause` is the time between two readings that show
    /// that a row was removed.
    [[nodiscard]] std::function<GapLook(CacheWriter &writer)>
    storing(TransactionPage page, const LedgerPlan &plan, Instant now,
            std::chrono::milliseconds removalPause);

    [[nodiscard]] GapSearch &search() { return m_search; }
    [[nodiscard]] qint64 total() const { return m_total; }
    [[nodiscard]] qint64 heldBefore() const { return m_held; }

private:
    GapSearch m_search;
    std::map<qint64, Transaction> m_edges; ///< the oldest row of each page of the search
    qint64 m_total;                        ///< length of the list during the search
    qint64 m_held;                         ///< stored rows at its start
};

} // namespace relaybook
