// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CacheWriter that stores the traffic of sub-users over time.

#include "models/store/cachewriter.h"

#include <chrono>

namespace relaybook {
namespace {

/// A forecast looks back 30 days; with 50,000 sub-users in use, each day more is 2 MB.
constexpr qint64 daysOfUseKept = 35;

qint64 utcDayOf(Instant at)
{
    return std::chrono::floor<std::chrono::days>(at).time_since_epoch().count();
}

std::optional<qint64> unitsOf(const std::optional<TrafficAmount> &amount)
{
    return amount ? std::optional<qint64>(amount->units()) : std::nullopt;
}

} // namespace

void CacheWriter::putSubUserUse(SubUserId id, const SubUserUse &use)
{
    if (!use.left && !use.used) {
        return;
    }
    Query put(m_connection, "INSERT OR REPLACE INTO sub_user_use VALUES (?, ?, ?, ?, ?)");
    put.bind(1, utcDayOf(use.at)).bind(2, id.value()).bind(3, toMillis(use.at));
    put.bind(4, unitsOf(use.left)).bind(5, unitsOf(use.used)).run();
}

/// While nothing changes, nothing is written: only when it does, is the list before known to be the
/// last one with the earlier figures.
void CacheWriter::noteUse(const std::optional<SubUser> &before, const SubUser &now,
                          const ListTimes &times)
{
    const bool isReported = before && (before->trafficLeft || before->trafficUsed);
    if (isReported && before->trafficLeft == now.trafficLeft &&
        before->trafficUsed == now.trafficUsed) {
        return;
    }
    if (isReported && times.before && utcDayOf(*times.before) != utcDayOf(times.now)) {
        putSubUserUse(now.id, {*times.before, before->trafficLeft, before->trafficUsed});
    }
    putSubUserUse(now.id, {times.now, now.trafficLeft, now.trafficUsed});
}

std::optional<Instant> CacheWriter::listReadBefore()
{
    Query query(m_connection, "SELECT as_of_ms FROM areas WHERE name = 'sub_users'");
    return query.next() ? std::optional(fromMillis(query.number(0))) : std::nullopt;
}

void CacheWriter::forgetOldUse(Instant now)
{
    Query old(m_connection, "DELETE FROM sub_user_use WHERE day < ?");
    old.bind(1, utcDayOf(now) - daysOfUseKept).run();
}

} // namespace relaybook
