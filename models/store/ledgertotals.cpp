// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgertotals.h"

#include "models/sqlite/rowcursor.h"
#include "models/store/chaingaps.h"
#include "models/store/dailytotals.h"
#include "models/store/ledgerclause.h"
#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"
#include "models/store/movementsums.h"
#include "models/store/wide.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace relaybook {
namespace {

/// Uses the whole chain, because the order may depend on rows that are not among these.
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

/// Adds up exactly, with the rows in any order. Remembers all rows of the first and of the last
/// moment, because only their balances show which is first and last.
class Adder
{
public:
    void add(const ChainRow &row)
    {
        ++m_totals.count;
        m_totals.tooLarge += row.isTooLarge ? 1 : 0;
        const Wide change = Wide(row.after) - row.before;
        (change > 0 ? m_in : m_out) += change > 0 ? change : -change;
        if (m_first.empty() || row.createdMs <= m_first.front().createdMs) {
            keep(m_first, row);
        }
        if (m_last.empty() || row.createdMs >= m_last.front().createdMs) {
            keep(m_last, row);
        }
    }
    LedgerTotals result(Connection &connection)
    {
        m_totals.in = moneyOf(m_in);
        m_totals.out = moneyOf(m_out);
        m_totals.net = moneyOf(m_in - m_out);
        if (m_totals.count > 0) {
            orderInChain(connection, m_first);
            orderInChain(connection, m_last);
            m_totals.firstBefore = balance(m_first.front(), &ChainRow::before);
            m_totals.lastAfter = balance(m_last.back(), &ChainRow::after);
            m_totals.oldest = fromMillis(m_first.front().createdMs);
            m_totals.newest = fromMillis(m_last.back().createdMs);
        }
        return m_totals;
    }

private:
    static std::optional<Money> balance(const ChainRow &row, qint64 ChainRow::*end)
    {
        return row.isTooLarge ? std::nullopt : std::optional(Money::fromUnits(row.*end));
    }
    static void keep(std::vector<ChainRow> &rows, const ChainRow &row)
    {
        if (!rows.empty() && rows.front().createdMs != row.createdMs) {
            rows.clear();
        }
        rows.push_back(row);
    }

    LedgerTotals m_totals;
    Wide m_in = 0;
    Wide m_out = 0;
    std::vector<ChainRow> m_first;
    std::vector<ChainRow> m_last;
};

LedgerTotals addedUp(Connection &connection, const LedgerFilter &filter, std::optional<KeySet> only,
                     ByType byType = ByType::No)
{
    Adder adder;
    if (byType == ByType::Yes) {
        TypeSums types;
        LedgerScan::visitTyped(
            connection, filter, std::move(only),
            [&adder, &types](const ChainRow &row, std::string_view type, std::string_view product) {
                adder.add(row);
                types.addRow(type, product, row.before, row.after);
            });
        LedgerTotals totals = adder.result(connection);
        totals.types = types.result(connection);
        return totals;
    }
    LedgerScan::visit(connection, filter, std::move(only),
                      [&adder](const ChainRow &row) { adder.add(row); });
    return adder.result(connection);
}

bool isOnSlot(const std::optional<Instant> &end)
{
    return !end || slotStart(slotOf(*end)) == *end;
}

/// Whether the filter has no conditions but whole quarter-hours, types and products.
bool isOfSlots(const LedgerFilter &filter)
{
    return isOnSlot(filter.from) && isOnSlot(filter.until) && !hasText(filter.text) &&
           !filter.atLeast && !filter.atMost && filter.direction == LedgerDirection::Any;
}

/// The totals of the matching rows of one quarter-hour.
LedgerTotals ofSlot(Connection &connection, LedgerFilter filter, qint64 slot)
{
    filter.from = slotStart(slot);
    filter.until = slotStart(slot + 1);
    return addedUp(connection, filter, std::nullopt);
}

/// Reads the stored sums for a filter by time, type and product: from type_totals if it has no
/// time, else from slot_totals.
class KeptSums
{
public:
    KeptSums(Connection &connection, const LedgerFilter &filter)
        : m_connection(connection)
        , m_filter(filter)
        , m_clause(timeless(filter))
        , m_where(m_clause.where())
    {
        if (!isOfAllTime()) {
            m_where += m_where.empty() ? " WHERE" : " AND";
            m_where += " slot >= ? AND slot < ?";
        }
    }

    [[nodiscard]] MovementSums sums() const
    {
        Query query(m_connection, "SELECT row_count, in_dollars, in_rest, out_dollars, out_rest" +
                                      source() + m_where);
        bind(query);
        MovementSums all;
        while (query.next()) {
            all.add(movementSums(query, 0));
        }
        return all;
    }

    /// By type and product.
    [[nodiscard]] std::vector<TypeTotal> types() const
    {
        Query query(m_connection, "SELECT type, product_id, row_count, in_dollars, in_rest,"
                                  " out_dollars, out_rest" +
                                      source() + m_where);
        bind(query);
        TypeSums types;
        while (query.next()) {
            types.add(query.utf8(0), query.utf8(1), movementSums(query, 2));
        }
        return types.result(m_connection);
    }

    /// The first or the last quarter-hour with rows.
    [[nodiscard]] std::optional<qint64> slotAtEnd(bool newest) const
    {
        Query query(m_connection, "SELECT slot FROM slot_totals" + m_where + " ORDER BY slot" +
                                      (newest ? " DESC" : "") + " LIMIT 1");
        bind(query);
        return query.next() ? query.optionalNumber(0) : std::nullopt;
    }

private:
    static LedgerFilter timeless(LedgerFilter filter)
    {
        filter.from.reset();
        filter.until.reset();
        return filter;
    }

    [[nodiscard]] std::string source() const
    {
        return isOfAllTime() ? " FROM type_totals" : " FROM slot_totals";
    }
    [[nodiscard]] bool isOfAllTime() const { return !m_filter.from && !m_filter.until; }

    void bind(Query &query) const
    {
        int place = 0;
        for (const LedgerClause::Value &value : m_clause.values()) {
            query.bind(++place, value.text);
        }
        if (!isOfAllTime()) {
            constexpr qint64 first = std::numeric_limits<qint64>::min();
            constexpr qint64 last = std::numeric_limits<qint64>::max();
            query.bind(++place, m_filter.from ? slotOf(*m_filter.from) : first);
            query.bind(++place, m_filter.until ? slotOf(*m_filter.until) : last);
        }
    }

    Connection &m_connection;
    const LedgerFilter &m_filter;
    LedgerClause m_clause;
    std::string m_where; ///< of a SELECT from source()
};

/// The totals from the stored sums, without a scan of the rows. Nothing if the sums do not answer
/// the filter or are not up to date, or if there are rows that are in no sum.
std::optional<LedgerTotals> keptTotals(Connection &connection, const LedgerFilter &filter,
                                       ByType byType)
{
    if (!isOfSlots(filter)) {
        return std::nullopt;
    }
    if (!isCountedIn(connection) || countTooLarge(connection, {}, {}) > 0) {
        return std::nullopt;
    }
    const KeptSums kept(connection, filter);
    const MovementSums sums = kept.sums();
    LedgerTotals totals;
    totals.count = sums.rows;
    totals.in = sums.in();
    totals.out = sums.out();
    totals.net = sums.net();
    if (totals.count == 0) {
        return totals;
    }
    if (byType == ByType::Yes) {
        totals.types = kept.types();
    }
    if (filter.isEmpty()) { // where the chain begins and ends is added for every way of adding up
        Query query(connection, "SELECT (SELECT min(created_ms) FROM transactions),"
                                " (SELECT max(created_ms) FROM transactions)");
        if (query.next()) {
            totals.oldest = fromMillis(query.number(0));
            totals.newest = fromMillis(query.number(1));
        }
        return totals;
    }
    const LedgerTotals oldest = ofSlot(connection, filter, kept.slotAtEnd(false).value());
    const LedgerTotals newest = ofSlot(connection, filter, kept.slotAtEnd(true).value());
    totals.firstBefore = oldest.firstBefore;
    totals.oldest = oldest.oldest;
    totals.lastAfter = newest.lastAfter;
    totals.newest = newest.newest;
    return totals;
}

} // namespace

qint64 countTooLarge(Connection &connection, std::optional<Instant> from,
                     std::optional<Instant> until)
{
    Query query(connection, "SELECT count(*) FROM transactions INDEXED BY transactions_too_large"
                            " WHERE balance_after - balance_before IS NULL"
                            " AND created_ms >= ? AND created_ms < ?");
    query.bind(1, from ? toMillis(*from) : std::numeric_limits<qint64>::min());
    query.bind(2, until ? toMillis(*until) : std::numeric_limits<qint64>::max());
    return query.next() ? query.number(0) : 0;
}

LedgerTotals totalsOf(Connection &connection, const LedgerFilter &filter, ByType byType)
{
    const ReadTransaction sameMoment(connection);
    auto totals = keptTotals(connection, filter, byType);
    if (!totals) {
        totals = addedUp(connection, filter, LedgerScan::setOf(connection, filter), byType);
    }
    if (filter.hasOnlyTimes() && totals->count > 0 && totals->tooLarge == 0) {
        if (!filter.from) {
            const auto first = chainBegin(connection);
            totals->firstBefore =
                first ? std::optional(Money::fromUnits(first->before)) : std::nullopt;
        }
        const ChainEnd last = chainEnd(connection, filter.until);
        const bool isKnown = last.row && (last.isClear || filter.until);
        totals->lastAfter =
            isKnown ? std::optional(Money::fromUnits(last.row->after)) : std::nullopt;
    }
    return *totals;
}

LedgerTotals totalsOf(Connection &connection, const Keys &keys)
{
    return addedUp(connection, {}, KeySet(keys));
}

} // namespace relaybook
