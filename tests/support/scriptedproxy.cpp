// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedproxy.h"

#include "tests/support/resetsocket.h"

#include <QTcpSocket>

namespace relaybook::testing {

ScriptedProxy::ScriptedProxy(Manner manner)
    : m_manner(manner)
{
    if (!listen(QHostAddress::LocalHost)) {
        qFatal("the scripted proxy cannot listen");
    }
}

void ScriptedProxy::incomingConnection(qintptr descriptor)
{
    auto *near = new QTcpSocket(this);
    near->setSocketDescriptor(descriptor);
    connect(near, &QTcpSocket::disconnected, near, &QObject::deleteLater);
    connect(near, &QTcpSocket::readyRead, near, [this, near] { read(near); });
}

void ScriptedProxy::drop()
{
    for (QTcpSocket *near : findChildren<QTcpSocket *>(QString(), Qt::FindDirectChildrenOnly)) {
        resetSocket(*near);
    }
}

void ScriptedProxy::read(QTcpSocket *near)
{
    if (auto *far = near->findChild<QTcpSocket *>()) {
        far->write(near->readAll());
        return;
    }
    if (near->peek(near->bytesAvailable()).contains("\r\n\r\n")) {
        ++m_asked;
        answer(near, near->readAll());
    }
}

bool ScriptedProxy::asksForPassword(const QByteArray &given) const
{
    const bool asks = m_manner == Manner::AsksAndStays || m_manner == Manner::AsksAndCloses;
    return m_manner == Manner::AlwaysAsks || (asks && given.isEmpty());
}

void ScriptedProxy::answer(QTcpSocket *near, const QByteArray &head)
{
    const qsizetype at = head.indexOf("Proxy-Authorization: ");
    const QByteArray given = at < 0 ? QByteArray() : head.mid(at, head.indexOf("\r\n", at) - at);
    if (!given.isEmpty() && !m_credentials.contains(given)) {
        m_credentials.append(given);
    }
    if (asksForPassword(given)) {
        const bool closes = m_manner == Manner::AsksAndCloses;
        near->write("HTTP/1.1 407 Proxy Authentication Required\r\n"
                    "Proxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0\r\n");
        near->write(closes ? "Connection: close\r\n\r\n" : "\r\n");
        if (closes) {
            near->disconnectFromHost();
        }
        return;
    }
    switch (m_manner) {
    case Manner::DropsAtConnect:
        near->disconnectFromHost();
        break;
    case Manner::DropsAfterConnect:
        near->write("HTTP/1.1 200 Connection established\r\n\r\n");
        near->disconnectFromHost();
        break;
    case Manner::IsSilent:
        break;
    case Manner::Forbids:
        near->write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
        break;
    case Manner::CannotConnect:
        near->write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        break;
    case Manner::SpeaksSomethingElse:
        near->write("SSH-2.0-something\r\n\r\n");
        break;
    case Manner::Passes:
    case Manner::AsksAndStays:
    case Manner::AsksAndCloses:
    case Manner::AlwaysAsks:
        pass(near, head);
        break;
    }
}

void ScriptedProxy::pass(QTcpSocket *near, const QByteArray &head)
{
    const QByteArray target = head.split(' ').value(1);
    auto *far = new QTcpSocket(near);
    connect(far, &QTcpSocket::connected, near,
            [near] { near->write("HTTP/1.1 200 Connection established\r\n\r\n"); });
    connect(far, &QTcpSocket::readyRead, near, [near, far] { near->write(far->readAll()); });
    connect(far, &QTcpSocket::disconnected, near, [near] { near->disconnectFromHost(); });
    far->connectToHost(QHostAddress(QHostAddress::LocalHost),
                       target.mid(target.lastIndexOf(':') + 1).toUShort());
}

} // namespace relaybook::testing
