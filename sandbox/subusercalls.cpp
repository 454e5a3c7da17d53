// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for sub-users: the list, notes, and moving traffic to and from them (contract section
// 4).
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/paging.h"
#include "sandbox/subusers.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

constexpr std::int64_t largestMove = 100'000 * bytesPerGb;
constexpr std::size_t longestNote = 10'000;

Answer listSubUsers(Call &call)
{
    const auto &subs = call.account().subUsers();
    Paging paging;
    paging.perPage = call.faults.number(Fault::PagedLists, call.settings.maxPerPage);
    paging.total = static_cast<std::int64_t>(subs.size());
    const bool paged = call.faults.has(Fault::PagedLists) || call.in.query.count("per_page") > 0 ||
                       call.in.query.count("page") > 0;
    if (paged) {
        if (auto wrong = readPaging(call, paging)) {
            return *wrong;
        }
    } else {
        paging.perPage = std::max<std::int64_t>(1, paging.total);
    }
    const WireStyle style = styleOf(call, true);
    const std::int64_t end = std::min(paging.total, paging.first() + paging.perPage);
    const long spoiled = call.faults.has(Fault::UnreadableListRows)
                             ? call.faults.number(Fault::UnreadableListRows, 10)
                             : 0;
    std::string body = R"({"data":[)";
    for (std::int64_t i = paging.first(); i < end; ++i) {
        if (i > paging.first()) {
            body += ',';
        }
        std::string row;
        appendSubUser(row, subs[static_cast<std::size_t>(i)], style);
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

Answer subUserAnswer(const Call &call, const SubUser &sub, std::string_view message, int status)
{
    std::string body = "{";
    if (!message.empty()) {
        body += R"("message":)";
        appendQuoted(body, message);
        body += ',';
    }
    body += R"("data":)";
    appendSubUser(body, sub, styleOf(call, false));
    return json(body + '}', status);
}

Answer getSubUser(Call &call)
{
    const SubUser *sub = subUserOf(call);
    return sub == nullptr ? noSubUser() : subUserAnswer(call, *sub, {}, 200);
}

void appendPool(std::string &out, const Account &account, const std::string &type)
{
    out += ",\"reseller_" + type + "_gb\":";
    appendGb(out, account.poolBytes(type));
}

Answer poolTooSmall(const Call &call, const std::string &type)
{
    return refuse(402, code::tooPoor, "There is not enough traffic left.",
                  "The pool holds " + gbText(call.account().poolBytes(type)) +
                      " GB. Buy traffic first.");
}

/// Moves bytes (negative: back to the pool) and notes it in the history.
SubUser withTraffic(SubUser sub, std::int64_t bytes, Seconds now)
{
    const std::int64_t before = sub.balanceBytes + sub.usedBytes;
    const std::int64_t id = sub.history.empty() ? sub.id * 100 + 1 : sub.history.back().id + 1;
    sub.history.push_back(Allocation{id, now, bytes, before});
    sub.balanceBytes += bytes;
    sub.updatedAt = now;
    return sub;
}

std::optional<Answer> commitMove(Call &call, const SubUser &sub, std::int64_t bytes)
{
    return call.commit(
        {PutSubUser{withTraffic(sub, bytes, call.now)},
         SetPool{sub.serviceType, call.account().poolBytes(sub.serviceType) - bytes}});
}

/// Replaces the requested values as the fault create-otherwise requires.
void changeWish(const Call &call, std::string &name, std::int64_t &bytes, std::string &service)
{
    if (!call.faults.has(Fault::CreateOtherwise)) {
        return;
    }
    const std::string_view what = call.faults.arg(Fault::CreateOtherwise);
    if (what.empty() || what == "name") {
        name += "_1";
    }
    if (what.empty() || what == "traffic") {
        bytes = std::max(bytes - bytesPerGb, bytesPerCentiGb);
    }
    if (what.empty() || what == "service") {
        const PriceList &sold = call.account().prices();
        const auto other = std::find_if(
            sold.begin(), sold.end(), [&](const TypePrice &type) { return type.slug != service; });
        service = other == sold.end() ? service : other->slug;
    }
}

Answer createSubUser(Call &call)
{
    Fields fields(call.body);
    fields.require("username");
    fields.require("traffic_allocation_gb");
    auto name = fields.text("username");
    auto bytes = fields.gigabytes("traffic_allocation_gb", bytesPerCentiGb, largestMove);
    const auto note = fields.text("note", longestNote);
    std::string service = fields.text("service_type").value_or("residential");
    if (name && name->empty()) {
        fields.wrong(code::missing, "username", "The field username is required.");
    }
    const auto &subs = call.account().subUsers();
    if (name && std::any_of(subs.begin(), subs.end(),
                            [&](const SubUser &sub) { return sub.username == *name; })) {
        fields.wrong(code::duplicate, "username", "This user name is taken.");
    }
    if (findType(call.account().prices(), service) == nullptr) {
        fields.wrong(code::proxyType, "service_type", "This proxy type is not sold.");
    }
    if (!fields.ok() || !name || !bytes) {
        return fields.answer();
    }
    changeWish(call, *name, *bytes, service);
    if (*bytes > call.account().poolBytes(service)) {
        return poolTooSmall(call, service);
    }
    SubUser sub = makeSubUserShell(call.account().recipe().seed, call.account().nextSubUserId());
    sub.username = *name;
    sub.note = note;
    sub.serviceType = service;
    sub.createdAt = call.now;
    if (auto failed = commitMove(call, sub, *bytes)) {
        return *failed;
    }
    const bool isAboutEarlier = call.faults.has(Fault::EarlierObject);
    const SubUser *made =
        isAboutEarlier ? &call.account().subUsers().front() : call.account().findSubUser(sub.id);
    return subUserAnswer(call, made == nullptr ? sub : *made, "The sub-user was created.", 201);
}

Answer deleteSubUser(Call &call)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    const std::string returned = gbText(sub->balanceBytes);
    if (auto failed =
            call.commit({SetPool{sub->serviceType,
                                 call.account().poolBytes(sub->serviceType) + sub->balanceBytes},
                         RemoveSubUser{sub->id}})) {
        return *failed;
    }
    std::string body = R"({"message":)";
    appendQuoted(body, "The sub-user was deleted; " + returned + " GB went back to the pool.");
    return json(body + '}');
}

Answer updateSubUserNote(Call &call)
{
    const SubUser *found = subUserOf(call);
    if (found == nullptr) {
        return noSubUser();
    }
    Fields fields(call.body);
    fields.require("note");
    const auto note = fields.text("note", longestNote);
    if (!fields.ok()) {
        return fields.answer();
    }
    SubUser sub = *found;
    sub.note = note;
    sub.updatedAt = call.now;
    if (auto failed = call.commit({PutSubUser{sub}})) {
        return *failed;
    }
    if (call.faults.has(Fault::NoteAnswer)) {
        const bool empty = call.faults.arg(Fault::NoteAnswer) == "empty";
        return empty ? json({}) : subUserAnswer(call, sub, {}, 200);
    }
    std::string body = R"({"message":"The note was saved.","data":{"note":)";
    appendQuotedOrNull(body, sub.note);
    return json(body + "}}");
}

Answer addSubUserTraffic(Call &call)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    Fields fields(call.body);
    fields.require("traffic_gb");
    const auto bytes = fields.gigabytes("traffic_gb", bytesPerCentiGb, largestMove);
    if (!fields.ok() || !bytes) {
        return fields.answer();
    }
    const std::string type = sub->serviceType;
    if (*bytes > call.account().poolBytes(type)) {
        return poolTooSmall(call, type);
    }
    const std::int64_t balance = sub->balanceBytes + *bytes;
    if (auto failed = commitMove(call, *sub, *bytes)) {
        return *failed;
    }
    std::string body = R"({"message":"Traffic was added.","data":{"added_traffic_gb":)";
    appendGb(body, *bytes);
    body += R"(,"new_balance_gb":)";
    appendGb(body, balance);
    appendPool(body, call.account(), type);
    return json(body + "}}");
}

Answer dropSubUserTraffic(Call &call)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    Fields fields(call.body);
    const auto asked = fields.gigabytes("traffic_gb", bytesPerCentiGb, largestMove);
    if (asked && *asked > sub->balanceBytes) {
        fields.wrong(code::range, "traffic_gb",
                     "The sub-user has " + gbText(sub->balanceBytes) + " GB left.");
    }
    if (!fields.ok()) {
        return fields.answer();
    }
    const bool isAll = !asked || call.faults.has(Fault::DropAll);
    const std::int64_t bytes = isAll ? sub->balanceBytes : *asked;
    const std::int64_t balance = sub->balanceBytes - bytes;
    const std::string type = sub->serviceType;
    if (bytes > 0) {
        if (auto failed = commitMove(call, *sub, -bytes)) {
            return *failed;
        }
    }
    std::string body = R"({"message":"Traffic was taken back.","data":{"dropped_traffic_gb":)";
    appendGb(body, bytes);
    body += R"(,"new_balance_gb":)";
    appendGb(body, balance);
    appendPool(body, call.account(), type);
    return json(body + "}}");
}

Answer getSubUserTraffic(Call &call)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    std::string body = R"({"data":{"id":)";
    appendInteger(body, sub->id);
    body += R"(,"traffic_balance_gb":)";
    appendGb(body, sub->balanceBytes);
    body += R"(,"traffic_balance_bytes":)";
    appendInteger(body, sub->balanceBytes);
    body += R"(,"traffic_used_gb":)";
    appendGb(body, sub->usedBytes);
    body += R"(,"traffic_used_bytes":)";
    appendInteger(body, sub->usedBytes);
    return json(body + "}}");
}

Answer listSubUserAllocations(Call &call)
{
    const SubUser *sub = subUserOf(call);
    if (sub == nullptr) {
        return noSubUser();
    }
    Paging paging;
    if (auto wrong = readPaging(call, paging)) {
        return *wrong;
    }
    std::vector<Allocation> history = sub->history;
    if (call.faults.has(Fault::UnlistedDrops)) {
        std::erase_if(history, [](const Allocation &row) { return row.addedBytes < 0; });
    }
    const long ahead = call.faults.number(Fault::RowAhead, 0);
    if (ahead > 0 && static_cast<std::size_t>(ahead) <= history.size()) {
        const auto row = history.begin() + (ahead - 1);
        row->at += rowAheadBy;
        std::rotate(row, row + 1, history.end());
    }
    paging.total = static_cast<std::int64_t>(history.size());
    std::string rows;
    const std::int64_t end = std::min(paging.total, paging.first() + paging.perPage);
    for (std::int64_t i = paging.first(); i < end; ++i) {
        if (!rows.empty()) {
            rows += ',';
        }
        appendAllocation(rows, history[static_cast<std::size_t>(paging.total - 1 - i)]);
    }
    // The paging data of this list is inside `data`.
    const std::string meta = paging.metaText();
    return json(R"({"data":{"data":[)" + rows + "]," + meta.substr(1) + "}");
}

constexpr std::array subUserTable{
    Operation{"listSubUsers", "GET", "/reseller/sub-users", TokenKind::Reseller, Bucket::Reseller,
              false, listSubUsers},
    Operation{"createSubUser", "POST", "/reseller/sub-users", TokenKind::Reseller, Bucket::Reseller,
              true, createSubUser},
    Operation{"getSubUser", "GET", "/reseller/sub-users/{subId}", TokenKind::Reseller,
              Bucket::Reseller, false, getSubUser},
    Operation{"deleteSubUser", "DELETE", "/reseller/sub-users/{subId}", TokenKind::Reseller,
              Bucket::Reseller, true, deleteSubUser},
    Operation{"updateSubUserNote", "PATCH", "/reseller/sub-users/{subId}/note", TokenKind::Reseller,
              Bucket::Reseller, true, updateSubUserNote, Evidence::Certain},
    Operation{"addSubUserTraffic", "POST", "/reseller/sub-users/{subId}/traffic/add",
              TokenKind::Reseller, Bucket::Reseller, true, addSubUserTraffic},
    Operation{"dropSubUserTraffic", "POST", "/reseller/sub-users/{subId}/traffic/drop",
              TokenKind::Reseller, Bucket::Reseller, true, dropSubUserTraffic},
    Operation{"getSubUserTraffic", "GET", "/reseller/sub-users/{subId}/traffic",
              TokenKind::Reseller, Bucket::Reseller, false, getSubUserTraffic},
    Operation{"listSubUserAllocations", "GET", "/reseller/sub-users/{subId}/history",
              TokenKind::Reseller, Bucket::Reseller, false, listSubUserAllocations},
};

} // namespace

std::span<const Operation> subUserOperations()
{
    return subUserTable;
}

const SubUser *subUserOf(const Call &call)
{
    const auto id = wholeNumber(call.args.at(0));
    return id ? call.account().findSubUser(*id) : nullptr;
}

Answer noSubUser()
{
    return refuse(404, code::noSubUser, "This sub-user does not exist.",
                  "It was deleted, or it belongs to another reseller.");
}

} // namespace sandbox
