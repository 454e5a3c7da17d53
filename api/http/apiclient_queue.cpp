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
        // Before everything but purchases: those wait behind nothing, save one another.
        const auto place = std::find_if(line.begin(), line.end(), [](const CallPtr &each) {
            return each->request.effect != Effect::Spends;
        });
        line.insert(place, call);
    } else {
        line.push_back(call);
    }
    schedulePump();
}

void ApiClient::dequeue(const CallPtr &call)
{
    Queue &line = queue(call->budget, call->lane);
    line.erase(std::remove(line.begin(), line.end(), call), line.end());
    forgetWait(static_cast<std::size_t>(call->budget));
}

/// Where nobody waits any more: whoever waits next is told anew.
void ApiClient::forgetWait(std::size_t budget)
{
    const auto &lanes = m_queues.at(budget);
    if (std::all_of(lanes.begin(), lanes.end(), [](const Queue &line) { return line.empty(); })) {
        m_announced.at(budget) = {};
    }
}

void ApiClient::schedulePump()
{
    m_pumpTimer.start(0);
}

void ApiClient::pump()
{
    m_pumpTimer.stop();
    for (std::size_t budget = 0; budget < m_queues.size(); ++budget) {
        for (Queue &line : m_queues.at(budget)) {
            while (pumpOne(line)) {
            }
        }
        forgetWait(budget);
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
