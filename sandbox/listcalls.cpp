// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for a sub-user's blocklist and whitelist (contract section 4).
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/subusers.h"
#include "sandbox/wire.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

constexpr std::size_t mostAtOnce = 500;

using List = std::vector<ListEntry> SubUser::*;

Answer listOf(const Call &call, List list)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    const std::vector<ListEntry> &entries = sub->*list;
    std::string body = R"({"data":[)";
    for (const ListEntry &entry : entries) {
        if (body.back() == '}') {
            body += ',';
        }
        appendEntry(body, entry, list == &SubUser::allowed);
    }
    body += R"(],"total":)";
    appendInteger(body, static_cast<std::int64_t>(entries.size()));
    return json(body + '}');
}

ListEntry entryFor(const SubUser &sub, List list, std::string text, Seconds now)
{
    const std::vector<ListEntry> &entries = sub.*list;
    const std::int64_t id = entries.empty() ? sub.id * 1'000 + 1 : entries.back().id + 1;
    return ListEntry{id, std::move(text), std::nullopt, now};
}

bool holds(const SubUser &sub, List list, const std::string &text)
{
    const std::vector<ListEntry> &entries = sub.*list;
    return std::any_of(entries.begin(), entries.end(),
                       [&](const ListEntry &entry) { return entry.text == text; });
}

/// A host name, with * allowed as its first label.
bool isPattern(std::string_view text)
{
    if (text.starts_with("*.")) {
        text.remove_prefix(2);
    }
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_';
    };
    return !text.empty() && text.front() != '.' && text.back() != '.' &&
           std::all_of(text.begin(), text.end(), fits);
}

bool isIpv4(std::string_view text)
{
    int parts = 0;
    while (parts < 4) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const auto part = wholeNumber(std::string(text.substr(0, end)));
        if (!part || *part < 0 || *part > 255) {
            return false;
        }
        ++parts;
        if (end == text.size()) {
            return parts == 4;
        }
        text.remove_prefix(end + 1);
    }
    return false;
}

bool isIpv6(std::string_view text)
{
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || (c >= '0' && c <= '9') ||
               c == ':';
    };
    return std::count(text.begin(), text.end(), ':') >= 2 &&
           std::all_of(text.begin(), text.end(), fits);
}

bool isAddress(const std::string &text)
{
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::string host = text.substr(0, slash);
    const bool v6 = isIpv6(host);
    if (!v6 && !isIpv4(host)) {
        return false;
    }
    if (slash == text.size()) {
        return true;
    }
    const auto bits = wholeNumber(text.substr(slash + 1));
    return bits && *bits >= 0 && *bits <= (v6 ? 128 : 32);
}

Answer addTo(Call &call, List list, const char *field, int wrongCode)
{
    const SubUser *found = subUserOf(call);
    if (found == nullptr) {
        return noSubUser();
    }
    const bool addresses = list == &SubUser::allowed;
    Fields fields(call.body);
    fields.require(field);
    const auto text = fields.text(field);
    const auto comment = fields.text("comment");
    if (text && !(addresses ? isAddress(*text) : isPattern(*text))) {
        fields.wrong(wrongCode, field,
                     addresses ? "This is not an IP address or a network."
                               : "This is not a host name.");
    } else if (text && holds(*found, list, *text)) {
        fields.wrong(code::duplicate, field, "This entry already exists.");
    }
    if (!fields.ok() || !text) {
        return fields.answer();
    }
    SubUser sub = *found;
    ListEntry entry = entryFor(sub, list, *text, call.now);
    entry.comment = comment;
    (sub.*list).push_back(entry);
    if (auto failed = call.commit({PutSubUser{sub}})) {
        return *failed;
    }
    std::string body = R"({"message":"The entry was added.","data":)";
    appendEntry(body, entry, addresses);
    return json(body + '}', 201);
}

Answer removeFrom(Call &call, List list)
{
    const SubUser *found = subUserOf(call);
    if (found == nullptr) {
        return noSubUser();
    }
    const auto id = wholeNumber(call.args.at(1));
    SubUser sub = *found;
    const auto removed =
        std::erase_if(sub.*list, [&](const ListEntry &entry) { return id == entry.id; });
    if (removed == 0) {
        return refuse(404, code::noEntry, "This entry does not exist.");
    }
    if (auto failed = call.commit({PutSubUser{sub}})) {
        return *failed;
    }
    return json(R"({"message":"The entry was removed."})");
}

Answer listBlocked(Call &call)
{
    return listOf(call, &SubUser::blocked);
}

Answer addBlocked(Call &call)
{
    return addTo(call, &SubUser::blocked, "pattern", code::domain);
}

Answer addBlockedBulk(Call &call)
{
    const SubUser *found = subUserOf(call);
    if (found == nullptr) {
        return noSubUser();
    }
    Fields fields(call.body);
    if (!fields.require("entries")) {
        return fields.answer();
    }
    const nlohmann::json &entries = call.body.at("entries");
    if (!entries.is_array()) {
        fields.wrong(code::format, "entries", "The field entries must be a list.");
    } else if (entries.size() > mostAtOnce) {
        fields.wrong(code::bulk, "entries", "At most 500 entries can be sent at once.");
    }
    if (!fields.ok()) {
        return fields.answer();
    }
    SubUser sub = *found;
    std::int64_t added = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string text = entries[i].is_string() ? entries[i].get<std::string>() : "";
        if (!isPattern(text) || characters(text) > 255) {
            fields.wrong(code::domain, "entries." + std::to_string(i), "This is not a host name.");
        } else if (!holds(sub, &SubUser::blocked, text)) {
            sub.blocked.push_back(entryFor(sub, &SubUser::blocked, text, call.now));
            ++added;
        }
    }
    if (!fields.ok()) {
        return fields.answer();
    }
    if (added > 0) {
        if (auto failed = call.commit({PutSubUser{sub}})) {
            return *failed;
        }
    }
    std::string body = R"({"message":"The entries were added.","data":{"added":)";
    appendInteger(body, added);
    body += R"(,"skipped":)";
    appendInteger(body, static_cast<std::int64_t>(entries.size()) - added);
    return json(body + "}}");
}

Answer removeBlocked(Call &call)
{
    return removeFrom(call, &SubUser::blocked);
}

Answer listAllowed(Call &call)
{
    return listOf(call, &SubUser::allowed);
}

Answer addAllowed(Call &call)
{
    const char *field = call.body.contains("ip_or_cidr") ? "ip_or_cidr" : "cidr";
    return addTo(call, &SubUser::allowed, field, code::address);
}

Answer removeAllowed(Call &call)
{
    return removeFrom(call, &SubUser::allowed);
}

constexpr Operation operation(std::string_view id, std::string_view method,
                              std::string_view pattern, Handler handler)
{
    return {id, method, pattern, TokenKind::Reseller, Bucket::Reseller, method != "GET", handler};
}

constexpr std::array listTable{
    operation("listBlocked", "GET", "/reseller/sub-users/{subId}/blocklist", listBlocked),
    operation("addBlocked", "POST", "/reseller/sub-users/{subId}/blocklist", addBlocked),
    operation("addBlockedBulk", "POST", "/reseller/sub-users/{subId}/blocklist/bulk",
              addBlockedBulk),
    operation("removeBlocked", "DELETE", "/reseller/sub-users/{subId}/blocklist/{id}",
              removeBlocked),
    operation("listAllowed", "GET", "/reseller/sub-users/{subId}/whitelist", listAllowed),
    operation("addAllowed", "POST", "/reseller/sub-users/{subId}/whitelist", addAllowed),
    operation("removeAllowed", "DELETE", "/reseller/sub-users/{subId}/whitelist/{id}",
              removeAllowed),
};

} // namespace

std::span<const Operation> listOperations()
{
    return listTable;
}

} // namespace sandbox
