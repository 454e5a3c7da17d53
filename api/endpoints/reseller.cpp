// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/reseller.h"

#include "api/endpoints/decode.h"
#include "api/json/jsonwriter.h"
#include "api/types/masktext.h"

#include <algorithm>
#include <map>

namespace relaybook {
namespace {

/// The members of the balance that belong to a traffic type.
struct PoolMember
{
    enum class Says { Tiers, Price, Left };
    QString type;
    Says says = Says::Left;
};

/// The type is the text before _pricing_tiers and _price_per_gb, and between reseller_ and _gb.
std::optional<PoolMember> poolMember(const QString &key)
{
    const QLatin1String tiers("_pricing_tiers");
    const QLatin1String price("_price_per_gb");
    const QLatin1String before("reseller_");
    const QLatin1String after("_gb");
    if (key.endsWith(tiers) && key.size() > tiers.size()) {
        return PoolMember{key.chopped(tiers.size()), PoolMember::Says::Tiers};
    }
    if (key.endsWith(price) && key.size() > price.size()) {
        return PoolMember{key.chopped(price.size()), PoolMember::Says::Price};
    }
    const qsizetype frame = before.size() + after.size();
    if (key.startsWith(before) && key.endsWith(after) && key.size() > frame) {
        return PoolMember{key.mid(before.size(), key.size() - frame), PoolMember::Says::Left};
    }
    return std::nullopt;
}

TrafficPool &poolOf(ResellerBalance &balance, const QString &type)
{
    const auto found = std::find_if(balance.pools.begin(), balance.pools.end(),
                                    [&type](const TrafficPool &pool) { return pool.type == type; });
    if (found != balance.pools.end()) {
        return *found;
    }
    balance.pools.push_back(TrafficPool{type, std::nullopt, {}});
    return balance.pools.back();
}

/// A flat price that is not an amount counts only where there are no tiers.
void readFlatPrice(const QString &key, const JsonValue &value, PriceList &prices, QByteArray &odd)
{
    const auto figure = value.asFigure();
    prices.flatPricePerGb = figure ? Money::parse(*figure) : std::nullopt;
    const bool isEmpty = value.isNull() || (figure && figure->isEmpty());
    if (!prices.flatPricePerGb && !isEmpty) {
        odd = '"' + key.toUtf8() + "\":" + value.raw();
    }
}

/// The tiers if there are any, otherwise the price as one tier from zero on, otherwise nothing.
void settlePrices(PriceList &prices)
{
    if (!prices.tiers.empty()) {
        prices.source = PriceList::Source::Tiers;
    } else if (prices.flatPricePerGb && prices.unreadable.isEmpty()) {
        prices.source = PriceList::Source::FlatPrice;
        prices.tiers = {Tier{TrafficAmount(), std::nullopt, *prices.flatPricePerGb}};
    }
}

} // namespace

Request GetResellerBalance::toRequest() const
{
    return readRequest(TokenKind::Reseller, QStringLiteral("/reseller/balance"));
}

Result<ResellerBalance> GetResellerBalance::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    ResellerBalance balance;
    balance.trafficBalance = data.member("traffic_balance_gb").asGigabytesIfReadable();
    std::map<QString, QByteArray> oddPrices; // by type
    data.forEachMember([&](const QString &key, const JsonValue &value) {
        const auto member = poolMember(key);
        // A type with a secret in it is left out: it could not be sent back to buy.
        if (!member || holdsMask(key) || looksLikeSecret(member->type)) {
            return;
        }
        TrafficPool &pool = poolOf(balance, member->type);
        switch (member->says) {
        case PoolMember::Says::Tiers:
            readTiers(value, pool.prices);
            break;
        case PoolMember::Says::Price:
            readFlatPrice(key, value, pool.prices, oddPrices[pool.type]);
            break;
        case PoolMember::Says::Left:
            pool.left = value.asGigabytesIfReadable();
            break;
        }
    });
    if (!balance.trafficBalance && balance.pools.empty()) {
        data.complain(QStringLiteral("is not a reseller balance"));
    }
    for (TrafficPool &pool : balance.pools) {
        if (pool.prices.tiers.empty() && pool.prices.unreadable.isEmpty()) {
            pool.prices.unreadable = oddPrices[pool.type];
        }
        settlePrices(pool.prices);
    }
    balance.raw = data.raw();
    return reader.finish(std::move(balance));
}

Request TopUpTraffic::toRequest() const
{
    const QByteArray body =
        JsonWriter().gigabytes("amount_gb", amount).text("proxy_type", proxyType).finish();
    return changeRequest(Verb::Post, TokenKind::Reseller, QStringLiteral("/reseller/topup-traffic"),
                         body, Effect::Spends);
}

Result<TopUpReceipt> TopUpTraffic::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    TopUpReceipt receipt;
    static_cast<void>(data.requiredText("proxy_type")); // complains if it is missing
    receipt.proxyType = data.typeText("proxy_type");
    receipt.trafficBalance = data.requiredGigabytes("traffic_balance_gb");
    receipt.amountAdded = data.requiredGigabytes("amount_added_gb");
    receipt.cost = data.requiredMoney("cost").value;
    receipt.raw = data.raw();
    return reader.finish(std::move(receipt));
}

Request GetAnalytics::toRequest() const
{
    return readRequest(TokenKind::Reseller, QStringLiteral("/reseller/analytics"));
}

Result<Analytics> GetAnalytics::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    const JsonValue summary = data.member("summary");
    Analytics analytics;
    if (!summary.isObject() && !data.member("chart").isArray()) {
        summary.complain(QStringLiteral("is missing"));
    }
    const auto figure = [](const JsonValue &row, std::string_view key) {
        return row.member(key).asGigabytesIfReadable();
    };
    analytics.totalToppedUp = figure(summary, "total_topup_gb");
    analytics.totalUsed = figure(summary, "total_used_gb");
    analytics.totalBalance = figure(summary, "total_balance_gb");
    analytics.subUsers = summary.integer("sub_users_count");
    data.member("chart").forEachItem([&](const JsonValue &day) {
        // A day without a figure is left out: it is unknown, which is not 0.
        const auto total = figure(day, "total_gb");
        if (const QString date = day.text("date"); total && !date.isEmpty()) {
            analytics.days.push_back({date, *total});
        }
    });
    data.member("sub_users").forEachItem([&](const JsonValue &row) {
        if (const auto id = row.integer("id")) {
            analytics.figures.push_back({SubUserId(*id), row.anyOf({"login", "username"}).asText(),
                                         figure(row, "balance_gb"), figure(row, "used_gb"),
                                         figure(row, "topup_gb")});
        }
    });
    analytics.raw = data.raw();
    return reader.finish(std::move(analytics));
}

} // namespace relaybook
