// SPDX-License-Identifier: GPL-3.0-or-later
// Sends one HTTP request over the network and collects the response.

#pragma once

#include "api/http/answerwatch.h"
#include "api/http/attempt.h"
#include "api/http/networkroute.h"
#include "api/http/request.h"
#include "api/http/serviceaddress.h"
#include "api/types/clock.h"

#include <QTimer>

#include <memory>
#include <optional>

class QNetworkAccessManager;
class QNetworkReply;
class QNetworkRequest;

namespace relaybook {

class ConnectionProbe;
class OnceBody;

struct FlightSettings
{
    /// With no byte in either direction; of a change, until it can be sent.
    std::chrono::milliseconds idleTimeout{15'000};
    AnswerLimits answerLimits;
    /// A larger answer ends the call. Until the GUI thread notices that, more of it may be in
    /// memory (160 MB to 3.2 GB were seen with an endless answer over a fast line): Qt's own thread
    /// reads from the socket, and learns of a limit only when something was taken from its buffer.
    qint64 maxAnswerBytes = qint64(64) * 1024 * 1024;
    NetworkRoute route;
};

/// One HTTP request. The service receives it at most once, because its body cannot be sent again
/// (see OnceBody). Reads use the shared network manager. A changing call gets a new one: a reused
/// connection could break during the call and leave its outcome unknown.
class Flight final : public Attempt
{
    Q_OBJECT
public:
    /// `shared` is used for a call that only reads.
    Flight(const Request &request, const ServiceAddress &service, const Secret &bearer,
           const FlightSettings &settings, std::shared_ptr<QNetworkAccessManager> shared,
           const Clock &clock, QObject *parent);
    ~Flight() override;

    void start() override;
    void abandon() override;

private:
    [[nodiscard]] QNetworkRequest networkRequest() const;
    void send();
    void watch(QNetworkReply *reply);
    void noteProgress();
    void limitReadAhead();
    void takeBytes();
    void end(AttemptFacts::EndedBy why);
    void onFinished();
    [[nodiscard]] bool isSecure() const { return m_url.scheme() == QLatin1String("https"); }
    [[nodiscard]] bool wasSent() const;
    [[nodiscard]] bool followRedirect();
    void askWhatTheProxyHas();

    Request m_request;
    ServiceAddress m_service;
    QUrl m_url;
    Secret m_bearer;
    FlightSettings m_settings;
    const Clock &m_clock;
    std::shared_ptr<QNetworkAccessManager> m_manager;
    QNetworkReply *m_reply = nullptr;
    OnceBody *m_body = nullptr;
    std::unique_ptr<ConnectionProbe> m_probe;
    QTimer m_idle;
    AnswerWatch m_watch;
    bool m_encrypted = false; ///< its own https connection was established
    int m_redirects = 0;
    AttemptFacts m_facts;
};

} // namespace relaybook
