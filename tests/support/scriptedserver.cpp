// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedserver.h"

#include "tests/support/resetsocket.h"

#include <QHostAddress>
#include <QSslSocket>

namespace relaybook::testing {
namespace {

/// Removes the request at the beginning of `bytes` and returns it; empty as long as the request is
/// incomplete.
std::optional<Received> takeRequest(QByteArray &bytes)
{
    const qsizetype head = bytes.indexOf("\r\n\r\n");
    if (head < 0) {
        return std::nullopt;
    }
    QList<QByteArray> lines = bytes.left(head).split('\n');
    const QList<QByteArray> first = lines.takeFirst().trimmed().split(' ');
    Received request;
    request.verb = first.value(0);
    request.target = first.value(1);
    for (const QByteArray &line : std::as_const(lines)) {
        const qsizetype colon = line.indexOf(':');
        request.headers.append({line.left(colon).trimmed(), line.mid(colon + 1).trimmed()});
    }
    const qsizetype length = request.header("Content-Length").toLongLong();
    const qsizetype bodyAt = head + 4;
    if (bytes.size() < bodyAt + length) {
        return std::nullopt;
    }
    request.body = bytes.mid(bodyAt, length);
    bytes.remove(0, bodyAt + length);
    return request;
}

QByteArray reason(int status)
{
    return status < 300 ? "OK" : status < 400 ? "Elsewhere" : "Error";
}

} // namespace

QByteArray Received::header(const QByteArray &name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0) {
            return value;
        }
    }
    return {};
}

void Exchange::answer(const Answer &answer) const
{
    QByteArray bytes =
        "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reason(answer.status) + "\r\n";
    for (const auto &[key, value] : answer.headers) {
        bytes += key + ": " + value + "\r\n";
    }
    bytes += "Content-Type: application/json\r\nContent-Length: " +
             QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
    sendRaw(bytes);
}

void Exchange::sendRaw(const QByteArray &bytes) const
{
    if (m_socket) {
        m_socket->write(bytes);
        m_socket->flush();
    }
}

void Exchange::close() const
{
    if (m_socket) {
        m_socket->disconnectFromHost();
    }
}

void Exchange::reset() const
{
    if (m_socket) {
        resetSocket(*m_socket);
    }
}

bool Exchange::isOpen() const
{
    return m_socket && m_socket->state() == QAbstractSocket::ConnectedState;
}

ScriptedServer::ScriptedServer() = default;

void ScriptedServer::useTls(const TestCertificate &certificate)
{
    m_tls = certificate;
}

void ScriptedServer::start()
{
    if (!listen(QHostAddress::LocalHost)) {
        qFatal("the scripted server cannot listen");
    }
}

QString ScriptedServer::url() const
{
    return QLatin1String(m_tls ? "https" : "http") + QLatin1String("://127.0.0.1:") +
           QString::number(serverPort());
}

void ScriptedServer::then(Script script)
{
    m_scripts.push_back(std::move(script));
}

void ScriptedServer::thenAnswer(const Answer &answer)
{
    then([answer](const Received &, const Exchange &exchange) { exchange.answer(answer); });
}

void ScriptedServer::incomingConnection(qintptr descriptor)
{
    ++m_connections;
    QTcpSocket *socket = nullptr;
    if (m_tls) {
        auto *secure = new QSslSocket(this);
        secure->setLocalCertificate(m_tls->certificate);
        secure->setPrivateKey(m_tls->key);
        if (!m_offered.isEmpty()) {
            QSslConfiguration configuration = secure->sslConfiguration();
            configuration.setAllowedNextProtocols(m_offered);
            secure->setSslConfiguration(configuration);
        }
        connect(secure, &QSslSocket::encrypted, this, [this, secure] {
            m_agreed.append(secure->sslConfiguration().nextNegotiatedProtocol());
        });
        socket = secure;
    } else {
        socket = new QTcpSocket(this);
    }
    socket->setSocketDescriptor(descriptor);
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
        ++m_gone;
        socket->deleteLater();
    });
    const auto pending = std::make_shared<QByteArray>();
    connect(socket, &QTcpSocket::readyRead, this, [this, socket, pending] {
        *pending += socket->readAll();
        read(socket, *pending);
    });
    if (auto *secure = qobject_cast<QSslSocket *>(socket)) {
        secure->startServerEncryption();
    }
}

void ScriptedServer::read(QTcpSocket *socket, QByteArray &pending)
{
    while (auto request = takeRequest(pending)) {
        m_requests.push_back(*request);
        if (!m_scripts.empty()) {
            const Script script = m_scripts[std::min(m_next, m_scripts.size() - 1)];
            ++m_next;
            script(*request, Exchange(socket));
        }
        Q_EMIT arrived();
    }
}

} // namespace relaybook::testing
