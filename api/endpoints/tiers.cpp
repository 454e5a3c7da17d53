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

JsonValue rateOf(const JsonValue &tier)
{
    return tier.anyOf({"price_per_gb", "price", "rate", "cost"});
}

/// {min_gb, max_gb, price_per_gb} and its other names.
std::optional<Tier> tierFromObject(const JsonValue &object)
{
    const auto from = readAmount(object.anyOf({"min_gb", "from", "min", "threshold", "gb"}));
    const JsonValue end = object.anyOf({"max_gb", "to", "max"});
    const auto to = readAmount(end);
    const auto rate = readRate(rateOf(object));
    if (!object.isObject() || !from || !rate || (!end.isNull() && !to)) {
        return std::nullopt;
    }
    return Tier{*from, to, *rate};
}

/// "50", "50+", "50-99", each with or without "GB": a threshold written as a member's name.
std::optional<Tier> tierFromMember(const QString &key, const JsonValue &value)
{
    QString text = key.toLower().remove(u' ').remove(QLatin1String("gb"));
    if (text.endsWith(u'+')) {
        text.chop(1);
    }
    std::optional<TrafficAmount> to;
    const qsizetype dash = text.indexOf(u'-', 1);
    if (dash > 0) {
        to = TrafficAmount::parseGb(text.mid(dash + 1));
        if (!to) {
            return std::nullopt;
        }
        text.truncate(dash);
    }
    const auto from = TrafficAmount::parseGb(text);
    const auto rate = readRate(value.isObject() ? rateOf(value) : value);
    return from && rate ? std::optional(Tier{*from, to, *rate}) : std::nullopt;
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
