// SPDX-License-Identifier: GPL-3.0-or-later
// Tries to connect to a service without sending a request: looks up its name, connects, directly or
// through the proxy, and makes a TLS handshake. Reports the step at which it ended, and why.

#pragma once

#include "api/http/networkpath.h"
#include "api/http/serviceaddress.h"
#include "api/types/apierror.h"
#include "api/types/tlsfailure.h"

#include <QAbstractSocket>
#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

class QSslSocket;
class QTcpSocket;

namespace relaybook {

/// The results of a probe. The probe ends at the first step that fails.
struct ProbeFindings
{
    enum class Step { Route, Name, Connection, Tls, Done };
    Step reached = Step::Route; ///< the step that failed, or Done
    QString error;              ///< the system's own text; or a sentence, for Step::Route
    bool timedOut = false;
    bool refused = false; ///< Connection: nothing listens there
    ProxyProblem proxy = ProxyProblem::None;

    QString proxyName;     ///< "host:port"; empty if no proxy is used
    QStringList addresses; ///< of the service; empty if the proxy looks it up
    int ownAuthorities = 0;

    bool isSecure = false; ///< the address is https
    bool isHere = false;   ///< the service's host is this computer
    QString protocol;      ///< "TLS 1.3"
    QString issuer;
    QDateTime validUntil;
    bool isOwnAuthority = false;   ///< its issuer is in the own file
    std::optional<TlsFailure> tls; ///< Tls: why it failed
};

/// Lives on the GUI thread. Destroying it cancels the probe.
class ConnectionProbe : public QObject
{
    Q_OBJECT
public:
    struct Config
    {
        ServiceAddress service;
        NetworkSettings network{};
        std::optional<QSslConfiguration> tls{};
        SystemProxies systemProxies = askSystemForProxies;
        std::chrono::milliseconds patience{10'000}; ///< for each step
        bool onlyConnects = false;                  ///< ends before the TLS handshake
        std::optional<NetworkRoute> route{};        ///< if known already; `network` is then unused
    };
    /// `clock` must outlive this object.
    ConnectionProbe(Config config, const Clock &clock, QObject *parent = nullptr);
    ~ConnectionProbe() override;

    /// To be called once.
    void start();
    [[nodiscard]] const ProbeFindings &findings() const { return m_findings; }

Q_SIGNALS:
    /// findings().reached is another step.
    void stepReached();
    void finished();

private:
    using Step = ProbeFindings::Step;

    void onRoute();
    void lookUp();
    void connectToService();
    void onConnected();
    void onEncrypted();
    void onSocketError(QAbstractSocket::SocketError error);
    void onTimeout();
    void noteCertificate();
    void askProxyItself(bool withPassword);
    void onProxyAnswer();
    void enter(Step step);
    void end();

    Config m_config;
    std::unique_ptr<NetworkPath> m_path; ///< until the route is known
    NetworkRoute m_route;
    ProbeFindings m_findings;
    QTimer m_timer;
    QSslSocket *m_socket = nullptr;
    QTcpSocket *m_raw = nullptr; ///< a connection to the proxy, to read its own answer
    bool m_gavePassword = false; ///< the password was sent to the proxy on this connection
    bool m_isOver = false;
};

} // namespace relaybook
