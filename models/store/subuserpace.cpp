// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/subuserpace.h"

#include "models/store/connection.h"
#include "models/store/rowcursor.h"

#include <algorithm>
#include <cmath>

namespace relaybook {
namespace {

constexpr double dayMillis = 86'400'000.0;

/// Nothing before a day has passed, and for what was never used.
std::optional<TrafficAmount> averagePerDay(qint64 usedUnits, qint64 createdMs, Instant now)
{
    const double days = static_cast<double>(toMillis(now) - createdMs) / dayMillis;
    if (days < 1 || usedUnits <= 0) {
        return std::nullopt;
    }
    return TrafficAmount::fromUnits(std::llround(static_cast<double>(usedUnits) / days));
}

bool runsDryBefore(const SubUserPace::Lasting &a, const SubUserPace::Lasting &b)
{
    const auto lasts = [](const SubUserPace::Lasting &each) {
        return static_cast<double>(each.left.units()) / static_cast<double>(each.perDay.units());
    };
    return lasts(a) != lasts(b) ? lasts(a) < lasts(b) : a.id.value() < b.id.value();
}

void keepFirst(std::vector<SubUserPace::Lasting> &first, SubUserPace::Lasting come,
               std::size_t most)
{
    if (first.size() == most && (most == 0 || !runsDryBefore(come, first.back()))) {
        return;
    }
    first.insert(std::upper_bound(first.begin(), first.end(), come, runsDryBefore),
                 std::move(come));
    if (first.size() > most) {
        first.pop_back();
    }
}

} // namespace

SubUserPace subUserPace(Connection &connection, Instant now, std::size_t most)
{
    SubUserPace use;
    Query rows(connection, "SELECT id, username, local_name, service_type, traffic_left,"
                           " traffic_used, created_ms FROM sub_users");
    while (rows.next()) {
        ++use.subUsers;
        SubUserPace::OfType &ofType = use.byType[rows.text(3).toLower()];
        ++ofType.subUsers;
        const bool hasUsed = !rows.isNull(5) && rows.number(5) > 0;
        if (hasUsed && !rows.isNull(4) && rows.number(4) <= 0) {
            ++use.usedUp;
        }
        const auto perDay = hasUsed && !rows.isNull(6)
                                ? averagePerDay(rows.number(5), rows.number(6), now)
                                : std::nullopt;
        if (!perDay || perDay->isZero()) {
            continue;
        }
        const auto sum = ofType.perDay.plus(*perDay);
        if (!sum) {
            continue; // absurd figures
        }
        ofType.perDay = *sum;
        ++ofType.known;
        ++use.known;
        if (rows.isNull(4) || rows.number(4) <= 0) {
            continue;
        }
        const QString user = rows.text(1);
        const QString own = rows.text(2);
        const SubUserId id(rows.number(0));
        keepFirst(use.first,
                  {id,
                   !user.isEmpty()  ? user
                   : !own.isEmpty() ? own
                                    : id.text(),
                   TrafficAmount::fromUnits(rows.number(4)), *perDay,
                   rows.number(4) / perDay->units()},
                  most);
    }
    return use;
}

} // namespace relaybook
