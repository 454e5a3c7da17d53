// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/callsinflight.h"

#include <QNetworkAccessManager>

namespace relaybook {
namespace {

constexpr int maxInFlight = 6; // connections per host of one network manager

} // namespace

CallsInFlight::CallsInFlight(ServiceAddress service, FlightSettings settings, const Clock &clock)
    : m_service(std::move(service))
    , m_settings(std::move(settings))
    , m_clock(clock)
{
}

CallsInFlight::~CallsInFlight()
{
    // Flights are deleted before the managers, which they use.
    const auto flights = findChildren<Flight *>(QString(), Qt::FindDirectChildrenOnly);
    qDeleteAll(flights);
}

void CallsInFlight::send(const CallPtr &call, const Secret &bearer, const NetworkRoute &route)
{
    FlightSettings settings = m_settings;
    settings.route = route;
    auto *flight = new Flight(call->request, m_service, bearer, settings, m_clock, this);
    call->flight = flight;
    ++m_counts.at(static_cast<std::size_t>(call->lane));
    connect(flight, &Flight::finished, this, [this, call](const AttemptFacts &facts) {
        forget(*call);
        Q_EMIT ended(call, facts);
    });
    flight->start(manager(call->lane, route));
}

bool CallsInFlight::abort(PendingCall &call)
{
    if (!call.flight) {
        return false;
    }
    call.flight->abandon();
    forget(call);
    return true;
}

void CallsInFlight::forget(PendingCall &call)
{
    call.flight->deleteLater();
    call.flight = nullptr;
    --m_counts.at(static_cast<std::size_t>(call.lane));
}

bool CallsInFlight::isFull(Lane lane) const
{
    return m_counts.at(static_cast<std::size_t>(lane)) >= maxInFlight;
}

void CallsInFlight::useRoute(const NetworkRoute &route)
{
    if (route.proxy != m_managersRoute.proxy || route.tls != m_managersRoute.tls) {
        dropConnections();
        m_managersRoute = route;
    }
}

const std::shared_ptr<QNetworkAccessManager> &CallsInFlight::manager(Lane lane,
                                                                     const NetworkRoute &route)
{
    auto &manager = m_managers.at(static_cast<std::size_t>(lane));
    if (!manager) {
        manager = std::make_shared<QNetworkAccessManager>();
        manager->setProxy(route.proxy);
    }
    return manager;
}

} // namespace relaybook
