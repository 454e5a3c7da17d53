// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic pools, prices and the one call that buys (contract section 4).

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/result.h"

namespace relaybook {

/// GET /reseller/balance: every traffic type found, with its prices in whatever spelling.
struct GetResellerBalance
{
    using Response = ResellerBalance;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ResellerBalance> decode(const QByteArray &body);
};

/// POST /reseller/topup-traffic: spends money. Sent once and repeated by nothing; an answer that is
/// not a whole receipt leaves the outcome unknown (ApiError::mayHaveHappened).
struct TopUpTraffic
{
    TrafficAmount amount; ///< at least 0.01 GB
    QString proxyType;

    using Response = TopUpReceipt;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<TopUpReceipt> decode(const QByteArray &body);
};

/// GET /reseller/analytics
struct GetAnalytics
{
    using Response = Analytics;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Analytics> decode(const QByteArray &body);
};

} // namespace relaybook
