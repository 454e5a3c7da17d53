// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/dailytotals.h"

#include "models/store/chain.h"
#include "models/store/rowcursor.h"

#include "api/json/jsonscanner.h"

#include <QDateTime>

#include <limits>
#include <map>

namespace relaybook {
namespace {

__extension__ using Wide = __int128;

QDate firstDay()
{
    return {1970, 1, 1};
}

/// Whole dollars and the 10^-8 dollars beside them; nothing where Money does not hold the sum.
std::optional<Money> sumOf(qint64 dollars, qint64 rest)
{
    constexpr qint64 dollar = 100'000'000;
    const Wide units = Wide(dollars) * dollar + rest;
    return units > std::numeric_limits<qint64>::max()
               ? std::nullopt
               : std::optional(Money::fromUnits(static_cast<qint64>(units)));
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

struct Sums
{
    qint64 rows = 0;
    qint64 inDollars = 0;
    qint64 inRest = 0;
    qint64 outDollars = 0;
    qint64 outRest = 0;
};

/// Gathers quarter-hours, the oldest first, into days.
class DayGatherer
{
public:
    DayGatherer(Connection &connection, const QTimeZone &zone)
        : m_connection(connection)
        , m_zone(zone)
    {
    }

    void add(qint64 slot, const std::string &type, const std::string &product, const Sums &sums)
    {
        if (m_sums.empty() || slot >= m_endSlot) {
            endDay();
            m_day = dayOf(slotStart(slot), m_zone);
            m_endSlot = slotOf(dayStart(m_day + 1, m_zone));
        }
        Sums &all = m_sums[{type, product}];
        all.rows += sums.rows;
        all.inDollars += sums.inDollars;
        all.inRest += sums.inRest;
        all.outDollars += sums.outDollars;
        all.outRest += sums.outRest;
        if (!product.empty()) {
            m_newest[product] = slot;
        }
    }

    std::vector<DailyTotal> result()
    {
        endDay();
        std::map<QString, QString> names;
        for (const auto &[product, slot] : m_newest) {
            names[QString::fromStdString(product)] = proxyTypeOf(m_connection, product, slot);
        }
        for (DailyTotal &total : m_totals) {
            if (!total.product.isEmpty()) {
                total.proxyType = names[total.product];
            }
        }
        return std::move(m_totals);
    }

private:
    void endDay()
    {
        if (m_sums.empty()) {
            return;
        }
        const Money closing = closingBefore(m_connection, dayStart(m_day + 1, m_zone));
        for (const auto &[key, sums] : m_sums) {
            DailyTotal total;
            total.day = m_day;
            total.type = QString::fromStdString(key.first);
            total.product = QString::fromStdString(key.second);
            total.count = sums.rows;
            const auto in = sumOf(sums.inDollars, sums.inRest);
            const auto out = sumOf(sums.outDollars, sums.outRest);
            total.fits = in && out;
            total.in = total.fits ? in.value_or(Money()) : Money();
            total.out = total.fits ? out.value_or(Money()) : Money();
            total.closing = closing;
            m_totals.push_back(std::move(total));
        }
        m_sums.clear();
    }

    Connection &m_connection;
    const QTimeZone &m_zone;
    qint64 m_day = 0;
    qint64 m_endSlot = 0;
    std::map<std::pair<std::string, std::string>, Sums> m_sums; ///< by type and product
    std::map<std::string, qint64> m_newest;                     ///< by product, its last slot
    std::vector<DailyTotal> m_totals;
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

std::vector<DailyTotal> dailyTotals(Connection &connection, std::optional<Instant> from,
                                    std::optional<Instant> until, const QTimeZone &zone)
{
    const auto firstSlot = [&zone](Instant instant) {
        return slotOf(dayStart(dayOf(instant, zone), zone));
    };
    const ReadTransaction sameMoment(connection);
    DayGatherer days(connection, zone);
    Query query(connection, "SELECT slot, type, product_id, row_count, in_dollars, in_rest,"
                            " out_dollars, out_rest FROM slot_totals WHERE slot >= ? AND slot < ?"
                            " ORDER BY slot");
    query.bind(1, from ? firstSlot(*from) : std::numeric_limits<qint64>::min());
    query.bind(2, until ? firstSlot(*until) : std::numeric_limits<qint64>::max());
    while (query.next()) {
        days.add(
            query.number(0), query.utf8(1), query.utf8(2),
            {query.number(3), query.number(4), query.number(5), query.number(6), query.number(7)});
    }
    return days.result();
}

} // namespace relaybook
