// SPDX-License-Identifier: GPL-3.0-or-later
// A price list for traffic: the price per GB, by volume (contract section 4).

#pragma once

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

/// A price tier as received. It applies up to the next tier's `from`; `to` is the value the service
/// sent.
struct Tier
{
    TrafficAmount from;
    std::optional<TrafficAmount> to;
    Money pricePerGb;
    friend bool operator==(const Tier &, const Tier &) = default;
};

struct PriceList
{
    enum class Source {
        None,       ///< no prices are known: no preview is possible
        Tiers,      ///< *_pricing_tiers of GET /reseller/balance
        Categories, ///< GET /v1/account/categories
        FlatPrice,  ///< *_price_per_gb as one flat tier
    };
    Source source = Source::None;
    std::vector<Tier> tiers;             ///< in the order of the response
    std::optional<Money> flatPricePerGb; ///< *_price_per_gb, if given
    /// JSON that could not be read as a tier, as received. It is shown but never used for a
    /// calculation.
    QByteArray unreadable;
    friend bool operator==(const PriceList &, const PriceList &) = default;
};

} // namespace relaybook
