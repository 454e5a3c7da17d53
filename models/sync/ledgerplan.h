// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which page of the ledger to load next. Pure logic without network, store or time.

#pragma once

#include "api/types/transaction.h"
#include "models/sync/rankset.h"

#include <map>
#include <set>

namespace relaybook {

/// The facts about a loaded page that determine which rows it contains.
struct PageFacts
{
    qint64 page = 1; ///< as requested
    std::optional<PageMeta> meta;
    qint64 rows = 0; ///< number of distinct rows, readable or not
    ListOrder order = ListOrder::Unknown;
    std::optional<TransactionId> first = {}; ///< the readable rows at both ends
    std::optional<TransactionId> last = {};
    size_t unreadablePrint = 0; ///< a hash of the unreadable rows, if there are no readable ones
    NextPage next = {};
    friend bool operator==(const PageFacts &, const PageFacts &) = default;
};

[[nodiscard]] PageFacts factsOf(qint64 page, const TransactionPage &answer);

/// Plans the pages of a sync. Rows are numbered by rank, from the oldest: the rank of a row stays
/// the same when new rows are added, while its page changes. The loaded rows are a set of ranks, so
/// pages may be loaded in any order, shift in the meantime, or fail; the ranks that are not in the
/// set are missing. `last_page` is not trusted. If there is no usable `total` either, pages are
/// loaded one after another until one is empty, or by their links until one has none. A page that
/// says that more rows follow the last one outweighs the total (docs/proofs.md).
class LedgerPlan
{
public:
    /// `perPage` is the initial page size; the size that the service grants is then used. `overlap`
    /// ranks at each inner end of the ranges loaded before are loaded again. `held` is the number
    /// of rows stored at the start.
    LedgerPlan(LedgerState state, qint64 held, qint64 perPage, qint64 overlap);

    /// The page to load next; it counts as requested until answered() or failed(). Nothing if all
    /// pages are loaded or requested, or the first response is not there yet.
    [[nodiscard]] std::optional<qint64> next();
    /// Takes a loaded page. Returns how many of its rows should be new to the store.
    qint64 answered(const PageFacts &facts);
    /// A page failed; it will be requested again later.
    void failed(qint64 page);
    /// Whether this HTTP status, as the answer to a page that is under way, is the end of a list
    /// without a total. If so, the page has been answered.
    [[nodiscard]] bool endsWith(qint64 page, int httpStatus);
    /// The link to request the page with; empty if it is requested by its number.
    [[nodiscard]] QString linkTo(qint64 page) const;
    /// No page counts as requested any more.
    void releaseAll();

    /// Takes the result of storing pages: how many rows were expected to be new, and how many were.
    /// More than expected means that the list is not the one loaded before; then everything is
    /// loaded again, once per run.
    void stored(qint64 expected, qint64 inserted);

    [[nodiscard]] bool isDone() const;
    /// Whether every page was loaded, as far as can be known: no page failed, was skipped or had
    /// too few rows.
    [[nodiscard]] bool isWhole() const;
    /// Evaluates the run at its end; `held` is the number of stored rows. If it differs from the
    /// total and there was no search yet, all pages become missing again, and the result is None.
    [[nodiscard]] LedgerState::Verdict conclude(qint64 held);
    [[nodiscard]] bool isSearching() const { return m_searching; }
    [[nodiscard]] bool isChecking() const { return m_checking; }
    /// Loads every page again because it was requested. The earlier state and result stay valid
    /// until there is a new result, so that nothing is lost if this run is interrupted.
    void check();

    /// Loads the pages with these ranks once more.
    void readAgain(RankRange ranks);

    /// Whether conclude() would start a search: everything is loaded, but the number of stored rows
    /// differs from the total.
    [[nodiscard]] bool isInDoubt(qint64 held) const;
    /// Requests one more page after everything is loaded, to find a gap. New rows on it do not
    /// start a search.
    void lookAt(qint64 page);
    /// Requests the page with the newest rows, even if it was loaded before. Returns nothing if it
    /// is already requested; then next() returns it again after its response.
    [[nodiscard]] std::optional<qint64> nextNewest();
    [[nodiscard]] qint64 pageCount() const;
    /// The page at this distance from the oldest page, which has distance 0.
    [[nodiscard]] qint64 pageFromOldest(qint64 count) const;
    /// The ranks on a page, according to the current total.
    [[nodiscard]] RankRange ranksOf(qint64 page) const;

    /// The state to store. Requested pages do not count as loaded, and there is no verdict while
    /// ranks are missing that conclude() has not evaluated.
    [[nodiscard]] LedgerState state() const;
    /// The total reported by the service; nothing if it reports none that is plausible.
    [[nodiscard]] std::optional<qint64> total() const { return m_total; }
    [[nodiscard]] qint64 missing() const;
    [[nodiscard]] bool sawNewest() const { return m_sawNewest; }

private:
    [[nodiscard]] qint64 pageOf(qint64 rank) const;
    [[nodiscard]] RankRange ranksOf(qint64 page, qint64 total) const;
    [[nodiscard]] qint64 firstPage() const;
    void beginPage(qint64 page, RankRange ranks = {});
    void learn(const PageFacts &facts, bool isNewer);
    /// Loads every page again, because the rows loaded before cannot be complete.
    void search();
    [[nodiscard]] qint64 answeredInOrder(const PageFacts &facts);
    [[nodiscard]] LedgerState stateWhileChecking() const;

    LedgerState m_before; ///< the state at the start of the run
    qint64 m_heldBefore;
    ListOrder m_order;
    qint64 m_perPage;
    std::optional<qint64> m_total;
    LedgerState::Verdict m_verdict;
    RankSet m_read;  ///< loaded in this run, or before and still trusted
    RankSet m_known; ///< ranks whose rows should be stored: m_read and the overlap
    RankSet m_hopeless;
    qint64 m_goal = 0;             ///< ranks below are loaded before rows added in the meantime
    std::optional<qint64> m_look;  ///< an additional page, requested by lookAt()
    qint64 m_lookSince = 0;        ///< the request for it has this number or a higher one
    bool m_looksForNewest = false; ///< the additional page is the one with the newest rows
    struct UnderWay
    {
        RankRange ranks;
        qint64 number = 0; ///< sequence number of the request
    };
    std::map<qint64, UnderWay> m_underWay; ///< requested pages, by number
    qint64 m_asked = 0;                    ///< number of requests so far
    qint64 m_totalSince = 0; ///< responses to requests from this number on have a newer total
    std::map<qint64, int> m_fruitless; ///< by page: how often it brought no new rows
    bool m_begun = false;              ///< the first response has arrived
    bool m_sawNewest = false;
    bool m_searching = false;
    bool m_checking = false; ///< loads every page again, but still trusts the rows loaded before
    bool m_concluded = false;
    bool m_withoutTotal = false;
    qint64 m_nextInOrder = 1;
    std::set<qint64> m_missed; ///< pages that failed while pages are loaded in order
    bool m_orderEnded = false;
    /// The list has ended, but nothing proves that these were all rows.
    bool m_isEndUnproven = false;
    std::map<qint64, QString> m_links; ///< by page, while pages are loaded in order
    qint64 m_mostRows = 0;             ///< on any page, while pages are loaded in order
    PageFacts m_pageBefore;            ///< while pages are loaded in order
};

} // namespace relaybook
