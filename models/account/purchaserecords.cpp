// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/purchaserecords.h"

#include "models/buying/accountreader.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"

namespace relaybook {

JournalMemory journalMemory(KeepFile &kept)
{
    const QString fact = QStringLiteral("orders");
    JournalMemory memory;
    memory.existed = [&kept, fact] { return !kept.fact(fact).isEmpty(); };
    memory.remember = [&kept, fact] { kept.setFact(fact, QStringLiteral("kept")); };
    memory.forget = [&kept, fact] { kept.setFact(fact, QString()); };
    return memory;
}

PurchaseRecords::PurchaseRecords(const PurchaseDesk &desk, AccountStore &store,
                                 const AccountSummary &summary, const Clock &clock)
    : m_desk(desk)
    , m_store(store)
    , m_summary(summary)
    , m_clock(clock)
{
    connect(&desk, &PurchaseDesk::balancesRead, this, &PurchaseRecords::keepBalances);
    connect(&desk, &PurchaseDesk::orderChanged, this, &PurchaseRecords::keepReceipt);
}

void PurchaseRecords::keepBalances(const std::optional<Balance> &balance,
                                   const std::vector<TrafficPool> &pools)
{
    m_store.writeOwn(
        [balance, pools, now = m_clock.now()](CacheWriter &writer) {
            if (balance) {
                writer.account().putBalance(*balance, now);
            }
            if (!pools.empty()) {
                writer.account().putPools(pools, now);
            }
            return Stored{};
        },
        this, {});
}

/// A receipt contains the traffic left in the pool after the order. If the service lists no pools,
/// this is the only source.
void PurchaseRecords::keepReceipt(const QString &orderId)
{
    const TopUpOrder *order = m_desk.order(orderId);
    if (!order || order->state != OrderState::Completed || !order->receipt || !order->endedAt) {
        return;
    }
    const TrafficPool *pool = poolOf(m_summary.pools, order->proxyType);
    if (pool && pool->left && m_summary.leftAsOf.count(pool->type) == 0) {
        return; // the list of pools contains it
    }
    m_store.writeOwn(
        [type = order->proxyType, left = order->receipt->trafficBalance, at = *order->endedAt,
         now = m_clock.now()](CacheWriter &writer) {
            writer.account().putTrafficLeft(type, left, at, now);
            return Stored{};
        },
        this, {});
}

} // namespace relaybook
