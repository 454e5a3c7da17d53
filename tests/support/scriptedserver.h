// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP server for tests that does what the test tells it to, even wrong things, and counts the
// requests.

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
    QByteArray target; ///< path and query exactly as in the request line
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;

    /// Empty if there is no such header; names are not case-sensitive.
    [[nodiscard]] QByteArray header(const QByteArray &name) const;
    [[nodiscard]] QByteArray line() const { return verb + ' ' + target; }
};

struct Answer
{
    int status = 200;
    QByteArray body = "{}";
    QList<QPair<QByteArray, QByteArray>> headers;
};

/// A connection whose request was read completely, and the ways to answer or end it.
class Exchange
{
public:
    explicit Exchange(QTcpSocket *socket)
        : m_socket(socket)
    {
    }
    void answer(const Answer &answer) const;
    void sendRaw(const QByteArray &bytes) const;
    /// Closes the connection in order, with a close_notify over TLS.
    void close() const;
    /// Ends the connection with a TCP reset: SO_LINGER 0.
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
    /// Call it before start().
    void useTls(const TestCertificate &certificate);
    /// Protocols that the server offers over TLS besides HTTP/1.1, the best first ("h2"). It does
    /// not really speak them.
    void offer(const QByteArrayList &protocols) { m_offered = protocols; }
    void start();
    [[nodiscard]] QString url() const;

    /// Adds a script for one request: each request uses the next script, and the last one is used
    /// for all further requests. Without any script, no request is ever answered.
    void then(Script script);
    void thenAnswer(const Answer &answer);

    [[nodiscard]] const std::vector<Received> &requests() const { return m_requests; }
    [[nodiscard]] int arrivals() const { return static_cast<int>(m_requests.size()); }
    /// How many connections were opened, with or without a request.
    [[nodiscard]] int connections() const { return m_connections; }
    /// The protocol agreed on over TLS, one line per connection; empty if the client offered none.
    [[nodiscard]] const QByteArrayList &agreed() const { return m_agreed; }
    /// How many connections were closed by the other end.
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
