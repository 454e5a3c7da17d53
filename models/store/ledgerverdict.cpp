// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerverdict.h"

#include "models/store/chain.h"
#include "models/store/ledgerscan.h"

namespace relaybook {
namespace {

__extension__ using Wide = __int128;

class ChainCheck
{
public:
    void take(const ChainRow &row)
    {
        if (!m_moment.empty() && m_moment.front().createdMs != row.createdMs) {
            finishMoment();
        }
        m_moment.push_back(row);
    }
    ChainScan finish()
    {
        finishMoment();
        if (m_last) {
            m_scan.lastId = TransactionId(m_last->id);
            m_scan.lastAfter = Money::fromUnits(m_last->after);
            m_scan.verdict.newest = fromMillis(m_last->createdMs);
        }
        return std::move(m_scan);
    }

private:
    void finishMoment()
    {
        if (m_moment.size() > 1) {
            orderLikeChain(m_moment, m_last ? std::optional(m_last->after) : std::nullopt);
        }
        for (const ChainRow &row : m_moment) {
            check(row);
        }
        m_moment.clear();
    }
    void check(const ChainRow &row)
    {
        LedgerVerdict &verdict = m_scan.verdict;
        if (++verdict.count == 1) {
            verdict.oldest = fromMillis(row.createdMs);
        }
        if (m_last && m_last->after != row.before) {
            add(LedgerBreak::Pair, *m_last, row, m_last->after, row.before);
        }
        const Wide change = Wide(row.after) - row.before;
        const Wide size = change < 0 ? -change : change;
        const Wide amount = row.amount < 0 ? -Wide(row.amount) : Wide(row.amount);
        if (size != amount) {
            // A movement that Money does not hold is beyond every figure that could be shown.
            const bool shown = size <= Wide(INT64_MAX) && amount <= Wide(INT64_MAX);
            add(LedgerBreak::Row, row, row, shown ? static_cast<qint64>(size) : 0,
                shown ? static_cast<qint64>(amount) : row.amount);
        }
        m_last = row;
    }
    void add(LedgerBreak::Kind kind, const ChainRow &earlier, const ChainRow &later,
             qint64 expected, qint64 found)
    {
        LedgerVerdict &verdict = m_scan.verdict;
        ++verdict.breakCount;
        if (verdict.breaks.size() >= LedgerVerdict::mostBreaks) {
            return;
        }
        const Money wanted = Money::fromUnits(expected);
        const Money there = Money::fromUnits(found);
        verdict.breaks.push_back({kind, TransactionId(earlier.id), TransactionId(later.id),
                                  fromMillis(earlier.createdMs), fromMillis(later.createdMs),
                                  wanted, there, there.minus(wanted)});
    }

    ChainScan m_scan;
    std::vector<ChainRow> m_moment;
    std::optional<ChainRow> m_last;
};

} // namespace

ChainScan scanChain(Connection &connection)
{
    LedgerScan rows(connection, {}, "id, created_ms, amount, balance_before, balance_after",
                    "created_ms, id");
    ChainCheck check;
    while (rows.next()) {
        check.take(
            {rows.number(0), rows.number(1), rows.number(2), rows.number(3), rows.number(4)});
    }
    return check.finish();
}

} // namespace relaybook
