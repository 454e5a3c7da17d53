// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgerplan.h"

#include "models/reading/listreading.h"

#include <QUrlQuery>

#include <algorithm>
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
    PageFacts facts;
    facts.page = page;
    facts.meta = answer.meta;
    facts.order = orderOf(answer.items);
    facts.next = answer.next;
    QSet<TransactionId> ids;
    for (const Transaction &row : answer.items) {
        if (!ids.contains(row.id)) {
            ids.insert(row.id);
            facts.ids.push_back(row.id);
        }
    }
    std::vector<UnreadableListRow> unreadable;
    for (const UnreadableRow &row : answer.unreadable) {
        unreadable.push_back({row.id ? row.id->text() : QString(), {}, row.raw});
    }
    facts.unreadable = marksOf(unreadable);
    return facts;
}

LedgerPlan::LedgerPlan(LedgerState state, qint64 held, qint64 perPage, qint64 overlap)
    : m_before(std::move(state))
    , m_heldBefore(held)
    , m_order(m_before.order)
    , m_requested(perPage)
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
    if (m_inOrder) {
        if (!m_underWay.empty() || !m_inOrder->isOpen()) {
            return std::nullopt;
        }
        const qint64 page = m_inOrder->end.next().number;
        beginPage(page);
        return page;
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
}

void LedgerPlan::releaseAll()
{
    m_underWay.clear();
}

/// Updates the values that are valid for the whole list: its order, the page size, the total.
void LedgerPlan::learn(const PageFacts &facts, bool isNewer)
{
    if (facts.order != ListOrder::Unknown) {
        m_order = facts.order;
    }
    const qint64 rows = facts.rows();
    const qint64 granted = facts.meta ? facts.meta->perPage : 0;
    const bool isFullPage = facts.meta && facts.page == 1 && rows > 0 && rows < facts.meta->total;
    // A service may report a larger page than it sends: then the number of pages shows the size.
    const auto makesLastPage = [&facts](qint64 perPage) {
        return perPage > 0 && facts.meta->lastPage == (facts.meta->total + perPage - 1) / perPage;
    };
    const qint64 seen = facts.page == 1 ? rows : m_perPage;
    const bool isSmaller = granted > seen && (isFullPage || facts.page > 1) &&
                           makesLastPage(seen) && !makesLastPage(granted);
    if (granted > 0 && !isSmaller) {
        m_perPage = granted;
    } else if (isFullPage) {
        m_perPage = rows;
    }
    m_lastPage = facts.meta ? facts.meta->lastPage : 0;
    const bool usable = facts.meta && facts.meta->total >= rows && facts.meta->total > 0;
    // Page numbers have no effect where a link has none.
    const bool isByLinkOnly = !facts.next.query.isEmpty() &&
                              !QUrlQuery(facts.next.query).hasQueryItem(QStringLiteral("page"));
    // During a run only page 1 can show an empty ledger, because pages beyond the end are empty
    // too.
    const bool emptyLedger =
        facts.meta && facts.meta->total == 0 && rows == 0 && (!m_begun || facts.page == 1);
    // Found in an earlier run, which may have met one odd answer: a run that loads every page again
    // finds out anew.
    const bool isUncounted = !m_searching && !m_before.total && m_heldBefore > 0 &&
                             m_before.verdict == LedgerState::Verdict::Agrees;
    if (!m_begun && (isByLinkOnly || isUncounted || !(usable || emptyLedger))) {
        readInOrder();
    } else if (m_inOrder) {
        // Goes on until its end: what was read so far counts.
    } else if (usable || emptyLedger) {
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
        const RankRange gone{total, std::max(total, before)};
        m_read.remove(gone);
        m_known.remove(gone);
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
    if (m_inOrder) {
        addInOrder(facts);
        return facts.rows();
    }
    const bool reported = facts.meta && facts.meta->currentPage > 0;
    const qint64 total = m_total.value_or(0);
    // Uses the total of this response, because the list may have grown since.
    const bool hasTotal = facts.meta && facts.meta->total >= facts.rows();
    if (facts.page == pageCount()) {
        m_isEndUnproven = facts.next.isSet;
        m_mayGoOn = facts.rows() > 0 && (facts.rows() >= m_perPage || m_lastPage > facts.page);
    } else if (facts.page > pageCount()) {
        m_hasRowsAfter = m_hasRowsAfter || facts.rows() > 0;
    }
    constexpr int mostEmptyPages = 20; // a total may be wrong by any factor
    m_emptyPages = facts.rows() > 0 ? 0 : m_emptyPages + 1;
    if (m_emptyPages >= mostEmptyPages) {
        m_hopeless.add({0, total});
    }
    RankRange ranks = ranksOf(reported ? facts.meta->currentPage : facts.page,
                              hasTotal ? facts.meta->total : total);
    // A short page lacks its last rows. Additional rows belong to a neighbouring page.
    const qint64 lacking = std::max<qint64>(0, ranks.size() - facts.rows());
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
    const qint64 extra = std::max<qint64>(0, facts.rows() - size); // of a neighbouring page
    const qint64 expected = size - m_known.countIn(ranks) + extra;
    m_known.add(ranks);
    return expected;
}

void LedgerPlan::addInOrder(const PageFacts &facts)
{
    m_sawNewest = m_sawNewest || facts.page == 1;
    if (facts.page != m_inOrder->end.next().number) {
        return; // requested before it was known that pages are loaded one after the other
    }
    PageSeen seen;
    seen.rows = facts.rows();
    seen.meta = facts.meta;
    seen.next = facts.next;
    const auto known = [this] { return m_inOrder->ids.size() + m_inOrder->unreadable.size(); };
    const auto before = known();
    for (const TransactionId &id : facts.ids) {
        m_inOrder->ids.insert(id);
    }
    for (const QByteArray &mark : facts.unreadable) {
        m_inOrder->unreadable.insert(mark);
    }
    seen.newRows = known() - before;
    m_inOrder->end.add(seen);
}

bool LedgerPlan::answeredWithError(qint64 page, int httpStatus)
{
    const bool isLook = m_look == page && !m_inOrder && page > pageCount();
    const bool isAnswer = isLook      ? PageEnd::saysPastEnd(httpStatus)
                          : m_inOrder ? m_inOrder->end.addError(httpStatus)
                                      : false;
    if (isAnswer) {
        m_underWay.erase(page);
        m_look.reset();
    }
    return isAnswer;
}

PageRequest LedgerPlan::request(qint64 page) const
{
    PageRequest request{page, {}, 0};
    if (m_inOrder && m_inOrder->end.next().number == page) {
        request = m_inOrder->end.next();
    }
    request.perPage = request.perPage > 0 ? request.perPage : m_requested;
    return request;
}

void LedgerPlan::stored(qint64 expected, qint64 inserted)
{
    const bool agreed = m_before.verdict == LedgerState::Verdict::Agrees;
    if (m_inOrder) {
        // A refresh ends at the first page without new rows.
        m_inOrder->isStopped =
            m_inOrder->isStopped || (inserted == 0 && agreed && !m_searching &&
                                     m_order == ListOrder::NewestFirst && m_inOrder->isOpen());
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
    if (m_inOrder) {
        return !m_inOrder->isOpen();
    }
    return !m_look && !m_read.highestMissing(m_total.value_or(0), m_hopeless);
}

bool LedgerPlan::isWhole() const
{
    return m_inOrder ? m_inOrder->isStopped || m_inOrder->end.isWhole()
                     : missing() == 0 && !m_isEndUnproven;
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
    m_lookedAfter = 0;
    m_lookedPastEnd = 0;
    m_emptyPages = 0;
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

void LedgerPlan::readInOrder()
{
    m_inOrder = InOrder{PageEnd(m_requested), {}, {}, false};
    m_isEndUnproven = false;
    m_total.reset();
    m_read.clear();
    m_known.clear();
}

bool LedgerPlan::lookAfterLastPage(qint64 held)
{
    if (!m_inOrder && m_hasRowsAfter && held > m_total) { // the total does not count the list
        readInOrder();
        return true;
    }
    const qint64 lacking = m_total.value_or(0) - held;
    const qint64 page = pageCount() + m_lookedAfter + 1;
    // So many rows are on two pages, so the end is later by as many at most.
    const bool isShifted = lacking > m_lookedAfter * m_perPage && page <= m_lastPage;
    // Where more rows are stored, one empty answer is not enough to say that the others are gone.
    constexpr int emptyAnswers = 2;
    const bool mayGoOn = m_mayGoOn && m_lookedPastEnd < (lacking < 0 ? emptyAnswers : 1);
    if (m_inOrder || missing() > 0 || !(isShifted || mayGoOn)) {
        return false;
    }
    m_lookedAfter += isShifted ? 1 : 0;
    m_lookedPastEnd += mayGoOn ? 1 : 0;
    lookAt(page);
    return true;
}

std::optional<qint64> LedgerPlan::nextNewest()
{
    const qint64 page = firstPage();
    lookAt(page);
    m_looksForNewest = true;
    if (!m_begun || m_inOrder || m_underWay.count(page) != 0) {
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
    return !m_inOrder && held != total && !m_searching && !sameAsBefore && !gapIsKnown;
}

LedgerState::Verdict LedgerPlan::conclude(qint64 held)
{
    using Verdict = LedgerState::Verdict;
    if (m_inOrder) {
        // More stored rows than listed ones: some are removed, or the list is cut.
        const bool agrees =
            m_inOrder->isStopped || (m_inOrder->end.isWhole() && held == m_inOrder->end.rows());
        m_verdict = agrees ? Verdict::Agrees : Verdict::Searched;
    } else if (held == m_total.value_or(0)) {
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
    if (!m_before.total && m_before.verdict == LedgerState::Verdict::Agrees) {
        return m_before; // read without a total: ranks say nothing of it
    }
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
