// SPDX-License-Identifier: GPL-3.0-or-later
// After the way to the service failed, loads the failed data again as soon as it works, and tries
// at growing intervals whether it does. Otherwise the error message would stay although the
// connection works.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

class AccountLedger;
class ApiClient;
class AreaRefresh;

/// Lives on the GUI thread. Each area that failed by an error of the way (isOfTheWay()) is tried
/// after each of the intervals, then every five minutes; the figures, which are a call or two,
/// every minute. When another area was loaded, or the service can be reached again, it is tried at
/// once, but at most every five minutes, because a single call may keep failing while others are
/// answered.
class OutageRecovery : public QObject
{
    Q_OBJECT

public:
    using Intervals = std::vector<std::chrono::milliseconds>;
    struct Parts
    {
        AreaRefresh &areas;
        AccountLedger &ledger;
        const ApiClient &client;
        const Clock &clock;
        std::function<bool()> mayTry; ///< whether something may be loaded without being asked for
    };

    explicit OutageRecovery(Parts parts);
    ~OutageRecovery() override;

    /// To be called when the system says that there is a network again: what failed is tried at
    /// once, and then at the first intervals. Has no effect again within the first of them.
    void noteNetworkIsBack();
    /// While another account is shown, only the figures are loaded again.
    void setInBackground(bool inBackground);
    /// For tests.
    void setIntervals(const Intervals &intervals) { m_intervals = intervals; }

private:
    struct Attempts
    {
        bool hasFailed = false;
        int count = 0;                                   ///< since it failed
        std::optional<std::chrono::milliseconds> due;    ///< of the next one, Clock::monotonic()
        std::optional<std::chrono::milliseconds> atOnce; ///< the last one for which nothing waited
    };

    void tryAllAtOnce();
    void look(Area area);
    void startTimer();
    void tryNext();
    void tryAgain(Area area);
    [[nodiscard]] bool isToBeTried(Area area) const;
    [[nodiscard]] std::chrono::milliseconds intervalOf(Area area, const ApiError &error) const;
    [[nodiscard]] AreaStatus statusOf(Area area) const;
    [[nodiscard]] bool isLedgerRead() const;
    [[nodiscard]] Attempts &of(Area area) { return m_attempts.at(static_cast<std::size_t>(area)); }
    [[nodiscard]] const Attempts &of(Area area) const
    {
        return m_attempts.at(static_cast<std::size_t>(area));
    }

    const Parts m_parts;
    bool m_inBackground = false;
    std::optional<std::chrono::milliseconds> m_backAt; ///< of the network, Clock::monotonic()
    Intervals m_intervals;
    std::array<Attempts, 4> m_attempts;
    QTimer m_timer;
};

} // namespace relaybook
