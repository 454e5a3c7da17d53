// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/trafficforecasts.h"

#include "models/buying/purchasedesk.h"
#include "models/store/accountstore.h"

#include <chrono>

namespace relaybook {
namespace {

/// The purchases of a type with this program, by the time of sending.
std::vector<TrafficReading> boughtOf(const PurchaseDesk &desk, const QString &proxyType,
                                     Instant since)
{
    std::vector<TrafficReading> bought;
    for (const TopUpOrder &order : desk.orders()) {
        const bool counts = order.state == OrderState::Completed && order.proxyType == proxyType &&
                            order.sentAt && *order.sentAt >= since;
        if (counts) {
            const bool reported = order.receipt.has_value();
            bought.push_back({*order.sentAt, reported ? order.receipt->amountAdded : order.amount});
        }
    }
    return bought;
}

} // namespace

std::vector<std::optional<TrafficForecast>>
trafficForecasts(const AccountSummary &summary, AccountStore &store, const PurchaseDesk &purchases,
                 const BoughtTraffic &bought, Instant now)
{
    constexpr auto lookBack = std::chrono::days(31);
    std::vector<std::optional<TrafficForecast>> all;
    all.reserve(summary.pools.size());
    const Instant asOf = summary.poolsAsOf.value_or(now);
    const Instant since = asOf - lookBack;
    const qint64 firstDay = std::chrono::floor<std::chrono::days>(since).time_since_epoch().count();
    std::vector<TrafficReading> allBought; // of the types whose traffic left is reported
    for (const TrafficPool &pool : summary.pools) {
        if (const auto ofType = bought.byType.find(pool.type); ofType != bought.byType.end()) {
            allBought.insert(allBought.end(), ofType->second.begin(), ofType->second.end());
        }
    }
    for (const TrafficPool &pool : summary.pools) {
        const auto reported = summary.leftAsOf.find(pool.type);
        const Instant leftAt = reported == summary.leftAsOf.end() ? asOf : reported->second;
        const auto ofLedger = bought.byType.find(pool.type);
        const auto history = store.read([&](CacheReader &reader) {
            return TrafficHistory{reader.trafficReadings(pool.type, since),
                                  boughtOf(purchases, pool.type, since),
                                  reader.daysOfUse(firstDay),
                                  summary.pools.size() == 1,
                                  ofLedger == bought.byType.end() ? std::vector<TrafficReading>()
                                                                  : ofLedger->second,
                                  allBought,
                                  bought.until};
        });
        all.push_back(pool.left && history
                          ? std::optional(forecastTraffic(*history, *pool.left, leftAt))
                          : std::nullopt);
    }
    return all;
}

} // namespace relaybook
