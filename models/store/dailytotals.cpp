// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/dailytotals.h"

#include "models/sqlite/rowcursor.h"
#include "models/store/cachereader.h"
#include "models/store/chaingaps.h"
#include "models/store/ledgerextent.h"
#include "models/store/ledgertotals.h"
#include "models/store/movementsums.h"
#include "models/store/typetotals.h"

#include <QDateTime>

#include <algorithm>
#include <iterator>
#include <limits>

namespace relaybook {
namespace {

QDate firstDay()
{
    return {1970, 1, 1};
}

Money closingBefore(Connection &connection, Instant end)
{
    const auto last = chainEnd(connection, end).row;
    return last ? Money::fromUnits(last->after) : Money();
}

/// Adds up quarter-hours, given oldest first, to days.
class DayGatherer
{
public:
    DayGatherer(Connection &connection, const QTimeZone &zone)
        : m_connection(connection)
        , m_zone(zone)
    {
    }

    void add(qint64 slot, qint64 rows)
    {
        if (m_days.empty() || slot >= m_endSlot) {
            DailyTotal day;
            day.day = dayOf(slotStart(slot), m_zone);
            m_endSlot = slotOf(dayStart(day.day + 1, m_zone));
            m_days.push_back(day);
        }
        m_days.back().count += rows;
    }

    std::vector<DailyTotal> result()
    {
        for (DailyTotal &day : m_days) {
            day.closing = closingBefore(m_connection, dayStart(day.day + 1, m_zone));
        }
        return std::move(m_days);
    }

private:
    Connection &m_connection;
    const QTimeZone &m_zone;
    qint64 m_endSlot = 0;
    std::vector<DailyTotal> m_days;
};

/// Reads only an index. Days that are not in `days` have only rows that are not in the sums yet.
void addRanges(Connection &connection, std::vector<DailyTotal> &days, const QTimeZone &zone)
{
    if (days.empty()) {
        return;
    }
    const auto startOf = [&zone](qint64 day) { return toMillis(dayStart(day, zone)); };
    RowCursor rows(connection,
                   "SELECT created_ms, balance_before, balance_after FROM transactions"
                   " INDEXED BY transactions_figures WHERE created_ms >= ? AND created_ms < ?"
                   " AND balance_after - balance_before IS NOT NULL"
                   " ORDER BY created_ms",
                   {startOf(days.front().day), startOf(days.back().day + 1)});
    auto day = days.begin();
    qint64 begin = startOf(day->day);
    qint64 end = startOf(day->day + 1);
    while (rows.next()) {
        const qint64 at = rows.number(0);
        while (at >= end && std::next(day) != days.end()) {
            ++day;
            begin = startOf(day->day);
            end = startOf(day->day + 1);
        }
        if (at < begin || at >= end) {
            continue;
        }
        const auto [low, high] = std::minmax({rows.number(1), rows.number(2)});
        // The row that closes the day may be dated on another one.
        const auto range = day->range.value_or(BalanceRange{day->closing, day->closing});
        day->range = BalanceRange{std::min(range.low, Money::fromUnits(low)),
                                  std::max(range.high, Money::fromUnits(high))};
    }
}

} // namespace

Instant dayStart(qint64 day, const QTimeZone &zone)
{
    return fromMillis(firstDay().addDays(day).startOfDay(zone).toMSecsSinceEpoch());
}

qint64 dayOf(Instant instant, const QTimeZone &zone)
{
    return firstDay().daysTo(QDateTime::fromMSecsSinceEpoch(toMillis(instant), zone).date());
}

bool isCountedIn(Connection &connection)
{
    return !Query(connection, "SELECT 1 FROM pending_rows LIMIT 1").next();
}

DailyTotals dailyTotals(Connection &connection, const DaysAsked &asked)
{
    const auto firstSlot = [&asked](std::optional<Instant> instant, qint64 otherwise) {
        return instant ? slotOf(dayStart(dayOf(*instant, asked.zone), asked.zone)) : otherwise;
    };
    constexpr qint64 first = std::numeric_limits<qint64>::min();
    constexpr qint64 last = std::numeric_limits<qint64>::max();
    const qint64 typesFrom = firstSlot(asked.typesFrom, first);
    const ReadTransaction sameMoment(connection);
    DayGatherer days(connection, asked.zone);
    TypeSums types;
    Query query(connection, "SELECT slot, type, product_id, row_count, in_dollars, in_rest,"
                            " out_dollars, out_rest FROM slot_totals WHERE slot >= ? AND slot < ?"
                            " ORDER BY slot");
    query.bind(1, firstSlot(asked.from, first)).bind(2, firstSlot(asked.until, last));
    while (query.next()) {
        const qint64 slot = query.number(0);
        const MovementSums sums = movementSums(query, 3);
        days.add(slot, sums.rows);
        if (asked.types && slot >= typesFrom) {
            types.add(query.utf8(1), query.utf8(2), sums);
        }
    }
    DailyTotals totals{days.result(),
                       types.result(connection),
                       ledgerExtent(connection),
                       {},
                       countTooLarge(connection, asked.from, asked.until)};
    if (asked.ranges) {
        addRanges(connection, totals.days, asked.zone);
    }
    totals.ledger.held -= CacheReader(connection).counts().pending;
    const auto day = [&asked](Instant instant) { return dayOf(instant, asked.zone); };
    for (const LedgerGap &gap : ledgerGaps(connection)) {
        const DayGap lost{gap.from ? std::optional(day(*gap.from)) : std::nullopt,
                          gap.until ? std::optional(day(*gap.until)) : std::nullopt};
        const bool joins = !totals.gaps.empty() && lost.first && totals.gaps.back().last &&
                           *lost.first <= *totals.gaps.back().last + 1;
        if (joins) {
            totals.gaps.back().last = lost.last;
        } else {
            totals.gaps.push_back(lost);
        }
    }
    return totals;
}

} // namespace relaybook
