// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for the account: balance, transactions, prices, plan and traffic (contract section 3).
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/ledgercalls.h"
#include "sandbox/pricewire.h"
#include "sandbox/random.h"
#include "sandbox/wire.h"

#include <array>

namespace sandbox {

namespace {

Answer getAccount(Call &call)
{
    std::string body = R"({"data":)";
    appendAccount(body, call.account());
    return json(body + '}');
}

Answer getBalance(Call &call)
{
    std::string body = R"({"data":{"balance":)";
    if (call.faults.has(Fault::LargeAmounts)) {
        body += "1000000000000.5";
    } else {
        appendMoney(body, call.account().balance());
    }
    return json(body + R"(,"currency":"USD"}})");
}

Answer listCategories(Call &call)
{
    const std::string_view missing = call.faults.arg(Fault::TiersMissing);
    const bool without =
        call.faults.has(Fault::TiersMissing) && (missing == "categories" || missing == "all");
    std::string body = R"({"data":[)";
    for (const TypePrice &type : call.account().prices()) {
        if (body.back() == '}') {
            body += ',';
        }
        body += R"({"slug":)";
        appendQuoted(body, type.slug);
        body += R"(,"name":)";
        appendQuoted(body, type.name);
        body += R"(,"tiers":)";
        if (without) {
            body += "[]";
        } else {
            appendTiers(body, type.tiers);
        }
        body += '}';
    }
    return json(body + "]}");
}

Answer getPlan(Call &call)
{
    std::string body = R"({"data":{"name":"Reseller","type":)";
    const std::string type = call.query("type");
    appendQuoted(body, type.empty() ? "reseller" : type);
    body += R"(,"active":true,"renews_at":null,"since":)";
    appendQuoted(body, isoText(call.account().recipe().createdAt - historySpan));
    return json(body + "}}");
}

/// Hours in a period such as "24h", "7d" or "30d"; nothing when it is none.
std::optional<std::int64_t> hoursOf(std::string period)
{
    if (period.size() < 2) {
        return std::nullopt;
    }
    const char unit = period.back();
    period.pop_back();
    const auto count = wholeNumber(period);
    if (!count || *count < 1 || *count > 366 || (unit != 'h' && unit != 'd')) {
        return std::nullopt;
    }
    return unit == 'h' ? *count : *count * 24;
}

Answer getAccountTraffic(Call &call)
{
    const std::string asked = call.query("period");
    const std::string period = asked.empty() ? "24h" : asked;
    const auto hours = hoursOf(period);
    if (!hours) {
        Fields fields(call.body);
        fields.wrong(code::value, "period", "The parameter period must look like 24h or 7d.");
        return fields.answer();
    }
    // One value per hour for up to two days, otherwise one per day.
    const Seconds step = *hours <= 48 ? 3'600 : secondsPerDay;
    const std::int64_t count = *hours * 3'600 / step;
    std::int64_t total = 0;
    std::string points;
    for (std::int64_t i = count - 1; i >= 0; --i) {
        const Seconds at = (call.now / step - i) * step;
        const std::uint64_t draw =
            mix(call.account().recipe().seed, 0x61, static_cast<std::uint64_t>(at));
        const std::int64_t bytes =
            (step / 3'600) * (900 + static_cast<std::int64_t>(draw % 900)) * 1'000'000;
        total += bytes;
        if (!points.empty()) {
            points += ',';
        }
        points += R"({"at":)";
        appendQuoted(points, isoText(at));
        points += R"(,"traffic_gb":)";
        appendGb(points, bytes);
        points += '}';
    }
    std::string body = R"({"data":{"period":)";
    appendQuoted(body, period);
    body += R"(,"total_gb":)";
    appendGb(body, total);
    return json(body + R"(,"points":[)" + points + "]}}");
}

constexpr std::array accountTable{
    Operation{"listTransactions", "GET", "/v1/account/transactions", TokenKind::Personal,
              Bucket::Personal, false, listTransactions, Evidence::Certain},
    Operation{"getAccount", "GET", "/v1/account", TokenKind::Personal, Bucket::Personal, false,
              getAccount},
    Operation{"getBalance", "GET", "/v1/account/balance", TokenKind::Personal, Bucket::Personal,
              false, getBalance},
    Operation{"listCategories", "GET", "/v1/account/categories", TokenKind::Personal,
              Bucket::Personal, false, listCategories},
    Operation{"getPlan", "GET", "/v1/account/plan", TokenKind::Personal, Bucket::Personal, false,
              getPlan},
    Operation{"getAccountTraffic", "GET", "/v1/account/traffic", TokenKind::Personal,
              Bucket::Personal, false, getAccountTraffic},
};

} // namespace

std::span<const Operation> accountOperations()
{
    return accountTable;
}

} // namespace sandbox
