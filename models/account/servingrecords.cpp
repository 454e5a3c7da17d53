// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/servingrecords.h"

#include "models/account/accountactions.h"
#include "models/store/accountstore.h"
#include "models/sync/arearefresh.h"

#include <utility>

namespace relaybook {

ServingRecords::ServingRecords(const SubUserDesk &desk, AccountStore &store,
                               AccountActions &actions, AreaRefresh &areas, const Clock &clock)
    : m_store(store)
    , m_actions(actions)
    , m_areas(areas)
    , m_clock(clock)
{
    connect(&desk, &SubUserDesk::poolsRead, this, &ServingRecords::keepPools);
    connect(&desk, &SubUserDesk::subUserRead, this,
            [this](const SubUser &row) { m_actions.storeRead(row); });
    connect(&desk, &SubUserDesk::subUserGone, this, [this](SubUserId id) {
        m_moved.remove(id);
        m_anyGone = true;
        m_actions.storeGone(id);
    });
    connect(&desk, &SubUserDesk::subUserMoved, this, [this](SubUserId id) { m_moved.insert(id); });
    connect(&desk, &OrderEngine::idle, this, &ServingRecords::onIdle);
}

void ServingRecords::keepPools(const std::vector<TrafficPool> &pools)
{
    m_store.writeOwn(
        [pools, now = m_clock.now()](CacheWriter &writer) {
            writer.account().putPoolsOfBalance(pools, now);
            return Stored{};
        },
        this, {});
}

void ServingRecords::onIdle()
{
    constexpr qsizetype mostSingly = 3;
    const QSet<SubUserId> moved = std::exchange(m_moved, {});
    const bool anyGone = std::exchange(m_anyGone, false);
    if (moved.isEmpty() && !anyGone) {
        return;
    }
    m_areas.refresh(Area::Account);
    if (anyGone || moved.size() > mostSingly) {
        m_areas.refresh(Area::SubUsers); // one refresh for any number of sub-users
        return;
    }
    for (const SubUserId id : moved) {
        m_actions.readSubUser(id, this, {}).detach();
    }
}

} // namespace relaybook
