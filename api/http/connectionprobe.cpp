// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/connectionprobe.h"

#include "api/http/openssl.h"
#include "api/http/tlserrors.h"

#include <QHostInfo>
#include <QSslCipher>
#include <QSslSocket>

#include <algorithm>

namespace relaybook {
namespace {

QString hostAndPort(const ServiceAddress &service)
{
    const QString host = service.url().host();
    return (host.contains(u':') ? QString(u'[' + host + u']') : host) + u':' +
           QString::number(service.port());
}

QString protocolText(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_2:
        return QStringLiteral("TLS 1.2");
    case QSsl::TlsV1_3:
        return QStringLiteral("TLS 1.3");
    default:
        return QStringLiteral("TLS");
    }
}

ProxyProblem problemOf(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ProxyNotFoundError:
        return ProxyProblem::NotFound;
    case QAbstractSocket::ProxyConnectionRefusedError:
        return ProxyProblem::Refused;
    case QAbstractSocket::ProxyConnectionTimeoutError:
        return ProxyProblem::TimedOut;
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        return ProxyProblem::SignIn;
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::RemoteHostClosedError:
        return ProxyProblem::Closed;
    default:
        return ProxyProblem::Unreachable;
    }
}

/// The status of an HTTP response; nothing if it is not HTTP.
std::optional<int> httpStatus(const QByteArray &head)
{
    if (!head.startsWith("HTTP/")) {
        return std::nullopt;
    }
    bool ok = false;
    const int status = head.split(' ').value(1).toInt(&ok);
    return ok ? std::optional(status) : std::nullopt;
}

} // namespace

ConnectionProbe::ConnectionProbe(Config config, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
{
    if (m_config.route) {
        m_route = *m_config.route;
    } else {
        m_path = std::make_unique<NetworkPath>(
            RouteRequest{m_config.network, m_config.service.url(), m_config.service.isLoopback(),
                         m_config.tls, m_config.systemProxies},
            clock);
    }
    m_findings.isHere = m_config.service.isLoopback();
    m_findings.isSecure = m_config.service.url().scheme() == QLatin1String("https");
    m_timer.setSingleShot(true);
    m_timer.setInterval(m_config.patience);
    connect(&m_timer, &QTimer::timeout, this, &ConnectionProbe::onTimeout);
}

ConnectionProbe::~ConnectionProbe()
{
    m_isOver = true; // sockets that are closed together with this object must not emit anything
}

void ConnectionProbe::start()
{
    if (m_path && m_path->state() == NetworkPath::State::Preparing) { // connecting has a time limit
        connect(m_path.get(), &NetworkPath::settled, this, &ConnectionProbe::onRoute,
                Qt::SingleShotConnection);
    } else {
        // Runs later, so that nothing is emitted before start() returns.
        QMetaObject::invokeMethod(this, &ConnectionProbe::onRoute, Qt::QueuedConnection);
    }
}

void ConnectionProbe::onRoute()
{
    if (m_path && m_path->state() == NetworkPath::State::Broken) {
        m_findings.error = m_path->error().message;
        end();
        return;
    }
    if (m_path) {
        m_route = m_path->route();
    }
    m_findings.ownAuthorities = m_route.ownAuthorities;
    if (m_route.hasProxy()) {
        m_findings.proxyName = displayProxy(m_route.proxy);
        connectToService();
    } else {
        lookUp();
    }
}

void ConnectionProbe::lookUp()
{
    enter(Step::Name);
    QHostInfo::lookupHost(m_config.service.url().host(), this, [this](const QHostInfo &info) {
        if (m_isOver || m_findings.reached != Step::Name) {
            return;
        }
        for (const QHostAddress &each : info.addresses()) {
            m_findings.addresses.append(each.toString());
        }
        if (info.error() != QHostInfo::NoError || info.addresses().isEmpty()) {
            m_findings.error = info.errorString();
            end();
        } else {
            connectToService();
        }
    });
}

void ConnectionProbe::connectToService()
{
    enter(Step::Connection);
    prepareTls();
    m_socket = new QSslSocket(this);
    m_socket->setProxy(m_route.proxy);
    if (m_route.tls) {
        m_socket->setSslConfiguration(*m_route.tls);
    }
    connect(m_socket, &QSslSocket::connected, this, &ConnectionProbe::onConnected);
    connect(m_socket, &QSslSocket::encrypted, this, &ConnectionProbe::onEncrypted);
    connect(m_socket, &QSslSocket::errorOccurred, this, &ConnectionProbe::onSocketError);
    connect(m_socket, &QSslSocket::sslErrors, this,
            [this](const QList<QSslError> &errors) { m_findings.tls = tlsFailureOf(errors); });
    m_socket->setPeerVerifyName(m_config.service.url().host());
    m_socket->connectToHost(m_config.service.url().host(),
                            static_cast<quint16>(m_config.service.port()));
}

void ConnectionProbe::onConnected()
{
    if (m_config.onlyConnects || !m_findings.isSecure) {
        enter(Step::Done);
        end();
        return;
    }
    enter(Step::Tls);
    m_socket->startClientEncryption();
}

void ConnectionProbe::onEncrypted()
{
    noteCertificate();
    enter(Step::Done);
    end();
}

void ConnectionProbe::noteCertificate()
{
    const QSslCertificate certificate = m_socket->peerCertificate();
    if (certificate.isNull()) {
        return;
    }
    m_findings.protocol = protocolText(m_socket->sessionProtocol());
    m_findings.issuer = issuerOf(certificate);
    m_findings.validUntil = certificate.expiryDate();
    if (const auto &tls = m_route.tls; tls && m_findings.ownAuthorities > 0) {
        const auto own = tls->caCertificates().last(m_findings.ownAuthorities);
        const auto chain = m_socket->peerCertificateChain();
        m_findings.isOwnAuthority = std::any_of(own.begin(), own.end(), [&](const auto &authority) {
            return authority == certificate ||
                   std::any_of(chain.begin(), chain.end(), [&authority](const auto &each) {
                       return each.issuerInfo(QSslCertificate::CommonName) ==
                                  authority.subjectInfo(QSslCertificate::CommonName) &&
                              each.issuerInfo(QSslCertificate::Organization) ==
                                  authority.subjectInfo(QSslCertificate::Organization);
                   });
        });
    }
}

void ConnectionProbe::onSocketError(QAbstractSocket::SocketError error)
{
    if (m_isOver) {
        return;
    }
    m_findings.error = m_socket->errorString();
    const bool atProxy = m_findings.reached == Step::Connection && !m_findings.proxyName.isEmpty();
    if (m_findings.reached == Step::Tls) {
        noteCertificate();
        if (!m_findings.tls) {
            m_findings.tls = tlsFailureOf(m_findings.error);
        }
    } else if (atProxy) {
        m_findings.proxy = problemOf(error);
        const bool isHttp = m_route.proxy.type() == QNetworkProxy::HttpProxy;
        if (isHttp && error == QAbstractSocket::ProxyProtocolError) {
            askProxyItself(false); // Qt gives no details
            return;
        }
    } else {
        m_findings.refused = error == QAbstractSocket::ConnectionRefusedError;
        m_findings.timedOut = error == QAbstractSocket::SocketTimeoutError;
    }
    end();
}

/// Some proxies answer a wrong password with another status than 407, and some hosts are not
/// proxies. The password is sent only to a proxy that asks for it with the same method as before.
void ConnectionProbe::askProxyItself(bool withPassword)
{
    m_findings.proxy = ProxyProblem::Unreachable;
    m_gavePassword = withPassword;
    m_timer.start();
    m_raw = new QTcpSocket(this);
    m_raw->setProxy(QNetworkProxy::NoProxy);
    connect(m_raw, &QTcpSocket::connected, this, [this] {
        const QByteArray target = hostAndPort(m_config.service).toUtf8();
        QByteArray request = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
        if (m_gavePassword) {
            const QString both = m_route.proxy.user() + u':' + m_route.proxy.password();
            request += "Proxy-Authorization: Basic " + both.toUtf8().toBase64() + "\r\n";
        }
        m_raw->write(request + "\r\n");
    });
    connect(m_raw, &QTcpSocket::readyRead, this, &ConnectionProbe::onProxyAnswer);
    connect(m_raw, &QTcpSocket::errorOccurred, this, [this] {
        if (!m_isOver) {
            m_findings.proxy = ProxyProblem::Closed;
            end();
        }
    });
    m_raw->connectToHost(m_route.proxy.hostName(), m_route.proxy.port());
}

void ConnectionProbe::onProxyAnswer()
{
    const QByteArray head = m_raw->peek(m_raw->bytesAvailable());
    if (m_isOver || !head.contains('\n')) {
        return;
    }
    constexpr int unauthorized = 401;
    constexpr int wantsPassword = 407;
    const auto status = httpStatus(head);
    const int code = status.value_or(0);
    const bool asks = code == unauthorized || code == wantsPassword;
    const bool wantsBasic = head.toLower().contains("authenticate: basic");
    if (asks && !m_gavePassword && wantsBasic && !m_route.proxy.user().isEmpty()) {
        m_raw->disconnect(this);
        m_raw->deleteLater();
        askProxyItself(true);
        return;
    }
    if (!status) {
        m_findings.proxy = ProxyProblem::Closed;
    } else if (asks && (m_gavePassword || m_route.proxy.user().isEmpty())) {
        m_findings.proxy = ProxyProblem::SignIn;
    }
    end();
}

void ConnectionProbe::onTimeout()
{
    m_findings.timedOut = true;
    if (m_findings.reached == Step::Connection && !m_findings.proxyName.isEmpty() &&
        m_raw == nullptr) {
        m_findings.proxy = ProxyProblem::TimedOut;
    }
    end();
}

void ConnectionProbe::enter(Step step)
{
    m_findings.reached = step;
    m_timer.start();
    Q_EMIT stepReached();
}

void ConnectionProbe::end()
{
    if (std::exchange(m_isOver, true)) {
        return;
    }
    m_timer.stop();
    for (QAbstractSocket *socket :
         {static_cast<QAbstractSocket *>(m_socket), static_cast<QAbstractSocket *>(m_raw)}) {
        if (socket != nullptr) {
            socket->abort();
        }
    }
    Q_EMIT finished();
}

} // namespace relaybook
