// SPDX-License-Identifier: GPL-3.0-or-later
// Connects purchases with the rest of the account session: stores what was read for an order, loads
// again what an order changed, and passes purchases to the forecast, which uses them to explain why
// a pool increased.

#include "models/account/accountsession.h"

#include "models/buying/accountreader.h"
#include "models/format.h"
#include "models/store/accountstore.h"
#include "models/sync/arearefresh.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// What this program bought of a type, at the time it was sent.
std::vector<TrafficReading> boughtOf(const PurchaseDesk &desk, const QString &proxyType,
                                     Instant since)
{
    std::vector<TrafficReading> bought;
    for (const Order &order : desk.orders()) {
        const bool counts = order.state == Order::State::Settled && order.proxyType == proxyType &&
                            order.sentAt && *order.sentAt >= since;
        if (counts) {
            const bool told = order.receipt.has_value();
            bought.push_back({*order.sentAt, told ? order.receipt->amountAdded : order.amount});
        }
    }
    return bought;
}

/// Whether a part of the list contradicts itself or cannot be read: no sum is made of it there.
bool makesNoSense(const PriceList &prices)
{
    const auto stretches = priceStretches(prices);
    return std::any_of(stretches.begin(), stretches.end(), [](const PriceStretch &stretch) {
        if (stretch.ratePerGb) {
            return false;
        }
        switch (stretch.ratePerGb.error()) {
        case NoQuote::Unreadable:
        case NoQuote::Overlap:
        case NoQuote::Contradiction:
        case NoQuote::BadRate:
            return true;
        case NoQuote::NothingKnown:
        case NoQuote::BelowFirstTier:
        case NoQuote::AboveLastTier:
        case NoQuote::BadAmount:
        case NoQuote::TooLarge:
            break;
        }
        return false;
    });
}

} // namespace

void AccountSession::openPurchases(const QString &folder)
{
    const QString fact = QStringLiteral("purchases");
    PurchaseDesk::JournalMemory memory;
    memory.existed = [this, fact] { return !m_keep->fact(fact).isEmpty(); };
    memory.remember = [this, fact] { m_keep->setFact(fact, QStringLiteral("kept")); };
    memory.forget = [this, fact] { m_keep->setFact(fact, QString()); };
    m_purchases = std::make_unique<PurchaseDesk>(folder, m_client, m_auth, m_clock,
                                                 std::move(memory), m_config.buying);
    connect(m_purchases.get(), &PurchaseDesk::balancesRead, this,
            [this](const std::optional<Balance> &balance, const std::vector<TrafficPool> &pools) {
                const auto put = [balance, pools, now = m_clock.now()](CacheWriter &writer) {
                    if (balance) {
                        writer.putBalance(*balance, now);
                    }
                    if (!pools.empty()) {
                        writer.putPools(pools, now);
                    }
                    return Stored{};
                };
                m_store->write(put, this, [](const StoreResult<Stored> &) {});
            });
    const auto told = std::make_shared<QSet<QString>>(); // types: each is told once
    connect(this, &AccountSession::summaryChanged, this, [this, told] {
        for (const TrafficPool &pool : m_summary.pools) {
            if (!told->contains(pool.type) && makesNoSense(pool.prices)) {
                told->insert(pool.type);
                addNotice(tr("The service's prices for %1 contradict each other or cannot be read. "
                             "They are shown as the service sent them. Where a price is not "
                             "certain, no cost is shown before you buy.")
                              .arg(format::proxyType(pool.type)));
            }
        }
    });
    connect(m_purchases.get(), &PurchaseDesk::orderChanged, this, &AccountSession::keepReceipt);
    const auto last = std::make_shared<LedgerProgress::State>(m_ledger->progress().state);
    connect(m_ledger.get(), &LedgerSync::progressChanged, this, [this, last] {
        const auto now = m_ledger->progress().state;
        const bool ended = now == LedgerProgress::Complete || now == LedgerProgress::Incomplete;
        if (std::exchange(*last, now) != now && ended) {
            m_purchases->lookForLateCharges();
        }
    });
    connect(m_purchases.get(), &PurchaseDesk::accountMoved, this, [this] {
        refresh(Area::Account);
        refresh(Area::Transactions);
    });
}

/// A receipt tells what the pool holds after the order. Services that list no pools tell it nowhere
/// else.
void AccountSession::keepReceipt(const QString &orderId)
{
    const Order *order = m_purchases->order(orderId);
    if (!order || order->state != Order::State::Settled || !order->receipt || !order->endedAt) {
        return;
    }
    const TrafficPool *pool = poolOf(m_summary.pools, order->proxyType);
    if (pool && pool->left && m_summary.leftAsOf.count(pool->type) == 0) {
        return; // the list tells it
    }
    m_store->write(
        [type = order->proxyType, left = order->receipt->trafficBalance, at = *order->endedAt,
         now = m_clock.now()](CacheWriter &writer) {
            writer.putTrafficLeft(type, left, at, now);
            return Stored{};
        },
        this, {});
}

std::vector<std::optional<TrafficForecast>> AccountSession::forecasts() const
{
    constexpr auto lookBack = std::chrono::days(31);
    std::vector<std::optional<TrafficForecast>> all;
    all.reserve(m_summary.pools.size());
    const Instant asOf = m_summary.poolsAsOf.value_or(m_clock.now());
    const Instant since = asOf - lookBack;
    const qint64 firstDay = std::chrono::floor<std::chrono::days>(since).time_since_epoch().count();
    for (const TrafficPool &pool : m_summary.pools) {
        const auto told = m_summary.leftAsOf.find(pool.type);
        const Instant leftAt = told == m_summary.leftAsOf.end() ? asOf : told->second;
        const auto history = m_store->read([&](CacheReader &reader) {
            return TrafficHistory{reader.trafficReadings(pool.type, since),
                                  boughtOf(*m_purchases, pool.type, since),
                                  reader.daysOfUse(firstDay), m_summary.pools.size() == 1};
        });
        all.push_back(pool.left && history
                          ? std::optional(forecastTraffic(*history, *pool.left, leftAt))
                          : std::nullopt);
    }
    return all;
}

} // namespace relaybook
