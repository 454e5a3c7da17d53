// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topuptext.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QDir>

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
    return TopUpText::tr("%1 to %2, as the service rounds")
        .arg(costText(quote.lowest, currency), costText(quote.highest, currency));
}

QString noQuoteText(NoQuote reason)
{
    switch (reason) {
    case NoQuote::NothingKnown:
        return TopUpText::tr(
            "The service tells no price for this type, so no preview is possible. It "
            "charges what it charges.");
    case NoQuote::Unreadable:
        return TopUpText::tr("A part of the service's price list cannot be read, and it may be the "
                             "part that counts: no preview is claimed.");
    case NoQuote::BelowFirstTier:
        return TopUpText::tr("The service's price list begins at a larger amount: no preview is "
                             "possible for this one.");
    case NoQuote::AboveLastTier:
        return TopUpText::tr("The service's price list ends before this amount: no preview is "
                             "possible.");
    case NoQuote::Overlap:
        return TopUpText::tr("Two tiers of the service's price list claim this amount at different "
                             "prices: no preview is claimed.");
    case NoQuote::Contradiction:
        return TopUpText::tr("The service's price list contradicts itself here: no preview is "
                             "claimed.");
    case NoQuote::BadRate:
        return TopUpText::tr("The service's price for this amount is not above zero: no preview is "
                             "claimed.");
    case NoQuote::BadAmount:
        return TopUpText::tr("Enter 0.01 GB or more.");
    case NoQuote::TooLarge:
        return TopUpText::tr("This is more than can be reckoned here.");
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
        return TopUpText::tr("Preview from the tiers read %1. The service sets the final charge.")
            .arg(age);
    case PriceList::Source::Categories:
        return TopUpText::tr(
                   "Preview from the price categories read %1. The service sets the final "
                   "charge.")
            .arg(age);
    case PriceList::Source::FlatPrice:
        return TopUpText::tr("Preview from the flat price read %1; tiers are not told. The service "
                             "sets the final charge.")
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
        .arg(whole ? format::trafficNumber(stretch.from, true) : stretch.from.gbText(),
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
        .arg(amount.gbText(), proxyType);
}

ProblemText problemText(const BuyingProblem &problem)
{
    const QString path = QDir::toNativeSeparators(problem.path);
    switch (problem.kind) {
    case BuyingProblem::Opening:
        return {TopUpText::tr("Your earlier orders are being read…"),
                TopUpText::tr("Buying opens in a moment.")};
    case BuyingProblem::Offline:
        return {TopUpText::tr("Nothing can be bought now."),
                TopUpText::tr("Buying needs a connection and a Reseller Key.")};
    case BuyingProblem::Damaged:
        return {TopUpText::tr("Buying is closed: the record of your orders is damaged."),
                TopUpText::tr("The file “%1” cannot be read, or is older than it should be (%2). "
                              "It was left as it is. Without it an order could be sent twice. To "
                              "buy again, look for the orders in the transactions, then restore "
                              "the file from a backup and start again, set it aside, or use it as "
                              "it is.")
                    .arg(path, problem.detail)};
    case BuyingProblem::Missing:
        return {TopUpText::tr("Buying is closed: the record of your orders is gone."),
                TopUpText::tr("There was a file “%1”. Without it an order could be sent twice. "
                              "Restore it from a backup, or begin a new one.")
                    .arg(path)};
    case BuyingProblem::Newer:
        return {TopUpText::tr("Buying is closed: a newer version of Relaybook keeps your orders."),
                TopUpText::tr("The file “%1” was left as it is. Please use the newer version.")
                    .arg(path)};
    case BuyingProblem::Locked:
        return {TopUpText::tr("Buying is closed: another program holds the record of your orders."),
                TopUpText::tr("Close the other window of Relaybook that has “%1” open.").arg(path)};
    case BuyingProblem::Full:
        return {TopUpText::tr("Buying is closed: there is no room left on the disk."),
                TopUpText::tr("An order is written down before it is sent. Make room for “%1”.")
                    .arg(path)};
    case BuyingProblem::CantWrite:
        return {TopUpText::tr("Buying is closed: the record of your orders cannot be written."),
                TopUpText::tr("An order is written down before it is sent. The file is “%1”.")
                    .arg(path)};
    }
    return {};
}

} // namespace relaybook
