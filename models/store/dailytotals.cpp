// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/dailytotals.h"

#include "models/store/cachereader.h"
#include "models/store/chain.h"
#include "models/store/ledgerextent.h"
#include "models/store/movementsums.h"
#include "models/store/rowcursor.h"

#include "api/json/jsonscanner.h"

#include <QDateTime>

#include <limits>
#include <map>

namespace relaybook {
namespace {

QDate firstDay()
{
    return {1970, 1, 1};
}

Money closingBefore(Connection &connection, Instant end)
{
    std::optional<qint64> moment;
    {
        Query last(connection, "SELECT max(created_ms) FROM transactions WHERE created_ms < ?");
        if (last.bind(1, toMillis(end)).next()) {
            moment = last.optionalNumber(0);
        }
    }
    const auto rows = moment ? chainAt(connection, *moment) : std::vector<ChainRow>();
    return rows.empty() ? Money() : Money::fromUnits(rows.back().after);
}

/// By the name a row of that quarter-hour gives the product.
QString proxyTypeOf(Connection &connection, const std::string &product, qint64 slot)
{
    Query row(connection, "SELECT raw FROM transactions WHERE created_ms >= ? AND created_ms < ?"
                          " AND +product_id = ? ORDER BY created_ms DESC LIMIT 1");
    row.bind(1, toMillis(slotStart(slot))).bind(2, toMillis(slotStart(slot + 1)));
    if (!row.bindUtf8(3, product).next()) {
        return {};
    }
    const QByteArray raw = row.bytes(0);
    const std::string_view text(raw.constData(), static_cast<size_t>(raw.size()));
    const auto metadata = findMember(text, "metadata");
    const auto name = metadata ? findMember(*metadata, "proxy_type") : std::nullopt;
    const auto inner = name ? JsonScanner(*name).string() : std::nullopt;
    return inner ? QString::fromUtf8(unescapedJson(*inner)) : QString();
}

/// Gathers quarter-hours, the oldest first, into days.
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

/// Gathers quarter-hours, the oldest first, by type and product.
class TypeGatherer
{
public:
    void add(qint64 slot, std::string type, std::string product, const MovementSums &sums)
    {
        if (!product.empty()) {
            m_newest[product] = slot;
        }
        m_sums[{std::move(type), std::move(product)}].add(sums);
    }

    [[nodiscard]] std::vector<TypeTotal> result(Connection &connection) const
    {
        std::map<std::string, QString> names;
        for (const auto &[product, slot] : m_newest) {
            names[product] = proxyTypeOf(connection, product, slot);
        }
        std::vector<TypeTotal> totals;
        for (const auto &[key, sums] : m_sums) {
            TypeTotal total;
            total.type = QString::fromStdString(key.first);
            total.product = QString::fromStdString(key.second);
            if (const auto name = names.find(key.second); name != names.end()) {
                total.proxyType = name->second;
            }
            total.count = sums.rows;
            const auto in = sums.in();
            const auto out = sums.out();
            total.fits = in && out;
            total.in = total.fits ? in.value_or(Money()) : Money();
            total.out = total.fits ? out.value_or(Money()) : Money();
            totals.push_back(std::move(total));
        }
        return totals;
    }

private:
    std::map<std::pair<std::string, std::string>, MovementSums> m_sums; ///< by type and product
    std::map<std::string, qint64> m_newest; ///< by product, its last slot
};

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
    TypeGatherer types;
    Query query(connection, "SELECT slot, type, product_id, row_count, in_dollars, in_rest,"
                            " out_dollars, out_rest FROM slot_totals WHERE slot >= ? AND slot < ?"
                            " ORDER BY slot");
    query.bind(1, firstSlot(asked.from, first)).bind(2, firstSlot(asked.until, last));
    while (query.next()) {
        const qint64 slot = query.number(0);
        const MovementSums sums = movementSums(query, 3);
        days.add(slot, sums.rows);
        if (slot >= typesFrom) {
            types.add(slot, query.utf8(1), query.utf8(2), sums);
        }
    }
    DailyTotals totals{days.result(), types.result(connection), ledgerExtent(connection), {}};
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
