// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/dailytotals.h"

#include "models/store/ledgerscan.h"
#include "models/store/ledgertotals.h"

#include <map>

namespace relaybook {
std::vector<DailyTotal> dailyTotals(Connection &connection, std::optional<Instant> from,
                                    std::optional<Instant> until)
{
    std::vector<DailyTotal> totals;
    LedgerFilter span;
    span.from = from ? std::optional(dayStart(dayOf(*from))) : std::nullopt;
    span.until = until ? std::optional(dayStart(dayOf(*until))) : std::nullopt;
    std::map<qint64, std::map<QString, LedgerFilter>> days;
    Query query(connection, "SELECT created_ms, type FROM transactions ORDER BY created_ms");
    while (query.next()) {
        const Instant at = fromMillis(query.number(0));
        if ((span.from && at < *span.from) || (span.until && at >= *span.until)) {
            continue;
        }
        const qint64 day = dayOf(at);
        const QString type = query.text(1);
        LedgerFilter filter;
        filter.from = dayStart(day);
        filter.until = dayStart(day + 1);
        filter.types = QStringList{type};
        days[day].emplace(type, filter);
    }
    for (const auto &[day, types] : days) {
        LedgerFilter whole;
        whole.from = dayStart(day);
        whole.until = dayStart(day + 1);
        const Money closing = totalsOf(connection, whole).lastAfter.value_or(Money());
        for (const auto &[type, filter] : types) {
            const LedgerTotals sums = totalsOf(connection, filter);
            DailyTotal total;
            total.day = day;
            total.type = type;
            total.fits = sums.in && sums.out;
            total.in = total.fits ? sums.in.value_or(Money()) : Money();
            total.out = total.fits ? sums.out.value_or(Money()) : Money();
            total.count = sums.count;
            total.closing = closing;
            totals.push_back(std::move(total));
        }
    }
    return totals;
}

} // namespace relaybook
