// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/apiclient.h"

#include "api/http/classify.h"
#include "api/http/logging.h"
#include "api/http/redactedcurl.h"
#include "api/http/resellerexchange.h"

#include <QRandomGenerator>

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxInFlight = 6; // connections per host of one network manager
constexpr int maxRepeats = 2;
constexpr qsizetype decodeHereLimit = 16 * 1024;
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

ApiError withoutToken(bool rejected)
{
    ApiError error;
    error.kind = ErrorKind::Unauthorized;
    error.message = rejected ? QStringLiteral("the service has refused the token")
                             : QStringLiteral("there is no token for this call");
    return error;
}

} // namespace

ApiClient::ApiClient(Config config, AuthSession &auth, Pacer &pacer, const Clock &clock,
                     QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_auth(auth)
    , m_pacer(pacer)
    , m_clock(clock)
{
    m_decoders.setMaxThreadCount(2);
    m_pumpTimer.setSingleShot(true);
    connect(&m_pumpTimer, &QTimer::timeout, this, &ApiClient::pump);
}

ApiClient::~ApiClient()
{
    m_decoders.waitForDone();
    // Flights before the managers that carry them.
    const auto flights = findChildren<Flight *>(QString(), Qt::FindDirectChildrenOnly);
    qDeleteAll(flights);
}

Call ApiClient::submit(const CallPtr &call, QObject *guard)
{
    const std::weak_ptr<PendingCall> weak = call;
    const auto letGo = [this, weak] {
        if (const auto alive = weak.lock()) {
            cancel(alive);
        }
    };
    call->guardGone = connect(guard, &QObject::destroyed, this, letGo);
    enqueue(call, call->request.effect == Effect::Spends);
    return Call([client = QPointer<ApiClient>(this), letGo] {
        if (client) {
            letGo();
        }
    });
}

void ApiClient::cancel(const CallPtr &call)
{
    if (call->isOver) {
        return;
    }
    call->isOver = true;
    QObject::disconnect(call->guardGone);
    if (call->flight) {
        call->flight->abandon();
        call->flight->deleteLater();
        call->flight = nullptr;
        --m_inFlight.at(static_cast<std::size_t>(call->lane));
        schedulePump();
    }
    call->dropHandler();
}

// ------------------------------------------------------------------------------ queue and pacing

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

bool ApiClient::hasToken(const PendingCall &call) const
{
    const TokenKind token = call.request.token;
    return !isHopeless(call) &&
           m_auth.readiness(token, m_clock.now()) == AuthSession::Readiness::Ready;
}

/// What was refused once is not asked again in the background.
bool ApiClient::isHopeless(const PendingCall &call) const
{
    return call.lane == Lane::Background && m_auth.isRejected(call.request.token);
}

void ApiClient::waitForToken(const CallPtr &call)
{
    if (call->isOver) {
        return;
    }
    const bool missing = !m_auth.has(call->request.token);
    if (missing || isHopeless(*call)) {
        fail(call, withoutToken(!missing));
        return;
    }
    m_waitingForToken.push_back(call);
    startExchange();
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

// --------------------------------------------------------------------------------- the attempt

void ApiClient::launch(const CallPtr &call)
{
    const TokenKind token = call->request.token;
    call->tokenGeneration = m_auth.generation(token);
    call->sentAt = m_clock.monotonic();
    FlightSettings settings;
    settings.idleTimeout = m_config.idleTimeout;
    settings.maxAnswerBytes = m_config.maxAnswerBytes;
    settings.tls = m_config.tls;
    auto *flight =
        new Flight(call->request, m_config.service, m_auth.bearer(token), settings, m_clock, this);
    call->flight = flight;
    ++m_inFlight.at(static_cast<std::size_t>(call->lane));
    connect(flight, &Flight::finished, this,
            [this, call](const AttemptFacts &facts) { land(call, facts); });
    flight->start(manager(call->lane));
}

void ApiClient::land(const CallPtr &call, const AttemptFacts &facts)
{
    --m_inFlight.at(static_cast<std::size_t>(call->lane));
    call->flight->deleteLater();
    call->flight = nullptr;
    schedulePump();
    note(*call, facts);

    auto error = classify(call->request, facts);
    if (!error) {
        decode(call, facts.body, facts.status);
        return;
    }
    if (error->kind == ErrorKind::TooManyRequests) {
        m_pacer.refused(call->budget, error->retryAfter);
    }
    if (error->kind == ErrorKind::Unauthorized) {
        onUnauthorized(call, std::move(*error));
    } else if (call->repeats < maxRepeats && mayRepeat(call->request, *error)) {
        repeatLater(call, *error);
    } else {
        fail(call, std::move(*error));
    }
}

void ApiClient::note(const PendingCall &call, const AttemptFacts &facts)
{
    const milliseconds took = m_clock.monotonic() - call.sentAt;
    qCDebug(httpLog, "%s %s %d %lld ms", verbText(call.request.verb).constData(),
            qUtf8Printable(call.request.path), facts.status, static_cast<long long>(took.count()));
    RateHeaders rate = facts.rate;
    if (facts.status == 429) {
        // Nothing remains now, but Retry-After says when: a whole span need not be waited for.
        rate.remaining.reset();
    }
    m_pacer.learn(call.budget, rate);
    setReachable(facts.status != 0);
}

void ApiClient::repeatLater(const CallPtr &call, const ApiError &error)
{
    ++call->repeats;
    if (error.kind == ErrorKind::TooManyRequests) {
        enqueue(call, true); // the pacer holds it until the service's own time
        return;
    }
    // Between half and one and a half of the mean: many clients must not come back together.
    const double mean = static_cast<double>(m_config.repeatPause.count()) * call->repeats;
    const auto pause = milliseconds(
        static_cast<qint64>(mean * (0.5 + QRandomGenerator::global()->generateDouble())));
    const auto again = [this, call] { enqueue(call, true); };
    QTimer::singleShot(error.retryAfter ? std::max<milliseconds>(pause, *error.retryAfter) : pause,
                       this, again);
}

void ApiClient::onUnauthorized(const CallPtr &call, ApiError error)
{
    const bool reseller = call->request.token == TokenKind::Reseller;
    if (reseller) {
        m_auth.dropResellerToken(call->tokenGeneration);
    }
    const bool replay = reseller && call->request.effect != Effect::Spends && !call->wasReplayed;
    if (replay) {
        call->wasReplayed = true;
        enqueue(call, true); // waits there for the new token, if it has not come already
        return;
    }
    const bool spends = call->request.effect == Effect::Spends;
    const bool current = call->tokenGeneration == m_auth.generation(call->request.token);
    if (call->request.token != TokenKind::None && current && !(reseller && spends)) {
        askToSignIn(call->request.token);
    }
    fail(call, std::move(error));
}

void ApiClient::decode(const CallPtr &call, const QByteArray &body, int status)
{
    const auto arrived = [this, call, status] {
        if (ApiError *error = call->decodeError()) {
            error->httpStatus = status;
            error->operation = operationText(call->request);
            error->curl = redactedCurl(call->request);
            // It said yes to something, and nobody knows to what.
            error->mayHaveHappened = call->request.effect != Effect::Reads;
        }
        finish(call);
    };
    if (body.size() <= decodeHereLimit) {
        call->decode(body);
        arrived();
        return;
    }
    m_decoders.start([this, call, body, arrived] {
        call->decode(body);
        QMetaObject::invokeMethod(this, arrived, Qt::QueuedConnection);
    });
}

void ApiClient::fail(const CallPtr &call, ApiError error)
{
    error.operation = operationText(call->request);
    error.curl = redactedCurl(call->request);
    call->fail(std::move(error));
    finish(call);
}

/// From the event loop, never from within: a handler may send, cancel, or delete the client.
void ApiClient::finish(const CallPtr &call)
{
    const auto deliver = [call] {
        if (!call->isOver) {
            call->isOver = true;
            QObject::disconnect(call->guardGone);
            call->deliver();
        }
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
}

// ------------------------------------------------------------------------------------- tokens

void ApiClient::startExchange()
{
    if (m_exchange && !m_exchange->isOver) {
        return;
    }
    const Secret key = m_auth.resellerKey();
    auto call = std::make_shared<TypedCall<ResellerExchange>>(
        ResellerExchange{key}.toRequest(), Lane::User,
        [this, key](const Result<ResellerToken> &answer) { onExchanged(key, answer); });
    m_exchange = call;
    enqueue(call, true);
}

void ApiClient::onExchanged(const Secret &key, const Result<ResellerToken> &answer)
{
    m_exchange.reset();
    const Queue waiting = std::exchange(m_waitingForToken, {});
    const bool keyChanged = key != m_auth.resellerKey();
    if (answer || keyChanged) {
        if (answer) {
            qCDebug(authLog, "the reseller token was renewed");
            m_auth.storeResellerToken(key, *answer, m_clock.now());
        }
        std::for_each(waiting.rbegin(), waiting.rend(),
                      [this](const CallPtr &call) { enqueue(call, true); });
        return;
    }
    ApiError error = answer.error();
    error.mayHaveHappened = false; // none of the waiting calls was sent
    const bool refused = error.kind == ErrorKind::Unauthorized ||
                         error.kind == ErrorKind::Forbidden ||
                         error.kind == ErrorKind::Validation || error.kind == ErrorKind::NotFound;
    if (refused) {
        error.kind = ErrorKind::Unauthorized;
        askToSignIn(TokenKind::Reseller);
    }
    for (const CallPtr &call : waiting) {
        fail(call, error);
    }
}

void ApiClient::askToSignIn(TokenKind token)
{
    m_auth.reject(token);
    auto &asked = token == TokenKind::Personal ? m_askedPersonal : m_askedReseller;
    const quint64 generation = m_auth.generation(token);
    if (asked != generation) {
        asked = generation;
        Q_EMIT signInNeeded(token);
    }
}

void ApiClient::setReachable(bool reachable)
{
    if (m_reachable != reachable) {
        m_reachable = reachable;
        Q_EMIT reachabilityChanged(reachable);
    }
}

QNetworkAccessManager &ApiClient::manager(Lane lane)
{
    auto &manager = m_managers.at(static_cast<std::size_t>(lane));
    if (!manager) {
        manager = std::make_unique<QNetworkAccessManager>();
    }
    return *manager;
}

ApiClient::Queue &ApiClient::queue(Budget budget, Lane lane)
{
    return m_queues.at(static_cast<std::size_t>(budget)).at(static_cast<std::size_t>(lane));
}

} // namespace relaybook
