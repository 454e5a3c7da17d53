// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/subuserusewriter.h"

#include <chrono>

namespace relaybook {
namespace {

/// A forecast looks back 30 days. With 50,000 sub-users in use, a day takes 2 MB.
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

void SubUserUseWriter::put(SubUserId id, const SubUserUse &use)
{
    if (!use.left && !use.used) {
        return;
    }
    Query put(m_context.connection, "INSERT OR REPLACE INTO sub_user_use VALUES (?, ?, ?, ?, ?)");
    put.bind(1, utcDayOf(use.at)).bind(2, id.value()).bind(3, toMillis(use.at));
    put.bind(4, unitsOf(use.left)).bind(5, unitsOf(use.used)).run();
}

void SubUserUseWriter::beginList(Instant now)
{
    Query query(m_context.connection, "SELECT as_of_ms FROM areas WHERE name = 'sub_users'");
    m_list = {query.next() ? std::optional(fromMillis(query.number(0))) : std::nullopt, now};
}

void SubUserUseWriter::endList()
{
    Query old(m_context.connection, "DELETE FROM sub_user_use WHERE day < ?");
    old.bind(1, utcDayOf(m_list->now) - daysOfUseKept).run();
    m_list.reset();
}

void SubUserUseWriter::noteRow(const std::optional<SubUser> &before, const SubUser &now)
{
    if (!m_list) {
        return;
    }
    const bool isReported = before && (before->trafficLeft || before->trafficUsed);
    if (isReported && before->trafficLeft == now.trafficLeft &&
        before->trafficUsed == now.trafficUsed) {
        return;
    }
    // Lists without a change wrote nothing: the earlier figures were last true in the previous
    // list.
    if (isReported && m_list->before && utcDayOf(*m_list->before) != utcDayOf(m_list->now)) {
        put(now.id, {*m_list->before, before->trafficLeft, before->trafficUsed});
    }
    put(now.id, {m_list->now, now.trafficLeft, now.trafficUsed});
}

} // namespace relaybook
