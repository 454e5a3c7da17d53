// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for the proxies of the account (contract section 2).
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/paging.h"
#include "sandbox/places.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

constexpr std::array<std::string_view, 5> proxyTypes{"residential", "mobile", "datacenter",
                                                     "residential_premium", "mobile_premium"};
constexpr std::int64_t largestLimit = 1'000'000 * bytesPerGb;

Answer notFound()
{
    return refuse(404, code::noProxy, "This proxy does not exist.",
                  "It was deleted, or it belongs to another account.");
}

/// Whether the list is paged, because the request or the service's settings ask for it.
bool isPaged(const Call &call)
{
    return call.faults.has(Fault::PagedLists) || call.in.query.count("per_page") > 0 ||
           call.in.query.count("page") > 0;
}

Answer listProxies(Call &call)
{
    const auto &proxies = call.account().proxies();
    Paging paging;
    paging.perPage = call.faults.number(Fault::PagedLists, call.settings.maxPerPage);
    paging.total = static_cast<std::int64_t>(proxies.size());
    const bool paged = isPaged(call);
    if (paged) {
        if (auto wrong = readPaging(call, paging)) {
            return *wrong;
        }
    } else {
        paging.perPage = std::max<std::int64_t>(1, paging.total);
    }
    const WireStyle style = styleOf(call, true);
    const std::int64_t end = std::min(paging.total, paging.first() + paging.perPage);
    std::string body = R"({"data":[)";
    body.reserve(static_cast<std::size_t>(std::min(paging.perPage, paging.total)) * 1'000);
    const long spoiled = call.faults.has(Fault::UnreadableListRows)
                             ? call.faults.number(Fault::UnreadableListRows, 10)
                             : 0;
    for (std::int64_t i = paging.first(); i < end; ++i) {
        if (i > paging.first()) {
            body += ',';
        }
        std::string row;
        appendProxy(row, proxies[static_cast<std::size_t>(i)], style);
        spoilListRow(row, i, spoiled);
        body += row;
    }
    body += R"(],"total":)";
    appendInteger(body, paging.total);
    if (paged) {
        body += R"(,"meta":)" + paging.metaText();
    }
    return json(body + '}');
}

Answer listProxyTraffic(Call &call)
{
    std::string body = R"({"data":[)";
    for (const Proxy &proxy : call.account().proxies()) {
        if (body.back() == '}') {
            body += ',';
        }
        appendProxyTraffic(body, proxy);
    }
    return json(body + "]}");
}

Answer proxyAnswer(const Call &call, const Proxy &proxy, std::string_view message, int status)
{
    std::string body = "{";
    if (!message.empty()) {
        body += R"("message":)";
        appendQuoted(body, message);
        body += ',';
    }
    body += R"("data":)";
    appendProxy(body, proxy, styleOf(call, false));
    return json(body + '}', status);
}

Answer getProxy(Call &call)
{
    const Proxy *proxy = call.account().findProxy(call.args.at(0));
    return proxy == nullptr ? notFound() : proxyAnswer(call, *proxy, {}, 200);
}

void readPlace(Fields &fields, Proxy &proxy)
{
    const auto country = fields.text("country");
    if (fields.isNull("country")) {
        fields.wrong(code::value, "country", "The field country must not be empty.");
    }
    if (country) {
        if (findCountry(*country) == nullptr) {
            fields.wrong(code::country, "country", "This country is not known.");
        } else if (*country != proxy.country) {
            proxy.country = *country;
            proxy.region.reset();
            proxy.city.reset();
        }
    }
    if (fields.has("region")) {
        proxy.region = fields.text("region");
        if (!fields.has("city")) {
            proxy.city.reset();
        }
    }
    if (fields.has("city")) {
        proxy.city = fields.text("city");
    }
    if (proxy.region && fields.has("region") && !hasRegion(proxy.country, *proxy.region)) {
        fields.wrong(code::value, "region", "This region is not in this country.");
    }
    const std::string region = proxy.region.value_or("");
    if (proxy.city && fields.has("city") && !hasCity(proxy.country, region, *proxy.city)) {
        fields.wrong(code::value, "city", "This city is not in this region.");
    }
}

template <std::size_t N>
void readWord(Fields &fields, const char *name, const std::array<std::string_view, N> &known,
              std::optional<std::string> &into)
{
    const auto word = fields.text(name);
    if (word && std::find(known.begin(), known.end(), *word) == known.end()) {
        fields.wrong(code::value, name, std::string("This value of ") + name + " is not known.");
    } else if (fields.has(name)) {
        into = word;
    }
}

void readRotation(Fields &fields, Proxy &proxy)
{
    constexpr std::array<std::string_view, 2> behaviors{"keep", "rotate"};
    constexpr std::array<std::string_view, 2> rotations{"each_request", "interval"};
    std::optional<std::string> behavior = proxy.behavior;
    readWord(fields, "behavior", behaviors, behavior);
    if (behavior) {
        proxy.behavior = *behavior;
    } else {
        fields.wrong(code::value, "behavior", "The field behavior must not be empty.");
    }
    readWord(fields, "rotate_type", rotations, proxy.rotateType);
    const auto interval = fields.integer("rotate_interval", 1, 1'440);
    if (fields.has("rotate_interval")) {
        proxy.rotateInterval = interval ? std::optional(static_cast<int>(*interval)) : std::nullopt;
    }
    const auto lifetime = fields.integer("lifetime_minutes", 1, 525'600);
    if (fields.has("lifetime_minutes")) {
        proxy.lifetimeMinutes =
            lifetime ? std::optional(static_cast<int>(*lifetime)) : std::nullopt;
    }
}

/// Applies the members that were sent, and no others.
void readProxy(Fields &fields, Proxy &proxy)
{
    if (fields.has("name")) {
        proxy.name = fields.text("name");
        if (proxy.name && proxy.name->empty()) {
            fields.wrong(code::missing, "name", "The field name must not be empty.");
        }
    }
    readPlace(fields, proxy);
    readRotation(fields, proxy);
    const auto limit = fields.gigabytes("traffic_limit", 0, largestLimit);
    if (fields.has("traffic_limit")) {
        proxy.limitBytes = limit;
    }
}

Answer updateProxy(Call &call)
{
    const Proxy *found = call.account().findProxy(call.args.at(0));
    if (found == nullptr) {
        return notFound();
    }
    nlohmann::json sent = call.body;
    if (call.faults.has(Fault::IgnoreOpenFields)) {
        for (const char *open : {"rotate_type", "rotate_interval", "traffic_limit"}) {
            sent.erase(open);
        }
    }
    Proxy proxy = *found;
    Fields fields(sent);
    if (call.body.empty()) {
        fields.wrong(code::missing, "name", "The request contains no field to change.");
    }
    readProxy(fields, proxy);
    if (!fields.ok()) {
        return fields.answer();
    }
    proxy.updatedAt = call.now;
    if (auto failed = call.commit({PutProxy{proxy}})) {
        return *failed;
    }
    return proxyAnswer(call, proxy, "The proxy was changed.", 200);
}

Answer createProxy(Call &call)
{
    Fields fields(call.body);
    fields.require("type");
    fields.require("country");
    fields.require("behavior");
    const std::string type = fields.text("type").value_or("");
    if (!type.empty() &&
        std::find(proxyTypes.begin(), proxyTypes.end(), type) == proxyTypes.end()) {
        fields.wrong(code::proxyType, "type", "This proxy type is not offered.");
    }
    Proxy proxy =
        makeProxyShell(call.account().recipe().seed, call.account().nextProxyIndex(), type);
    if (fields.ok()) {
        readProxy(fields, proxy);
    }
    if (!fields.ok()) {
        return fields.answer();
    }
    if (call.faults.has(Fault::ProxyTooDear)) {
        return refuse(402, code::tooPoor, "The balance is too small.",
                      "A proxy of this type costs more than the balance.");
    }
    proxy.createdAt = proxy.updatedAt = call.now;
    std::vector<Change> changes{PutProxy{proxy}};
    if (call.faults.has(Fault::ProxyCosts)) {
        constexpr long usualCents = 100;
        TransactionText text;
        text.type = "purchase";
        text.description = "A proxy";
        const Money cost = Money::cents(call.faults.number(Fault::ProxyCosts, usualCents));
        changes.emplace_back(call.account().booking(-cost, call.now, std::move(text)));
    }
    if (auto failed = call.commit(changes)) {
        return *failed;
    }
    if (call.faults.has(Fault::EarlierObject)) {
        proxy = call.account().proxies().front();
        proxy.type = type;
    }
    return proxyAnswer(call, proxy, "The proxy was created.", 201);
}

Answer deleteProxy(Call &call)
{
    const Proxy *found = call.account().findProxy(call.args.at(0));
    if (found == nullptr) {
        return notFound();
    }
    if (auto failed = call.commit({RemoveProxy{found->id}})) {
        return *failed;
    }
    return json(R"({"message":"The proxy was deleted."})");
}

constexpr std::array proxyTable{
    Operation{"listProxies", "GET", "/v1/proxies", TokenKind::Personal, Bucket::Personal, false,
              listProxies},
    Operation{"createProxy", "POST", "/v1/proxies", TokenKind::Personal, Bucket::Personal, true,
              createProxy},
    Operation{"listProxyTraffic", "GET", "/v1/proxies/traffic", TokenKind::Personal,
              Bucket::Personal, false, listProxyTraffic},
    Operation{"getProxy", "GET", "/v1/proxies/{id}", TokenKind::Personal, Bucket::Personal, false,
              getProxy},
    Operation{"updateProxy", "PUT", "/v1/proxies/{id}", TokenKind::Personal, Bucket::Personal, true,
              updateProxy, Evidence::Certain},
    Operation{"deleteProxy", "DELETE", "/v1/proxies/{id}", TokenKind::Personal, Bucket::Personal,
              true, deleteProxy},
};

} // namespace

std::span<const Operation> proxyOperations()
{
    return proxyTable;
}

} // namespace sandbox
