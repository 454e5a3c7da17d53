// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether an HTTP attempt succeeded, and which error it is if it failed.

#pragma once

#include "api/http/pacer.h"
#include "api/http/request.h"
#include "api/types/apierror.h"
#include "api/types/tlsfailure.h"

#include <QByteArray>
#include <QNetworkReply>

#include <optional>

namespace relaybook {

/// Everything known about a finished attempt.
struct AttemptFacts
{
    /// Why the attempt ended. Needed because the network manager reports "canceled" for every
    /// attempt that we ended ourselves.
    enum class EndedBy { Itself, IdleTimeout, TooSlow, Caller, TooLarge, ForeignRedirect };

    EndedBy endedBy = EndedBy::Itself;
    QNetworkReply::NetworkError networkError = QNetworkReply::NoError;
    QString networkText;    ///< Qt's error text; for the log and "Details"
    bool tlsFailed = false; ///< the certificate or the TLS handshake was not accepted
    TlsFailure tls;         ///< what is wrong with the certificate
    bool wasSent = false;   ///< the call, or a part of it, may have been sent
    bool isAtProxy = false; ///< a proxy is used, and the connection through it was not established
    ProxyProblem proxy = ProxyProblem::None; ///< found by connecting to the proxy itself
    int status = 0;
    QByteArray body;
    QString redirectHost;     ///< ForeignRedirect: where it leads; may be empty
    QByteArray encoding;      ///< Content-Encoding: what the body is packed with, by the service
    bool saysMore = false;    ///< status 206, or a Link header names a next page
    bool isMitigated = false; ///< a header says that a protection answered, not the service
    RateHeaders rate;
    std::optional<Instant> date; ///< by the service's clock, in whole seconds
    std::optional<std::chrono::seconds> retryAfter;
};

/// Returns nothing if the response is a success whose body can be decoded, otherwise the error.
/// Sets mayHaveHappened for a changing call whose outcome is unknown: only a refusal says that
/// nothing was done (contract section 1, "Errors").
[[nodiscard]] std::optional<ApiError> classify(const Request &request, const AttemptFacts &facts);

/// Whether no connection could be made, as opposed to a connection that broke.
[[nodiscard]] bool isConnectionFailure(QNetworkReply::NetworkError error);

/// Whether the call may be repeated: it only reads, and the failure may be temporary.
[[nodiscard]] bool mayRepeat(const Request &request, const ApiError &error);

/// Verb and path: "GET /v1/proxies".
[[nodiscard]] QString operationText(const Request &request);
[[nodiscard]] QByteArray verbText(Verb verb);

} // namespace relaybook
