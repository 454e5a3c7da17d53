// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/subuserpace.h"

#include "api/types/wholedays.h"
#include "models/sqlite/connection.h"
#include "models/sqlite/rowcursor.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

namespace relaybook {
namespace {

constexpr double dayMillis = 86'400'000.0;
constexpr auto paceSpan = std::chrono::days(7);

double daysBetween(qint64 fromMs, Instant until)
{
    return static_cast<double>(toMillis(until) - fromMs) / dayMillis;
}

/// The traffic that a sub-user had used at a time.
struct UsedThen
{
    qint64 atMs = 0;
    qint64 used = 0;
};

/// Readings are stored only when figures change: if there is none in the last days, nothing was
/// used, and the newest earlier one is still true.
std::unordered_map<qint64, UsedThen> usedBefore(Connection &connection, Instant asOf)
{
    const Instant since = asOf - paceSpan;
    Query rows(connection, "SELECT sub_user, at_ms, traffic_used FROM sub_user_use"
                           " WHERE traffic_used IS NOT NULL AND at_ms <= ?1 ORDER BY day");
    rows.bind(1, toMillis(asOf));
    std::unordered_map<qint64, UsedThen> found;
    while (rows.next()) {
        const UsedThen reading{rows.number(1), rows.number(2)};
        const bool isBefore = reading.atMs <= toMillis(since);
        if (isBefore) {
            found[rows.number(0)] = {toMillis(since), reading.used};
        } else {
            found.try_emplace(rows.number(0), reading);
        }
    }
    return found;
}

/// Nothing if the reading is less than a day old, or higher than the current one.
std::optional<TrafficAmount> recentPerDay(const UsedThen &then, qint64 usedUnits, Instant asOf)
{
    const double days = daysBetween(then.atMs, asOf);
    if (days < 1 || usedUnits < then.used) {
        return std::nullopt;
    }
    return TrafficAmount::fromUnits(
        std::llround(static_cast<double>(usedUnits - then.used) / days));
}

/// Nothing for a sub-user that is less than a day old or was never used.
std::optional<TrafficAmount> averagePerDay(qint64 usedUnits, qint64 createdMs, Instant asOf)
{
    const double days = daysBetween(createdMs, asOf);
    if (days < 1 || usedUnits <= 0) {
        return std::nullopt;
    }
    return TrafficAmount::fromUnits(std::llround(static_cast<double>(usedUnits) / days));
}

/// A sub-user that used more than it had holds nothing of what the others hold.
void addLeft(std::optional<TrafficAmount> &sum, const std::optional<qint64> &units)
{
    sum = sum && units ? sum->plus(TrafficAmount::fromUnits(std::max<qint64>(*units, 0)))
                       : std::nullopt;
}

/// When the list of sub-users, with its figures, was loaded.
std::optional<Instant> listReadAt(Connection &connection)
{
    Query query(connection, "SELECT as_of_ms FROM areas WHERE name = 'sub_users'");
    return query.next() && !query.isNull(0) ? std::optional(fromMillis(query.number(0)))
                                            : std::nullopt;
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

QString shownName(Query &row)
{
    const QString user = row.text(1);
    const QString own = row.text(2);
    return !user.isEmpty() ? user : !own.isEmpty() ? own : SubUserId(row.number(0)).text();
}

std::optional<qint64> daysLeft(TrafficAmount left, const std::optional<TrafficAmount> &perDay)
{
    if (left.units() <= 0) {
        return 0;
    }
    return perDay ? std::optional(daysLasting(left, *perDay)) : std::nullopt;
}

bool isUsedUpBefore(const SubUserPace::Low &a, const SubUserPace::Low &b)
{
    const auto rank = [](const SubUserPace::Low &each) {
        const bool isEmpty = each.left.units() <= 0;
        return isEmpty       ? 0.0
               : each.perDay ? static_cast<double>(each.left.units()) /
                                   static_cast<double>(each.perDay->units())
                             : std::numeric_limits<double>::max();
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.id.value() < b.id.value();
}

} // namespace

bool LowTraffic::isLow(TrafficAmount traffic, const std::optional<TrafficAmount> &perDay) const
{
    if (perDay && perDay->units() <= 0) {
        return false;
    }
    const bool isLittle = left && traffic <= *left;
    const bool endsSoon =
        days && perDay && (traffic.units() <= 0 || daysLasting(traffic, *perDay) <= qint64{*days});
    return isLittle || endsSoon;
}

SubUserPace subUserPace(Connection &connection, Instant now, std::size_t most,
                        const LowTraffic &little)
{
    SubUserPace use;
    const Instant asOf = listReadAt(connection).value_or(now);
    const auto before = usedBefore(connection, asOf);
    Query rows(connection, "SELECT id, username, local_name, service_type, traffic_left,"
                           " traffic_used, created_ms FROM sub_users");
    while (rows.next()) {
        ++use.subUsers;
        SubUserPace::OfType &ofType = use.byType[rows.text(3).toLower()];
        ++ofType.subUsers;
        const auto left = rows.isNull(4) ? std::nullopt : std::optional(rows.number(4));
        addLeft(ofType.left, left);
        const bool hasUsed = !rows.isNull(5) && rows.number(5) > 0;
        if (hasUsed && !rows.isNull(4) && rows.number(4) <= 0) {
            ++use.usedUp;
        }
        const auto then = before.find(rows.number(0));
        const auto recent = hasUsed && then != before.end()
                                ? recentPerDay(then->second, rows.number(5), asOf)
                                : std::nullopt;
        const auto average = hasUsed && !rows.isNull(6)
                                 ? averagePerDay(rows.number(5), rows.number(6), asOf)
                                 : std::nullopt;
        const auto perDay = recent ? recent : average;
        const auto holds = left ? std::optional(TrafficAmount::fromUnits(*left)) : std::nullopt;
        if (holds && hasUsed && little.isLow(*holds, perDay)) {
            use.low.push_back({SubUserId(rows.number(0)), shownName(rows), rows.text(3), *holds,
                               perDay, daysLeft(*holds, perDay)});
        }
        const auto sum = perDay ? ofType.perDay.plus(*perDay) : std::nullopt;
        if (!sum) {
            continue; // not known, or figures that do not fit
        }
        ofType.perDay = *sum;
        addLeft(ofType.leftOfKnown, left);
        ++ofType.known;
        ++use.known;
        use.recent += recent ? 1 : 0;
        if (perDay->isZero() || rows.isNull(4) || rows.number(4) <= 0) {
            continue;
        }
        keepFirst(use.first,
                  {SubUserId(rows.number(0)), shownName(rows),
                   TrafficAmount::fromUnits(rows.number(4)), *perDay,
                   daysLasting(TrafficAmount::fromUnits(rows.number(4)), *perDay)},
                  most);
    }
    std::sort(use.low.begin(), use.low.end(), isUsedUpBefore);
    use.lowCount = static_cast<qint64>(use.low.size());
    if (use.low.size() > SubUserPace::mostLow) {
        use.low.resize(SubUserPace::mostLow);
    }
    return use;
}

} // namespace relaybook
