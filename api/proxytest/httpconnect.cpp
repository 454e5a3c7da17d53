// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/httphead.h"
#include "api/proxytest/tunnelopening.h"

namespace relaybook {
namespace {

enum Status {
    Ok = 200,
    Redirects = 300,
    Unauthorized = 401,
    PaymentNeeded = 402,
    ForbiddenHere = 403,
    WantsPassword = 407,
    TooMany = 429,
    ServerError = 500,
    NotImplemented = 501,
};

/// Whether the head announces a body. A tunnel has none, whatever its headers say (RFC
/// 9110, 9.3.6).
bool announcesBody(const HttpHead &head)
{
    const QByteArray length = head.values("content-length");
    return (!length.isEmpty() && length != "0") || !head.values("transfer-encoding").isEmpty();
}

class HttpConnect final : public TunnelOpening
{
public:
    explicit HttpConnect(const TunnelRequest &request)
        : m_request(request)
    {
    }

    QByteArray begin() override
    {
        const QString host =
            m_request.host.contains(u':') ? QString(u'[' + m_request.host + u']') : m_request.host;
        const QByteArray target = host.toUtf8() + ':' + QByteArray::number(m_request.port);
        QByteArray out = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
        if (m_request.hasCredentials()) {
            QByteArray both = m_request.user.toUtf8() + ':' + m_request.password.reveal();
            out += "Proxy-Authorization: Basic " + both.toBase64() + "\r\n";
            both.fill('\0');
        }
        return out + "\r\n";
    }

    State take(QByteArray &received, QByteArray & /*reply*/) override
    {
        switch (m_head.take(received)) {
        case HttpHead::State::Incomplete:
            return State::NeedsMore;
        case HttpHead::State::NotHttp:
        case HttpHead::State::TooLarge:
            return fail(ProxyTestOutcome::NotAProxy);
        case HttpHead::State::Complete:
            break;
        }
        setStatus(m_head.status());
        if (status() >= Ok && status() < Redirects) {
            setDoubtful(announcesBody(m_head));
            return State::Open;
        }
        return fail(reason());
    }

private:
    ProxyTestOutcome reason()
    {
        switch (status()) {
        case Unauthorized: // some proxies answer a wrong password so
        case WantsPassword:
            enter(ProxyTestStage::SignIn);
            return signInProblem();
        case PaymentNeeded:
            return ProxyTestOutcome::PaymentRequired;
        case ForbiddenHere:
            return ProxyTestOutcome::Forbidden;
        case TooMany:
            return ProxyTestOutcome::TooManyRequests;
        case NotImplemented: // CONNECT, like 400, 404 and 405
            return ProxyTestOutcome::NotAProxy;
        default:
            return status() >= ServerError ? ProxyTestOutcome::ProxyFailure
                                           : ProxyTestOutcome::NotAProxy;
        }
    }

    [[nodiscard]] ProxyTestOutcome signInProblem() const
    {
        const QByteArray methods =
            m_head.values("proxy-authenticate") + m_head.values("www-authenticate");
        if (!methods.isEmpty() && !methods.contains("basic")) {
            return ProxyTestOutcome::SignInUnsupported;
        }
        return m_request.hasCredentials() ? ProxyTestOutcome::SignInRefused
                                          : ProxyTestOutcome::SignInNeeded;
    }

    TunnelRequest m_request;
    HttpHead m_head;
};

} // namespace

bool canSignInByHttp(const TunnelRequest &request)
{
    return !request.user.contains(u':'); // which ends the user name
}

std::unique_ptr<TunnelOpening> openByHttp(const TunnelRequest &request)
{
    return std::make_unique<HttpConnect>(request);
}

} // namespace relaybook
