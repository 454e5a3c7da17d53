// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of ApiClient that are being sent, and the network managers that carry them.

#pragma once

#include "api/http/callqueues.h"
#include "api/http/flight.h"

#include <QObject>

#include <array>
#include <chrono>
#include <memory>

namespace relaybook {

class CallsInFlight : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive this object. The route in `settings` is not used. Without `attempts`,
    /// calls are sent over the network.
    CallsInFlight(ServiceAddress service, FlightSettings settings, AttemptMaker attempts,
                  const Clock &clock);
    /// Aborts all calls without emitting ended().
    ~CallsInFlight() override;

    void send(const CallPtr &call, const Secret &bearer, const NetworkRoute &route);
    /// Aborts the call, without emitting ended(). False if it is not being sent.
    bool abort(PendingCall &call);
    /// Whether another read of this lane would have to wait for a free connection.
    [[nodiscard]] bool isFull(Lane lane) const;
    /// The connections that are open now are not used for further calls. Running calls continue.
    void dropConnections() { m_managers = {}; }
    /// Drops the connections if they were made over another route.
    void useRoute(const NetworkRoute &route);

Q_SIGNALS:
    void ended(const relaybook::CallPtr &call, const relaybook::AttemptFacts &facts);

private:
    [[nodiscard]] Attempt *makeAttempt(const PendingCall &call, const Secret &bearer,
                                       const NetworkRoute &route);
    void forget(PendingCall &call);
    void dropOldConnections(Lane lane);
    [[nodiscard]] const std::shared_ptr<QNetworkAccessManager> &manager(Lane lane,
                                                                        const NetworkRoute &route);

    ServiceAddress m_service;
    FlightSettings m_settings;
    AttemptMaker m_attempts;
    const Clock &m_clock;
    /// Shared with the flights that use them, so that replacing a manager does not abort its
    /// flights.
    std::array<std::shared_ptr<QNetworkAccessManager>, laneCount> m_managers;
    NetworkRoute m_managersRoute;
    std::array<std::chrono::milliseconds, laneCount> m_usedAt{}; ///< monotonic
    std::chrono::milliseconds m_wallAhead{0}; ///< of the monotonic clock, when a call was sent last
    std::array<int, laneCount> m_counts{};
};

} // namespace relaybook
