// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgerplan.h"

#include "models/reading/pageend.h"

#include <QHash>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace relaybook {
namespace {

/// How often a page may bring nothing before it is given up for this run.
constexpr int patience = 2;

auto place(const Transaction &row)
{
    return std::tuple(row.createdAt, row.id);
}

ListOrder orderOf(const std::vector<Transaction> &rows)
{
    // All neighbouring pairs count, so that one wrong date does not reverse the detected order.
    qint64 rising = 0;
    for (size_t i = 1; i < rows.size(); ++i) {
        const auto before = place(rows[i - 1]);
        const auto after = place(rows[i]);
        if (before != after) {
            rising += before < after ? 1 : -1;
        }
    }
    if (rising == 0) {
        return ListOrder::Unknown;
    }
    return rising > 0 ? ListOrder::OldestFirst : ListOrder::NewestFirst;
}

} // namespace

PageFacts factsOf(qint64 page, const TransactionPage &answer)
{
    std::set<TransactionId> ids;
    for (const Transaction &row : answer.items) {
        ids.insert(row.id);
    }
    PageFacts facts;
    facts.page = page;
    facts.meta = answer.meta;
    facts.rows = static_cast<qint64>(ids.size() + answer.unreadable.size());
    facts.order = orderOf(answer.items);
    facts.next = answer.next;
    if (!answer.items.empty()) {
        facts.first = answer.items.front().id;
        facts.last = answer.items.back().id;
        return facts;
    }
    for (const UnreadableRow &row : answer.unreadable) {
        facts.unreadablePrint = qHash(row.raw, facts.unreadablePrint);
    }
    return facts;
}

LedgerPlan::LedgerPlan(LedgerState state, qint64 held, qint64 perPage, qint64 overlap)
    : m_before(std::move(state))
    , m_heldBefore(held)
    , m_order(m_before.order)
    , m_perPage(m_before.perPage > 0 ? m_before.perPage : perPage)
    , m_total(m_before.total)
    , m_verdict(m_before.verdict)
    , m_read(m_before.coverage)
    , m_known(m_before.coverage)
{
    for (const RankRange &range : m_before.coverage) {
        m_read.remove({range.end - overlap, range.end});
        if (range.first > 0) {
            m_read.remove({range.first, range.first + overlap});
        }
    }
    if (m_total == held && m_verdict == LedgerState::Verdict::Searched) {
        // The last page said that more rows follow: it is loaded again. Until then it still holds.
        m_isEndUnproven = true;
        const bool endIsNewest = m_order == ListOrder::OldestFirst;
        m_read.remove(endIsNewest ? RankRange{held - m_perPage, held} : RankRange{0, m_perPage});
    }
}

qint64 LedgerPlan::pageOf(qint64 rank) const
{
    const qint64 place = m_order == ListOrder::OldestFirst ? rank : m_total.value_or(0) - 1 - rank;
    return place / m_perPage + 1;
}

/// The ranks on a page if the list has `total` rows.
RankRange LedgerPlan::ranksOf(qint64 page, qint64 total) const
{
    const qint64 first = (page - 1) * m_perPage;
    const qint64 end = std::min(total, first + m_perPage);
    if (m_order == ListOrder::OldestFirst) {
        return {first, end};
    }
    return {total - end, total - first};
}

/// The page with the newest rows, as far as it is known before the first response.
qint64 LedgerPlan::firstPage() const
{
    const bool endIsNewest = m_order == ListOrder::OldestFirst && m_total && *m_total > 0;
    return endIsNewest ? pageOf(*m_total - 1) : 1;
}

std::optional<qint64> LedgerPlan::next()
{
    if (!m_begun) {
        if (!m_underWay.empty()) {
            return std::nullopt;
        }
        const qint64 page = firstPage();
        beginPage(page);
        return page;
    }
    if (m_withoutTotal) {
        if (!m_underWay.empty()) {
            return std::nullopt; // what ends the list is decided by the page before
        }
        if (!m_missed.empty()) {
            const qint64 page = m_missed.extract(m_missed.begin()).value();
            beginPage(page);
            return page;
        }
        if (m_orderEnded) {
            return std::nullopt;
        }
        beginPage(m_nextInOrder);
        return m_nextInOrder++;
    }
    if (m_look && m_underWay.count(*m_look) == 0) {
        beginPage(*m_look);
        return *m_look;
    }
    RankSet taken = m_hopeless;
    for (const auto &[page, underWay] : m_underWay) {
        taken.add(underWay.ranks);
    }
    // Rows added during the run are loaded after the others. Otherwise the newest page of a ledger
    // that grows all the time would be requested again and again.
    auto rank = m_read.highestMissing(m_goal, taken);
    if (!rank) {
        m_goal = m_total.value_or(0);
        rank = m_read.highestMissing(m_goal, taken);
    }
    if (!rank) {
        return std::nullopt;
    }
    const qint64 page = pageOf(*rank);
    if (m_underWay.count(page) != 0) {
        // The list has grown since the page was requested: wait for its response.
        return std::nullopt;
    }
    beginPage(page, ranksOf(page, m_total.value_or(0)));
    return page;
}

void LedgerPlan::beginPage(qint64 page, RankRange ranks)
{
    m_underWay[page] = {ranks, m_asked++};
}

void LedgerPlan::failed(qint64 page)
{
    m_underWay.erase(page);
    if (m_withoutTotal) {
        // A later page may have shown the end of the list already, although this page is missing.
        m_missed.insert(page);
    }
}

void LedgerPlan::releaseAll()
{
    while (!m_underWay.empty()) {
        failed(m_underWay.begin()->first);
    }
}

/// Updates the values that are valid for the whole list: its order, the page size, the total.
void LedgerPlan::learn(const PageFacts &facts, bool isNewer)
{
    if (facts.order != ListOrder::Unknown) {
        m_order = facts.order;
    }
    const qint64 granted = facts.meta ? facts.meta->perPage : 0;
    const bool isFullPage = facts.meta && facts.page == 1 && facts.rows < facts.meta->total;
    if (granted > 0) {
        m_perPage = granted;
    } else if (isFullPage && facts.rows > 0) { // the service did not report the page size
        m_perPage = facts.rows;
    }
    const bool usable = facts.meta && facts.meta->total >= facts.rows && facts.meta->total > 0;
    // During a run only page 1 can show an empty ledger, because pages beyond the end are empty
    // too.
    const bool emptyLedger =
        facts.meta && facts.meta->total == 0 && facts.rows == 0 && (!m_begun || facts.page == 1);
    if (usable || emptyLedger) {
        // The total shrinks if rows are removed. But the response to an older request may have an
        // older total, so it cannot lower the total.
        const qint64 least = isNewer || !m_begun ? 0 : m_total.value_or(0);
        const qint64 total = std::max<qint64>(least, facts.meta->total);
        if (m_total != total) {
            m_totalSince = m_asked;
        }
        const qint64 before = std::max(m_total.value_or(0), m_before.total.value_or(0));
        m_total = total;
        m_goal = m_begun ? std::min(m_goal, total) : total;
        m_withoutTotal = false;
        const RankRange gone{total, std::max(total, before)};
        m_read.remove(gone);
        m_known.remove(gone);
    } else if (!m_begun) {
        m_withoutTotal = true;
        m_isEndUnproven = false;
        m_total.reset();
        m_nextInOrder = std::max(m_nextInOrder, facts.page + 1);
    }
}

qint64 LedgerPlan::answered(const PageFacts &facts)
{
    const auto underWay = m_underWay.extract(facts.page);
    const bool isLook =
        m_look == facts.page && !underWay.empty() && underWay.mapped().number >= m_lookSince;
    if (isLook) {
        m_look.reset();
    }
    learn(facts, !underWay.empty() && underWay.mapped().number >= m_totalSince);
    m_begun = true;
    if (isLook && std::exchange(m_looksForNewest, false) && firstPage() != facts.page) {
        lookAt(firstPage()); // oldest first: the newest rows may be on a new page now
    }
    if (m_withoutTotal) {
        return answeredInOrder(facts);
    }
    const bool reported = facts.meta && facts.meta->currentPage > 0;
    const qint64 total = m_total.value_or(0);
    // Uses the total of this response, because the list may have grown since.
    const bool hasTotal = facts.meta && facts.meta->total >= facts.rows;
    if (facts.page >= pageCount()) {
        m_isEndUnproven = facts.next.isSet;
    }
    RankRange ranks = ranksOf(reported ? facts.meta->currentPage : facts.page,
                              hasTotal ? facts.meta->total : total);
    // A short page lacks its last rows. Additional rows belong to a neighbouring page.
    const qint64 lacking = std::max<qint64>(0, ranks.size() - facts.rows);
    if (m_order == ListOrder::OldestFirst) {
        ranks.end -= lacking;
    } else {
        ranks.first += lacking;
    }
    const qint64 before = m_read.count();
    m_read.add(ranks);
    m_sawNewest = m_sawNewest || total == 0 || (ranks.size() > 0 && ranks.end == total);
    if ((m_read.count() == before || lacking > 0) && ++m_fruitless[facts.page] >= patience) {
        m_hopeless.add(ranksOf(facts.page, total));
    }
    const qint64 size = std::max<qint64>(0, ranks.size());
    const qint64 extra = std::max<qint64>(0, facts.rows - size); // of a neighbouring page
    const qint64 expected = size - m_known.countIn(ranks) + extra;
    m_known.add(ranks);
    return expected;
}

qint64 LedgerPlan::answeredInOrder(const PageFacts &facts)
{
    m_sawNewest = m_sawNewest || facts.page == 1;
    // A service that ignores `page` would list the same rows for ever.
    const bool hasRows = facts.first || facts.unreadablePrint != 0;
    const bool isSame = hasRows && facts.page != m_pageBefore.page &&
                        facts.first == m_pageBefore.first && facts.last == m_pageBefore.last &&
                        facts.unreadablePrint == m_pageBefore.unreadablePrint;
    m_mostRows = std::max(m_mostRows, facts.rows);
    const bool saidMore = std::exchange(m_pageBefore, facts).next.isSet;
    if (!facts.next.query.isEmpty() && !isSame && facts.rows > 0) {
        m_links[facts.page + 1] = facts.next.query;
        return facts.rows;
    }
    const bool isLastLink = !m_links.empty() && !facts.next.isSet;
    if (!m_orderEnded && (facts.rows == 0 || isSame || isLastLink)) {
        m_orderEnded = true;
        const bool isFullAgain = isSame && facts.rows >= m_perPage && !facts.next.isGiven;
        const bool isLinkMissing = saidMore && !facts.next.isGiven &&
                                   (facts.rows >= m_mostRows || facts.rows == 0 || isSame);
        m_isEndUnproven = facts.next.isSet || isFullAgain || isLinkMissing;
    }
    return facts.rows;
}

bool LedgerPlan::endsWith(qint64 page, int httpStatus)
{
    if (!PageEnd::saysPastEnd(httpStatus) || !m_withoutTotal || m_pageBefore.page != page - 1 ||
        m_mostRows == 0 || m_pageBefore.next.isSet) {
        return false;
    }
    m_underWay.erase(page);
    m_orderEnded = true;
    // After a full page it may be a limit on pages.
    m_isEndUnproven = m_pageBefore.rows >= (page > 2 ? m_mostRows : m_perPage);
    return true;
}

QString LedgerPlan::linkTo(qint64 page) const
{
    const auto link = m_links.find(page);
    return link == m_links.end() ? QString() : link->second;
}

void LedgerPlan::stored(qint64 expected, qint64 inserted)
{
    const bool agreed = m_before.verdict == LedgerState::Verdict::Agrees;
    if (m_withoutTotal) {
        // If the service reports no total, a refresh ends at the first page without new rows.
        m_orderEnded = m_orderEnded || (inserted == 0 && agreed && !m_searching &&
                                        m_order == ListOrder::NewestFirst);
        return;
    }
    if (inserted > expected && !m_searching) {
        search();
    }
}

bool LedgerPlan::isDone() const
{
    if (!m_begun || !m_underWay.empty()) {
        return false;
    }
    if (m_withoutTotal) {
        return m_orderEnded && m_missed.empty();
    }
    return !m_look && !m_read.highestMissing(m_total.value_or(0), m_hopeless);
}

bool LedgerPlan::isWhole() const
{
    const bool isRead = m_withoutTotal ? m_orderEnded && m_missed.empty() : missing() == 0;
    return isRead && !m_isEndUnproven;
}

void LedgerPlan::check()
{
    search();
    m_checking = true;
}

void LedgerPlan::search()
{
    m_searching = true;
    m_checking = false;
    m_verdict = LedgerState::Verdict::None;
    m_read.clear();
    m_hopeless.clear();
    m_fruitless.clear();
}

void LedgerPlan::readAgain(RankRange ranks)
{
    const qint64 total = m_total.value_or(0);
    ranks = {std::clamp<qint64>(ranks.first, 0, total), std::clamp<qint64>(ranks.end, 0, total)};
    m_read.remove(ranks);
    m_hopeless.remove(ranks);
    m_fruitless.clear();
    m_goal = std::max(m_goal, ranks.end);
}

void LedgerPlan::lookAt(qint64 page)
{
    m_look = page;
    m_lookSince = m_asked;
    m_looksForNewest = false;
}

std::optional<qint64> LedgerPlan::nextNewest()
{
    const qint64 page = firstPage();
    lookAt(page);
    m_looksForNewest = true;
    if (!m_begun || m_withoutTotal || m_underWay.count(page) != 0) {
        return std::nullopt;
    }
    beginPage(page, ranksOf(page, m_total.value_or(0)));
    return page;
}

qint64 LedgerPlan::pageCount() const
{
    return (m_total.value_or(0) + m_perPage - 1) / m_perPage;
}

qint64 LedgerPlan::pageFromOldest(qint64 count) const
{
    return m_order == ListOrder::OldestFirst ? count + 1 : pageCount() - count;
}

RankRange LedgerPlan::ranksOf(qint64 page) const
{
    return ranksOf(page, m_total.value_or(0));
}

bool LedgerPlan::isInDoubt(qint64 held) const
{
    using Verdict = LedgerState::Verdict;
    const qint64 total = m_total.value_or(0);
    const bool sameAsBefore = m_before.verdict == Verdict::Searched &&
                              total - held == m_before.total.value_or(0) - m_heldBefore;
    const bool gapIsKnown = missing() > 0 && missing() == total - held;
    return !m_withoutTotal && held != total && !m_searching && !sameAsBefore && !gapIsKnown;
}

LedgerState::Verdict LedgerPlan::conclude(qint64 held)
{
    using Verdict = LedgerState::Verdict;
    if (m_withoutTotal || held == m_total.value_or(0)) {
        m_verdict = m_isEndUnproven ? Verdict::Searched : Verdict::Agrees;
    } else if (isInDoubt(held)) {
        search();
    } else {
        m_verdict = Verdict::Searched;
    }
    m_concluded = m_verdict != Verdict::None;
    return m_verdict;
}

LedgerState LedgerPlan::state() const
{
    if (m_checking && !m_concluded) {
        return stateWhileChecking();
    }
    // The verdict of an earlier run does not include the rows of this one. If this run is
    // interrupted, ranks are missing, so the earlier verdict must not be stored with them.
    const bool isOpen = !m_concluded && !isWhole();
    return {m_order, m_perPage, m_total, isOpen ? LedgerState::Verdict::None : m_verdict,
            m_read.ranges()};
}

LedgerState LedgerPlan::stateWhileChecking() const
{
    RankSet read(m_before.coverage);
    for (const RankRange &range : m_read.ranges()) {
        read.add(range);
    }
    const qint64 total = m_total.value_or(0);
    const qint64 before = m_before.total.value_or(0);
    read.remove({total, std::max(total, before)});
    // The earlier verdict stays valid unless rows were added since.
    const qint64 judged = before - RankSet(m_before.coverage).countIn({0, before});
    const bool isOpen = total - read.countIn({0, total}) > judged;
    return {m_order, m_perPage, m_total, isOpen ? LedgerState::Verdict::None : m_before.verdict,
            read.ranges()};
}

qint64 LedgerPlan::missing() const
{
    const qint64 total = m_total.value_or(0);
    return total - m_read.countIn({0, total});
}

} // namespace relaybook
