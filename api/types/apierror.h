// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong with a call, in the one form that the whole program switches on.

#pragma once

#include "api/types/instant.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

enum class ErrorKind {
    Offline,         ///< no connection could be made: name, route, refused, proxy
    Tls,             ///< the certificate or the handshake was not acceptable
    Timeout,         ///< 15 s without a byte
    Cancelled,       ///< the caller let go
    Unauthorized,    ///< 401, codes 1001-1004, after a renewal was tried where there is one
    Forbidden,       ///< 403, codes 1005-1007
    NotFound,        ///< 404, codes 3001-3008
    NotOffered,      ///< the service has no such operation; said by models/, see isNotOffered()
    Validation,      ///< 422, codes 2001-2013; `fields` says where
    NotEnoughMoney,  ///< 402, code 4001; may have come without a body
    TooManyRequests, ///< 429; `retryAfter` says when
    Refused,         ///< any other clear 4xx: payment gateway, promo code, product unavailable
    ServiceFailure,  ///< 5xx, or a connection that broke after the request was on its way
    NotUnderstood,   ///< an answer that is not what the contract says; `jsonPath` says where
    Local,           ///< this computer: disk, database, a bug of ours
};

/// A complaint about one input (contract section 1: `field` and `errors[].field`).
struct FieldError
{
    QString field;
    QString message;
    friend bool operator==(const FieldError &, const FieldError &) = default;
};

/// Texts are the service's own words; whole sentences for people are made in ui/.
struct ApiError
{
    ErrorKind kind = ErrorKind::Local;
    int httpStatus = 0;  ///< 0 where no answer came
    int serviceCode = 0; ///< error.code of the body; 0 where there was none
    QString message;     ///< error.message
    QString description; ///< error.description: the service's hint for the caller
    std::vector<FieldError> fields;
    /// How long the service asked us to wait (429, or a 503 that says so).
    std::optional<std::chrono::seconds> retryAfter;
    QString jsonPath;  ///< NotUnderstood: "data[3].amount"
    QString operation; ///< "GET /v1/proxies": verb and path, never a query with secrets, no host
    QString curl;      ///< the same as a curl command for "Details", without any secret
    /// For a changing call: the service may have carried it out although no answer says so. Unknown
    /// is not failed; nothing may repeat such a call by itself (contract section 4).
    bool mayHaveHappened = false;
    /// The call itself was not sent: its token could not be had, and the rest says why.
    bool isOfToken = false;

    friend bool operator==(const ApiError &, const ApiError &) = default;
};

/// Whether an operation that a service may lack was answered as a service answers that lacks it:
/// 404, 405 or 501, with any body (contract, "What is certain"). At the address of one row a 404
/// can also say that this row is gone, and then mostly bears a code of its own.
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

} // namespace relaybook
