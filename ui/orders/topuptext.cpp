// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topuptext.h"

#include "models/text/format.h"
#include "models/text/localeformat.h"
#include "models/text/privacymode.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct TopUpText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::TopUpText)
};

QString costText(Money amount, const QString &currency)
{
    return format::money(amount, format::Sign::WhereNegative, currency);
}

} // namespace

QString calculationText(const Quote &quote, const QString &currency)
{
    return TopUpText::tr("%1 × %2", "95 GB × $2.60")
        .arg(format::trafficExact(quote.amount), costText(quote.ratePerGb, currency));
}

QString roundingText(const Quote &quote, const QString &currency)
{
    return TopUpText::tr("%1 to %2, depending on the service's rounding")
        .arg(costText(quote.lowest, currency), costText(quote.highest, currency));
}

QString noQuoteText(NoQuote reason)
{
    switch (reason) {
    case NoQuote::NothingKnown:
        return TopUpText::tr("The service reports no price for this type, so no price preview is "
                             "possible. The service sets the charge.");
    case NoQuote::Unreadable:
        return TopUpText::tr("Part of the service's price list cannot be read, and it may be the "
                             "part for this amount. No price preview is possible.");
    case NoQuote::BelowFirstTier:
        return TopUpText::tr(
            "The service's price list starts at a larger amount. No price preview is possible.");
    case NoQuote::AboveLastTier:
        return TopUpText::tr(
            "The service's price list ends before this amount. No price preview is possible.");
    case NoQuote::Overlap:
        return TopUpText::tr("Two tiers of the service's price list give different prices for this "
                             "amount. No price preview is possible.");
    case NoQuote::Contradiction:
        return TopUpText::tr("The service's price list contradicts itself for this amount. No "
                             "price preview is possible.");
    case NoQuote::BadRate:
        return TopUpText::tr(
            "The service's price for this amount is zero or less. No price preview is possible.");
    case NoQuote::BadAmount:
        return TopUpText::tr("Enter %1 or more.", "0.01 GB").arg(format::trafficExact(orderStep()));
    case NoQuote::TooLarge:
        return TopUpText::tr("This amount is too large.");
    }
    return {};
}

QString priceSourceText(PriceList::Source source, const std::optional<Instant> &asOf, Instant now)
{
    const QString age = asOf ? format::ago(*asOf, now) : format::nothing();
    switch (source) {
    case PriceList::Source::None:
        return TopUpText::tr("No prices are known. The service sets the charge.");
    case PriceList::Source::Tiers:
        return TopUpText::tr("Preview from the tiers loaded %1. The service sets the final charge.")
            .arg(age);
    case PriceList::Source::Categories:
        return TopUpText::tr("Preview from the price categories loaded %1. The service sets the "
                             "final charge.")
            .arg(age);
    case PriceList::Source::FlatPrice:
        return TopUpText::tr("Preview from the flat price loaded %1; tiers are not reported. The "
                             "service sets the final charge.")
            .arg(age);
    }
    return {};
}

QString stretchText(const PriceStretch &stretch)
{
    if (!stretch.to) {
        return TopUpText::tr("%1 and more").arg(format::trafficExact(stretch.from));
    }
    const TrafficAmount last = TrafficAmount::fromUnits(stretch.to->units() - orderStep().units());
    if (last <= stretch.from) {
        return format::trafficExact(stretch.from);
    }
    const bool whole = stretch.from.units() % TrafficAmount::unitsPerGb == 0;
    return TopUpText::tr("%1 – %2", "from, to")
        .arg(whole ? format::trafficNumber(stretch.from, true)
                   : privateAmount(format::number(stretch.from.gbText())),
             format::trafficExact(last));
}

QString buyText(TrafficAmount amount, const Quoted<Quote> &quote, const QString &currency)
{
    if (!quote) {
        return TopUpText::tr("Buy %1 at an unknown price").arg(format::trafficExact(amount));
    }
    return TopUpText::tr("Buy %1 for %2")
        .arg(format::trafficExact(amount), costText(quote->cost, currency));
}

QString requestText(const QString &proxyType, TrafficAmount amount)
{
    return QStringLiteral("{\"amount_gb\": %1, \"proxy_type\": \"%2\"}")
        .arg(privateAmount(amount.gbText()), proxyType);
}

} // namespace relaybook
