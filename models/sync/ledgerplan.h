// SPDX-License-Identifier: GPL-3.0-or-later
// Which page of the ledger to read next. Pure: it knows no network, no store and no time.

#pragma once

#include "api/types/transaction.h"
#include "models/sync/rankset.h"

#include <map>
#include <set>

namespace relaybook {

/// What a page's answer says about where it stands.
struct PageFacts
{
    qint64 page = 1; ///< as asked for
    std::optional<PageMeta> meta;
    qint64 rows = 0; ///< different ones, readable or not
    ListOrder order = ListOrder::Unknown;
    friend bool operator==(const PageFacts &, const PageFacts &) = default;
};

[[nodiscard]] PageFacts factsOf(qint64 page, const TransactionPage &answer);

/// Rows are counted from the oldest: a row's rank stays when new ones come, while its page and its
/// place in the list move. What was read is a set of ranks, so pages may be read in any order,
/// shift while they are read, or fail: what is missing is what is not in the set. `last_page` is
/// believed by nobody; where there is no usable `total` either, pages are read one after another
/// until one is empty.
class LedgerPlan
{
public:
    /// Pages start from `perPage` rows and follow what is granted. `overlap` ranks at each inner
    /// end of what was read before are read again.
    /// `held` rows are here when the run begins.
    LedgerPlan(LedgerState state, qint64 held, qint64 perPage, qint64 overlap);

    /// The page to read next; it counts as under way until answered() or failed(). Nothing where
    /// all is read or under way, or where the first answer is waited for.
    [[nodiscard]] std::optional<qint64> next();
    /// Gives how many of the page's rows should be new to this computer.
    qint64 answered(const PageFacts &facts);
    /// Comes again later.
    void failed(qint64 page);
    /// None is under way any more.
    void releaseAll();

    /// Pages were stored, of which so many rows should have been new and so many were. More than
    /// expected mean that the list is not the one read before: then everything is read again, once
    /// a run.
    void stored(qint64 expected, qint64 inserted);

    [[nodiscard]] bool isDone() const;
    /// Every page was read, as far as anybody can tell: none failed, was given up or came short.
    [[nodiscard]] bool isWhole() const;
    /// At the end of a run: what it came to, given how many rows are held. Where that does not
    /// agree with the total and nothing was searched yet, everything is missing again, and the
    /// answer is None.
    [[nodiscard]] LedgerState::Verdict conclude(qint64 held);
    [[nodiscard]] bool isSearching() const { return m_searching; }
    [[nodiscard]] bool isChecking() const { return m_checking; }
    /// Reads every page again, because somebody wants to know: what was read before, and what it
    /// came to, holds on until this comes to something else. So whoever ends in the middle of it
    /// has lost nothing.
    void check();

    /// Reads the pages with these ranks once more.
    void readAgain(RankRange ranks);

    /// Whether conclude() would search: all is read, and yet as many rows as the total says are not
    /// held.
    [[nodiscard]] bool isInDoubt(qint64 held) const;
    /// Where all is read: one page more, for whoever looks for a gap. What is new on it is no
    /// reason for a search.
    void lookAt(qint64 page);
    [[nodiscard]] qint64 pageCount() const;
    /// The page that is so many pages from the oldest one, itself 0.
    [[nodiscard]] qint64 pageFromOldest(qint64 count) const;
    /// By the present total.
    [[nodiscard]] RankRange ranksOf(qint64 page) const;

    /// For the store; what is under way does not count as read, and there is no verdict while
    /// anything is missing that conclude() has not judged.
    [[nodiscard]] LedgerState state() const;
    /// As the service told it; nothing where it tells none that can be true.
    [[nodiscard]] std::optional<qint64> total() const { return m_total; }
    [[nodiscard]] qint64 missing() const;
    [[nodiscard]] bool sawNewest() const { return m_sawNewest; }

private:
    [[nodiscard]] qint64 pageOf(qint64 rank) const;
    [[nodiscard]] RankRange ranksOf(qint64 page, qint64 total) const;
    [[nodiscard]] qint64 firstPage() const;
    void beginPage(qint64 page, RankRange ranks = {});
    void learn(const PageFacts &facts, bool isNewer);
    /// Reads every page again, because what was read before cannot be all.
    void search();
    [[nodiscard]] qint64 answeredInOrder(const PageFacts &facts);
    [[nodiscard]] LedgerState stateWhileChecking() const;

    LedgerState m_before; ///< as it was when the run began
    qint64 m_heldBefore;
    ListOrder m_order;
    qint64 m_perPage;
    std::optional<qint64> m_total;
    LedgerState::Verdict m_verdict;
    RankSet m_read;  ///< in this run, or known from before and taken for granted
    RankSet m_known; ///< ranks whose rows are believed to be held: m_read and the overlap
    RankSet m_hopeless;
    qint64 m_goal = 0;            ///< ranks below are read before those that came meanwhile
    std::optional<qint64> m_look; ///< a page that is wanted beside all that
    struct UnderWay
    {
        RankRange ranks;
        qint64 number = 0; ///< counted from the first that was asked for
    };
    std::map<qint64, UnderWay> m_underWay; ///< by page
    qint64 m_asked = 0;                    ///< so many pages so far
    qint64 m_totalSince = 0;           ///< what was asked for from here on knows the total better
    std::map<qint64, int> m_fruitless; ///< how often a page brought nothing new, by page
    bool m_begun = false;              ///< the first answer came
    bool m_sawNewest = false;
    bool m_searching = false;
    bool m_checking = false; ///< searching, with no reason to doubt what was read before
    bool m_concluded = false;
    bool m_withoutTotal = false;
    qint64 m_nextInOrder = 1;
    std::set<qint64> m_missed; ///< pages that failed where they are read one after another
    bool m_orderEnded = false;
};

} // namespace relaybook
