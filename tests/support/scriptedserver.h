// SPDX-License-Identifier: GPL-3.0-or-later
// A server on this computer that does what a test tells it, wrong things included, and counts what
// arrives.

#pragma once

#include "tests/support/testcertificate.h"

#include <QByteArrayList>
#include <QList>
#include <QObject>
#include <QPair>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook::testing {

struct Received
{
    QByteArray verb;
    QByteArray target; ///< path and query as they stood in the request line
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;

    /// Empty where it was not there; names in any case.
    [[nodiscard]] QByteArray header(const QByteArray &name) const;
    [[nodiscard]] QByteArray line() const { return verb + ' ' + target; }
};

struct Answer
{
    int status = 200;
    QByteArray body = "{}";
    QList<QPair<QByteArray, QByteArray>> headers;
};

/// What becomes of a connection once its request is read whole.
class Exchange
{
public:
    explicit Exchange(QTcpSocket *socket)
        : m_socket(socket)
    {
    }
    void answer(const Answer &answer) const;
    void sendRaw(const QByteArray &bytes) const;
    /// An orderly end, with a close_notify over TLS.
    void close() const;
    /// A TCP reset: SO_LINGER 0.
    void reset() const;
    [[nodiscard]] bool isOpen() const;

private:
    QPointer<QTcpSocket> m_socket;
};

class ScriptedServer : public QTcpServer
{
    Q_OBJECT
public:
    using Script = std::function<void(const Received &, const Exchange &)>;

    ScriptedServer();
    /// Before start().
    void useTls(const TestCertificate &certificate);
    /// Over TLS: what else than HTTP/1.1 it would speak, the best first ("h2"). It would not,
    /// really.
    void offer(const QByteArrayList &protocols) { m_offered = protocols; }
    void start();
    [[nodiscard]] QString url() const;

    /// Each request is dealt with by the next of these, the last one staying; without any, nothing
    /// is ever answered.
    void then(Script script);
    void thenAnswer(const Answer &answer);

    [[nodiscard]] const std::vector<Received> &requests() const { return m_requests; }
    [[nodiscard]] int arrivals() const { return static_cast<int>(m_requests.size()); }
    /// How many connections were made, with or without a request on them.
    [[nodiscard]] int connections() const { return m_connections; }
    /// What was agreed on over TLS, a line each connection; empty where the client named nothing.
    [[nodiscard]] const QByteArrayList &agreed() const { return m_agreed; }
    /// Connections whose other end went away.
    [[nodiscard]] int gone() const { return m_gone; }

Q_SIGNALS:
    void arrived();

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void read(QTcpSocket *socket, QByteArray &pending);

    std::optional<TestCertificate> m_tls;
    std::vector<Script> m_scripts;
    std::size_t m_next = 0;
    std::vector<Received> m_requests;
    int m_connections = 0;
    int m_gone = 0;
    QByteArrayList m_offered;
    QByteArrayList m_agreed;
};

} // namespace relaybook::testing
