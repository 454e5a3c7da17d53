// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for the reseller's balance, the purchase of traffic, and analytics (contract section 4).
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/ledgercalls.h"
#include "sandbox/pricewire.h"
#include "sandbox/random.h"
#include "sandbox/wire.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

constexpr std::int64_t leastOrder = bytesPerCentiGb;
constexpr std::int64_t largestOrder = 100'000 * bytesPerGb;

void appendTierTable(std::string &out, const Call &call, const TypePrice &type)
{
    const std::vector<Tier> tiers = call.faults.has(Fault::TiersOdd)
                                        ? oddTiers(type.tiers, call.faults.arg(Fault::TiersOdd))
                                        : type.tiers;
    if (call.faults.has(Fault::TiersSpelling)) {
        appendTiersSpelled(out, tiers, call.faults.arg(Fault::TiersSpelling));
    } else {
        appendTiers(out, tiers);
    }
}

/// The balance with only the members that every service sends: the price tables by volume.
Answer certainBalance(const Call &call)
{
    std::string body = R"({"data":{)";
    if (!call.faults.has(Fault::TiersMissing)) {
        for (const TypePrice &type : call.account().prices()) {
            if (body.back() != '{') {
                body += ',';
            }
            body += "\"" + type.slug + "_pricing_tiers\":";
            appendTierTable(body, call, type);
        }
    }
    return json(body + "}}");
}

Answer getResellerBalance(Call &call)
{
    if (call.onlyCertain) {
        return certainBalance(call);
    }
    const Account &account = call.account();
    const bool noTiers = call.faults.has(Fault::TiersMissing);
    const bool noPrices = noTiers && call.faults.arg(Fault::TiersMissing) == "all";
    std::string body = R"({"data":{"traffic_balance_gb":)";
    appendGb(body, account.totalBytes());
    for (const TypePrice &type : account.prices()) {
        body += ",\"reseller_" + type.slug + "_gb\":";
        appendGb(body, account.poolBytes(type.slug));
    }
    for (const TypePrice &type : account.prices()) {
        if (!noPrices) {
            body += ",\"" + type.slug + "_price_per_gb\":";
            if (call.faults.has(Fault::OddPrices) && &type == &call.account().prices().front()) {
                body += "\"n/a\"";
            } else {
                appendMoney(body, type.flatPerGb);
            }
        }
        if (!noTiers) {
            body += ",\"" + type.slug + "_pricing_tiers\":";
            appendTierTable(body, call, type);
        }
    }
    return json(body + "}}");
}

std::int64_t faultGb(const Call &call, Fault fault, std::int64_t fallback)
{
    if (!call.faults.has(fault)) {
        return 0;
    }
    return parseFixed(call.faults.arg(fault), 9).value_or(fallback);
}

/// The result of an order, including the effects of faults.
struct Order
{
    std::int64_t bytes = 0;
    std::int64_t added = 0;
    Money cost;
};

Order orderOf(const Call &call, const TypePrice &type, std::int64_t bytes)
{
    Rounding rounding = Rounding::HalfUp;
    if (call.faults.has(Fault::Rounding)) {
        rounding = roundingFromName(call.faults.arg(Fault::Rounding)).value_or(Rounding::HalfEven);
    }
    Order order;
    order.bytes = bytes;
    order.added = std::max<std::int64_t>(0, bytes - faultGb(call, Fault::AddLess, bytesPerCentiGb));
    order.cost = costOf(bytes, rateFor(type, bytes), rounding);
    if (call.faults.has(Fault::ChargeMore)) {
        order.cost = order.cost + Money::cents(call.faults.number(Fault::ChargeMore, 1));
    }
    return order;
}

Answer tooPoor(const Call &call, const Order &order)
{
    return refuse(402, code::tooPoor, "The balance is too small.",
                  "The order costs $" + moneyText(order.cost) + ", the balance is $" +
                      moneyText(call.account().balance()) + ".");
}

Answer receipt(const Call &call, const TypePrice &type, const Order &order)
{
    const bool total = call.faults.has(Fault::ReceiptTotal);
    std::string body = R"({"message":"Traffic was added.","data":{"proxy_type":)";
    appendQuoted(body, call.faults.has(Fault::OtherType) ? "another" : type.slug);
    body += R"(,"traffic_balance_gb":)";
    appendGb(body, total ? call.account().totalBytes() : call.account().poolBytes(type.slug));
    body += R"(,"amount_added_gb":)";
    appendGb(body, order.added);
    body += R"(,"cost":)";
    appendMoney(body, order.cost);
    return json(body + "}}");
}

/// The fault foreign-purchase: somebody else's purchase, before the requested one.
std::optional<Answer> buyForeign(Call &call, const TypePrice &type)
{
    const std::int64_t bytes = faultGb(call, Fault::ForeignPurchase, 5 * bytesPerGb);
    const Money cost = costOf(bytes, rateFor(type, bytes), Rounding::HalfUp);
    if (bytes <= 0 || cost > call.account().balance()) {
        return std::nullopt;
    }
    return call.commit({purchaseBooking(call.account(), type, bytes, cost, call.now),
                        SetPool{type.slug, call.account().poolBytes(type.slug) + bytes}});
}

Answer topUpTraffic(Call &call)
{
    Fields fields(call.body);
    fields.require("amount_gb");
    fields.require("proxy_type");
    const auto bytes = fields.gigabytes("amount_gb", leastOrder, largestOrder);
    const auto slug = fields.text("proxy_type");
    const TypePrice *type = slug ? findType(call.account().prices(), *slug) : nullptr;
    if (slug && type == nullptr) {
        fields.wrong(code::proxyType, "proxy_type", "This proxy type is not sold.");
    }
    if (!fields.ok() || !bytes || type == nullptr) {
        return fields.answer();
    }
    if (auto failed = buyForeign(call, *type)) {
        return *failed;
    }
    const Order order = orderOf(call, *type, *bytes);
    if (order.cost > call.account().balance()) {
        return tooPoor(call, order);
    }
    const std::int64_t used = faultGb(call, Fault::PoolUsed, bytesPerGb / 2);
    const std::int64_t pool =
        std::max<std::int64_t>(0, call.account().poolBytes(type->slug) + order.added - used);
    if (auto failed =
            call.commit({purchaseBooking(call.account(), *type, order.bytes, order.cost, call.now),
                         SetPool{type->slug, pool}})) {
        return *failed;
    }
    return receipt(call, *type, order);
}

std::int64_t usedOn(const Account &account, Seconds day)
{
    const std::uint64_t draw = mix(account.recipe().seed, 0x62, static_cast<std::uint64_t>(day));
    return (2'600 + static_cast<std::int64_t>(draw % 1'200)) * bytesPerCentiGb;
}

void appendSummary(std::string &out, const Account &account)
{
    std::int64_t used = 0;
    std::int64_t held = 0;
    for (const SubUser &sub : account.subUsers()) {
        used += sub.usedBytes;
        held += sub.balanceBytes;
    }
    out += R"({"summary":{"total_topup_gb":)";
    appendGb(out, used + held);
    out += R"(,"total_used_gb":)";
    appendGb(out, used);
    out += R"(,"total_balance_gb":)";
    appendGb(out, held);
    out += R"(,"sub_users_count":)";
    appendInteger(out, static_cast<std::int64_t>(account.subUsers().size()));
    out += '}';
}

void appendSubUsers(std::string &out, const Account &account)
{
    out += R"(,"sub_users":[)";
    for (const SubUser &sub : account.subUsers()) {
        if (out.back() == '}') {
            out += ',';
        }
        out += R"({"id":)";
        appendInteger(out, sub.id);
        out += R"(,"login":)";
        appendQuoted(out, sub.username);
        out += R"(,"note":)";
        appendQuotedOrNull(out, sub.note);
        out += R"(,"balance_gb":)";
        appendGb(out, sub.balanceBytes);
        out += R"(,"used_gb":)";
        appendGb(out, sub.usedBytes);
        out += R"(,"topup_gb":)";
        appendGb(out, sub.balanceBytes + sub.usedBytes);
        out += '}';
    }
    out += ']';
}

Answer getAnalytics(Call &call)
{
    const Account &account = call.account();
    std::string body;
    appendSummary(body, account);
    body += R"(,"chart":[)";
    const Seconds today = call.now / secondsPerDay;
    for (Seconds day = today - 29; day <= today; ++day) {
        if (body.back() == '}') {
            body += ',';
        }
        body += R"({"date":)";
        appendQuoted(body, dayText(day * secondsPerDay));
        body += R"(,"total_gb":)";
        appendGb(body, usedOn(account, day));
        body += '}';
    }
    body += ']';
    appendSubUsers(body, account);
    return json(body + R"(,"hosts":[{"host":"shop.example.com","total_gb":61.2},)"
                       R"({"host":"fares.example.org","total_gb":38.75},)"
                       R"({"host":"social.example.net","total_gb":20.4}]})");
}

constexpr std::array resellerTable{
    Operation{"getResellerBalance", "GET", "/reseller/balance", TokenKind::Reseller,
              Bucket::Reseller, false, getResellerBalance, Evidence::Certain},
    Operation{"topUpTraffic", "POST", "/reseller/topup-traffic", TokenKind::Reseller,
              Bucket::Reseller, true, topUpTraffic, Evidence::Certain},
    Operation{"getAnalytics", "GET", "/reseller/analytics", TokenKind::Reseller, Bucket::Reseller,
              false, getAnalytics},
};

} // namespace

std::span<const Operation> resellerOperations()
{
    return resellerTable;
}

} // namespace sandbox
