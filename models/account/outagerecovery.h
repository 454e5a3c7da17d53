// SPDX-License-Identifier: GPL-3.0-or-later
// After the service could not be reached, loads the failed data again as soon as it can be reached.
// Otherwise the error message would stay although the connection works.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"

#include <QObject>

#include <array>
#include <chrono>
#include <optional>

namespace relaybook {

class AccountLedger;
class ApiClient;
class AreaRefresh;

/// Lives on the GUI thread. Makes one attempt after a failure, because a single call may keep
/// failing while others are answered. If it fails again, the next attempt is at least five minutes
/// later.
class OutageRecovery : public QObject
{
    Q_OBJECT

public:
    OutageRecovery(AreaRefresh &areas, AccountLedger &ledger, const ApiClient &client,
                   const Clock &clock);
    ~OutageRecovery() override;

    /// While another account is shown, only the figures are loaded again.
    void setInBackground(bool inBackground);

private:
    void onReachable(bool reachable);
    void look(Area area);
    void tryAgain(Area area);
    [[nodiscard]] AreaStatus statusOf(Area area) const;
    [[nodiscard]] bool isLedgerRead() const;

    AreaRefresh &m_areas;
    AccountLedger &m_ledger;
    const ApiClient &m_client;
    const Clock &m_clock;
    bool m_inBackground = false;
    /// By area: the time of the attempt (Clock::monotonic()), until the area is loaded.
    std::array<std::optional<std::chrono::milliseconds>, 4> m_tried;
};

} // namespace relaybook
