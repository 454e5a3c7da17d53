// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgertotals.h"

#include "models/store/chain.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgerclause.h"
#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"
#include "models/store/rowcursor.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

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

/// As the whole chain has them: the balance before may decide, and rows that are not among these.
void orderInChain(Connection &connection, std::vector<ChainRow> &rows)
{
    if (rows.size() < 2) {
        return;
    }
    std::unordered_map<qint64, size_t> places;
    for (const ChainRow &row : chainAt(connection, rows.front().createdMs)) {
        places.emplace(row.id, places.size());
    }
    std::sort(rows.begin(), rows.end(), [&places](const ChainRow &a, const ChainRow &b) {
        return places[a.id] < places[b.id];
    });
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
    LedgerTotals result(Connection &connection)
    {
        m_totals.in = narrow(m_in);
        m_totals.out = narrow(m_out);
        m_totals.net = narrow(m_in - m_out);
        if (m_totals.count > 0) {
            orderInChain(connection, m_first);
            orderInChain(connection, m_last);
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

LedgerTotals add(Connection &connection, LedgerScan &scan)
{
    Adder adder;
    while (scan.next()) {
        adder.add({scan.number(0), scan.number(1), 0, scan.number(2), scan.number(3)});
    }
    return adder.result(connection);
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

bool isOnSlot(const std::optional<Instant> &end)
{
    return !end || slotStart(slotOf(*end)) == *end;
}

/// Whether whole quarter-hours, types and products are all that the filter asks for.
bool isOfSlots(const LedgerFilter &filter)
{
    return isOnSlot(filter.from) && isOnSlot(filter.until) && !hasText(filter.text) &&
           !filter.atLeast && !filter.atMost && filter.direction == LedgerDirection::Any;
}

/// The rows of one quarter-hour that the filter means.
LedgerTotals ofSlot(Connection &connection, LedgerFilter filter, qint64 slot)
{
    filter.from = slotStart(slot);
    filter.until = slotStart(slot + 1);
    LedgerScan scan(connection, filter, columns, order);
    return add(connection, scan);
}

/// The first or the last quarter-hour with rows that the filter means by type and product.
std::optional<qint64> slotAtEnd(Connection &connection, const LedgerClause &clause, bool newest)
{
    Query query(connection, "SELECT slot FROM slot_totals" + clause.where() + " ORDER BY slot" +
                                (newest ? " DESC" : "") + " LIMIT 1");
    int place = 0;
    for (const LedgerClause::Value &value : clause.values()) {
        query.bind(++place, value.text);
    }
    return query.next() ? query.optionalNumber(0) : std::nullopt;
}

/// The sums kept for the filter, and the first and last quarter-hour with rows of it.
struct SlotSums
{
    LedgerTotals totals;
    std::optional<qint64> first;
    std::optional<qint64> last;
};

SlotSums slotSums(Connection &connection, const LedgerFilter &filter)
{
    LedgerFilter timeless = filter;
    timeless.from.reset();
    timeless.until.reset();
    const LedgerClause clause(timeless);
    const bool ofAllTime = !filter.from && !filter.until;
    std::string sql = "SELECT row_count, in_dollars, in_rest, out_dollars, out_rest";
    sql += ofAllTime ? " FROM type_totals" : ", slot FROM slot_totals";
    sql += clause.where();
    if (!ofAllTime) {
        sql += clause.where().empty() ? " WHERE" : " AND";
        sql += " slot >= ? AND slot < ?";
    }
    Query query(connection, sql);
    int place = 0;
    for (const LedgerClause::Value &value : clause.values()) {
        query.bind(++place, value.text);
    }
    if (!ofAllTime) {
        constexpr qint64 first = std::numeric_limits<qint64>::min();
        constexpr qint64 last = std::numeric_limits<qint64>::max();
        query.bind(++place, filter.from ? slotOf(*filter.from) : first);
        query.bind(++place, filter.until ? slotOf(*filter.until) : last);
    }
    constexpr Wide dollar = 100'000'000;
    SlotSums sums;
    Wide in = 0;
    Wide out = 0;
    while (query.next()) {
        sums.totals.count += query.number(0);
        in += Wide(query.number(1)) * dollar + query.number(2);
        out += Wide(query.number(3)) * dollar + query.number(4);
        if (!ofAllTime) {
            const qint64 slot = query.number(5);
            sums.first = std::min(sums.first.value_or(slot), slot);
            sums.last = std::max(sums.last.value_or(slot), slot);
        }
    }
    if (ofAllTime && sums.totals.count > 0) {
        sums.first = slotAtEnd(connection, clause, false);
        sums.last = slotAtEnd(connection, clause, true);
    }
    sums.totals.in = narrow(in);
    sums.totals.out = narrow(out);
    sums.totals.net = narrow(in - out);
    return sums;
}

/// Out of the sums of the quarter-hours, without walking through the rows; nothing where these do
/// not tell, or while they are behind the rows.
std::optional<LedgerTotals> keptTotals(Connection &connection, const LedgerFilter &filter)
{
    if (!isOfSlots(filter)) {
        return std::nullopt;
    }
    const ReadTransaction sameMoment(connection);
    if (!isCountedIn(connection)) {
        return std::nullopt;
    }
    const SlotSums sums = slotSums(connection, filter);
    LedgerTotals totals = sums.totals;
    if (!sums.first) {
        return totals;
    }
    if (filter.isEmpty()) {
        const auto first = rowsAtEnd(connection, "SELECT min(created_ms) FROM transactions");
        const auto last = rowsAtEnd(connection, "SELECT max(created_ms) FROM transactions");
        totals.firstBefore = Money::fromUnits(first.front().before);
        totals.lastAfter = Money::fromUnits(last.back().after);
        totals.oldest = fromMillis(first.front().createdMs);
        totals.newest = fromMillis(last.back().createdMs);
        return totals;
    }
    const LedgerTotals oldest = ofSlot(connection, filter, *sums.first);
    const LedgerTotals newest = ofSlot(connection, filter, *sums.last);
    totals.firstBefore = oldest.firstBefore;
    totals.oldest = oldest.oldest;
    totals.lastAfter = newest.lastAfter;
    totals.newest = newest.newest;
    return totals;
}

} // namespace

LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter)
{
    if (const auto kept = keptTotals(connection, filter)) {
        return *kept;
    }
    LedgerScan scan(connection, filter, columns, order);
    return add(connection, scan);
}

LedgerTotals totalsOf(Connection &connection, const Keys &keys)
{
    LedgerScan scan(connection, {}, KeySet(keys), columns, order);
    return add(connection, scan);
}

} // namespace relaybook
