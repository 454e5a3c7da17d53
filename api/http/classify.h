// SPDX-License-Identifier: GPL-3.0-or-later
// The one function that says what an attempt came to.

#pragma once

#include "api/http/pacer.h"
#include "api/http/request.h"
#include "api/types/apierror.h"

#include <QByteArray>
#include <QNetworkReply>

#include <optional>

namespace relaybook {

/// All that is known of one attempt once it is over.
struct AttemptFacts
{
    /// Why it ended, where it was we who ended it: the network manager says "canceled" to all.
    enum class EndedBy { Itself, IdleTimeout, Caller, TooLarge, ForeignRedirect };

    EndedBy endedBy = EndedBy::Itself;
    QNetworkReply::NetworkError networkError = QNetworkReply::NoError;
    QString networkText;    ///< Qt's words for it; for the log and "Details"
    bool tlsFailed = false; ///< a certificate or the handshake was not acceptable
    bool wasSent = false;   ///< the call, or a part of it, may have gone out
    int status = 0;
    QByteArray body;
    RateHeaders rate;
    std::optional<std::chrono::seconds> retryAfter;
};

/// Nothing where the answer is a success whose body is to be decoded; else the error, with
/// mayHaveHappened set for a changing call whose outcome the answer leaves open (contract
/// section 4: only a clear refusal says that nothing was done).
[[nodiscard]] std::optional<ApiError> classify(const Request &request, const AttemptFacts &facts);

/// No connection came about, as opposed to one that broke.
[[nodiscard]] bool isConnectionFailure(QNetworkReply::NetworkError error);

/// True where the same call may be sent again: it reads only, and the failure may pass.
[[nodiscard]] bool mayRepeat(const Request &request, const ApiError &error);

/// "GET /v1/proxies".
[[nodiscard]] QString operationText(const Request &request);
[[nodiscard]] QByteArray verbText(Verb verb);

} // namespace relaybook
