// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/foreignwords.h"
#include "api/proxytest/httphead.h"
#include "api/proxytest/tunnelopening.h"

#include <algorithm>
#include <array>

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

constexpr qsizetype longestBody = 1000;

/// How many bytes the body has, if it may be a short text that says why; else 0.
qsizetype sizeOfText(const HttpHead &head)
{
    bool isNumber = false;
    const auto size = head.values("content-length").toLongLong(&isNumber);
    const QByteArray type = head.values("content-type");
    const bool isText = type.startsWith("text/plain") || type.contains("json");
    const bool isWhole =
        head.values("transfer-encoding").isEmpty() && head.values("content-encoding").isEmpty();
    return isNumber && isText && isWhole && size > 0 && size <= longestBody
               ? static_cast<qsizetype>(size)
               : 0;
}

/// The phrase of the status, unless it only says what the status says anyway.
QByteArray phraseOf(const HttpHead &head)
{
    constexpr std::array usual{"bad request",
                               "unauthorized",
                               "payment required",
                               "forbidden",
                               "access denied",
                               "not found",
                               "method not allowed",
                               "proxy authentication required",
                               "authentication required",
                               "proxy authorization required",
                               "request timeout",
                               "too many requests",
                               "internal server error",
                               "not implemented",
                               "bad gateway",
                               "service unavailable",
                               "gateway timeout",
                               "gateway time-out",
                               "error"};
    constexpr qsizetype shortest = 4;
    const QByteArray phrase = head.phrase();
    const QByteArray lower = phrase.toLower();
    const bool isUsual = std::any_of(usual.begin(), usual.end(),
                                     [&lower](const char *each) { return lower == each; });
    return isUsual || phrase.size() < shortest ? QByteArray() : phrase;
}

/// Whether a header speaks of an error: "x-brd-err-msg", "x-squid-error".
bool speaksOfError(const QByteArray &name)
{
    const QList<QByteArray> parts = name.split('-');
    return parts.front() == "x" && std::any_of(parts.begin(), parts.end(), [](const auto &part) {
               return part == "err" || part == "errors" || part.startsWith("error") ||
                      part == "errmsg" || part == "errcode";
           });
}

/// What headers say: such as X-Brd-Err-Msg, else Proxy-Status (RFC 9209).
QByteArray wordsOf(const HttpHead &head)
{
    QByteArray status;
    QByteArray code;
    for (const auto &[name, value] : head.headers()) {
        if (speaksOfError(name) && !value.isEmpty()) {
            if (name.endsWith("msg") || name.endsWith("message")) {
                return value;
            }
            code = code.isEmpty() ? value : code;
        } else if (name == "proxy-status") {
            status = value;
        }
    }
    static const QByteArray details("details=\"");
    if (const qsizetype at = status.indexOf(details); at >= 0) {
        const qsizetype from = at + details.size();
        status = status.mid(from, std::max(qsizetype{0}, status.indexOf('"', from) - from));
    }
    return code.isEmpty() ? status : code;
}

/// As ProxyTestResult::proxyWords. They are somebody else's text, and may quote what was sent.
QString shownWords(const QByteArray &words, const TunnelRequest &request)
{
    const QByteArray user = request.user.toUtf8();
    QByteArray both = user + ':' + request.password.reveal();
    QString shown =
        foreignWords(words, {both.toBase64(), both.toBase64(QByteArray::OmitTrailingEquals),
                             both.mid(user.size() + 1)});
    both.fill('\0');
    return shown;
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
        if (isRefused()) {
            return takeWords(received);
        }
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
        QByteArray words = wordsOf(m_head);
        m_rest = words.isEmpty() ? sizeOfText(m_head) : 0;
        const ProxyTestOutcome why = reason();
        if (words.isEmpty() && why != ProxyTestOutcome::NotAProxy) {
            words = phraseOf(m_head); // unless a body says more
        }
        setWords(shownWords(words, m_request));
        if (m_rest == 0) {
            return fail(why);
        }
        awaitWords(why);
        return takeWords(received);
    }

private:
    State takeWords(QByteArray &received)
    {
        const QByteArray come = received.left(m_rest);
        received.remove(0, come.size());
        m_rest -= come.size();
        m_body += come;
        if (m_rest > 0) {
            return State::NeedsMore;
        }
        setWords(shownWords(m_body, m_request)); // not a part of it, which may end in a password
        return fail(outcome());
    }

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
    QByteArray m_body;
    qsizetype m_rest = 0; ///< bytes of the body that are awaited
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
