// SPDX-License-Identifier: GPL-3.0-or-later
// The call queues of ApiClient: calls wait for a token, for the service's limits and for a free
// connection.
#include "api/http/apiclient.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxInFlight = 6; // connections per host of one network manager
/// A wait is looked at again at least this often: clocks jump, computers sleep.
constexpr milliseconds longestNap = 250ms;
/// Waits shorter than this are not worth a word.
constexpr milliseconds worthAWord = 500ms;

QString hadToWaitText()
{
    return QStringLiteral("the request could not be sent immediately");
}

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
    if (isBarred(call->request)) {
        fail(call, viewOnlyError());
        return;
    }
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
    m_awaitingToken.erase(std::remove(m_awaitingToken.begin(), m_awaitingToken.end(), call),
                          m_awaitingToken.end());
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

bool ApiClient::hadToWait(const ApiError &error)
{
    return error.kind == ErrorKind::Local && error.httpStatus == 0 && !error.mayHaveHappened &&
           error.message == hadToWaitText();
}

Call ApiClient::waitForTurn(const Request &request, qint64 calls, QObject *guard,
                            TurnCall::Handler handler)
{
    return submit(std::make_shared<TurnCall>(request, calls, std::move(handler)), guard);
}

std::chrono::milliseconds ApiClient::limitWait(const Request &request, Lane lane) const
{
    return m_pacer.waitFor(budgetOf(request), lane);
}

std::chrono::milliseconds ApiClient::limitTime(const Request &request, Lane lane,
                                               qint64 calls) const
{
    return m_pacer.timeFor(budgetOf(request), lane, calls);
}

std::chrono::milliseconds ApiClient::refreshPause(const Request &request) const
{
    return m_pacer.refreshPause(budgetOf(request));
}

const RateHeaders &ApiClient::lastLimits(TokenKind token) const
{
    const Budget budget = token == TokenKind::Reseller ? Budget::Reseller : Budget::Personal;
    return m_lastLimits.at(static_cast<std::size_t>(budget));
}

bool ApiClient::canGoNow(const Request &request) const
{
    return !isBarred(request) && m_path.state() == NetworkPath::State::Ready &&
           m_auth.readiness(request.token, m_clock.now()) == AuthSession::Readiness::Ready &&
           limitWait(request) == 0ms;
}

// ------------------------------------------------------------------------------------ view only

ApiError ApiClient::viewOnlyError()
{
    ApiError error;
    error.kind = ErrorKind::ViewOnly;
    error.message = QStringLiteral("the account is set to view only");
    return error;
}

bool ApiClient::isBarred(const Request &request) const
{
    return m_viewOnly && request.effect != Effect::Reads && !request.isOfSignIn;
}

void ApiClient::setViewOnly(bool viewOnly)
{
    if (m_viewOnly == viewOnly) {
        return;
    }
    m_viewOnly = viewOnly;
    for (auto &lanes : m_queues) {
        for (Queue &line : lanes) {
            refuseBarred(line);
        }
    }
    for (Queue *line : {&m_urgent, &m_waitingForToken, &m_awaitingToken}) {
        refuseBarred(*line);
    }
    schedulePump();
    Q_EMIT viewOnlyChanged();
}

void ApiClient::refuseBarred(Queue &line)
{
    const auto barred = std::stable_partition(
        line.begin(), line.end(), [this](const CallPtr &each) { return !isBarred(each->request); });
    const Queue refused(std::make_move_iterator(barred), std::make_move_iterator(line.end()));
    line.erase(barred, line.end());
    for (const CallPtr &call : refused) {
        fail(call, viewOnlyError());
    }
}

void ApiClient::launchUrgent()
{
    for (const CallPtr &call : std::exchange(m_urgent, {})) {
        if (call->isOver) {
            continue;
        }
        if (isBarred(call->request)) {
            fail(call, viewOnlyError());
        } else if (canGoNow(call->request)) {
            m_pacer.count(call->budget);
            launch(call);
        } else {
            ApiError error;
            error.message = hadToWaitText();
            fail(call, std::move(error));
        }
    }
}

void ApiClient::pump()
{
    m_pumpTimer.stop();
    launchUrgent();
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
    if (m_path.state() == NetworkPath::State::Preparing) {
        return false; // looked at again when the way is known
    }
    if (m_path.state() == NetworkPath::State::Broken) {
        line.pop_front();
        fail(call, m_path.error());
        return true;
    }
    const bool reads = call->request.effect == Effect::Reads;
    if (reads && m_inFlight.at(static_cast<std::size_t>(call->lane)) >= maxInFlight) {
        return false; // looked at again when one lands
    }
    const milliseconds wait = m_pacer.waitFor(call->budget, call->lane, call->room);
    if (wait > 0ms) {
        if (call->lane != Lane::Refresh) { // nobody waits for those
            announceWait(call->budget, wait);
        }
        const milliseconds nap = std::min(wait, longestNap);
        if (!m_pumpTimer.isActive() || m_pumpTimer.remainingTimeAsDuration() > nap) {
            m_pumpTimer.start(nap);
        }
        return false;
    }
    line.pop_front();
    if (call->onlyWaits) {
        finish(call);
        return true;
    }
    m_pacer.count(call->budget, call->lane);
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
