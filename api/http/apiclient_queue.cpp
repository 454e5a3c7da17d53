// SPDX-License-Identifier: GPL-3.0-or-later
// Whose turn it is: calls wait in line for their token, for the limits of the service, and for one
// of the connections.
#include "api/http/apiclient.h"

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxInFlight = 6; // connections per host of one network manager
/// A wait is looked at again at least this often: clocks jump, computers sleep.
constexpr milliseconds longestNap = 250ms;
/// Waits shorter than this are not worth a word.
constexpr milliseconds worthAWord = 500ms;

TokenKind tokenOf(Budget budget)
{
    switch (budget) {
    case Budget::Personal:
        return TokenKind::Personal;
    case Budget::Reseller:
        return TokenKind::Reseller;
    case Budget::SignIn:
    case Budget::Geo:
        break;
    }
    return TokenKind::None;
}

} // namespace

ApiClient::Queue &ApiClient::queue(Budget budget, Lane lane)
{
    return m_queues.at(static_cast<std::size_t>(budget)).at(static_cast<std::size_t>(lane));
}

void ApiClient::enqueue(const CallPtr &call, bool first)
{
    Queue &line = queue(call->budget, call->lane);
    if (first) {
        line.push_front(call);
    } else {
        line.push_back(call);
    }
    schedulePump();
}

void ApiClient::schedulePump()
{
    m_pumpTimer.start(0);
}

void ApiClient::pump()
{
    m_pumpTimer.stop();
    for (auto &lanes : m_queues) {
        for (Queue &line : lanes) {
            while (pumpOne(line)) {
            }
        }
    }
}

/// True where the head of the queue was dealt with, and the next one may be looked at.
bool ApiClient::pumpOne(Queue &line)
{
    if (line.empty()) {
        return false;
    }
    const CallPtr call = line.front();
    if (call->isOver || !hasToken(*call)) {
        line.pop_front();
        waitForToken(call);
        return true;
    }
    const bool reads = call->request.effect == Effect::Reads;
    if (reads && m_inFlight.at(static_cast<std::size_t>(call->lane)) >= maxInFlight) {
        return false; // looked at again when one lands
    }
    const milliseconds wait = m_pacer.waitFor(call->budget, call->lane);
    if (wait > 0ms) {
        announceWait(call->budget, wait);
        const milliseconds nap = std::min(wait, longestNap);
        if (!m_pumpTimer.isActive() || m_pumpTimer.remainingTimeAsDuration() > nap) {
            m_pumpTimer.start(nap);
        }
        return false;
    }
    line.pop_front();
    m_pacer.count(call->budget);
    launch(call);
    return true;
}

void ApiClient::announceWait(Budget budget, milliseconds wait)
{
    if (wait < worthAWord) {
        return;
    }
    const Instant until = m_clock.now() + wait;
    Instant &announced = m_announced.at(static_cast<std::size_t>(budget));
    if (until > announced + 1s || until < announced - 1s) {
        announced = until;
        Q_EMIT waitingForLimit(tokenOf(budget), until);
    }
}

} // namespace relaybook
