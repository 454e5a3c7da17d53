// SPDX-License-Identifier: GPL-3.0-or-later
// One request for each operation of the interface, with the status that the full service returns.
#pragma once

#include "tests/sandbox/sandboxclient.h"

#include <string>
#include <string_view>
#include <vector>

struct Sample
{
    const char *operation;
    const char *method;
    std::string path;
    std::string body;
    int status;
};

/// In an order in which no request removes what a later one needs.
inline std::vector<Sample> samples(const sandbox::Server &server)
{
    const std::string proxy = "/v1/proxies/" + server.proxyIds().at(0);
    const std::string subUser = "/reseller/sub-users/" + std::to_string(server.subUserIds().at(0));
    const std::string spare = "/reseller/sub-users/" + std::to_string(server.subUserIds().at(1));
    const std::string login = R"({"email":")" + server.access().email + R"(","password":")" +
                              server.access().password + R"(","token_name":"t"})";
    return {
        {"getAccount", "GET", "/v1/account", {}, 200},
        {"getBalance", "GET", "/v1/account/balance", {}, 200},
        {"listTransactions", "GET", "/v1/account/transactions?per_page=20&page=1", {}, 200},
        {"listCategories", "GET", "/v1/account/categories", {}, 200},
        {"getPlan", "GET", "/v1/account/plan", {}, 200},
        {"getAccountTraffic", "GET", "/v1/account/traffic?period=24h", {}, 200},
        {"listProxies", "GET", "/v1/proxies", {}, 200},
        {"listProxyTraffic", "GET", "/v1/proxies/traffic", {}, 200},
        {"getProxy", "GET", proxy, {}, 200},
        {"updateProxy", "PUT", proxy, R"({"name":"n"})", 200},
        {"createProxy", "POST", "/v1/proxies",
         R"({"type":"residential","country":"DE","behavior":"keep"})", 201},
        {"deleteProxy", "DELETE", "/v1/proxies/" + server.proxyIds().at(1), {}, 200},
        {"listCountries", "GET", "/v1/geo/countries", {}, 200},
        {"listRegions", "GET", "/v1/geo/regions?country=DE", {}, 200},
        {"listCities", "GET", "/v1/geo/cities?country=DE", {}, 200},
        {"getResellerBalance", "GET", "/reseller/balance", {}, 200},
        {"topUpTraffic", "POST", "/reseller/topup-traffic", smallOrder, 200},
        {"getAnalytics", "GET", "/reseller/analytics", {}, 200},
        {"listSubUsers", "GET", "/reseller/sub-users", {}, 200},
        {"createSubUser", "POST", "/reseller/sub-users",
         R"({"username":"u","traffic_allocation_gb":0.5})", 201},
        {"getSubUser", "GET", subUser, {}, 200},
        {"updateSubUserNote", "PATCH", subUser + "/note", R"({"note":"n"})", 200},
        {"addSubUserTraffic", "POST", subUser + "/traffic/add", R"({"traffic_gb":0.5})", 200},
        {"dropSubUserTraffic", "POST", subUser + "/traffic/drop", {}, 200},
        {"getSubUserTraffic", "GET", subUser + "/traffic", {}, 200},
        {"listSubUserAllocations", "GET", subUser + "/history", {}, 200},
        {"listBlocked", "GET", subUser + "/blocklist", {}, 200},
        {"addBlocked", "POST", subUser + "/blocklist", R"({"pattern":"a.example"})", 201},
        {"addBlockedBulk", "POST", subUser + "/blocklist/bulk", R"({"entries":["b.example"]})",
         200},
        {"listAllowed", "GET", subUser + "/whitelist", {}, 200},
        {"addAllowed", "POST", subUser + "/whitelist", R"({"cidr":"203.0.113.0/24"})", 201},
        // These rows do not exist: the service says so, and not that it lacks the operation.
        {"removeBlocked", "DELETE", subUser + "/blocklist/999999", {}, 404},
        {"removeAllowed", "DELETE", subUser + "/whitelist/999999", {}, 404},
        {"revokeToken", "DELETE", "/v1/auth/tokens/999999", {}, 404},
        {"deleteSubUser", "DELETE", spare, {}, 200},
        {"issueToken", "POST", "/v1/auth/token", login, 201},
        {"issueResellerToken", "POST", "/reseller/access-token", {}, 200},
    };
}

inline Reply ask(SandboxClient &client, const sandbox::Server &server, const Sample &sample)
{
    if (std::string_view(sample.operation) == "issueResellerToken") {
        return client.bare(sample.method, sample.path, {},
                           {{"X-Reseller-Key", server.access().resellerKey}});
    }
    return client.send(sample.method, sample.path, sample.body);
}
