// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/proxytest.h"

#include "api/http/openssl.h"

#include <QHostInfo>
#include <QNetworkProxy>
#include <QSslSocket>
#include <QTcpSocket>

#include <algorithm>

namespace relaybook {
namespace {

constexpr int largestPort = 65'535;
/// More than a socket buffers is read later, so that no answer fills the memory.
constexpr qint64 bufferedBytes = 64 * 1024;

int portOf(const QUrl &page)
{
    constexpr int http = 80;
    constexpr int https = 443;
    return page.port(page.scheme() == QLatin1String("https") ? https : http);
}

QString hostOf(const QUrl &page)
{
    return page.host(QUrl::FullyEncoded);
}

QByteArray pageRequest(const QUrl &page)
{
    QByteArray path = page.path(QUrl::FullyEncoded).toUtf8();
    if (!path.startsWith('/')) {
        path.prepend('/');
    }
    if (page.hasQuery()) {
        path += '?' + page.query(QUrl::FullyEncoded).toUtf8();
    }
    QByteArray host = hostOf(page).toUtf8();
    if (host.contains(':')) {
        host = '[' + host + ']';
    }
    if (page.port() > 0) {
        host += ':' + QByteArray::number(page.port());
    }
    return "GET " + path + " HTTP/1.1\r\nHost: " + host +
           "\r\nUser-Agent: Relaybook\r\nAccept: application/json, text/plain, */*\r\n"
           "Accept-Encoding: identity\r\nConnection: close\r\n\r\n";
}

ProxyTestOutcome connectionProblem(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return ProxyTestOutcome::Refused;
    case QAbstractSocket::SocketTimeoutError:
        return ProxyTestOutcome::TimedOut;
    case QAbstractSocket::HostNotFoundError:
        return ProxyTestOutcome::UnknownHost;
    default:
        return ProxyTestOutcome::Unreachable;
    }
}

/// Whether nothing came through the tunnel that the page's host could have sent.
bool meansNoTunnel(ProxyTestOutcome outcome)
{
    switch (outcome) {
    case ProxyTestOutcome::TimedOut:
    case ProxyTestOutcome::ClosedAfterTunnel:
    case ProxyTestOutcome::TlsFailed:
    case ProxyTestOutcome::PageUnreadable:
        return true;
    default:
        return false;
    }
}

std::chrono::microseconds elapsed(const QElapsedTimer &clock)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::nanoseconds(clock.nsecsElapsed()));
}

} // namespace

ProxyTest::ProxyTest(Config config, QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_answer(m_config.limits.answerBytes)
{
    for (QTimer *timer : {&m_stageTimer, &m_totalTimer}) {
        timer->setSingleShot(true);
    }
    connect(&m_stageTimer, &QTimer::timeout, this, &ProxyTest::onStageTimeout);
    connect(&m_totalTimer, &QTimer::timeout, this, [this] { end(ProxyTestOutcome::TimedOut); });
}

ProxyTest::~ProxyTest()
{
    m_isOver = true; // the socket must not emit anything while it is closed with this object
    if (m_lookup) {
        QHostInfo::abortHostLookup(*m_lookup);
    }
}

void ProxyTest::start()
{
    QMetaObject::invokeMethod(this, &ProxyTest::begin, Qt::QueuedConnection);
}

bool ProxyTest::isSecure() const
{
    return m_config.page.scheme() == QLatin1String("https");
}

TunnelRequest ProxyTest::tunnelRequest() const
{
    return {m_config.user, m_config.password, hostOf(m_config.page), portOf(m_config.page)};
}

std::optional<ProxyTestOutcome> ProxyTest::problemOfConfig() const
{
    constexpr qsizetype longestName = 255; // for SOCKS5, and of any name
    const QUrl &page = m_config.page;
    const bool isPageUsable = (isSecure() || page.scheme() == QLatin1String("http")) &&
                              !page.host().isEmpty() && hostOf(page).size() <= longestName;
    if (!isPageUsable || m_config.host.isEmpty() || m_config.port < 1 ||
        m_config.port > largestPort) {
        return ProxyTestOutcome::SettingsUnusable;
    }
    const bool canSignIn = m_config.protocol == Protocol::HttpConnect
                               ? canSignInByHttp(tunnelRequest())
                               : canSignInBySocks5(tunnelRequest());
    return canSignIn ? std::nullopt : std::optional(ProxyTestOutcome::CredentialsUnusable);
}

void ProxyTest::begin()
{
    m_totalClock.start();
    if (const auto problem = problemOfConfig()) {
        end(*problem);
        return;
    }
    m_totalTimer.start(m_config.limits.total);
    m_opening = m_config.protocol == Protocol::HttpConnect ? openByHttp(tunnelRequest())
                                                           : openBySocks5(tunnelRequest());
    if (const QHostAddress address(m_config.host); !address.isNull()) {
        m_addresses = {address};
        enter(ProxyTestStage::Connection);
        connectNext();
    } else {
        lookUp();
    }
}

void ProxyTest::lookUp()
{
    enter(ProxyTestStage::Name);
    m_lookup = QHostInfo::lookupHost(m_config.host, this, [this](const QHostInfo &info) {
        m_lookup.reset();
        if (m_isOver) {
            return;
        }
        if (info.error() != QHostInfo::NoError || info.addresses().isEmpty()) {
            m_result.systemText = info.errorString();
            end(ProxyTestOutcome::UnknownHost);
            return;
        }
        m_addresses = info.addresses();
        enter(ProxyTestStage::Connection);
        connectNext();
    });
}

/// Tries the next address. Each gets the same share of the time.
void ProxyTest::connectNext()
{
    if (m_isOver) {
        return;
    }
    if (!m_socket) {
        m_perAddress = m_config.limits.of(ProxyTestStage::Connection) /
                       std::max(qsizetype{1}, m_addresses.size());
    }
    m_stageTimer.start(m_perAddress);
    m_socket = makeSocket();
    m_socket->connectToHost(m_addresses.takeFirst(), static_cast<quint16>(m_config.port));
}

std::unique_ptr<QTcpSocket> ProxyTest::makeSocket()
{
    std::unique_ptr<QTcpSocket> socket;
    if (isSecure()) {
        prepareTls();
        auto tls = std::make_unique<QSslSocket>();
        if (m_config.tls) {
            tls->setSslConfiguration(*m_config.tls);
        }
        tls->setPeerVerifyName(hostOf(m_config.page));
        connect(tls.get(), &QSslSocket::encrypted, this, &ProxyTest::requestPage);
        connect(tls.get(), &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
            for (const QSslError &each : errors) {
                m_result.tlsErrors.append(each.error());
            }
        });
        m_tls = tls.get();
        socket = std::move(tls);
    } else {
        socket = std::make_unique<QTcpSocket>();
    }
    socket->setProxy(QNetworkProxy::NoProxy);
    socket->setReadBufferSize(bufferedBytes);
    connect(socket.get(), &QTcpSocket::connected, this, &ProxyTest::onConnected);
    connect(socket.get(), &QTcpSocket::readyRead, this, &ProxyTest::onReadyRead);
    connect(socket.get(), &QTcpSocket::errorOccurred, this, &ProxyTest::onSocketError);
    return socket;
}

void ProxyTest::onConnected()
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    enter(m_opening->stage());
    send(m_opening->begin());
}

void ProxyTest::onReadyRead()
{
    if (m_isOver) {
        return;
    }
    const QByteArray bytes = m_socket->readAll();
    m_result.bytesReceived += bytes.size();
    m_received += bytes;
    switch (m_result.stage) {
    case ProxyTestStage::SignIn:
    case ProxyTestStage::Tunnel:
        openTunnel();
        break;
    case ProxyTestStage::FirstByte:
        if (!m_received.isEmpty()) {
            enter(ProxyTestStage::Answer);
            takeAnswer();
        }
        break;
    case ProxyTestStage::Answer:
        takeAnswer();
        break;
    case ProxyTestStage::Name:
    case ProxyTestStage::Connection:
    case ProxyTestStage::Tls:
        break;
    }
}

void ProxyTest::openTunnel()
{
    QByteArray reply;
    const auto state = m_opening->take(m_received, reply);
    m_result.proxyStatus = m_opening->status();
    if (state == TunnelOpening::State::Failed) {
        m_result.stage = m_opening->stage(); // HTTP signs in with the request for the tunnel
        end(m_opening->outcome());
        return;
    }
    if (m_opening->isRefused()) {
        return; // its words are awaited
    }
    if (m_result.stage != m_opening->stage()) {
        enter(m_opening->stage());
    }
    if (!reply.isEmpty()) {
        send(reply);
    }
    if (state == TunnelOpening::State::Open) {
        onTunnel();
    }
}

void ProxyTest::onTunnel()
{
    if (!m_received.isEmpty()) { // nobody speaks before the client there
        end(ProxyTestOutcome::NotAProxy);
    } else if (isSecure()) {
        enter(ProxyTestStage::Tls);
        m_tls->startClientEncryption();
    } else {
        requestPage();
    }
}

void ProxyTest::requestPage()
{
    enter(ProxyTestStage::FirstByte);
    send(pageRequest(m_config.page));
}

void ProxyTest::takeAnswer()
{
    m_answer.take(m_received);
    m_result.pageStatus = m_answer.status();
    if (m_answer.isOver()) {
        m_result.exitAddress = m_answer.exit().address;
        m_result.country = m_answer.exit().country;
        end(m_answer.outcome());
    }
}

void ProxyTest::onSocketError(QAbstractSocket::SocketError error)
{
    if (m_isOver) {
        return;
    }
    const QString text = m_socket->errorString();
    if (m_result.stage == ProxyTestStage::Connection) {
        m_result.systemText = text;
        if (m_addresses.isEmpty()) {
            end(connectionProblem(error));
        } else {
            // Later, because this is a signal of the socket that is replaced then.
            m_stageTimer.stop();
            QMetaObject::invokeMethod(this, &ProxyTest::connectNext, Qt::QueuedConnection);
        }
        return;
    }
    onReadyRead(); // what arrived before the end
    if (m_isOver) {
        return;
    }
    if (m_result.stage == ProxyTestStage::Answer) {
        m_answer.end();
        takeAnswer();
        return;
    }
    const bool hasTunnel = m_result.stage > ProxyTestStage::Tunnel;
    if (m_result.stage == ProxyTestStage::Tls && error != QAbstractSocket::RemoteHostClosedError) {
        m_result.systemText = text;
        end(m_result.tlsErrors.isEmpty() ? ProxyTestOutcome::TlsFailed
                                         : ProxyTestOutcome::CertificateRejected);
    } else {
        end(hasTunnel ? ProxyTestOutcome::ClosedAfterTunnel : ProxyTestOutcome::ClosedEarly);
    }
}

void ProxyTest::onStageTimeout()
{
    if (m_result.stage == ProxyTestStage::Connection && !m_addresses.isEmpty()) {
        m_socket->disconnect(this);
        connectNext();
    } else {
        end(ProxyTestOutcome::TimedOut);
    }
}

void ProxyTest::send(const QByteArray &bytes)
{
    m_result.bytesSent += bytes.size();
    m_socket->write(bytes);
}

void ProxyTest::enter(ProxyTestStage stage)
{
    if (std::exchange(m_isInStage, true)) {
        noteTime();
    }
    m_result.stage = stage;
    m_stageClock.start();
    m_stageTimer.start(m_config.limits.of(stage));
    Q_EMIT stageReached(stage);
}

void ProxyTest::noteTime()
{
    m_result.times.at(static_cast<std::size_t>(m_result.stage)) = elapsed(m_stageClock);
}

void ProxyTest::end(ProxyTestOutcome outcome)
{
    if (std::exchange(m_isOver, true)) {
        return;
    }
    m_stageTimer.stop();
    m_totalTimer.stop();
    if (m_opening && m_opening->isRefused()) { // the rest of its words did not come
        outcome = m_opening->outcome();
        m_result.stage = m_opening->stage();
    }
    m_result.proxyWords = m_opening ? m_opening->words() : QString();
    const bool isDoubtful = m_opening && m_opening->isDoubtful();
    m_result.outcome = isDoubtful && meansNoTunnel(outcome) ? ProxyTestOutcome::NotAProxy : outcome;
    m_opening.reset(); // it has the password
    m_config.password = {};
    if (m_isInStage) {
        noteTime();
    }
    m_result.total = elapsed(m_totalClock);
    if (m_lookup) {
        QHostInfo::abortHostLookup(*std::exchange(m_lookup, std::nullopt));
    }
    if (m_socket) {
        m_socket->abort();
    }
    // Later, because this may be called by a signal of the socket, and a receiver may delete this.
    QMetaObject::invokeMethod(this, &ProxyTest::finished, Qt::QueuedConnection);
}

} // namespace relaybook
