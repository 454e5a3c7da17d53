// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/mangle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <sstream>

namespace sandbox {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 12> usualFields{
    "amount", "balance",  "balance_before", "balance_after",         "cost", "traffic_gb",
    "name",   "username", "description",    "traffic_balance_bytes", "note", "traffic_balance_gb"};

bool isMeant(std::string_view name, std::string_view field)
{
    if (!field.empty()) {
        return name == field;
    }
    return std::find(usualFields.begin(), usualFields.end(), name) != usualFields.end();
}

/// A value that cannot be read as this kind of value.
OrderedJson otherType(const OrderedJson &value)
{
    if (value.is_object()) {
        return OrderedJson::array({"unexpected"});
    }
    if (value.is_array()) {
        return OrderedJson("unexpected");
    }
    return OrderedJson{{"unexpected", true}};
}

void spoil(OrderedJson &node, std::string_view field)
{
    if (node.is_array()) {
        for (OrderedJson &item : node) {
            spoil(item, field);
        }
    }
    if (!node.is_object()) {
        return;
    }
    for (auto &[name, value] : node.items()) {
        if (isMeant(name, field)) {
            value = otherType(value);
        } else {
            spoil(value, field);
        }
    }
}

std::string spoiled(const std::string &body, std::string_view field)
{
    OrderedJson document = OrderedJson::parse(body, nullptr, false);
    if (document.is_discarded()) {
        return body;
    }
    spoil(document, field);
    return document.dump();
}

/// {"data":X,…} becomes X.
std::string unwrapped(const std::string &body)
{
    const OrderedJson document = OrderedJson::parse(body, nullptr, false);
    if (!document.is_object() || !document.contains("data")) {
        return body;
    }
    return document.at("data").dump();
}

/// Adds a member that no strict parser takes to every tenth row.
void addOddBytes(std::string &body, std::string_view kind)
{
    constexpr std::string_view row = "{\"id\":";
    constexpr std::size_t every = 10;
    std::string_view odd = R"("odd":"cut \ud83d",)";
    if (kind == "nan") {
        odd = R"("odd":NaN,)";
    } else if (kind == "latin1") {
        odd = "\"odd\":\"Z\xfcrich\",";
    } else if (kind == "quote") {
        odd = R"("odd":"6" wide",)";
    }
    std::size_t count = 0;
    for (std::size_t at = body.find(row); at != std::string::npos; at = body.find(row, at + 1)) {
        if (count++ % every == 0) {
            // Behind the id: rows still begin alike.
            const std::size_t comma = body.find(',', at);
            if (comma != std::string::npos) {
                body.insert(comma + 1, odd);
            }
        }
    }
}

/// "2026-11-20T14:02:11Z" in another form, as JSON.
std::string respelledTime(const std::string &iso, std::string_view form)
{
    constexpr std::size_t timeAt = 11;
    constexpr std::size_t timeSize = 8;
    const std::string sql = iso.substr(0, timeAt - 1) + ' ' + iso.substr(timeAt, timeSize);
    if (form == "php") {
        return R"({"date":")" + sql + R"(.000000","timezone_type":3,"timezone":"UTC"})";
    }
    if (form == "sql") {
        return '"' + sql + '"';
    }
    std::tm parts{};
    std::istringstream(sql) >> std::get_time(&parts, "%Y-%m-%d %H:%M:%S");
    const std::chrono::year_month_day day{
        std::chrono::year(parts.tm_year + 1900),
        std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
        std::chrono::day(static_cast<unsigned>(parts.tm_mday))};
    const auto seconds = std::chrono::sys_seconds(std::chrono::sys_days(day)) +
                         std::chrono::hours(parts.tm_hour) + std::chrono::minutes(parts.tm_min) +
                         std::chrono::seconds(parts.tm_sec);
    return std::to_string(seconds.time_since_epoch().count()) + (form == "millis" ? "000" : "");
}

void respellTimes(std::string &body, std::string_view form)
{
    constexpr std::string_view key = "_at\":\"";
    constexpr std::size_t size = 20;
    for (std::size_t at = body.find(key); at != std::string::npos; at = body.find(key, at + 1)) {
        const std::size_t begin = at + key.size();
        if (begin + size < body.size() && body[begin + size] == '"') {
            body.replace(begin - 1, size + 2, respelledTime(body.substr(begin, size), form));
        }
    }
}

bool startsNumber(char c)
{
    return c == '-' || (c >= '0' && c <= '9');
}

} // namespace

void setDelivery(Answer &answer, const TakenFaults &faults)
{
    if (faults.has(Fault::HalfAnswer)) {
        answer.delivery = Delivery::Half;
        answer.bytes = static_cast<std::size_t>(std::max(0L, faults.number(Fault::HalfAnswer, 0)));
    }
    if (faults.has(Fault::HalfThenHang)) {
        answer.delivery = Delivery::Hang;
    }
    if (faults.has(Fault::Drip)) {
        constexpr long usualPause = 1000;
        answer.delivery = Delivery::Drip;
        answer.pause =
            std::chrono::milliseconds(std::max(0L, faults.number(Fault::Drip, usualPause)));
    }
    if (faults.has(Fault::DoAndDrop)) {
        answer.delivery =
            faults.arg(Fault::DoAndDrop) == "reset" ? Delivery::Reset : Delivery::Drop;
    }
}

std::string numbersAsText(std::string_view json)
{
    std::string out;
    out.reserve(json.size() + json.size() / 4);
    bool inText = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (inText && c == '\\') {
            out.append(json.substr(at, 2));
            ++at;
            continue;
        }
        if (c == '"') {
            inText = !inText;
        }
        if (inText || !startsNumber(c)) {
            out.push_back(c);
            continue;
        }
        const std::size_t end = std::min(json.find_first_of(",]} \n", at), json.size());
        out.push_back('"');
        out.append(json.substr(at, end - at));
        out.push_back('"');
        at = end - 1;
    }
    return out;
}

namespace {

/// The body is not really packed: what begins like that of "compress" cannot be read anyway.
void encode(Answer &answer, std::string_view how)
{
    const std::string name(how.empty() ? "utf-8" : how);
    answer.headers.emplace_back("Content-Encoding", name);
    if (name == "compress") {
        answer.body.insert(0, "\x1f\x9d");
    }
}

} // namespace

void mangle(Answer &answer, const TakenFaults &faults)
{
    if (faults.empty()) {
        return;
    }
    if (answer.status < 300) {
        if (faults.has(Fault::Unwrapped)) {
            answer.body = unwrapped(answer.body);
        }
        if (faults.has(Fault::WrongTypes)) {
            answer.body = spoiled(answer.body, faults.arg(Fault::WrongTypes));
        }
        if (faults.has(Fault::NumbersAsStrings)) {
            answer.body = numbersAsText(answer.body);
        }
        if (faults.has(Fault::OtherTimes)) {
            respellTimes(answer.body, faults.arg(Fault::OtherTimes));
        }
        if (faults.has(Fault::OddBytes)) {
            addOddBytes(answer.body, faults.arg(Fault::OddBytes));
        }
        if (faults.has(Fault::TruncatedJson)) {
            answer.body.resize(answer.body.size() * 2 / 3);
        }
        if (faults.has(Fault::EmptyBody)) {
            answer.body.clear();
        }
        if (faults.has(Fault::Encoding)) {
            encode(answer, faults.arg(Fault::Encoding));
        }
    }
    if (faults.has(Fault::EmptyErrors) && answer.refusal) {
        answer.body.clear();
    }
    setDelivery(answer, faults);
}

Answer htmlError(int status)
{
    return htmlPage(status, status == 502 ? "502 Bad Gateway" : "500 Internal Server Error");
}

Answer withoutSuccess()
{
    Answer answer;
    answer.status = 200;
    answer.body = R"({"success":false,"message":"The ledger is being moved.","data":null})";
    return answer;
}

Answer htmlPage(int status, const std::string &title)
{
    Answer answer;
    answer.status = status;
    answer.contentType = "text/html; charset=utf-8";
    answer.body = "<!DOCTYPE html>\n<html><head><title>" + title +
                  "</title></head>\n<body><center><h1>" + title +
                  "</h1></center><hr><center>gateway</center></body></html>\n";
    return answer;
}

} // namespace sandbox
