// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a server of this computer behind https: each connection is taken in with TLS and passed on
// byte by byte, its end as well, an orderly one as an orderly one and a reset as a reset.

#pragma once

#include "tests/support/testcertificate.h"

#include <QSslSocket>
#include <QTcpServer>

namespace relaybook::testing {

class TlsRelay : public QTcpServer
{
    Q_OBJECT
public:
    /// `target`: http://127.0.0.1:PORT
    TlsRelay(const QString &target, TestCertificate certificate);

    [[nodiscard]] QString url() const;
    /// For a client that is to trust this relay.
    [[nodiscard]] QSslConfiguration trustingClient() const
    {
        return m_certificate.trustingClient();
    }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void pass(QSslSocket *near, QTcpSocket *far);

    quint16 m_port = 0;
    TestCertificate m_certificate;
};

} // namespace relaybook::testing
