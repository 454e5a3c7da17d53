// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/apiclient.h"

#include "api/http/classify.h"
#include "api/http/logging.h"
#include "api/http/redactedcurl.h"
#include "api/json/jsonreader.h"
#include "api/types/endwithapplication.h"

#include <QRandomGenerator>

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxRepeats = 2;
constexpr qsizetype decodeHereLimit = 16 * 1024;

/// Whether an answer was cut off, emptied or replaced on its way: it is no JSON document. That may
/// pass. Whole JSON of an unexpected form would come again just so.
bool isDamaged(const QByteArray &body)
{
    return JsonReader(body).hasProblem();
}

RouteRequest routeRequest(const ApiClient::Config &config)
{
    return {config.network, config.service.url(), config.service.isLoopback(), config.tls,
            config.systemProxies};
}

} // namespace

ApiClient::ApiClient(Config config, AuthSession &auth, Pacer &pacer, const Clock &clock,
                     QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_auth(auth)
    , m_pacer(pacer)
    , m_clock(clock)
    , m_path(routeRequest(m_config), clock)
{
    m_decoders->setMaxThreadCount(2);
    m_pumpTimer.setSingleShot(true);
    connect(&m_pumpTimer, &QTimer::timeout, this, &ApiClient::pump);
    connect(&m_path, &NetworkPath::settled, this, &ApiClient::onPathSettled);
    connect(&m_auth, &AuthSession::settled, this, &ApiClient::onTokensSettled);
}

ApiClient::~ApiClient()
{
    // Decoding a large answer takes long, and nobody wants the result any more.
    m_mailbox->close();
    m_decoders->clear();
    endWithApplication(std::move(m_decoders));
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
    if (call->isUrgent && !isBarred(call->request)) {
        m_urgent.push_back(call);
        schedulePump();
    } else {
        enqueue(call, call->request.effect == Effect::Spends);
    }
    return Call(
        [client = QPointer<ApiClient>(this), letGo] {
            if (client) {
                letGo();
            }
        },
        [weak] {
            const auto alive = weak.lock();
            return !alive || alive->isOver || !alive->isOut;
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
    } else {
        dequeue(call);
    }
    call->dropHandler();
}

// --------------------------------------------------------------------------------- the attempt

void ApiClient::launch(const CallPtr &call)
{
    if (isBarred(call->request)) { // whatever way it came
        fail(call, viewOnlyError());
        return;
    }
    const TokenKind token = call->request.token;
    call->isOut = true;
    call->tokenGeneration = m_auth.generation(token);
    call->sentAt = m_clock.monotonic();
    FlightSettings settings;
    settings.idleTimeout = m_config.idleTimeout;
    settings.maxAnswerBytes = m_config.maxAnswerBytes;
    m_path.noteUse();
    settings.route = m_path.route();
    noteSecrets(call->request);
    auto *flight =
        new Flight(call->request, m_config.service, m_auth.bearer(token), settings, m_clock, this);
    call->flight = flight;
    ++m_inFlight.at(static_cast<std::size_t>(call->lane));
    connect(flight, &Flight::finished, this,
            [this, call](const AttemptFacts &facts) { land(call, facts); });
    flight->start(manager(call->lane));
}

/// Everything that this call sends and that an error could repeat.
void ApiClient::noteSecrets(const Request &request)
{
    for (const TokenKind token : {TokenKind::Personal, TokenKind::Reseller}) {
        m_errorMask.add(m_auth.bearer(token));
    }
    m_errorMask.add(m_auth.resellerKey());
    m_errorMask.add(request.resellerKey.value_or(Secret()));
    m_errorMask.add(request.bodySecret);
    const QNetworkProxy &proxy = m_path.route().proxy;
    m_errorMask.add(Secret(proxy.password()));
    m_errorMask.add(Secret((proxy.user() + u':' + proxy.password()).toUtf8().toBase64()));
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
    if (facts.rate.limit || facts.rate.remaining) {
        m_lastLimits.at(static_cast<std::size_t>(call.budget)) = facts.rate;
    }
    if (facts.status != 0) {
        m_clockAhead = facts.date ? std::optional(m_clock.now() - *facts.date) : std::nullopt;
    }
    setReachable(facts.status != 0);
    if (facts.status == 0 && facts.endedBy != AttemptFacts::EndedBy::Caller) {
        m_path.noteFailure();
    }
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
        call->isOut = false; // that one was refused
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
    const auto arrived = [this, call, status](bool isDamaged) {
        ApiError *error = call->decodeError();
        const bool reads = call->request.effect == Effect::Reads;
        if (error && isDamaged && reads && call->repeats < maxRepeats && !call->isOver) {
            qCDebug(httpLog, "%s is sent again: the answer was damaged",
                    qUtf8Printable(operationText(call->request)));
            repeatLater(call, *error);
            return;
        }
        if (error) {
            error->httpStatus = status;
            error->operation = operationText(call->request);
            error->curl = redactedCurl(call->request);
            // It said yes to something, and nobody knows to what.
            error->mayHaveHappened = call->request.effect != Effect::Reads;
            m_errorMask.apply(*error);
        }
        finish(call);
    };
    const auto decodeBody = [secrets = m_secrets, call, body] {
        const DecodingScope scope(*secrets);
        call->decode(body);
        return call->decodeError() != nullptr && isDamaged(body);
    };
    if (body.size() <= decodeHereLimit) {
        arrived(decodeBody());
        return;
    }
    m_decoders->start([mailbox = m_mailbox, decodeBody, arrived] {
        const bool damaged = decodeBody();
        mailbox->post([arrived, damaged](ApiClient &) { arrived(damaged); });
    });
}

void ApiClient::fail(const CallPtr &call, ApiError error)
{
    error.operation = operationText(call->request);
    error.curl = redactedCurl(call->request);
    m_errorMask.apply(error);
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

void ApiClient::setReachable(bool reachable)
{
    if (m_reachable != reachable) {
        m_reachable = reachable;
        Q_EMIT reachabilityChanged(reachable);
    }
}

const std::shared_ptr<QNetworkAccessManager> &ApiClient::manager(Lane lane)
{
    auto &manager = m_managers.at(static_cast<std::size_t>(lane));
    if (!manager) {
        manager = std::make_shared<QNetworkAccessManager>();
        manager->setProxy(m_path.route().proxy);
    }
    return manager;
}

// ------------------------------------------------------------------------------------- its way

void ApiClient::setNetwork(const NetworkSettings &settings)
{
    m_managers = {};
    m_path.set(settings);
    schedulePump();
}

/// Connections of another way are not used any more.
void ApiClient::onPathSettled()
{
    const NetworkRoute &route = m_path.route();
    if (route.proxy != m_managersRoute.proxy || route.tls != m_managersRoute.tls) {
        m_managers = {};
        m_managersRoute = route;
    }
    schedulePump();
}

} // namespace relaybook
