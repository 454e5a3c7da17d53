// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: an API client with its parts, and a scripted server that it talks to.

#pragma once

#include "api/http/apiclient.h"
#include "tests/support/describe.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/timeouts.h"

#include <QTest>

namespace relaybook::testing {

/// A call that only the tests use; its response is the body as it arrived.
struct Probe
{
    Verb verb = Verb::Get;
    Effect effect = Effect::Reads;
    TokenKind token = TokenKind::Personal;
    QString path = QStringLiteral("/v1/things");
    QByteArray body;

    using Response = QByteArray;
    [[nodiscard]] Request toRequest() const
    {
        Request request;
        request.verb = verb;
        request.effect = effect;
        request.token = token;
        request.path = path;
        request.body = body;
        return request;
    }
    [[nodiscard]] static Result<QByteArray> decode(const QByteArray &body)
    {
        if (body == "?") {
            ApiError error;
            error.kind = ErrorKind::NotUnderstood;
            error.jsonPath = QStringLiteral("data.cost");
            return tl::unexpected<ApiError>(error);
        }
        return body;
    }
};

[[nodiscard]] inline Probe reads(const QString &path = QStringLiteral("/v1/things"),
                                 TokenKind token = TokenKind::Personal)
{
    Probe probe;
    probe.path = path;
    probe.token = token;
    return probe;
}

[[nodiscard]] inline Probe changes(Verb verb = Verb::Post,
                                   const QString &path = QStringLiteral("/v1/things"),
                                   TokenKind token = TokenKind::Personal)
{
    Probe probe = reads(path, token);
    probe.verb = verb;
    probe.effect = Effect::Changes;
    return probe;
}

[[nodiscard]] inline Probe spends(Verb verb = Verb::Post,
                                  const QString &path = QStringLiteral("/reseller/topup-traffic"),
                                  TokenKind token = TokenKind::Reseller)
{
    Probe probe = changes(verb, path, token);
    probe.effect = Effect::Spends;
    return probe;
}

/// The result of a call.
struct Outcome
{
    int calls = 0; ///< how often the handler was called
    QStringList lines;
    std::optional<ApiError> error;
    QByteArray body;
    Call handle;
};

struct ClientFixture
{
    explicit ClientFixture(std::chrono::milliseconds idleTimeout = std::chrono::seconds(15),
                           std::optional<TestCertificate> certificate = std::nullopt)
    {
        if (certificate) {
            server.useTls(*certificate);
        }
        server.start();
        auth.setPersonalToken(Secret(QStringLiteral("1|personal")));
        auth.setResellerKey(Secret(QStringLiteral("the-reseller-key")));
        timeout = idleTimeout;
        if (certificate) {
            tls = certificate->trustingClient();
        }
        remake();
    }

    void remake()
    {
        client.reset();
        auto address = ServiceAddress::parse(server.url());
        ApiClient::Config config{*address, timeout, maxAnswerBytes, tls,
                                 std::chrono::milliseconds(1)};
        setIdleTimeout(config, timeout);
        client = std::make_unique<ApiClient>(config, auth, pacer, clock);
    }

    template <class Endpoint>
    std::shared_ptr<Outcome> send(const Endpoint &endpoint, Lane lane = Lane::User,
                                  QObject *otherGuard = nullptr)
    {
        auto outcome = std::make_shared<Outcome>();
        QObject *owner = otherGuard != nullptr ? otherGuard : &guard;
        outcome->handle = client->send(
            endpoint, owner,
            [weak = std::weak_ptr<Outcome>(outcome)](
                const Result<typename Endpoint::Response> &result) {
                const auto kept = weak.lock();
                if (!kept) {
                    return;
                }
                ++kept->calls;
                if (result) {
                    kept->lines = describe(*result);
                } else {
                    kept->error = result.error();
                    kept->lines = describe(result.error());
                }
                if constexpr (std::is_same_v<typename Endpoint::Response, QByteArray>) {
                    kept->body = result.value_or(QByteArray());
                }
            },
            lane);
        return outcome;
    }

    ManualClock clock;
    ScriptedServer server;
    AuthSession auth;
    Pacer pacer{clock};
    QObject guard;
    std::chrono::milliseconds timeout{};
    qint64 maxAnswerBytes = qint64(64) * 1024 * 1024;
    std::optional<QSslConfiguration> tls;
    std::unique_ptr<ApiClient> client;
};

/// A script that answers the exchange of a Reseller Key like the service, and passes every other
/// request to `answersTheRest`.
inline ScriptedServer::Script serviceThat(const ScriptedServer::Script &answersTheRest,
                                          const QByteArray &token = "reseller-token")
{
    return [answersTheRest, token](const Received &request, const Exchange &exchange) {
        if (request.target == "/reseller/access-token") {
            exchange.answer({200, "{\"data\":{\"access_token\":\"" + token + "\"}}", {}});
        } else {
            answersTheRest(request, exchange);
        }
    };
}

} // namespace relaybook::testing
