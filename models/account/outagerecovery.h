// SPDX-License-Identifier: GPL-3.0-or-later
// Loads again what could not be loaded because the service could not be reached, as soon as it can
// be reached again: else the message would stay beside a connection that works.

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

/// Lives on the GUI thread. A failure is followed by one attempt, not by an endless row of them: a
/// single call may fail for long while the others are answered. Where that looks as if the service
/// went and came back with every call, there are five minutes between two attempts.
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
    /// By area, of the monotonic clock: the attempt since it was loaded.
    std::array<std::optional<std::chrono::milliseconds>, 4> m_tried;
};

} // namespace relaybook
