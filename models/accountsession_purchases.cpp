// SPDX-License-Identifier: GPL-3.0-or-later
// The session's side of buying: what was read for an order goes to the store, and what an order
// moved is read again.

#include "models/accountsession.h"

#include "models/arearefresh.h"
#include "models/store/accountstore.h"

namespace relaybook {

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
    connect(m_purchases.get(), &PurchaseDesk::accountMoved, this, [this] {
        refresh(Area::Account);
        refresh(Area::Transactions);
    });
}

} // namespace relaybook
