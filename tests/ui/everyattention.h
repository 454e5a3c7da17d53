// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of "Needs attention" of every kind, for tests that look at how they are shown.

#pragma once

#include "models/attention/attention.h"

#include <vector>

namespace relaybook::testing {

inline AttentionEntry someAttention(AttentionKind kind)
{
    AttentionEntry entry;
    entry.kind = kind;
    entry.key = QStringLiteral("some/%1").arg(static_cast<int>(kind));
    entry.level = kind < AttentionKind::PoolRunsOut       ? AttentionLevel::Act
                  : kind < AttentionKind::FailedProxyTest ? AttentionLevel::Soon
                                                          : AttentionLevel::Note;
    entry.name = QStringLiteral("client_003");
    entry.orderId = QStringLiteral("none");
    entry.token = TokenKind::Reseller;
    entry.area = Area::SubUsers;
    entry.count = kind == AttentionKind::UnreadableRows ? 3 : 0;
    entry.outcome = ProxyTestOutcome::TimedOut;
    entry.transaction = TransactionId(48'895);
    entry.at = fromMillis(1'795'000'000'000);
    entry.left = TrafficAmount::fromUnits(1'200'000'000);
    entry.perDay = TrafficAmount::fromUnits(600'000'000);
    entry.proposed = TrafficAmount::fromUnits(17 * TrafficAmount::unitsPerGb);
    entry.days = 2;
    entry.balance = Money::fromCents(3'020);
    entry.spentPerDay = Money::fromCents(1'512);
    entry.proposedMoney = Money::fromCents(42'340);
    entry.gap = LedgerBreak{};
    TrafficPool pool;
    pool.type = QStringLiteral("mobile");
    pool.left = TrafficAmount::fromUnits(30'200'000'000);
    entry.pool = pool;
    TrafficForecast forecast;
    forecast.state = TrafficForecast::Lasts;
    forecast.madeFrom = TrafficForecast::Readings;
    forecast.likelyDays = 2;
    forecast.paceDays = 7;
    forecast.perDay = TrafficAmount::fromUnits(9'800'000'000);
    entry.forecast = forecast;
    DebitRow row;
    row.id = TransactionId(48'901);
    row.at = *entry.at;
    row.paid = Money::fromCents(2'450);
    row.proxyType = QStringLiteral("residential");
    row.amount = TrafficAmount::fromUnits(10 * TrafficAmount::unitsPerGb);
    DebitRow second = row;
    second.id = TransactionId(48'902);
    second.at += std::chrono::minutes(3);
    DoubleCharge charge{{row, second}, {}, 1};
    if (kind == AttentionKind::DoubleCharge) {
        charge.orders = QStringList{entry.orderId};
    }
    entry.charge = charge;
    return entry;
}

/// One of each kind, as a list shows them.
inline std::vector<AttentionGroup> everyAttention()
{
    std::vector<AttentionGroup> groups;
    for (int kind = 0; kind <= static_cast<int>(AttentionKind::DecidedOrder); ++kind) {
        groups.push_back({{someAttention(static_cast<AttentionKind>(kind))}, 0});
        groups.back().more =
            groups.back().shown.front().kind == AttentionKind::SubUserRunsOut ? 980 : 0;
    }
    return groups;
}

} // namespace relaybook::testing
