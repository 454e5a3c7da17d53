// SPDX-License-Identifier: GPL-3.0-or-later
// How a call travels: token, pacing, one send, repeats of what only reads, errors of one kind.

#pragma once

#include "api/http/authsession.h"
#include "api/http/call.h"
#include "api/http/flight.h"
#include "api/http/lane.h"
#include "api/http/pacer.h"
#include "api/http/pendingcall.h"
#include "api/http/serviceaddress.h"
#include "api/json/knownsecrets.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <array>
#include <deque>
#include <memory>

namespace relaybook {

/// Lives on the GUI thread; so do guards and handlers. Large answers are decoded off it.
///
/// Order of a call: a usable token first (a Reseller Key is exchanged once for all that wait), then
/// pacing (user before background), then one send. A call that Spends goes to the front of the
/// queue, and after its one send nothing repeats or replays it.
class ApiClient : public QObject
{
    Q_OBJECT
public:
    struct Config
    {
        ServiceAddress service;
        std::chrono::milliseconds idleTimeout{15'000};
        qint64 maxAnswerBytes = qint64(64) * 1024 * 1024;
        std::optional<QSslConfiguration> tls{}; ///< absent: the system's
        /// Mean pause before the first repeat of a read; the second takes twice as long.
        std::chrono::milliseconds repeatPause{400};
    };

    /// `auth`, `pacer` and `clock` outlive the client.
    ApiClient(Config config, AuthSession &auth, Pacer &pacer, const Clock &clock,
              QObject *parent = nullptr);
    ~ApiClient() override;

    [[nodiscard]] const ServiceAddress &service() const { return m_config.service; }
    /// What the last answer, or its absence, said; nothing before the first call.
    [[nodiscard]] std::optional<bool> isReachable() const { return m_reachable; }

    /// The handler is called once, later, never from within send(); not at all once the handle is
    /// dropped or `guard` is gone.
    template <class Endpoint>
    [[nodiscard]] Call send(const Endpoint &endpoint, QObject *guard,
                            std::function<void(Result<typename Endpoint::Response>)> handler,
                            Lane lane = Lane::User)
    {
        return submit(
            std::make_shared<TypedCall<Endpoint>>(endpoint.toRequest(), lane, std::move(handler)),
            guard);
    }

Q_SIGNALS:
    void reachabilityChanged(bool reachable);
    /// Calls of this token wait until then, because of the service's limits.
    void waitingForLimit(relaybook::TokenKind token, relaybook::Instant until);
    /// The service refuses the token, and it could not be renewed.
    void signInNeeded(relaybook::TokenKind token);

private:
    using CallPtr = std::shared_ptr<PendingCall>;
    using Queue = std::deque<CallPtr>;
    static constexpr std::size_t laneCount = 2;

    [[nodiscard]] Call submit(const CallPtr &call, QObject *guard);
    void cancel(const CallPtr &call);
    void enqueue(const CallPtr &call, bool first);
    void dequeue(const CallPtr &call);
    void forgetWait(std::size_t budget);
    void schedulePump();
    void pump();
    [[nodiscard]] bool pumpOne(Queue &queue);
    [[nodiscard]] bool hasToken(const PendingCall &call) const;
    [[nodiscard]] bool isHopeless(const PendingCall &call) const;
    void waitForToken(const CallPtr &call);
    void launch(const CallPtr &call);
    void land(const CallPtr &call, const AttemptFacts &facts);
    void note(const PendingCall &call, const AttemptFacts &facts);
    void repeatLater(const CallPtr &call, const ApiError &error);
    void onUnauthorized(const CallPtr &call, ApiError error);
    void decode(const CallPtr &call, const QByteArray &body, int status);
    void fail(const CallPtr &call, ApiError error);
    void finish(const CallPtr &call);
    void startExchange();
    void onExchanged(const Secret &key, const Result<ResellerToken> &answer);
    void askToSignIn(TokenKind token);
    void setReachable(bool reachable);
    void announceWait(Budget budget, std::chrono::milliseconds wait);
    [[nodiscard]] QNetworkAccessManager &manager(Lane lane);
    [[nodiscard]] Queue &queue(Budget budget, Lane lane);

    Config m_config;
    AuthSession &m_auth;
    Pacer &m_pacer;
    const Clock &m_clock;
    std::array<std::unique_ptr<QNetworkAccessManager>, laneCount> m_managers;
    std::array<std::array<Queue, laneCount>, budgetCount> m_queues;
    std::array<int, laneCount> m_inFlight{};
    std::array<Instant, budgetCount> m_announced{};
    Queue m_waitingForToken;
    CallPtr m_exchange;
    QTimer m_pumpTimer;
    KnownSecrets m_secrets; ///< what decoding masks wherever it stands
    QThreadPool m_decoders;
    std::optional<bool> m_reachable;
    std::optional<quint64> m_askedPersonal; ///< the generation that signInNeeded() was said of
    std::optional<quint64> m_askedReseller;
};

} // namespace relaybook
