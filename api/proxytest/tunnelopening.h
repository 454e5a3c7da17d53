// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation with a proxy that opens a tunnel to a host, without the socket: bytes in, bytes
// out. Each protocol has its own class.

#pragma once

#include "api/proxytest/proxytestresult.h"
#include "api/types/secret.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace relaybook {

/// What a proxy is asked for.
struct TunnelRequest
{
    QString user; ///< with the password, empty: no sign-in is offered
    Secret password;
    QString host; ///< of the page; an IPv6 address without brackets
    int port = 0;

    [[nodiscard]] bool hasCredentials() const { return !user.isEmpty() || !password.isEmpty(); }
};

class TunnelOpening
{
public:
    TunnelOpening() = default;
    virtual ~TunnelOpening() = default;
    TunnelOpening(const TunnelOpening &) = delete;
    TunnelOpening &operator=(const TunnelOpening &) = delete;

    enum class State { NeedsMore, Open, Failed };

    /// What is sent first.
    [[nodiscard]] virtual QByteArray begin() = 0;
    /// Takes what it understands from the front of `received`. What is to be sent then is appended
    /// to `reply`.
    [[nodiscard]] virtual State take(QByteArray &received, QByteArray &reply) = 0;

    /// SignIn or Tunnel.
    [[nodiscard]] ProxyTestStage stage() const { return m_stage; }
    /// Why it failed.
    [[nodiscard]] ProxyTestOutcome outcome() const { return m_outcome; }
    [[nodiscard]] int status() const { return m_status; }
    /// It is Open, but the answer announced a body, as that of a server that is no proxy. Some
    /// proxies do so too, and no body follows.
    [[nodiscard]] bool isDoubtful() const { return m_isDoubtful; }
    /// The proxy has refused, and more words of it are awaited: if none come, it failed as
    /// outcome() says.
    [[nodiscard]] bool isRefused() const { return m_isRefused; }
    /// See ProxyTestResult::proxyWords.
    [[nodiscard]] QString words() const { return m_words; }

protected:
    void enter(ProxyTestStage stage) { m_stage = stage; }
    void setStatus(int status) { m_status = status; }
    void setDoubtful(bool on) { m_isDoubtful = on; }
    void setWords(const QString &words) { m_words = words; }
    State awaitWords(ProxyTestOutcome outcome)
    {
        m_outcome = outcome;
        m_isRefused = true;
        return State::NeedsMore;
    }
    State fail(ProxyTestOutcome outcome)
    {
        m_outcome = outcome;
        return State::Failed;
    }

private:
    ProxyTestStage m_stage = ProxyTestStage::Tunnel;
    ProxyTestOutcome m_outcome = ProxyTestOutcome::NotAProxy;
    int m_status = 0;
    bool m_isDoubtful = false;
    bool m_isRefused = false;
    QString m_words;
};

/// Whether the protocol can send these credentials.
[[nodiscard]] bool canSignInByHttp(const TunnelRequest &request);
[[nodiscard]] bool canSignInBySocks5(const TunnelRequest &request);

/// HTTP's CONNECT, with Basic authentication. The credentials are sent at once, so that the sign-in
/// costs no round trip.
[[nodiscard]] std::unique_ptr<TunnelOpening> openByHttp(const TunnelRequest &request);
/// SOCKS5 (RFC 1928), with a user name and password (RFC 1929). Names are sent as names: the proxy
/// looks them up.
[[nodiscard]] std::unique_ptr<TunnelOpening> openBySocks5(const TunnelRequest &request);

} // namespace relaybook
