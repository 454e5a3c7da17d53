// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgertotals.h"

#include "models/store/chain.h"
#include "models/store/ledgerscan.h"
#include "models/store/rowcursor.h"

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

std::vector<ChainRow> rowsAtEnd(Connection &connection, const char *sql)
{
    std::optional<qint64> moment;
    {
        Query query(connection, sql);
        if (query.next()) {
            moment = query.optionalNumber(0);
        }
    }
    return moment ? chainAt(connection, *moment) : std::vector<ChainRow>();
}

/// Of everything, out of the sums of the days; nothing while these are behind the rows.
std::optional<LedgerTotals> keptTotals(Connection &connection)
{
    const ReadTransaction sameMoment(connection);
    if (Query(connection, "SELECT 1 FROM pending_rows LIMIT 1").next()) {
        return std::nullopt;
    }
    constexpr Wide dollar = 100'000'000;
    LedgerTotals totals;
    Wide in = 0;
    Wide out = 0;
    Query query(connection, "SELECT row_count, in_dollars, in_rest, out_dollars, out_rest"
                            " FROM daily_totals");
    while (query.next()) {
        totals.count += query.number(0);
        in += Wide(query.number(1)) * dollar + query.number(2);
        out += Wide(query.number(3)) * dollar + query.number(4);
    }
    totals.in = narrow(in);
    totals.out = narrow(out);
    totals.net = narrow(in - out);
    const auto first = rowsAtEnd(connection, "SELECT min(created_ms) FROM transactions");
    const auto last = rowsAtEnd(connection, "SELECT max(created_ms) FROM transactions");
    if (!first.empty() && !last.empty()) {
        totals.firstBefore = Money::fromUnits(first.front().before);
        totals.lastAfter = Money::fromUnits(last.back().after);
        totals.oldest = fromMillis(first.front().createdMs);
        totals.newest = fromMillis(last.back().createdMs);
    }
    return totals;
}

} // namespace

LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter)
{
    if (filter.isEmpty()) {
        if (const auto kept = keptTotals(connection)) {
            return *kept;
        }
    }
    LedgerScan scan(connection, filter, columns, order);
    return add(scan);
}

LedgerTotals totalsOf(Connection &connection, const Keys &keys)
{
    LedgerScan scan(connection, {}, KeySet(keys), columns, order);
    return add(scan);
}

} // namespace relaybook
