// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP client of the program: signs, paces and sends calls to the service, and decodes the
// responses. Calls that only read are repeated if the connection or the response broke; every
// failure becomes an ApiError.

#pragma once

#include "api/http/answerwatch.h"
#include "api/http/authsession.h"
#include "api/http/call.h"
#include "api/http/callqueues.h"
#include "api/http/callsinflight.h"
#include "api/http/errormask.h"
#include "api/http/lane.h"
#include "api/http/networkpath.h"
#include "api/http/pacer.h"
#include "api/http/pendingcall.h"
#include "api/http/serviceaddress.h"
#include "api/http/tokenwait.h"
#include "api/json/knownsecrets.h"
#include "api/types/mailbox.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <array>
#include <memory>

namespace relaybook {

/// Sends endpoints and calls their handlers. Lives on the GUI thread, like guards and handlers.
/// Large responses are decoded on worker threads.
///
/// Steps of a call: wait for a usable token (it may still be read from the keychain; a Reseller Key
/// is exchanged once for all waiting calls), wait for the service's limits (user calls before
/// background calls), send. A call with Effect::Spends goes to the front of the queue; it is sent
/// once and never repeated or replayed.
class ApiClient : public QObject
{
    Q_OBJECT
public:
    struct Config
    {
        ServiceAddress service;
        /// With no byte in either direction; of a change, until it can be sent.
        std::chrono::milliseconds idleTimeout{15'000};
        qint64 maxAnswerBytes = qint64(64) * 1024 * 1024;
        std::optional<QSslConfiguration> tls{}; ///< not set: the system's default
        /// Mean pause before the first repeat of a read; the pause before the second is twice as
        /// long.
        std::chrono::milliseconds repeatPause{400};
        NetworkSettings network{};
        SystemProxies systemProxies = askSystemForProxies;
        AnswerLimits answerLimits{};
        AttemptMaker attempts{}; ///< not set: over the network
    };

    /// `auth`, `pacer` and `clock` must outlive the client.
    ApiClient(Config config, AuthSession &auth, Pacer &pacer, const Clock &clock,
              QObject *parent = nullptr);
    ~ApiClient() override;

    [[nodiscard]] const ServiceAddress &service() const { return m_config.service; }
    [[nodiscard]] const AnswerLimits &answerLimits() const { return m_config.answerLimits; }
    /// Whether the service could be reached by the last call; nothing before the first call.
    [[nodiscard]] std::optional<bool> isReachable() const { return m_reachable; }

    /// Refuses every call that changes or spends with ErrorKind::ViewOnly before anything is sent,
    /// also calls that already wait to be sent. Signing in, renewing and revoking a token still
    /// work. Calls that were already sent continue.
    void setViewOnly(bool viewOnly);
    [[nodiscard]] bool isViewOnly() const { return m_viewOnly; }

    /// How far this computer's clock was ahead of the service's at the last response, within about
    /// a second; nothing before the first response, or if the service sends no date.
    [[nodiscard]] std::optional<std::chrono::milliseconds> clockAhead() const
    {
        return m_clockAhead;
    }
    /// The secrets of this session, which are masked in every decoded response.
    [[nodiscard]] std::shared_ptr<KnownSecrets> knownSecrets() const { return m_secrets; }
    /// The service's limit and what was left of it at the last response to a call with this token.
    [[nodiscard]] const RateHeaders &lastLimits(TokenKind token) const;

    /// Uses another proxy, or other certificates, from the next call on, and closes connections
    /// that are kept open. Calls that were already sent continue. If the settings cannot be used,
    /// no call is sent: they fail with ErrorKind::BadSettings.
    void setNetwork(const NetworkSettings &settings);

    /// Sends a call. The handler is called once and never from within send(). It is not called if
    /// the handle was dropped or `guard` was destroyed.
    template <class Endpoint>
    [[nodiscard]] Call send(const Endpoint &endpoint, QObject *guard,
                            std::function<void(Result<typename Endpoint::Response>)> handler,
                            Lane lane = Lane::User)
    {
        return submit(std::make_shared<TypedCall<Endpoint>>(endpoint, lane, std::move(handler)),
                      guard);
    }

    /// Like send(), but only if the call can be sent immediately; otherwise it fails with an error
    /// for which hadToWait() is true, and nothing is sent. For calls that must not be sent later
    /// than the caller expects.
    template <class Endpoint>
    [[nodiscard]] Call sendAtOnce(const Endpoint &endpoint, QObject *guard,
                                  std::function<void(Result<typename Endpoint::Response>)> handler)
    {
        auto call = std::make_shared<TypedCall<Endpoint>>(endpoint, Lane::User, std::move(handler));
        call->isUrgent = true;
        return submit(call, guard);
    }
    /// Whether sendAtOnce() failed because the call would have had to wait.
    [[nodiscard]] static bool hadToWait(const ApiError &error);

    /// Waits until there is a token for a call like `request` and the service's limits allow
    /// `calls` of them. Sends nothing. The handler gets the error if there is no token or the call
    /// is not allowed, otherwise nothing.
    [[nodiscard]] Call waitForTurn(const Request &request, qint64 calls, QObject *guard,
                                   TurnCall::Handler handler);
    /// Whether a call like `request` would be sent immediately.
    [[nodiscard]] bool canGoNow(const Request &request) const;
    /// How long a call like `request` would wait for the service's limits.
    [[nodiscard]] std::chrono::milliseconds limitWait(const Request &request,
                                                      Lane lane = Lane::User) const;
    /// About how long `calls` calls like `request` take within the service's limits.
    [[nodiscard]] std::chrono::milliseconds limitTime(const Request &request, Lane lane,
                                                      qint64 calls) const;
    /// Pacer::refreshPause() of the calls like `request`.
    [[nodiscard]] std::chrono::milliseconds refreshPause(const Request &request) const;

Q_SIGNALS:
    void reachabilityChanged(bool reachable);
    void viewOnlyChanged();
    /// Calls with this token wait until `until` because of the service's limits.
    void waitingForLimit(relaybook::TokenKind token, relaybook::Instant until);
    /// The service rejected the token, and it could not be renewed.
    void signInNeeded(relaybook::TokenKind token);

private:
    [[nodiscard]] Call submit(const CallPtr &call, QObject *guard);
    void cancel(const CallPtr &call);
    [[nodiscard]] bool refuseIfBarred(const CallPtr &call);
    void append(const CallPtr &call);
    void prepend(const CallPtr &call);
    void forgetWait(Budget budget);
    void schedulePump();
    void launchUrgent();
    void pump();
    [[nodiscard]] bool pumpOne(CallQueue &queue);
    void wakeUpAfter(std::chrono::milliseconds wait);
    [[nodiscard]] bool isBarred(const Request &request) const;
    [[nodiscard]] static ApiError viewOnlyError();
    void onPathSettled();
    void launch(const CallPtr &call);
    void noteSecrets(const Request &request);
    void land(const CallPtr &call, const AttemptFacts &facts);
    void note(const PendingCall &call, const AttemptFacts &facts);
    void repeatLater(const CallPtr &call, const ApiError &error);
    void onUnauthorized(const CallPtr &call, ApiError error);
    void decode(const CallPtr &call, const QByteArray &body, const AttemptFacts &facts);
    void fail(const CallPtr &call, ApiError error);
    void finish(const CallPtr &call);
    void setReachable(bool reachable);
    void announceWait(Budget budget, std::chrono::milliseconds wait);

    Config m_config;
    AuthSession &m_auth;
    Pacer &m_pacer;
    const Clock &m_clock;
    NetworkPath m_path;
    CallQueues m_queues;
    TokenWait m_tokenWait;
    CallsInFlight m_inFlight;
    std::array<Instant, budgetCount> m_announced{}; ///< `until` of the last waitingForLimit()
    QTimer m_pumpTimer;
    // Shared with the threads that decode: the client does not wait for them when it is destroyed.
    /// Masked in every decoded response.
    std::shared_ptr<KnownSecrets> m_secrets = std::make_shared<KnownSecrets>();
    ErrorMask m_errorMask{*m_secrets};
    std::shared_ptr<Mailbox<ApiClient>> m_mailbox = std::make_shared<Mailbox<ApiClient>>(*this);
    std::unique_ptr<QThreadPool> m_decoders = std::make_unique<QThreadPool>();
    std::optional<bool> m_reachable;
    bool m_viewOnly = false;
    std::optional<std::chrono::milliseconds> m_clockAhead;
    std::array<RateHeaders, budgetCount> m_lastLimits;
};

} // namespace relaybook
