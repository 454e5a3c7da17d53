// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the top-up dialog about prices, and about why nothing can be bought.
#pragma once

#include "api/types/quote.h"
#include "models/buying/purchasedesk.h"

#include <QString>

namespace relaybook {

/// "95 GB × $2.60".
[[nodiscard]] QString calculationText(const Quote &quote, const QString &currency);
/// For a rounded price: "$12.34 to $12.35, as the service rounds".
[[nodiscard]] QString roundingText(const Quote &quote, const QString &currency);
/// A whole sentence that says why there is no preview.
[[nodiscard]] QString noQuoteText(NoQuote reason);
/// Where the prices come from and how old they are.
[[nodiscard]] QString priceSourceText(PriceList::Source source, const std::optional<Instant> &asOf,
                                      Instant now);
/// "1 – 49.99 GB", "500 GB and more".
[[nodiscard]] QString stretchText(const PriceStretch &stretch);
/// "Buy 95 GB for $247.00"; where no price is known "Buy 95 GB at an unknown price".
[[nodiscard]] QString buyText(TrafficAmount amount, const Quoted<Quote> &quote,
                              const QString &currency);
/// The body of the call as it is sent.
[[nodiscard]] QString requestText(const QString &proxyType, TrafficAmount amount);

} // namespace relaybook
