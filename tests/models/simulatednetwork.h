// SPDX-License-Identifier: GPL-3.0-or-later
// Carries calls to a sandbox without a network, in simulated time: each takes a random time to
// arrive and to be answered, and the sandbox's faults damage its answer as a connection would.

#pragma once

#include "api/http/apiclient.h"
#include "api/http/retryafter.h"
#include "sandbox/random.h"
#include "sandbox/server.h"

#include <QTimer>
#include <QUrl>
#include <QUrlQuery>

namespace relaybook::testing {

/// Must outlive the calls.
class SimulatedNetwork
{
public:
    void use(sandbox::Server &server, const Clock &clock, quint64 seed)
    {
        m_server = &server;
        m_clock = &clock;
        m_random = sandbox::Random(seed);
    }
    [[nodiscard]] sandbox::Server &server() { return *m_server; }
    [[nodiscard]] const Clock &clock() const { return *m_clock; }
    [[nodiscard]] sandbox::Random &random() { return m_random; }
    /// What the service asks to wait before it answers.
    void addLatency(std::chrono::milliseconds time) { m_latency += time; }
    [[nodiscard]] std::chrono::milliseconds takeLatency() { return std::exchange(m_latency, {}); }
    /// The time that a request or an answer takes: mostly milliseconds, at times seconds.
    [[nodiscard]] std::chrono::milliseconds oneWay()
    {
        constexpr int percentSlow = 4;
        constexpr int longestSlow = 3'000;
        constexpr int longestUsual = 40;
        return std::chrono::milliseconds(
            m_random.between(1, m_random.chance(percentSlow) ? longestSlow : longestUsual));
    }

    [[nodiscard]] AttemptMaker attempts();

private:
    sandbox::Server *m_server = nullptr;
    const Clock *m_clock = nullptr;
    sandbox::Random m_random{0};
    std::chrono::milliseconds m_latency{0};
};

class SimulatedAttempt final : public Attempt
{
public:
    SimulatedAttempt(SimulatedNetwork &network, const Request &request, const Secret &bearer,
                     const FlightSettings &settings, QObject *parent)
        : Attempt(parent)
        , m_network(network)
        , m_settings(settings)
        , m_reads(request.effect == Effect::Reads)
    {
        m_in.method = verbText(request.verb).toStdString();
        m_in.path = QUrl::fromPercentEncoding(request.path.toUtf8()).toStdString();
        m_in.host = "127.0.0.1";
        for (const auto &[name, value] : request.query.queryItems(QUrl::FullyDecoded)) {
            m_in.query.emplace(name.toStdString(), value.toStdString());
        }
        if (request.token != TokenKind::None) {
            m_in.authorization = "Bearer " + bearer.reveal().toStdString();
        }
        if (request.resellerKey) {
            m_in.resellerKey = request.resellerKey->reveal().toStdString();
        }
        m_in.body = request.body.toStdString();
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this,
                [this] { (this->*std::exchange(m_next, nullptr))(); });
    }
    ~SimulatedAttempt() override { SimulatedAttempt::abandon(); }

    void start() override { then(m_network.oneWay(), &SimulatedAttempt::arrive); }

    /// A request that is on its way arrives or does not.
    void abandon() override
    {
        constexpr int percentThatArrive = 50;
        if (m_next == &SimulatedAttempt::arrive && m_network.server().isRunning() &&
            m_network.random().chance(percentThatArrive)) {
            static_cast<void>(m_network.server().answer(m_in));
            static_cast<void>(m_network.takeLatency());
        }
        m_next = nullptr;
        m_timer.stop();
    }

private:
    using Step = void (SimulatedAttempt::*)();

    void then(std::chrono::milliseconds pause, Step step)
    {
        m_next = step;
        m_timer.start(pause);
    }
    void end() { Q_EMIT finished(m_facts); }
    void endLater(std::chrono::milliseconds pause) { then(pause, &SimulatedAttempt::end); }

    void arrive()
    {
        sandbox::Server &server = m_network.server();
        if (!server.isRunning() || server.faults().refusing()) {
            m_facts.networkError = QNetworkReply::ConnectionRefusedError;
            m_facts.networkText = QStringLiteral("Connection refused");
            end();
            return;
        }
        m_facts.wasSent = true;
        if (server.faults().takeConnection()) {
            breakOff();
            end();
            return;
        }
        deliver(server.answer(m_in));
    }

    void breakOff()
    {
        m_facts.networkError = QNetworkReply::RemoteHostClosedError;
        m_facts.networkText = QStringLiteral("Connection closed");
    }
    void deliver(const sandbox::Answer &answer)
    {
        const auto pause = m_network.oneWay() + m_network.takeLatency();
        switch (answer.delivery) {
        case sandbox::Delivery::Whole:
            take(answer, answer.body.size());
            noteRedirect(answer);
            endLater(pause);
            return;
        case sandbox::Delivery::Drop:
        case sandbox::Delivery::Reset:
            breakOff();
            endLater(pause);
            return;
        case sandbox::Delivery::Half:
            takePart(answer);
            breakOff();
            endLater(pause);
            return;
        case sandbox::Delivery::Hang:
            takePart(answer);
            endByLimit(m_reads ? AttemptFacts::EndedBy::IdleTimeout
                               : AttemptFacts::EndedBy::TooSlow);
            return;
        case sandbox::Delivery::Drip:
            drip(answer, pause);
            return;
        }
    }
    void drip(const sandbox::Answer &answer, std::chrono::milliseconds pause)
    {
        take(answer, answer.body.size());
        const auto whole = answer.pause * static_cast<qint64>(answer.body.size());
        if (whole > limit()) {
            endByLimit(AttemptFacts::EndedBy::TooSlow);
        } else {
            endLater(pause + whole);
        }
    }
    [[nodiscard]] std::chrono::milliseconds limit() const
    {
        return m_reads ? m_settings.answerLimits.readWindow : m_settings.answerLimits.change;
    }
    void endByLimit(AttemptFacts::EndedBy why)
    {
        m_facts.endedBy = why;
        m_facts.networkError = QNetworkReply::OperationCanceledError;
        endLater(why == AttemptFacts::EndedBy::IdleTimeout ? m_settings.idleTimeout : limit());
    }

    void take(const sandbox::Answer &answer, std::size_t bytes)
    {
        m_facts.status = answer.status;
        m_facts.networkError = errorOf(answer.status);
        m_facts.body = QByteArray::fromStdString(answer.body.substr(0, bytes));
        const auto header = [&answer](std::string_view name) {
            for (const auto &[key, value] : answer.headers) {
                if (key == name) {
                    return QByteArray::fromStdString(value);
                }
            }
            return QByteArray();
        };
        m_facts.isMitigated = !header("cf-mitigated").isEmpty();
        m_facts.rate = {leadingNumber(header("X-RateLimit-Limit")),
                        leadingNumber(header("X-RateLimit-Remaining"))};
        m_facts.encoding = header("Content-Encoding");
        m_facts.date = httpDate(header("Date"));
        m_facts.retryAfter =
            parseRetryAfter(header("Retry-After"), m_facts.date.value_or(m_network.clock().now()));
        m_location = QUrl::fromEncoded(header("Location"));
    }
    /// Of head and body, as they would be sent.
    void takePart(const sandbox::Answer &answer)
    {
        std::size_t head = std::string_view("HTTP/1.1 200 OK\r\n\r\n").size() +
                           std::string_view("Content-Type: \r\n").size() +
                           answer.contentType.size() +
                           std::string_view("Content-Length: 1000\r\n").size();
        for (const auto &[name, value] : answer.headers) {
            head += name.size() + value.size() + std::string_view(": \r\n").size();
        }
        const std::size_t all = head + answer.body.size();
        const std::size_t part = answer.bytes > 0 ? std::min(answer.bytes, all) : all / 2;
        if (part >= head) {
            take(answer, part - head);
        }
    }
    /// The sandbox never leads to itself.
    void noteRedirect(const sandbox::Answer &answer)
    {
        if (answer.status / 100 == 3) {
            m_facts.endedBy = AttemptFacts::EndedBy::ForeignRedirect;
            m_facts.redirectHost = m_location.host();
        }
    }
    /// As Qt's network manager says it.
    static QNetworkReply::NetworkError errorOf(int status)
    {
        switch (status) {
        case 401:
            return QNetworkReply::AuthenticationRequiredError;
        case 403:
            return QNetworkReply::ContentAccessDenied;
        case 404:
            return QNetworkReply::ContentNotFoundError;
        case 405:
            return QNetworkReply::ContentOperationNotPermittedError;
        case 409:
            return QNetworkReply::ContentConflictError;
        case 500:
            return QNetworkReply::InternalServerError;
        case 503:
            return QNetworkReply::ServiceUnavailableError;
        default:
            return status >= 500   ? QNetworkReply::UnknownServerError
                   : status >= 400 ? QNetworkReply::UnknownContentError
                                   : QNetworkReply::NoError;
        }
    }

    SimulatedNetwork &m_network;
    FlightSettings m_settings;
    bool m_reads;
    sandbox::Incoming m_in;
    QTimer m_timer;
    Step m_next = nullptr;
    QUrl m_location;
    AttemptFacts m_facts;
};

inline AttemptMaker SimulatedNetwork::attempts()
{
    return [this](const Request &request, const Secret &bearer, const FlightSettings &settings,
                  QObject *parent) -> Attempt * {
        return new SimulatedAttempt(*this, request, bearer, settings, parent);
    };
}

} // namespace relaybook::testing
