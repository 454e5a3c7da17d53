// SPDX-License-Identifier: GPL-3.0-or-later
// The error type of the whole program: what went wrong with a call.

#pragma once

#include "api/types/tlsfailure.h"

#include "api/types/instant.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

enum class ErrorKind {
    Offline,         ///< no connection could be made: name, route, refused, proxy (`proxy`)
    Tls,             ///< the certificate or the TLS handshake was not accepted
    Timeout,         ///< no byte was received or sent for 15 s, or the answer arrived too slowly
    Cancelled,       ///< the caller cancelled the call
    Unauthorized,    ///< 401, codes 1001-1004; if the token can be renewed, that was tried first
    Forbidden,       ///< 403, codes 1005-1007
    NotFound,        ///< 404, codes 3001-3008
    NotOffered,      ///< the service has no such operation; set by models/, see isNotOffered()
    Validation,      ///< 422, codes 2001-2013; `fields` says where
    NotEnoughMoney,  ///< 402, code 4001; the body may be empty
    TooManyRequests, ///< 429; `retryAfter` says when
    Refused,         ///< any other clear 4xx: payment gateway, promo code, product unavailable
    ServiceFailure,  ///< 5xx, or the connection broke after the request was sent
    NotUnderstood,   ///< a response that does not match the contract; `jsonPath` says where
    Local,           ///< an error on this computer: disk, database, or a bug
    // Stored by number: new ones at the end.
    TokenUnavailable, ///< the account's token could not be read, e.g. from the keychain; not sent
    ViewOnly,         ///< the account is set to view only: the call would have changed something
    BadSettings, ///< proxy or certificate file cannot be used: `message` is a sentence; not sent
    Blocked, ///< a page of a protection in front of the service, which says nothing about tokens
};
inline constexpr ErrorKind lastErrorKind = ErrorKind::Blocked;

/// What went wrong at the proxy of this computer or account, before the service was reached.
enum class ProxyProblem {
    None,
    NotFound, ///< no such host
    Refused,  ///< nothing listens there
    SignIn,   ///< it needs a user and password, or rejects those that were sent
    TimedOut,
    Closed,      ///< it closed the connection, or does not speak the protocol that is set
    Unreachable, ///< it could not reach the service, or does not allow it
};

/// A validation error for one input field (contract section 1: `field` and `errors[].field`).
struct FieldError
{
    QString field;
    QString message;
    friend bool operator==(const FieldError &, const FieldError &) = default;
};

/// Describes a failed call. The texts are those of the service; sentences for users are written in
/// ui/.
struct ApiError
{
    ErrorKind kind = ErrorKind::Local;
    int httpStatus = 0;  ///< 0 if there was no response
    int serviceCode = 0; ///< error.code of the body; 0 if there was none
    QString message;     ///< error.message
    QString description; ///< error.description: the service's hint for the caller
    std::vector<FieldError> fields;
    /// How long the service asks to wait (429, or a 503 with Retry-After).
    std::optional<std::chrono::seconds> retryAfter;
    QString jsonPath;  ///< NotUnderstood: "data[3].amount"
    QString operation; ///< "GET /v1/proxies": verb and path, no host, no query with secrets
    QString curl;      ///< the call as a curl command without secrets, for "Details"
    /// NotUnderstood: the response was a web page instead of JSON, as of a service that shows its
    /// start page for calls that it does not have, or of a network that asks for a sign-in.
    bool isPage = false;
    /// For a changing call: the service may have carried it out although no response says so.
    /// Unknown is not the same as failed: such a call must not be repeated automatically (contract
    /// section 4).
    bool mayHaveHappened = false;
    /// The call itself was not sent because there was no token; the other members say why.
    bool isOfToken = false;
    /// For Offline and Timeout: it failed at the proxy.
    ProxyProblem proxy = ProxyProblem::None;
    TlsFailure tls; ///< for Tls

    friend bool operator==(const ApiError &, const ApiError &) = default;
};

/// Whether the way to the service failed rather than the service itself: no connection, a
/// certificate, no answer in time, a gateway without its service, or a web page, as of a network
/// that asks for a sign-in or of a service in maintenance. It may work again at any time. Not: a
/// proxy that rejects its password, because it may lock out who repeats it.
[[nodiscard]] inline bool isOfTheWay(const ApiError &error)
{
    constexpr int badGateway = 502;
    constexpr int gatewayTimeout = 504;
    const bool isOfKind = error.kind == ErrorKind::Offline || error.kind == ErrorKind::Tls ||
                          error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Blocked;
    const bool isOfGateway = error.serviceCode == 0 && error.httpStatus >= badGateway &&
                             error.httpStatus <= gatewayTimeout;
    return (isOfKind || isOfGateway || error.isPage) && error.proxy != ProxyProblem::SignIn;
}

/// Whether the status means that the service does not have this operation: 404, 405 or 501, with
/// any body (contract, "What is certain"). For the address of one row, a 404 can also mean that the
/// row was removed; then it usually has its own error code.
[[nodiscard]] constexpr bool isNotOffered(int httpStatus)
{
    constexpr int notFound = 404;
    constexpr int methodNotAllowed = 405;
    constexpr int notImplemented = 501;
    return httpStatus == notFound || httpStatus == methodNotAllowed || httpStatus == notImplemented;
}
[[nodiscard]] inline bool isNotOffered(const ApiError &error)
{
    return error.kind == ErrorKind::NotOffered ||
           (!error.isOfToken && isNotOffered(error.httpStatus));
}

/// Whether the answer to a call that changes something is a refusal that the contract documents, so
/// that nothing was done: 405 and 501 are those of a missing operation. A 400 or 404 counts only if
/// it has the code of a refusal (contract section 1; 5001 to 5003 mean that the service failed):
/// without one, it can come from a gateway that has already forwarded the call.
[[nodiscard]] inline bool isClearRefusal(const ApiError &error)
{
    const auto isIn = [code = error.serviceCode](int first, int last) {
        return code >= first && code <= last;
    };
    switch (error.httpStatus) {
    case 401:
    case 402:
    case 403:
    case 405:
    case 422:
    case 429:
    case 501:
        return true;
    case 400:
    case 404:
        return isIn(1001, 1007) || isIn(2001, 2013) || isIn(3001, 3008) || isIn(4001, 4005);
    default:
        return false;
    }
}

/// The error of an edit as users are told of it. An edit can be repeated safely, so a row that was
/// not found and a reason in the service's own words count as a refusal, even without a code.
[[nodiscard]] inline ApiError editError(ApiError error)
{
    constexpr int badRequest = 400;
    constexpr int notFound = 404;
    const bool hasReason = error.httpStatus == badRequest && !error.message.isEmpty();
    if (hasReason || error.httpStatus == notFound) {
        error.mayHaveHappened = false;
    }
    return error;
}

} // namespace relaybook
