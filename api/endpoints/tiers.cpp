// SPDX-License-Identifier: GPL-3.0-or-later
// Parses price tiers in all documented and likely forms (contract section 4).
#include "api/endpoints/decode.h"

namespace relaybook {
namespace {

std::optional<TrafficAmount> readAmount(const JsonValue &value)
{
    const auto figure = value.asFigure();
    return figure ? TrafficAmount::parseGb(*figure) : std::nullopt;
}

std::optional<Money> readRate(const JsonValue &value)
{
    const auto figure = value.asFigure();
    return figure ? Money::parse(*figure) : std::nullopt;
}

/// The end of a tier, which is missing for "and more".
struct TierEnd
{
    std::optional<TrafficAmount> amount;
    bool isReadable = true;
};

/// Services write "and more" in many ways. A tier that really ends at 0 or below applies to
/// nothing.
TierEnd readEnd(const QString &text)
{
    const QString word = text.trimmed().toLower();
    static const QStringList endless{
        QString(),
        QStringLiteral("*"),
        QStringLiteral("+"),
        QStringLiteral("\u221e"),
        QStringLiteral("inf"),
        QStringLiteral("+inf"),
        QStringLiteral("infinity"),
        QStringLiteral("infinite"),
        QStringLiteral("unlimited"),
        QStringLiteral("none"),
        QStringLiteral("null"),
        QStringLiteral("max"),
    };
    if (endless.contains(word)) {
        return {};
    }
    const auto amount = TrafficAmount::parseGb(word);
    if (amount &&
        (amount->isZero() || *amount == TrafficAmount::fromUnits(-TrafficAmount::unitsPerGb))) {
        return {};
    }
    return {amount, amount.has_value()};
}

TierEnd readEnd(const JsonValue &value)
{
    const auto figure = value.asFigure();
    return figure ? readEnd(*figure) : TierEnd{std::nullopt, value.isNull()};
}

JsonValue rateOf(const JsonValue &tier)
{
    return tier.anyOf({"price_per_gb", "price", "rate", "cost"});
}

/// {min_gb, max_gb, price_per_gb} and its other names.
std::optional<Tier> tierFromObject(const JsonValue &object)
{
    const auto from = readAmount(object.anyOf({"min_gb", "from", "min", "threshold", "gb"}));
    const TierEnd end = readEnd(object.anyOf({"max_gb", "to", "max"}));
    const auto rate = readRate(rateOf(object));
    if (!object.isObject() || !from || !rate || !end.isReadable) {
        return std::nullopt;
    }
    return Tier{*from, end.amount, *rate};
}

/// "50", "50+", "50-99", "50-*", each with or without "GB": a threshold written as a member's name.
std::optional<Tier> tierFromMember(const QString &key, const JsonValue &value)
{
    QString text = key.toLower().remove(u' ').remove(QLatin1String("gb"));
    if (text.endsWith(u'+')) {
        text.chop(1);
    }
    TierEnd end;
    const qsizetype dash = text.indexOf(u'-', 1);
    if (dash > 0) {
        end = readEnd(text.mid(dash + 1));
        if (!end.isReadable) {
            return std::nullopt;
        }
        text.truncate(dash);
    }
    const auto from = TrafficAmount::parseGb(text);
    const auto rate = readRate(value.isObject() ? rateOf(value) : value);
    return from && rate ? std::optional(Tier{*from, end.amount, *rate}) : std::nullopt;
}

void keepUnreadable(PriceList &prices, const QByteArray &text)
{
    if (!prices.unreadable.isEmpty()) {
        prices.unreadable += ',';
    }
    prices.unreadable += text;
}

} // namespace

void readTiers(const JsonValue &value, PriceList &prices)
{
    if (value.isNull()) {
        return;
    }
    if (value.isArray()) {
        value.forEachItem([&prices](const JsonValue &item) {
            if (const auto tier = tierFromObject(item)) {
                prices.tiers.push_back(*tier);
            } else {
                keepUnreadable(prices, item.raw());
            }
        });
        return;
    }
    if (value.isObject() && value.member("tiers").exists()) {
        readTiers(value.member("tiers"), prices);
        return;
    }
    if (!value.isObject()) {
        keepUnreadable(prices, value.raw());
        return;
    }
    value.forEachMember([&prices](const QString &key, const JsonValue &rate) {
        if (const auto tier = tierFromMember(key, rate)) {
            prices.tiers.push_back(*tier);
        } else {
            keepUnreadable(prices, '"' + key.toUtf8() + "\":" + rate.raw());
        }
    });
}

} // namespace relaybook
