// SPDX-License-Identifier: GPL-3.0-or-later
// Tests one proxy by fetching a page through it, and measures each stage. It speaks with the proxy
// itself, because QNetworkProxy shows neither the stages nor what the proxy answered.

#pragma once

#include "api/proxytest/pageanswer.h"
#include "api/proxytest/proxytestresult.h"
#include "api/proxytest/tunnelopening.h"
#include "api/types/secret.h"

#include <QAbstractSocket>
#include <QElapsedTimer>
#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QTimer>
#include <QUrl>

#include <array>
#include <chrono>
#include <memory>
#include <optional>

class QSslSocket;
class QTcpSocket;

namespace relaybook {

/// How long a test may take, and how much it may load.
struct ProxyTestLimits
{
    ProxyTestLimits() { stages.fill(std::chrono::seconds(10)); }
    [[nodiscard]] std::chrono::milliseconds &of(ProxyTestStage stage)
    {
        return stages.at(static_cast<std::size_t>(stage));
    }

    std::array<std::chrono::milliseconds, proxyTestStages> stages{};
    std::chrono::milliseconds total{30'000};
    qint64 answerBytes = 64 * 1024; ///< of the page's body
};

/// Lives on the GUI thread, and does not block it. Destroying it cancels the test.
class ProxyTest : public QObject
{
    Q_OBJECT
public:
    enum class Protocol { HttpConnect, Socks5 };
    struct Config
    {
        Protocol protocol = Protocol::HttpConnect;
        QString host;
        int port = 0;
        QString user;
        Secret password;
        QUrl page; ///< http or https; it should answer from where it was fetched
        /// For an https page, as in NetworkRoute::tls. Not set: the system's default.
        std::optional<QSslConfiguration> tls{};
        ProxyTestLimits limits{};
    };
    explicit ProxyTest(Config config, QObject *parent = nullptr);
    ~ProxyTest() override;

    /// To be called once. finished() follows in any case, but not before this returns.
    void start();
    /// Complete once finished() was emitted; until then, what is known so far.
    [[nodiscard]] const ProxyTestResult &result() const { return m_result; }

Q_SIGNALS:
    /// result() has the times of the stages before this one. The receiver must not delete the test.
    void stageReached(relaybook::ProxyTestStage stage);
    void finished();

private:
    [[nodiscard]] std::optional<ProxyTestOutcome> problemOfConfig() const;
    [[nodiscard]] TunnelRequest tunnelRequest() const;
    [[nodiscard]] bool isSecure() const;

    void begin();
    void lookUp();
    void connectNext();
    [[nodiscard]] std::unique_ptr<QTcpSocket> makeSocket();
    void onConnected();
    void onReadyRead();
    void openTunnel();
    void onTunnel();
    void requestPage();
    void takeAnswer();
    void onSocketError(QAbstractSocket::SocketError error);
    void onStageTimeout();

    void send(const QByteArray &bytes);
    void enter(ProxyTestStage stage);
    void noteTime();
    void end(ProxyTestOutcome outcome);

    Config m_config;
    ProxyTestResult m_result;
    QTimer m_stageTimer;
    QTimer m_totalTimer;
    QElapsedTimer m_stageClock;
    QElapsedTimer m_totalClock;
    std::optional<int> m_lookup;
    QList<QHostAddress> m_addresses; ///< of the proxy that were not tried yet
    std::chrono::milliseconds m_perAddress{0};
    std::unique_ptr<QTcpSocket> m_socket;
    QSslSocket *m_tls = nullptr; ///< the same socket, if the page is https
    QByteArray m_received;       ///< what was not understood yet
    std::unique_ptr<TunnelOpening> m_opening;
    PageAnswer m_answer;
    bool m_isInStage = false; ///< the first stage has begun
    bool m_isOver = false;
};

} // namespace relaybook
