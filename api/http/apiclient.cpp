// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/apiclient.h"

#include "api/http/classify.h"
#include "api/http/logging.h"
#include "api/http/redactedcurl.h"
#include "api/json/jsonreader.h"
#include "api/types/endwithapplication.h"
#include "api/types/jobs.h"
#include "api/types/random.h"

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxRepeats = 2;
constexpr int tooManyRequests = 429;
constexpr qsizetype decodeHereLimit = 16 * 1024;
/// The pump looks at a waiting call at least this often, because clocks jump and computers sleep.
constexpr milliseconds longestNap = 250ms;
/// Shorter waits are not announced.
constexpr milliseconds shortestAnnounced = 500ms;

/// Whether a response is no JSON document, because it was cut off, emptied or replaced on its way.
/// Sending the call again may help. It does not help against JSON of an unexpected form.
bool isDamaged(const QByteArray &body)
{
    return JsonReader(body).hasProblem();
}

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

RouteRequest routeRequest(const ApiClient::Config &config)
{
    return {config.network, config.service.url(), config.service.isLoopback(), config.tls,
            config.systemProxies};
}

FlightSettings flightSettings(const ApiClient::Config &config)
{
    FlightSettings settings;
    settings.idleTimeout = config.idleTimeout;
    settings.answerLimits = config.answerLimits;
    settings.maxAnswerBytes = config.maxAnswerBytes;
    return settings;
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
    , m_tokenWait(auth, clock)
    , m_inFlight(m_config.service, flightSettings(m_config), m_config.attempts, clock)
{
    m_decoders->setMaxThreadCount(2);
    m_pumpTimer.setSingleShot(true);
    connect(&m_pumpTimer, &QTimer::timeout, this, &ApiClient::pump);
    connect(&m_path, &NetworkPath::settled, this, &ApiClient::onPathSettled);
    connect(&m_tokenWait, &TokenWait::ready, this, &ApiClient::prepend);
    connect(&m_tokenWait, &TokenWait::failed, this, &ApiClient::fail);
    connect(&m_tokenWait, &TokenWait::signInNeeded, this, &ApiClient::signInNeeded);
    connect(&m_inFlight, &CallsInFlight::ended, this, &ApiClient::land);
}

ApiClient::~ApiClient()
{
    // Decoding a large response takes long, and its result is no longer needed.
    m_mailbox->close();
    m_decoders->clear();
    endWithApplication(std::move(m_decoders));
}

Call ApiClient::submit(const CallPtr &call, QObject *guard)
{
    const std::weak_ptr<PendingCall> weak = call;
    const auto drop = [this, weak] {
        if (const auto alive = weak.lock()) {
            cancel(alive);
        }
    };
    call->guardGone = connect(guard, &QObject::destroyed, this, drop);
    m_path.noteCall();
    if (call->isUrgent && !isBarred(call->request)) {
        m_queues.appendUrgent(call);
        schedulePump();
    } else if (call->request.effect == Effect::Spends) {
        prepend(call);
    } else {
        append(call);
    }
    return Call(
        [client = QPointer<ApiClient>(this), drop] {
            if (client) {
                drop();
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
    if (m_inFlight.abort(*call)) {
        schedulePump();
    } else {
        m_queues.remove(call);
        m_tokenWait.remove(call);
        forgetWait(call->budget);
    }
    call->dropHandler();
}

// ----------------------------------------------------------------------------------- the queues

/// Whether the call was refused because the account is view only.
bool ApiClient::refuseIfBarred(const CallPtr &call)
{
    if (!isBarred(call->request)) {
        return false;
    }
    fail(call, viewOnlyError());
    return true;
}

void ApiClient::append(const CallPtr &call)
{
    if (!refuseIfBarred(call)) {
        m_queues.append(call);
        schedulePump();
    }
}

void ApiClient::prepend(const CallPtr &call)
{
    if (!refuseIfBarred(call)) {
        m_queues.prepend(call);
        schedulePump();
    }
}

/// If no call waits for this budget any more, the next wait is announced again.
void ApiClient::forgetWait(Budget budget)
{
    if (m_queues.isEmpty(budget)) {
        m_announced.at(static_cast<std::size_t>(budget)) = {};
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
    const auto barred = [this](const PendingCall &call) { return isBarred(call.request); };
    for (const CallQueue &refused : {m_queues.take(barred), m_tokenWait.take(barred)}) {
        for (const CallPtr &call : refused) {
            fail(call, viewOnlyError());
        }
    }
    schedulePump();
    Q_EMIT viewOnlyChanged();
}

// ------------------------------------------------------------------------------------- the pump

void ApiClient::launchUrgent()
{
    for (const CallPtr &call : m_queues.takeUrgent()) {
        if (call->isOver || refuseIfBarred(call)) {
            continue;
        }
        if (canGoNow(call->request)) {
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
    for (std::size_t i = 0; i < budgetCount; ++i) {
        const auto budget = static_cast<Budget>(i);
        for (CallQueue &queue : m_queues.of(budget)) {
            while (pumpOne(queue)) {
            }
        }
        forgetWait(budget);
    }
}

/// Handles the first call of the queue. Returns false if it has to wait; the calls behind it wait
/// too.
bool ApiClient::pumpOne(CallQueue &queue)
{
    if (queue.empty()) {
        return false;
    }
    const CallPtr call = queue.front();
    if (call->isOver) {
        queue.pop_front();
        return true;
    }
    if (!m_tokenWait.hasToken(*call)) {
        queue.pop_front();
        m_tokenWait.add(call);
        return true;
    }
    if (m_path.state() == NetworkPath::State::Preparing) {
        return false; // until onPathSettled()
    }
    if (m_path.state() == NetworkPath::State::Broken) {
        queue.pop_front();
        fail(call, m_path.error());
        return true;
    }
    const bool reads = call->request.effect == Effect::Reads;
    if (reads && m_inFlight.isFull(call->lane)) {
        return false; // until land()
    }
    const milliseconds wait = m_pacer.waitFor(call->budget, call->lane, call->room);
    if (wait > 0ms) {
        if (call->lane != Lane::Refresh) { // the user does not wait for Refresh calls
            announceWait(call->budget, wait);
        }
        wakeUpAfter(std::min(wait, longestNap));
        return false;
    }
    queue.pop_front();
    if (call->onlyWaits) {
        finish(call);
        return true;
    }
    m_pacer.count(call->budget, call->lane);
    launch(call);
    return true;
}

void ApiClient::wakeUpAfter(milliseconds wait)
{
    if (!m_pumpTimer.isActive() || m_pumpTimer.remainingTimeAsDuration() > wait) {
        m_pumpTimer.start(wait);
    }
}

void ApiClient::announceWait(Budget budget, milliseconds wait)
{
    if (wait < shortestAnnounced) {
        return;
    }
    const Instant until = m_clock.now() + wait;
    Instant &announced = m_announced.at(static_cast<std::size_t>(budget));
    if (until > announced + 1s || until < announced - 1s) {
        announced = until;
        Q_EMIT waitingForLimit(tokenOf(budget), until);
    }
}

// ------------------------------------------------------------------------------------- sending

void ApiClient::launch(const CallPtr &call)
{
    if (refuseIfBarred(call)) {
        return;
    }
    const TokenKind token = call->request.token;
    call->isOut = true;
    call->tokenGeneration = m_auth.generation(token);
    call->sentAt = m_clock.monotonic();
    m_path.noteUse();
    noteSecrets(call->request);
    m_inFlight.send(call, m_auth.bearer(token), m_path.route());
}

/// Adds the secrets that this call sends, because an error of the service may repeat them.
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
    schedulePump();
    note(*call, facts);

    auto error = classify(call->request, facts);
    if (!error) {
        // "No content" in answer to a read: an empty list. An empty body of any other status is
        // not.
        constexpr int noContent = 204;
        const bool isEmptyList = facts.status == noContent && call->request.effect == Effect::Reads;
        decode(call, isEmptyList ? QByteArrayLiteral(R"({"data":[]})") : facts.body, facts);
        return;
    }
    if (error->httpStatus == tooManyRequests) {
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
    if (facts.status == tooManyRequests) {
        // "Nothing remains" would wait for a whole window. Retry-After gives the exact time.
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
        prepend(call); // the pacer delays it until the time that the service gave
        return;
    }
    // Random, between half and one and a half of the mean, so that many clients do not return at
    // the same time.
    const double mean = static_cast<double>(m_config.repeatPause.count()) * call->repeats;
    const auto pause = milliseconds(static_cast<qint64>(mean * (0.5 + randomFraction())));
    const auto again = [this, call] { prepend(call); };
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
        call->isOut = false; // the service refused it
        prepend(call);       // waits for the new token unless it is there already
        return;
    }
    const bool spends = call->request.effect == Effect::Spends;
    const bool current = call->tokenGeneration == m_auth.generation(call->request.token);
    if (call->request.token != TokenKind::None && current && !(reseller && spends)) {
        m_tokenWait.reject(call->request.token);
    }
    fail(call, std::move(error));
}

void ApiClient::decode(const CallPtr &call, const QByteArray &body, const AttemptFacts &facts)
{
    const auto arrived = [this, call, status = facts.status](bool isDamaged) {
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
            // Success with an unreadable body: the change may have been made.
            error->mayHaveHappened = call->request.effect != Effect::Reads;
            m_errorMask.apply(*error);
        }
        finish(call);
    };
    const auto decodeBody = [secrets = m_secrets, call, body, saysMore = facts.saysMore] {
        const DecodingScope scope(*secrets);
        call->decode(body);
        if (saysMore) {
            call->noteMore();
        }
        return call->decodeError() != nullptr && isDamaged(body);
    };
    if (body.size() <= decodeHereLimit) {
        arrived(decodeBody());
        return;
    }
    startJob(*m_decoders, [mailbox = m_mailbox, decodeBody, arrived] {
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

/// Calls the handler from the event loop, because it may send, cancel, or delete the client.
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

// ------------------------------------------------------------------------------------ the route

void ApiClient::setNetwork(const NetworkSettings &settings)
{
    m_inFlight.dropConnections();
    m_path.set(settings);
    schedulePump();
}

void ApiClient::onPathSettled()
{
    m_inFlight.useRoute(m_path.route());
    schedulePump();
}

} // namespace relaybook
