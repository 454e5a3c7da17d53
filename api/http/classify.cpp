// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/classify.h"

#include "api/http/errorbody.h"
#include "api/http/tlserrors.h"
#include "api/types/systemreason.h"

#include <algorithm>

namespace relaybook {
namespace {

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

ProxyProblem proxyProblemOf(const AttemptFacts &facts)
{
    if (!facts.isAtProxy || facts.tlsFailed || facts.endedBy == AttemptFacts::EndedBy::Caller) {
        return ProxyProblem::None;
    }
    if (facts.proxy != ProxyProblem::None) {
        return facts.proxy;
    }
    if (facts.endedBy == AttemptFacts::EndedBy::IdleTimeout) {
        return ProxyProblem::TimedOut;
    }
    switch (facts.networkError) {
    case QNetworkReply::ProxyAuthenticationRequiredError:
        return ProxyProblem::SignIn;
    case QNetworkReply::SslHandshakeFailedError:
        return ProxyProblem::None;
    default:
        return ProxyProblem::Closed; // sending the call again a moment later has helped
    }
}

ErrorKind kindWithoutAnswer(const AttemptFacts &facts)
{
    if (facts.tlsFailed || facts.networkError == QNetworkReply::SslHandshakeFailedError) {
        return ErrorKind::Tls;
    }
    if (proxyProblemOf(facts) != ProxyProblem::None && !facts.wasSent) {
        return ErrorKind::Offline;
    }
    return isConnectionFailure(facts.networkError) && !facts.wasSent ? ErrorKind::Offline
                                                                     : ErrorKind::ServiceFailure;
}

/// Uses the service's own code if the status is not specific (contract section 1, table).
ErrorKind kindOfCode(int code)
{
    if (code >= 1001 && code <= 1004) {
        return ErrorKind::Unauthorized;
    }
    if (code >= 1005 && code <= 1007) {
        return ErrorKind::Forbidden;
    }
    if (code >= 2001 && code <= 2013) {
        return ErrorKind::Validation;
    }
    if (code >= 3001 && code <= 3008) {
        return ErrorKind::NotFound;
    }
    return code == 4001 ? ErrorKind::NotEnoughMoney : ErrorKind::Refused;
}

/// Whether the answer is a page of a protection in front of the service: Cloudflare, DDoS-Guard,
/// Imperva and the like, or of a web server that does not let the call through. A 429 or 503 may
/// also be the page of a web server whose service is busy or down, so its words are searched.
bool isOfProtection(const AttemptFacts &facts)
{
    constexpr int forbidden = 403;
    constexpr int tooMany = 429;
    constexpr int unavailable = 503;
    constexpr qsizetype searched = 64 * 1024;
    const bool hasStatus =
        facts.status == forbidden || facts.status == tooMany || facts.status == unavailable;
    if (!hasStatus) {
        return false;
    }
    if (facts.isMitigated) {
        return true;
    }
    const QByteArray page = facts.body.left(searched).trimmed().toLower();
    if (!page.startsWith('<')) {
        return false;
    }
    static const QByteArrayList words{"just a moment", "challenge", "captcha", "ddos",
                                      "cloudflare",    "incapsula", "imperva", "attention required",
                                      "access denied", "sucuri",    "akamai",  "error 1015"};
    return facts.status == forbidden ||
           std::any_of(words.begin(), words.end(),
                       [&page](const QByteArray &word) { return page.contains(word); });
}

ErrorKind kindOfStatus(int status, int code)
{
    switch (status) {
    case 401:
        return ErrorKind::Unauthorized;
    case 402:
        return ErrorKind::NotEnoughMoney;
    case 403:
        return ErrorKind::Forbidden;
    case 404:
        return ErrorKind::NotFound;
    case 422:
        return ErrorKind::Validation;
    case 429:
        return ErrorKind::TooManyRequests;
    default:
        break;
    }
    if (status >= 500) {
        return ErrorKind::ServiceFailure;
    }
    return status >= 400 ? kindOfCode(code) : ErrorKind::NotUnderstood;
}

/// Whether the response means that a changing call changed nothing. A call that spends believes
/// only what the contract documents: a 408, 409 or 425 can come from a proxy that has already
/// forwarded the order.
bool isRefusal(const Request &request, const ApiError &error, bool bodySaysSo)
{
    constexpr int badRequest = 400;
    constexpr int notFound = 404;
    constexpr int requestTimeout = 408;
    const int status = error.httpStatus;
    if (isClearRefusal(error)) {
        return true;
    }
    if (request.effect == Effect::Spends || status == badRequest || status == notFound) {
        return false;
    }
    return status < 500 && status > badRequest && (bodySaysSo || status != requestTimeout);
}

/// Why there was no response, or only a part of one: Qt's own text if it has one.
QString reasonWithoutAnswer(const AttemptFacts &facts)
{
    const auto otherwise = [&facts] {
        switch (facts.networkError) {
        case QNetworkReply::NoError:
        case QNetworkReply::RemoteHostClosedError:
            return QStringLiteral("the service closed the connection");
        case QNetworkReply::ConnectionRefusedError:
            return QStringLiteral("the service refused the connection");
        case QNetworkReply::HostNotFoundError:
            return QStringLiteral("the name of the service was not found");
        case QNetworkReply::TimeoutError:
            return QStringLiteral("no connection was made in time");
        case QNetworkReply::SslHandshakeFailedError:
            return QStringLiteral("no secure connection could be made");
        case QNetworkReply::UnknownNetworkError:
            return QStringLiteral("the network failed, and the system gave no reason");
        case QNetworkReply::UnknownProxyError:
            return QStringLiteral("this computer's network proxy failed without a reason");
        default:
            return QStringLiteral("the connection failed without a reason");
        }
    };
    return systemReason(facts.networkText, otherwise());
}

/// Whether the body is packed in a way that Qt does not know, or not in the way that the header
/// says: Qt 6.4 unpacks nearly anything without an error. A service may also name an encoding that
/// is none ("utf-8"), and send plain JSON.
bool isPacked(const AttemptFacts &facts)
{
    if (facts.encoding.isEmpty() || !isSuccess(facts.status)) {
        return false;
    }
    if (facts.networkError != QNetworkReply::NoError) {
        // Every other error, e.g. that it broke off, says nothing about how it is packed.
        return facts.networkError == QNetworkReply::UnknownContentError;
    }
    constexpr qsizetype looked = 100;
    const qsizetype cut = facts.body.size() > looked ? 3 : 0; // a character may go on
    const QString begin = QString::fromUtf8(facts.body.left(looked));
    const bool isText =
        std::none_of(begin.begin(), begin.end() - std::min(cut, begin.size()), [](QChar c) {
            return c == QChar::ReplacementCharacter ||
                   (c.category() == QChar::Other_Control && !c.isSpace());
        });
    return !isText;
}

ApiError endedByUs(const AttemptFacts &facts)
{
    ApiError error;
    error.httpStatus = facts.status;
    switch (facts.endedBy) {
    case AttemptFacts::EndedBy::IdleTimeout:
        error.kind = ErrorKind::Timeout;
        break;
    case AttemptFacts::EndedBy::TooSlow:
        error.kind = ErrorKind::Timeout;
        error.message = QStringLiteral("the answer arrived too slowly");
        break;
    case AttemptFacts::EndedBy::Caller:
        error.kind = ErrorKind::Cancelled;
        break;
    case AttemptFacts::EndedBy::TooLarge:
        error.kind = ErrorKind::NotUnderstood;
        error.message = QStringLiteral("the answer is larger than allowed");
        break;
    case AttemptFacts::EndedBy::ForeignRedirect:
    case AttemptFacts::EndedBy::Itself:
        error.kind = ErrorKind::NotUnderstood;
        error.message =
            facts.redirectHost.isEmpty()
                ? QStringLiteral("the service answered with a redirect that is not followed")
                : QStringLiteral(
                      "the service answered with a redirect to %1, which is not followed")
                      .arg(facts.redirectHost);
        break;
    }
    return error;
}

} // namespace

std::optional<ApiError> classify(const Request &request, const AttemptFacts &facts)
{
    using EndedBy = AttemptFacts::EndedBy;
    const bool changing = request.effect != Effect::Reads;
    const bool complete =
        facts.endedBy == EndedBy::Itself && facts.networkError == QNetworkReply::NoError;
    const bool packed = facts.endedBy == EndedBy::Itself && isPacked(facts);
    if (isSuccess(facts.status) && complete && !packed) {
        return std::nullopt;
    }

    ApiError error;
    bool refused = false;
    // The status of a refusal is valid even if its body is incomplete.
    const bool refusal = facts.status >= 400 && facts.endedBy != EndedBy::Caller;
    if (packed) {
        constexpr qsizetype longest = 40;
        error.httpStatus = facts.status;
        error.kind = ErrorKind::NotUnderstood;
        error.message = QStringLiteral("the answer cannot be unpacked: the service says that it is "
                                       "“%1”")
                            .arg(QString::fromLatin1(facts.encoding.left(longest)));
    } else if (facts.endedBy != EndedBy::Itself && !refusal) {
        error = endedByUs(facts);
    } else if (facts.status >= 300) {
        error.httpStatus = facts.status;
        const bool bodySaysSo = readErrorBody(facts.body, error);
        error.kind = isOfProtection(facts) ? ErrorKind::Blocked
                                           : kindOfStatus(facts.status, error.serviceCode);
        refused = isRefusal(request, error, bodySaysSo);
    } else {
        // There was no response, or a successful one broke off.
        error.httpStatus = facts.status;
        error.kind = kindWithoutAnswer(facts);
        error.message = reasonWithoutAnswer(facts);
        if (error.kind == ErrorKind::Tls) {
            error.tls = facts.tls.problem == TlsFailure::Unknown ? tlsFailureOf(facts.networkText)
                                                                 : facts.tls;
        }
        constexpr int firstFinal = 200; // Qt reads only 100 as the interim answer that it is
        if (facts.status != 0 && facts.status < firstFinal) {
            error.message = QStringLiteral("the service sent an interim answer (HTTP %1), after "
                                           "which this program cannot read the real one")
                                .arg(facts.status);
        }
    }
    const bool wentOut = facts.wasSent || facts.status != 0;
    error.mayHaveHappened = changing && wentOut && !refused;
    error.proxy = proxyProblemOf(facts);
    error.retryAfter = facts.retryAfter;
    error.operation = operationText(request);
    return error;
}

bool isConnectionFailure(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::TimeoutError:
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
    case QNetworkReply::UnknownNetworkError:
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::UnknownProxyError:
        return true;
    default:
        return false;
    }
}

bool mayRepeat(const Request &request, const ApiError &error)
{
    if (request.effect != Effect::Reads) {
        return false;
    }
    constexpr std::chrono::seconds patience(5);
    switch (error.kind) {
    case ErrorKind::Offline: // a proxy may lock out clients that repeat a wrong password
        return error.proxy != ProxyProblem::SignIn;
    case ErrorKind::TooManyRequests: // as often as others, but at the time that the service gives
        return true;
    case ErrorKind::Blocked:
        return error.retryAfter.value_or(patience) <= patience;
    case ErrorKind::ServiceFailure: // 501 is permanent
        return !isNotOffered(error) && error.retryAfter.value_or(patience) <= patience;
    case ErrorKind::Tls:
    case ErrorKind::Timeout: // the user has waited long enough
    case ErrorKind::Cancelled:
    case ErrorKind::Unauthorized: // ApiClient renews the token and sends the call again
    case ErrorKind::Forbidden:
    case ErrorKind::NotFound:
    case ErrorKind::NotOffered:
    case ErrorKind::Validation:
    case ErrorKind::NotEnoughMoney:
    case ErrorKind::Refused:
    case ErrorKind::NotUnderstood:
    case ErrorKind::Local:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
        break;
    }
    return false;
}

QString operationText(const Request &request)
{
    return QString::fromLatin1(verbText(request.verb)) % u' ' % request.path;
}

QByteArray verbText(Verb verb)
{
    switch (verb) {
    case Verb::Get:
        return QByteArrayLiteral("GET");
    case Verb::Post:
        return QByteArrayLiteral("POST");
    case Verb::Put:
        return QByteArrayLiteral("PUT");
    case Verb::Patch:
        return QByteArrayLiteral("PATCH");
    case Verb::Delete:
        return QByteArrayLiteral("DELETE");
    }
    return {};
}

} // namespace relaybook
