// SPDX-License-Identifier: GPL-3.0-or-later
// TLS proxy that makes a server on this computer available over https: it accepts each connection
// with TLS and forwards it byte by byte, including its end: a normal end as a normal end, and a
// reset as a reset.

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
    /// The configuration of a client that trusts this relay.
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
