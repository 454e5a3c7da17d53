// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/changetext.h"

#include <nlohmann/json.hpp>

namespace sandbox {

namespace {

using Json = nlohmann::json;

/// The version of the generated data. The state of another version can't be continued.
constexpr int generation = 1;

template <typename T>
Json optional(const std::optional<T> &value)
{
    return value ? Json(*value) : Json();
}

template <typename T>
std::optional<T> optional(const Json &json, const char *name)
{
    const Json &value = json.at(name);
    if (value.is_null()) {
        return std::nullopt;
    }
    return value.get<T>();
}

Json fromProxy(const Proxy &p)
{
    return {{"id", p.id},
            {"number", p.number},
            {"name", optional(p.name)},
            {"type", p.type},
            {"country", p.country},
            {"region", optional(p.region)},
            {"city", optional(p.city)},
            {"behavior", p.behavior},
            {"rotate_type", optional(p.rotateType)},
            {"rotate_interval", optional(p.rotateInterval)},
            {"lifetime", optional(p.lifetimeMinutes)},
            {"limit", optional(p.limitBytes)},
            {"used", p.usedBytes},
            {"host", p.host},
            {"http", p.portHttp},
            {"socks", p.portSocks},
            {"user", p.user},
            {"password", p.password},
            {"created", p.createdAt},
            {"updated", p.updatedAt}};
}

Proxy toProxy(const Json &j)
{
    Proxy p;
    p.id = j.at("id");
    p.number = j.at("number");
    p.name = optional<std::string>(j, "name");
    p.type = j.at("type");
    p.country = j.at("country");
    p.region = optional<std::string>(j, "region");
    p.city = optional<std::string>(j, "city");
    p.behavior = j.at("behavior");
    p.rotateType = optional<std::string>(j, "rotate_type");
    p.rotateInterval = optional<int>(j, "rotate_interval");
    p.lifetimeMinutes = optional<int>(j, "lifetime");
    p.limitBytes = optional<std::int64_t>(j, "limit");
    p.usedBytes = j.at("used");
    p.host = j.at("host");
    p.portHttp = j.at("http");
    p.portSocks = j.at("socks");
    p.user = j.at("user");
    p.password = j.at("password");
    p.createdAt = j.at("created");
    p.updatedAt = j.at("updated");
    return p;
}

Json fromEntries(const std::vector<ListEntry> &entries)
{
    Json list = Json::array();
    for (const ListEntry &entry : entries) {
        list.push_back({entry.id, entry.text, optional(entry.comment), entry.at});
    }
    return list;
}

std::vector<ListEntry> toEntries(const Json &list)
{
    std::vector<ListEntry> entries;
    for (const Json &j : list) {
        ListEntry entry{j.at(0), j.at(1), std::nullopt, j.at(3)};
        if (!j.at(2).is_null()) {
            entry.comment = j.at(2).get<std::string>();
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

Json fromSub(const SubUser &s)
{
    Json history = Json::array();
    for (const Allocation &a : s.history) {
        history.push_back({a.id, a.at, a.addedBytes, a.previousBytes});
    }
    return {{"id", s.id},
            {"username", s.username},
            {"note", optional(s.note)},
            {"service", s.serviceType},
            {"balance", s.balanceBytes},
            {"used", s.usedBytes},
            {"user", s.user},
            {"password", s.password},
            {"created", s.createdAt},
            {"updated", s.updatedAt},
            {"history", std::move(history)},
            {"blocked", fromEntries(s.blocked)},
            {"allowed", fromEntries(s.allowed)}};
}

SubUser toSub(const Json &j)
{
    SubUser s;
    s.id = j.at("id");
    s.username = j.at("username");
    s.note = optional<std::string>(j, "note");
    s.serviceType = j.at("service");
    s.balanceBytes = j.at("balance");
    s.usedBytes = j.at("used");
    s.user = j.at("user");
    s.password = j.at("password");
    s.createdAt = j.at("created");
    s.updatedAt = j.at("updated");
    for (const Json &a : j.at("history")) {
        s.history.push_back(Allocation{a.at(0), a.at(1), a.at(2), a.at(3)});
    }
    s.blocked = toEntries(j.at("blocked"));
    s.allowed = toEntries(j.at("allowed"));
    return s;
}

Json fromBook(const Book &book)
{
    return {{"id", book.row.id},
            {"at", book.row.at},
            {"amount", book.row.amount.units},
            {"after", book.row.after.units},
            {"type", book.text.type},
            {"description", book.text.description},
            {"product", optional(book.text.productId)},
            {"metadata", book.text.metadata}};
}

Book toBook(const Json &j)
{
    Book book;
    book.row.id = j.at("id");
    book.row.at = j.at("at");
    book.row.amount.units = j.at("amount");
    book.row.after.units = j.at("after");
    book.text.type = j.at("type");
    book.text.description = j.at("description");
    book.text.productId = optional<int>(j, "product");
    book.text.metadata = j.at("metadata");
    return book;
}

struct ToJson
{
    Json operator()(const PutProxy &c) const { return {"proxy", fromProxy(c.proxy)}; }
    Json operator()(const RemoveProxy &c) const { return {"no-proxy", c.id}; }
    Json operator()(const PutSubUser &c) const { return {"sub-user", fromSub(c.sub)}; }
    Json operator()(const RemoveSubUser &c) const { return {"no-sub-user", c.id}; }
    Json operator()(const SetPool &c) const { return {"pool", {c.type, c.bytes}}; }
    Json operator()(const Book &c) const { return {"book", fromBook(c)}; }
    Json operator()(const RewriteRow &c) const { return {"rewrite", {c.id, c.json}}; }
    Json operator()(const RemoveRow &c) const { return {"no-row", c.id}; }
    Json operator()(const PutToken &c) const
    {
        const PersonalToken &t = c.token;
        return {"token", {t.id, t.text, t.name, t.createdAt, t.revoked}};
    }
    Json operator()(const PutResellerToken &c) const
    {
        return {"reseller-token", {c.token.number, c.token.text, c.token.expiresAt}};
    }
};

Change toToken(const Json &j)
{
    return PutToken{PersonalToken{j.at(0), j.at(1), j.at(2), j.at(3), j.at(4)}};
}

std::optional<Change> toChange(const Json &pair)
{
    const std::string kind = pair.at(0);
    const Json &j = pair.at(1);
    if (kind == "proxy") {
        return PutProxy{toProxy(j)};
    }
    if (kind == "no-proxy") {
        return RemoveProxy{j.get<std::string>()};
    }
    if (kind == "sub-user") {
        return PutSubUser{toSub(j)};
    }
    if (kind == "no-sub-user") {
        return RemoveSubUser{j.get<std::int64_t>()};
    }
    if (kind == "pool") {
        return SetPool{j.at(0), j.at(1)};
    }
    if (kind == "book") {
        return toBook(j);
    }
    if (kind == "rewrite") {
        return RewriteRow{j.at(0), j.at(1)};
    }
    if (kind == "no-row") {
        return RemoveRow{j.get<std::int64_t>()};
    }
    if (kind == "token") {
        return toToken(j);
    }
    if (kind == "reseller-token") {
        return PutResellerToken{ResellerToken{j.at(0), j.at(1), j.at(2)}};
    }
    return std::nullopt;
}

} // namespace

std::string changesToText(const std::vector<Change> &changes)
{
    Json list = Json::array();
    for (const Change &change : changes) {
        list.push_back(std::visit(ToJson{}, change));
    }
    // Request texts were checked to be UTF-8. If one is not, it must not end the server.
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::vector<Change>> changesFromText(std::string_view text)
{
    const Json list = Json::parse(text, nullptr, false);
    if (!list.is_array()) {
        return std::nullopt;
    }
    try {
        std::vector<Change> changes;
        for (const Json &pair : list) {
            auto change = toChange(pair);
            if (!change) {
                return std::nullopt;
            }
            changes.push_back(std::move(*change));
        }
        return changes;
    } catch (const Json::exception &) {
        return std::nullopt;
    }
}

std::string recipeToText(const Recipe &recipe)
{
    const Json json = {{"sandbox", generation},
                       {"seed", recipe.seed},
                       {"proxies", recipe.proxies},
                       {"sub_users", recipe.subUsers},
                       {"transactions", recipe.transactions},
                       {"created_at", recipe.createdAt},
                       {"token_seed", recipe.tokenSeed}};
    return json.dump();
}

std::optional<Recipe> recipeFromText(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || json.value("sandbox", 0) != generation) {
        return std::nullopt;
    }
    try {
        Recipe recipe;
        recipe.seed = json.at("seed");
        recipe.proxies = json.at("proxies");
        recipe.subUsers = json.at("sub_users");
        recipe.transactions = json.at("transactions");
        recipe.createdAt = json.at("created_at");
        // A state of an older version keeps the tokens that it had.
        recipe.tokenSeed = json.value("token_seed", recipe.seed);
        return recipe;
    } catch (const Json::exception &) {
        return std::nullopt;
    }
}

} // namespace sandbox
