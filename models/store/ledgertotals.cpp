// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgertotals.h"

#include "models/store/chain.h"
#include "models/store/ledgerscan.h"

#include <limits>

namespace relaybook {
namespace {

__extension__ using Wide = __int128;

std::optional<Money> narrow(Wide units)
{
    constexpr Wide most = std::numeric_limits<qint64>::max();
    constexpr Wide least = std::numeric_limits<qint64>::min();
    return units > most || units < least
               ? std::nullopt
               : std::optional(Money::fromUnits(static_cast<qint64>(units)));
}

/// Adds up exactly; remembers all rows of the first and of the last moment, because the balances
/// decide which of them is first and last.
class Adder
{
public:
    void add(const ChainRow &row)
    {
        ++m_totals.count;
        const Wide change = Wide(row.after) - row.before;
        (change > 0 ? m_in : m_out) += change > 0 ? change : -change;
        if (m_first.empty() || m_first.front().createdMs == row.createdMs) {
            m_first.push_back(row);
        }
        if (!m_last.empty() && m_last.front().createdMs != row.createdMs) {
            m_last.clear();
        }
        m_last.push_back(row);
    }
    LedgerTotals result()
    {
        m_totals.in = narrow(m_in);
        m_totals.out = narrow(m_out);
        m_totals.net = narrow(m_in - m_out);
        if (m_totals.count > 0) {
            orderLikeChain(m_first, std::nullopt);
            orderLikeChain(m_last, std::nullopt);
            m_totals.firstBefore = Money::fromUnits(m_first.front().before);
            m_totals.lastAfter = Money::fromUnits(m_last.back().after);
            m_totals.oldest = fromMillis(m_first.front().createdMs);
            m_totals.newest = fromMillis(m_last.back().createdMs);
        }
        return m_totals;
    }

private:
    LedgerTotals m_totals;
    Wide m_in = 0;
    Wide m_out = 0;
    std::vector<ChainRow> m_first;
    std::vector<ChainRow> m_last;
};

LedgerTotals add(LedgerScan &scan)
{
    Adder adder;
    while (scan.next()) {
        adder.add({scan.number(0), scan.number(1), 0, scan.number(2), scan.number(3)});
    }
    return adder.result();
}

const std::string columns = "id, created_ms, balance_before, balance_after";
const std::string order = "created_ms, id";

} // namespace

LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter)
{
    LedgerScan scan(connection, filter, columns, order);
    return add(scan);
}

LedgerTotals totalsOf(Connection &connection, const Keys &keys)
{
    LedgerScan scan(connection, {}, KeySet(keys), columns, order);
    return add(scan);
}

} // namespace relaybook
