// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tlsrelay.h"

#include "tests/support/resetsocket.h"

#include <QUrl>

namespace relaybook::testing {

TlsRelay::TlsRelay(const QString &target, TestCertificate certificate)
    : m_port(static_cast<quint16>(QUrl(target).port()))
    , m_certificate(std::move(certificate))
{
    if (m_port == 0 || !listen(QHostAddress::LocalHost)) {
        qFatal("the relay cannot listen");
    }
}

QString TlsRelay::url() const
{
    return QStringLiteral("https://127.0.0.1:") + QString::number(serverPort());
}

void TlsRelay::incomingConnection(qintptr descriptor)
{
    auto *near = new QSslSocket(this);
    near->setLocalCertificate(m_certificate.certificate);
    near->setPrivateKey(m_certificate.key);
    near->setSocketDescriptor(descriptor);
    near->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    auto *far = new QTcpSocket(near);
    pass(near, far);
    far->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    near->startServerEncryption();
}

void TlsRelay::pass(QSslSocket *near, QTcpSocket *far)
{
    connect(near, &QSslSocket::readyRead, far, [near, far] { far->write(near->readAll()); });
    connect(far, &QTcpSocket::readyRead, near, [near, far] { near->write(far->readAll()); });
    connect(near, &QSslSocket::disconnected, near, &QObject::deleteLater);
    connect(far, &QTcpSocket::errorOccurred, near, [near, far](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError) {
            near->write(far->readAll());
            near->disconnectFromHost();
        } else {
            resetSocket(*near);
        }
    });
}

} // namespace relaybook::testing
