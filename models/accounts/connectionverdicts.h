// SPDX-License-Identifier: GPL-3.0-or-later
// The result texts of the connection check: what was found, and what to do, in one or two
// sentences.

#pragma once

#include "api/http/connectionprobe.h"
#include "api/http/pacer.h"
#include "api/types/apierror.h"
#include "api/types/tlsfailure.h"
#include "models/accounts/connectioncheck.h"

#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

struct StepVerdict
{
    ConnectionStep::State state = ConnectionStep::Good;
    QString text;
};

/// What is wrong with the service's certificate or its TLS, and what to do; both empty if the
/// problem is unknown. Also for errors of other calls.
struct TlsText
{
    QString problem;
    QString advice;
};
[[nodiscard]] TlsText tlsText(const TlsFailure &failure);

/// `host` is the service's host, without the port.
[[nodiscard]] StepVerdict nameVerdict(const ProbeFindings &found, const QString &host);
[[nodiscard]] StepVerdict connectionVerdict(const ProbeFindings &found);
/// `now` is this computer's time.
[[nodiscard]] StepVerdict tlsVerdict(const ProbeFindings &found, Instant now);
/// `ahead` is how far this computer's clock is ahead of the service's; `error` says why there was
/// no response.
[[nodiscard]] StepVerdict clockVerdict(std::optional<std::chrono::milliseconds> ahead,
                                       const std::optional<ApiError> &error);

/// The result of one call with a token.
struct TokenAnswer
{
    QString opens;          ///< what the call reads: "transactions"
    bool isCertain = false; ///< every service has this call
    std::optional<ApiError> error;
};
[[nodiscard]] StepVerdict tokenVerdict(TokenKind token, const std::vector<TokenAnswer> &answers);
/// For a token that cannot be tried; `isGivenUp` if it could not be read.
[[nodiscard]] StepVerdict missingTokenVerdict(TokenKind token, bool isGivenUp);
[[nodiscard]] StepVerdict limitsVerdict(const RateHeaders &personal, const RateHeaders &reseller);

} // namespace relaybook
