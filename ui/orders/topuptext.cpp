// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topuptext.h"

#include "models/text/format.h"

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
        return TopUpText::tr("Enter 0.01 GB or more.");
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
        return {TopUpText::tr("Loading your earlier orders…"),
                TopUpText::tr("You can buy in a moment.")};
    case BuyingProblem::Offline:
        return {TopUpText::tr("Nothing can be bought now."),
                TopUpText::tr("Buying needs a connection and a Reseller Key.")};
    case BuyingProblem::Damaged:
        return {
            TopUpText::tr("Buying is disabled: the file with your orders is damaged."),
            TopUpText::tr("The file “%1” cannot be read, or is older than expected (%2). It was "
                          "not changed. Without it an order could be sent twice. To buy again, "
                          "look for your orders in the transactions. Then restore the file from a "
                          "backup and restart Relaybook, start a new file, or use it as it is.")
                .arg(path, problem.detail)};
    case BuyingProblem::Missing:
        return {TopUpText::tr("Buying is disabled: the file with your orders is missing."),
                TopUpText::tr("The file “%1” no longer exists. Without it an order could be sent "
                              "twice. Restore it from a backup, or start a new file.")
                    .arg(path)};
    case BuyingProblem::Newer:
        return {TopUpText::tr("Buying is disabled: the file with your orders needs a newer version "
                              "of Relaybook."),
                TopUpText::tr("The file “%1” was not changed. Use the newer version.").arg(path)};
    case BuyingProblem::Locked:
        return {TopUpText::tr(
                    "Buying is disabled: another program is using the file with your orders."),
                TopUpText::tr("Close the other Relaybook window that has “%1” open.").arg(path)};
    case BuyingProblem::Full:
        return {
            TopUpText::tr("Buying is disabled: the disk is full."),
            TopUpText::tr("An order is stored before it is sent. Free some disk space for “%1”.")
                .arg(path)};
    case BuyingProblem::CantWrite:
        return {TopUpText::tr("Buying is disabled: the file with your orders cannot be written."),
                TopUpText::tr("An order is stored before it is sent. The file is “%1”.").arg(path)};
    case BuyingProblem::TokenAwaited:
        return {TopUpText::tr("Waiting for the keychain…"),
                TopUpText::tr("You can buy as soon as this account's sign-in has been read. The "
                              "keychain may be asking for its password.")};
    case BuyingProblem::TokenUnread:
        return {TopUpText::tr("Nothing can be bought now."),
                TopUpText::tr("This account is not signed in. Sign in, or unlock the keychain if "
                              "it has the sign-in.")};
    case BuyingProblem::ViewOnly:
        return {TopUpText::tr("This account is set to view only."),
                TopUpText::tr("Turn off “View only” for this account to buy.")};
    }
    return {};
}

} // namespace relaybook
