// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/inspection.h"

#include <nlohmann/json.hpp>

#include <shared_mutex>

namespace sandbox {

namespace {

Answer stateAnswer(State &state, Faults &faults, const Service &service)
{
    const std::shared_lock lock(state.mutex());
    const Account &account = state.account();
    const Counters counters = service.counters();
    nlohmann::json operations = nlohmann::json::object();
    for (const auto &[name, count] : counters.operations) {
        operations[name] = {{"arrived", count.arrived},
                            {"performed", count.performed},
                            {"answered", count.answered}};
    }
    nlohmann::json pools = nlohmann::json::object();
    for (const TypePrice &type : account.prices()) {
        pools[type.slug] = gbText(account.poolBytes(type.slug));
    }
    nlohmann::json active = nlohmann::json::array();
    for (const FaultSetting &setting : faults.active()) {
        active.push_back({{"name", setting.name}, {"arg", setting.arg}, {"on", setting.on}});
    }
    const nlohmann::json body = {
        {"connections", counters.connections},
        {"requests", counters.requests},
        {"operations", std::move(operations)},
        {"orders_arrived", counters.ordersArrived()},
        {"orders_performed", counters.ordersPerformed()},
        {"balance", moneyText(account.balance())},
        {"pools", std::move(pools)},
        {"transactions", account.ledger().size()},
        {"faults", std::move(active)},
    };
    return json(body.dump());
}

Answer transactionsAnswer(State &state)
{
    const std::shared_lock lock(state.mutex());
    const Ledger &ledger = state.account().ledger();
    std::string body;
    body.reserve(ledger.size() * 400);
    for (const Row &row : ledger.rows()) {
        ledger.appendJson(body, row);
        body += '\n';
    }
    Answer answer = json(std::move(body));
    answer.contentType = "application/x-ndjson";
    return answer;
}

Answer setFault(const Incoming &in, Faults &faults)
{
    const nlohmann::json body = nlohmann::json::parse(in.body, nullptr, false);
    if (!body.is_object() || !body.contains("fault") || !body.at("fault").is_string()) {
        return refuse(422, 2001, "The field fault is required.");
    }
    const auto [setting, wrong] = parseFault(body.at("fault").get<std::string>());
    if (!wrong.empty()) {
        return refuse(422, 2002, wrong);
    }
    // It would end the thread that answers this request.
    if (setting.name == "refuse") {
        return refuse(422, 2002, "The fault 'refuse' is set in process or at the start only.");
    }
    faults.set(setting);
    return json(R"({"message":"The fault is on."})");
}

} // namespace

std::optional<Answer> inspect(const Incoming &in, State &state, Faults &faults,
                              const Service &service)
{
    if (in.path == "/__sandbox/state" && in.method == "GET") {
        return stateAnswer(state, faults, service);
    }
    if (in.path == "/__sandbox/transactions" && in.method == "GET") {
        return transactionsAnswer(state);
    }
    if (in.path == "/__sandbox/faults" && in.method == "PUT") {
        return setFault(in, faults);
    }
    if (in.path == "/__sandbox/faults" && in.method == "DELETE") {
        for (const FaultSetting &setting : faults.active()) {
            if (setting.name != "refuse") {
                faults.clear(setting.name);
            }
        }
        return json(R"({"message":"All faults are off."})");
    }
    return std::nullopt;
}

} // namespace sandbox
