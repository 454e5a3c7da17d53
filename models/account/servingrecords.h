// SPDX-License-Identifier: GPL-3.0-or-later
// Stores account data that is received during operations on sub-users: pools, and sub-users that
// were created, changed or deleted.

#pragma once

#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/ids.h"
#include "models/serving/subuserdesk.h"

#include <QObject>
#include <QSet>

namespace relaybook {

class AccountActions;
class AccountStore;
class AreaRefresh;

/// Lives on the GUI thread. Rows are loaded again when the desk is idle, not after each of many
/// operations, because the operations themselves need the rate limits.
class ServingRecords : public QObject
{
    Q_OBJECT

public:
    ServingRecords(const SubUserDesk &desk, AccountStore &store, AccountActions &actions,
                   AreaRefresh &areas, const Clock &clock);

private:
    void keepPools(const std::vector<TrafficPool> &pools);
    void onIdle();

    AccountStore &m_store;
    AccountActions &m_actions;
    AreaRefresh &m_areas;
    const Clock &m_clock;
    QSet<SubUserId> m_moved; ///< since the desk was idle last
    bool m_anyGone = false;
};

} // namespace relaybook
