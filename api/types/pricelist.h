// SPDX-License-Identifier: GPL-3.0-or-later
// What a gigabyte costs at which volume (contract section 4).

#pragma once

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

/// A tier as it was found. It runs to the next tier's `from`; `to` is what the service wrote.
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
        None,       ///< nothing is known: no preview is possible
        Tiers,      ///< *_pricing_tiers of GET /reseller/balance
        Categories, ///< GET /v1/account/categories
        FlatPrice,  ///< *_price_per_gb as one flat tier
    };
    Source source = Source::None;
    std::vector<Tier> tiers;             ///< in the order found
    std::optional<Money> flatPricePerGb; ///< *_price_per_gb where it was told
    /// What could not be read as a tier, as it came: shown as found, never used for a sum.
    QByteArray unreadable;
    friend bool operator==(const PriceList &, const PriceList &) = default;
};

} // namespace relaybook
