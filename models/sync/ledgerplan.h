// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which page of the ledger to load next. Pure logic without network, store or time.

#pragma once

#include "api/types/transaction.h"
#include "models/reading/pageend.h"
#include "models/sync/rankset.h"

#include <QSet>

#include <map>
#include <vector>

namespace relaybook {

/// The facts about a loaded page that determine which rows it contains.
struct PageFacts
{
    qint64 page = 1; ///< as requested
    std::optional<PageMeta> meta;
    std::vector<TransactionId> ids;     ///< of the readable rows, each once
    std::vector<QByteArray> unreadable; ///< marksOf() of the other rows
    ListOrder order = ListOrder::Unknown;
    NextPage next = {};
    [[nodiscard]] qint64 rows() const
    {
        return static_cast<qint64>(ids.size() + unreadable.size());
    }
};

[[nodiscard]] PageFacts factsOf(qint64 page, const TransactionPage &answer);

/// Plans the pages of a sync. Rows are numbered by rank, from the oldest: the rank of a row stays
/// the same when new rows are added, while its page changes. The loaded rows are a set of ranks, so
/// pages may be loaded in any order, shift in the meantime, or fail; the ranks that are not in the
/// set are missing. `last_page` is not trusted. If there is no usable `total`, or pages have links
/// without a page number, PageEnd decides: one page after the other, from the first one in every
/// run, because cursors expire. A page that says that more rows follow the last one outweighs the
/// total (docs/proofs.md).
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
    /// The service answered the page that is under way with this HTTP status. Returns whether that
    /// is an answer: the end of a list whose pages are loaded one after the other, or a part of it.
    [[nodiscard]] bool answeredWithError(qint64 page, int httpStatus);
    /// The link and the page size to request the page with.
    [[nodiscard]] PageRequest request(qint64 page) const;
    /// The service refused the page size: pages are requested with this one.
    void setPageSize(qint64 perPage) { m_requested = perPage; }
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
    /// Requests a page after the last one, if the list may end later than its total says: where a
    /// row is on two pages, or the total is capped. If that page had new rows, all pages are loaded
    /// one after the other. Returns false if the list has ended.
    [[nodiscard]] bool lookAfterLastPage(qint64 held);
    /// Whether every row that the service lists was loaded, so that others are removed.
    [[nodiscard]] bool showsRemoved() const { return isWhole() && m_total > 0 && !m_hasRowsAfter; }
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
    void readInOrder();
    void addInOrder(const PageFacts &facts);
    [[nodiscard]] LedgerState stateWhileChecking() const;

    LedgerState m_before; ///< the state at the start of the run
    qint64 m_heldBefore;
    ListOrder m_order;
    qint64 m_requested; ///< rows per page
    qint64 m_perPage;   ///< that pages have
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
    /// The last page has a link to another one.
    bool m_isEndUnproven = false;
    qint64 m_lastPage = 0; ///< as last reported
    /// The last page is full, or has not the highest number: the total may be capped.
    bool m_mayGoOn = false;
    bool m_hasRowsAfter = false; ///< a page after the last one has rows
    int m_emptyPages = 0;        ///< in a row
    qint64 m_lookedAfter = 0;    ///< number of pages requested by lookAfterLastPage()
    int m_lookedPastEnd = 0;     ///< how often it requested the page after a full last one
    /// Pages are loaded one after the other.
    struct InOrder
    {
        PageEnd end;
        QSet<TransactionId> ids; ///< of the rows so far
        QSet<QByteArray> unreadable;
        bool isStopped = false; ///< a refresh has reached rows that are stored
        [[nodiscard]] bool isOpen() const
        {
            return end.state() == PageEnd::State::Open && !isStopped;
        }
    };
    std::optional<InOrder> m_inOrder;
};

} // namespace relaybook
