// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/mangle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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
        if (faults.has(Fault::TruncatedJson)) {
            answer.body.resize(answer.body.size() * 2 / 3);
        }
        if (faults.has(Fault::EmptyBody)) {
            answer.body.clear();
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
