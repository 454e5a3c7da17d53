// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/dailytotals.h"

#include "models/store/chain.h"

#include <limits>

namespace relaybook {
namespace {

__extension__ using Wide = __int128;

/// Whole dollars and the 10^-8 dollars beside them; nothing where Money does not hold the sum.
std::optional<Money> sumOf(qint64 dollars, qint64 rest)
{
    constexpr qint64 dollar = 100'000'000;
    const Wide units = Wide(dollars) * dollar + rest;
    return units > std::numeric_limits<qint64>::max()
               ? std::nullopt
               : std::optional(Money::fromUnits(static_cast<qint64>(units)));
}

Money closingOf(Connection &connection, qint64 day)
{
    std::optional<qint64> moment;
    {
        Query last(connection, "SELECT max(created_ms) FROM transactions WHERE created_ms < ?");
        if (last.bind(1, toMillis(dayStart(day + 1))).next()) {
            moment = last.optionalNumber(0);
        }
    }
    const auto rows = moment ? chainAt(connection, *moment) : std::vector<ChainRow>();
    return rows.empty() ? Money() : Money::fromUnits(rows.back().after);
}

} // namespace

std::vector<DailyTotal> dailyTotals(Connection &connection, std::optional<Instant> from,
                                    std::optional<Instant> until)
{
    std::vector<DailyTotal> totals;
    Query query(connection, "SELECT day, type, row_count, in_dollars, in_rest, out_dollars,"
                            " out_rest FROM daily_totals WHERE day >= ? AND day < ?"
                            " ORDER BY day, type");
    query.bind(1, from ? dayOf(*from) : std::numeric_limits<qint64>::min());
    query.bind(2, until ? dayOf(*until) : std::numeric_limits<qint64>::max());
    while (query.next()) {
        DailyTotal total;
        total.day = query.number(0);
        total.type = query.text(1);
        total.count = query.number(2);
        const auto in = sumOf(query.number(3), query.number(4));
        const auto out = sumOf(query.number(5), query.number(6));
        total.fits = in && out;
        total.in = total.fits ? in.value_or(Money()) : Money();
        total.out = total.fits ? out.value_or(Money()) : Money();
        const bool sameDay = !totals.empty() && totals.back().day == total.day;
        total.closing = sameDay ? totals.back().closing : closingOf(connection, total.day);
        totals.push_back(std::move(total));
    }
    return totals;
}

} // namespace relaybook
