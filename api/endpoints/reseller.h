// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints of the reseller: traffic pools with prices, the purchase of traffic, analytics
// (contract section 4).

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/result.h"

namespace relaybook {

/// GET /reseller/balance. Returns every traffic type found, with its prices in any accepted form.
struct GetResellerBalance
{
    using Response = ResellerBalance;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ResellerBalance> decode(const QByteArray &body);
};

/// POST /reseller/topup-traffic. Spends money, so it is sent once and never repeated. A response
/// that is not a complete receipt leaves the outcome unknown (ApiError::mayHaveHappened).
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
