// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/callsinflight.h"

#include <QNetworkAccessManager>

#include <utility>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

constexpr int maxInFlight = 6; // connections per host of one network manager
/// After so long without a call a connection may be dead without a word: a router forgot it, or
/// the computer slept. A call on it waits until it times out.
constexpr std::chrono::milliseconds longestIdle = 30s;

/// Whether the connection, or the way to it, may be dead: nothing was answered.
bool isUnanswered(const AttemptFacts &facts)
{
    return facts.status == 0 && facts.endedBy != AttemptFacts::EndedBy::Caller;
}

} // namespace

CallsInFlight::CallsInFlight(ServiceAddress service, FlightSettings settings, AttemptMaker attempts,
                             const Clock &clock)
    : m_service(std::move(service))
    , m_settings(std::move(settings))
    , m_attempts(std::move(attempts))
    , m_clock(clock)
{
}

CallsInFlight::~CallsInFlight()
{
    // Before the managers, which they use.
    const auto attempts = findChildren<Attempt *>(QString(), Qt::FindDirectChildrenOnly);
    qDeleteAll(attempts);
}

void CallsInFlight::send(const CallPtr &call, const Secret &bearer, const NetworkRoute &route)
{
    dropOldConnections(call->lane);
    Attempt *attempt = makeAttempt(*call, bearer, route);
    call->attempt = attempt;
    ++m_counts.at(static_cast<std::size_t>(call->lane));
    connect(attempt, &Attempt::finished, this, [this, call](const AttemptFacts &facts) {
        forget(*call);
        const auto lane = static_cast<std::size_t>(call->lane);
        m_usedAt.at(lane) = m_clock.monotonic();
        if (isUnanswered(facts)) {
            m_managers.at(lane).reset(); // a repeat must not take the next dead connection
        }
        Q_EMIT ended(call, facts);
    });
    attempt->start();
}

Attempt *CallsInFlight::makeAttempt(const PendingCall &call, const Secret &bearer,
                                    const NetworkRoute &route)
{
    FlightSettings settings = m_settings;
    settings.route = route;
    return m_attempts ? m_attempts(call.request, bearer, settings, this)
                      : new Flight(call.request, m_service, bearer, settings,
                                   manager(call.lane, route), m_clock, this);
}

/// Some monotonic clocks stop while the computer sleeps, so the wall clock is looked at, too. Where
/// the user set it ahead, a good connection is dropped.
void CallsInFlight::dropOldConnections(Lane lane)
{
    const auto now = m_clock.monotonic();
    const std::chrono::milliseconds ahead(toMillis(m_clock.now()) - now.count());
    const bool hasSlept = ahead - std::exchange(m_wallAhead, ahead) > longestIdle;
    auto &usedAt = m_usedAt.at(static_cast<std::size_t>(lane));
    if (hasSlept) {
        dropConnections();
    } else if (now - usedAt > longestIdle) {
        m_managers.at(static_cast<std::size_t>(lane)).reset();
    }
    usedAt = now;
}

bool CallsInFlight::abort(PendingCall &call)
{
    if (!call.attempt) {
        return false;
    }
    call.attempt->abandon();
    forget(call);
    return true;
}

void CallsInFlight::forget(PendingCall &call)
{
    call.attempt->deleteLater();
    call.attempt = nullptr;
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
