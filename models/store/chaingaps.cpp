// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/chaingaps.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_set>

namespace relaybook {
namespace {

constexpr size_t none = BalanceChain::none;

/// Sets of things that were found to belong together.
class Groups
{
public:
    explicit Groups(size_t count)
        : m_parents(count)
    {
        std::iota(m_parents.begin(), m_parents.end(), size_t{0});
    }
    [[nodiscard]] size_t of(size_t one)
    {
        while (m_parents[one] != one) {
            m_parents[one] = m_parents[m_parents[one]];
            one = m_parents[one];
        }
        return one;
    }
    void join(size_t one, size_t other) { m_parents[of(one)] = of(other); }

private:
    std::vector<size_t> m_parents;
};

} // namespace

ChainGaps::ChainGaps(const Visit &visit, const BalanceChain::EachRow &each, BalanceChain::From from)
    : m_chain(each, from)
{
    visit(m_chain);
    m_chain.join();
    const auto &runs = m_chain.runs();
    m_isTaken.assign(runs.size(), false);
    findRings(visit);
    noteFarJoins();
    findGaps();
    if (m_last != none && !runs.back().isTooLarge) {
        m_end.row = runs[m_chain.endOf(m_last)].last;
        m_end.isClear = m_end.isClear && isClear();
    }
    const auto isEarlier = [](const ChainGap &one, const ChainGap &other) {
        return std::tie(one.later.createdMs, one.later.id, one.earlier.id) <
               std::tie(other.later.createdMs, other.later.id, other.earlier.id);
    };
    std::sort(m_gaps.begin(), m_gaps.end(), isEarlier);
    const auto isSame = [](const ChainGap &one, const ChainGap &other) {
        return one.earlier.id == other.earlier.id && one.later.id == other.later.id;
    };
    m_gaps.erase(std::unique(m_gaps.begin(), m_gaps.end(), isSame), m_gaps.end());
}

/// Rows that are dated out of order beside a gap, or a chain that could be turned until it ends
/// elsewhere, leave several ends.
bool ChainGaps::isClear() const
{
    const auto &runs = m_chain.runs();
    const BalanceChain::Run &first = runs[m_last];
    const ChainRow &last = *m_end.row;
    const bool isClosed = m_chain.from() == BalanceChain::From::Oldest && first.next != none &&
                          first.first.before == last.after &&
                          isNear(last.createdMs, first.first.createdMs, 2 * chainSpan);
    const bool isJoined = std::any_of(runs.begin(), runs.end(), [](const BalanceChain::Run &run) {
        return run.previous != none;
    });
    const bool isGapLate = std::any_of(m_gaps.begin(), m_gaps.end(), [this](const ChainGap &gap) {
        return isLate(gap.earlier.createdMs) || isLate(gap.later.createdMs);
    });
    return !isClosed && isLate(last.createdMs) && !(isJoined && isGapLate);
}

/// A path is closed if it ends with the balance with which it begins. Whether an order of the rows
/// contains it depends on the balances that it passes.
void ChainGaps::findRings(const Visit &visit)
{
    const auto &runs = m_chain.runs();
    size_t paths = 0;
    for (size_t begin = 0; begin < runs.size(); ++begin) {
        const BalanceChain::Run &first = runs[begin];
        if (first.previous != none || first.isTooLarge) {
            continue;
        }
        ++paths;
        const size_t end = m_chain.endOf(begin);
        if (first.first.before != runs[end].last.after) {
            continue;
        }
        size_t count = 0;
        bool isAtEnd = false;
        for (size_t run = begin; run != none; run = runs[run].next) {
            ++count;
            isAtEnd = isAtEnd || run + 1 == runs.size();
        }
        if (!(first.isRing ||
              isNear(runs[end].last.createdMs, first.first.createdMs, 2 * chainSpan)) ||
            count == runs.size()) {
            continue;
        }
        for (size_t run = begin; run != none; run = runs[run].next) {
            m_ringOfRun[run] = m_closed.size();
        }
        m_closed.push_back({begin, isAtEnd, false});
    }
    if (m_closed.size() == paths && paths > 0) { // one of them is the rest of the chain
        for (size_t run = m_closed.front().begin; run != none; run = runs[run].next) {
            m_ringOfRun.erase(run);
        }
        m_closed.erase(m_closed.begin());
        for (auto &[run, ring] : m_ringOfRun) {
            --ring;
        }
    }
    if (!m_closed.empty()) {
        meetOthers(visit);
        takeRings();
    }
}

/// They are not proven: the rows between them, or from the one to the other, are named.
void ChainGaps::noteFarJoins()
{
    const auto &runs = m_chain.runs();
    for (size_t run = 0; run < runs.size(); ++run) {
        const size_t previous = runs[run].previous;
        if (runs[run].isFar && run > previous) {
            noteRing(previous + 1, run - 1);
        } else if (runs[run].isFar) {
            noteRing(run, previous);
        }
    }
}

/// Two of them belong together if both pass a balance within chainSpan: there the one can be put
/// into the other.
void ChainGaps::meetOthers(const Visit &visit)
{
    std::unordered_set<qint64> balances;
    const auto ringOf = [this](size_t run) {
        const auto found = m_ringOfRun.find(run);
        return found == m_ringOfRun.end() ? m_closed.size() : found->second;
    };
    BalanceChain first([&](const ChainRow &row, size_t run) {
        if (ringOf(run) < m_closed.size()) {
            balances.insert(row.before);
            balances.insert(row.after);
        }
    });
    visit(first);
    first.end();
    struct Pass
    {
        size_t ring = 0;
        qint64 ms = 0;
    };
    Groups groups(m_closed.size() + 1); // the last is the rest of the chain
    std::unordered_map<qint64, Pass> last;
    ChainRow before;
    BalanceChain second([&](const ChainRow &row, size_t run) {
        if (row.isTooLarge) {
            return;
        }
        const size_t ring = ringOf(run);
        // A balance begins when the row before ends, and stays until the next row.
        if (const auto left = last.find(before.after); left != last.end()) {
            left->second.ms = row.createdMs;
        }
        const auto take = [&](qint64 balance, qint64 sinceMs) {
            if (balances.count(balance) == 0) {
                return;
            }
            const auto [pass, isFirst] = last.try_emplace(balance, Pass{ring, row.createdMs});
            if (!isFirst && (pass->second.ms > sinceMs || isNear(pass->second.ms, sinceMs))) {
                groups.join(ring, pass->second.ring);
            }
            pass->second = {ring, row.createdMs};
        };
        take(row.before, std::exchange(before, row).createdMs);
        take(row.after, row.createdMs);
    });
    visit(second);
    second.end();
    for (size_t ring = 0; ring < m_closed.size(); ++ring) {
        m_closed[ring].meetsOthers = groups.of(ring) == groups.of(m_closed.size());
    }
}

void ChainGaps::takeRings()
{
    for (const Ring &ring : m_closed) {
        const size_t begin = ring.begin;
        const size_t end = m_chain.endOf(begin);
        if (!ring.meetsOthers && (begin == 0 || ring.isAtEnd)) {
            continue; // it may be where the chain begins or ends
        }
        m_isTaken[begin] = true;
        m_end.isClear = m_end.isClear && !ring.isAtEnd; // else it ends before the chain in any case
        if (ring.meetsOthers) {
            noteRing(begin, end);
        } else {
            noteAlone(begin, end);
        }
    }
}

void ChainGaps::noteRing(size_t begin, size_t end)
{
    const auto &runs = m_chain.runs();
    const ChainRow &first = runs[begin].first;
    qint64 around = first.before;
    if (begin > 0 && !runs[begin - 1].isTooLarge) {
        around = runs[begin - 1].last.after;
    } else if (end + 1 < runs.size() && !runs[end + 1].isTooLarge) {
        around = runs[end + 1].first.before;
    }
    m_rings.push_back({first, runs[end].last, around});
}

void ChainGaps::findGaps()
{
    const auto &runs = m_chain.runs();
    for (size_t begin = 0; begin < runs.size(); ++begin) {
        if (runs[begin].isTooLarge || runs[begin].previous != none || m_isTaken[begin]) {
            continue;
        }
        const size_t end = m_chain.endOf(begin);
        if (m_last == none) { // what was before the oldest row is not known
            m_last = begin;
        } else if (end < m_chain.endOf(m_last)) {
            noteAlone(begin, end);
        } else {
            noteGap(m_chain.endOf(m_last), begin);
            m_last = begin;
        }
    }
}

/// A path within another one.
void ChainGaps::noteAlone(size_t begin, size_t end)
{
    if (begin > 0) {
        noteGap(begin - 1, begin);
    }
    if (end + 1 < m_chain.runs().size()) {
        noteGap(end, end + 1);
    }
}

/// A row that is too large, beside one of the ends, is a likely reason.
void ChainGaps::noteGap(size_t earlier, size_t later)
{
    const auto &runs = m_chain.runs();
    const auto isTooLarge = [&runs](size_t run) {
        return run < runs.size() && runs[run].isTooLarge; // no run has the index -1
    };
    if (!isTooLarge(earlier) && !isTooLarge(earlier + 1) && !isTooLarge(later - 1) &&
        !isTooLarge(later)) {
        m_gaps.push_back({runs[earlier].last, runs[later].first});
    }
}

/// Whether the time is within chainSpan of the newest row.
bool ChainGaps::isLate(qint64 ms) const
{
    return isNear(ms, m_chain.runs().back().last.createdMs);
}

namespace {

/// About how many rows are read to find the end of the ledger, and of one of many days.
constexpr size_t rowsOfNewest = 2000;
constexpr size_t rowsOfEnd = 128;

std::optional<qint64> timeOf(Query &query)
{
    return query.next() ? query.optionalNumber(0) : std::nullopt;
}

/// Adds the rows that are not too large.
ChainGaps::Visit visitOf(const std::vector<ChainRow> &rows)
{
    return [&rows](BalanceChain &chain) {
        for (const ChainRow &row : rows) {
            if (!row.isTooLarge) {
                chain.add(row);
            }
        }
    };
}

} // namespace

ChainEnd chainEnd(Connection &connection, std::optional<Instant> before)
{
    Query query(connection, "SELECT max(created_ms) FROM transactions WHERE created_ms < ?"
                            " AND balance_after - balance_before IS NOT NULL");
    const auto newest =
        timeOf(query.bind(1, before ? toMillis(*before) : std::numeric_limits<qint64>::max()));
    if (!newest) {
        return {};
    }
    const auto rows = rowsUpTo(connection, *newest, before ? rowsOfEnd : rowsOfNewest);
    return ChainGaps(visitOf(rows), {}, fromOf(connection, rows)).end();
}

std::optional<ChainRow> chainBegin(Connection &connection)
{
    Query query(connection, "SELECT min(created_ms) FROM transactions"
                            " WHERE balance_after - balance_before IS NOT NULL");
    const auto oldest = timeOf(query);
    if (!oldest) {
        return std::nullopt;
    }
    BalanceChain chain;
    visitOf(rowsAfter(connection, *oldest - 1, rowsOfNewest))(chain);
    chain.join();
    return chain.runs().at(chain.order().front()).first;
}

} // namespace relaybook
