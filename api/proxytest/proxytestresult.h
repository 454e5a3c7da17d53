// SPDX-License-Identifier: GPL-3.0-or-later
// The result of testing a proxy: how far the test came, how long each stage took, and why it
// failed. Contains no user name and no password.

#pragma once

#include <QList>
#include <QSslError>
#include <QString>

#include <array>
#include <chrono>
#include <optional>

namespace relaybook {

/// The stages of a test, in their order. Stored by number: new ones at the end.
enum class ProxyTestStage {
    Name,       ///< looking up the proxy's host; skipped if it is an address
    Connection, ///< to the proxy
    SignIn,     ///< HTTP: part of Tunnel, unless it fails
    Tunnel,     ///< to the page's host
    Tls,        ///< with the page's host; skipped if the page is http
    FirstByte,  ///< from the request for the page to the first byte of its answer
    Answer,     ///< the rest of the page's answer
};
inline constexpr std::size_t proxyTestStages = 7;

/// How a test ended. Stored by number: new ones at the end.
enum class ProxyTestOutcome {
    Works,
    SettingsUnusable,    ///< host, port or the page's address cannot be used; nothing was sent
    CredentialsUnusable, ///< cannot be sent by this protocol: too long, or a colon in the user name
    UnknownHost,         ///< the proxy's host name has no address
    Refused,             ///< nothing listens there
    Unreachable,         ///< there is no way to the proxy's host
    TimedOut,            ///< in ProxyTestResult::stage
    SignInNeeded,        ///< the proxy asks for a password, and none was given
    SignInRefused,       ///< HTTP 407 (or 401), or a failed sign-in of SOCKS5
    SignInUnsupported,   ///< the proxy accepts no sign-in by password
    PaymentRequired,     ///< HTTP 402
    Forbidden,           ///< HTTP 403, or "not allowed by ruleset" of SOCKS5
    TooManyRequests,     ///< HTTP 429
    ProxyFailure,        ///< the proxy failed, or could not reach the page's host
    NotAProxy,           ///< what answers is no proxy of this protocol
    ClosedEarly,         ///< the proxy closed the connection before it answered
    ClosedAfterTunnel,   ///< the connection was closed after the proxy had opened the tunnel
    CertificateRejected, ///< of the page's host, see ProxyTestResult::tlsErrors
    TlsFailed,           ///< the page's host, or what answers in its place, does not do TLS
    PageRefused,         ///< the page answered another status than 200
    PageUnreadable,      ///< the page's answer is not HTTP
    PageTooLarge,
    NoAddress, ///< the page's answer names no exit address
};

struct ProxyTestResult
{
    ProxyTestOutcome outcome = ProxyTestOutcome::SettingsUnusable;
    ProxyTestStage stage = ProxyTestStage::Name; ///< the one in which it ended
    /// Nothing for a stage that was skipped or not reached. That of the failed stage is the time
    /// until it failed.
    std::array<std::optional<std::chrono::microseconds>, proxyTestStages> times;
    std::chrono::microseconds total{0};

    int proxyStatus = 0; ///< the proxy's HTTP status, or the code of a SOCKS5 reply; 0 if none
    /// Why an HTTP proxy refused, in its own words: one line of at most 200 characters, secrets
    /// masked. May be empty.
    QString proxyWords;
    int pageStatus = 0;  ///< 0 if there was none
    QString exitAddress; ///< what the page sees
    QString country;     ///< as the page says; two letters are in upper case. May be empty

    /// All bytes after the connection was made, without those that TLS adds.
    qint64 bytesSent = 0;
    qint64 bytesReceived = 0;

    QList<QSslError::SslError> tlsErrors;
    QString systemText; ///< the system's own words about a failed connection or TLS; may be empty

    [[nodiscard]] const std::optional<std::chrono::microseconds> &timeOf(ProxyTestStage each) const
    {
        return times.at(static_cast<std::size_t>(each));
    }
};

} // namespace relaybook
