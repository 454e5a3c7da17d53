// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and marks stored transactions that the service no longer lists. They stay stored.

#pragma once

#include "api/types/transaction.h"
#include "models/store/writecontext.h"

#include <chrono>

namespace relaybook {

/// Whether the rows of the page are in order of time, in either direction. Only then missing rows
/// can be found without the other pages.
[[nodiscard]] bool isSortedByTime(const TransactionPage &page);

/// Marks the transactions that were removed at the service, and finds them: while every page is
/// loaded again, the rows of each page are noted; a stored row that is on no page was removed.
class RemovedTransactions
{
public:
    explicit RemovedTransactions(const WriteContext &context)
        : m_context(context)
    {
    }

    /// Clears the notes of which rows were on a page.
    void beginSearch();
    void noteListed(const std::vector<TransactionPage> &pages);
    /// Rows that were on no page since beginSearch() and have no mark yet; at most `limit`, oldest
    /// first.
    [[nodiscard]] std::vector<qint64> notListed(qint64 limit);
    /// Deletes unreadable rows that were on no page since beginSearch(). Every page was loaded
    /// again, and each of these rows was readable or no longer listed.
    void deleteUnreadableNotListed();
    /// Ends the suspicion against the rows that are listed on these pages.
    void clearSuspicion(const std::vector<TransactionPage> &pages);
    /// Compares the stored rows with a page that was stored. Rows whose whole second is on the
    /// page, but which are not, are suspected; those that were suspected at least `pause` ago are
    /// marked. One reading is not enough: services that sort by time alone list rows of the same
    /// second in changing order. With a pause of 0 one reading is enough.
    void compare(const TransactionPage &page, Instant now, std::chrono::milliseconds pause);
    /// Takes rows that are not listed: those that were suspected at least `pause` ago are marked,
    /// and the others are suspected from now on.
    void suspect(const std::vector<qint64> &ids, Instant now, std::chrono::milliseconds pause);
    /// Stored rows that should be on a page but are not: the page has rows of an earlier and of a
    /// later second, or ends where the list ends. Empty if the page is not in order.
    [[nodiscard]] std::vector<qint64> missingWithin(const TransactionPage &page);

    [[nodiscard]] bool any();
    void mark(const std::vector<qint64> &ids, Instant now);
    /// Removes the mark of a row that is listed again. Returns whether it had one.
    bool unmark(TransactionId id);

private:
    const WriteContext &m_context;
};

} // namespace relaybook
