// SPDX-License-Identifier: GPL-3.0-or-later
// Every endpoint, made from parameters in JSON: for tests that go over all of them. test_scenarios
// fails where one is missing.

#pragma once

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "tests/api/clientfixture.h"

#include <QJsonObject>

#include <map>

namespace relaybook::testing::everycall {

/// Sends one call and gives its outcome.
using Run = std::function<std::shared_ptr<Outcome>(ClientFixture &)>;
/// Makes a call from its parameters.
using MakeRun = std::function<Run(const QJsonObject &)>;

template <class Endpoint>
Run run(const Endpoint &endpoint)
{
    return [endpoint](ClientFixture &f) { return f.send(endpoint); };
}

inline QString text(const QJsonObject &with, const char *key)
{
    return with.value(QLatin1String(key)).toString();
}

inline qint64 number(const QJsonObject &with, const char *key)
{
    return with.value(QLatin1String(key)).toInteger();
}

inline std::optional<QString> maybeText(const QJsonObject &with, const char *key)
{
    const QJsonValue value = with.value(QLatin1String(key));
    return value.isString() ? std::optional(value.toString()) : std::nullopt;
}

inline std::optional<qint64> maybeNumber(const QJsonObject &with, const char *key)
{
    const QJsonValue value = with.value(QLatin1String(key));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

inline std::optional<TrafficAmount> maybeTraffic(const QJsonObject &with, const char *key)
{
    return TrafficAmount::parseGb(text(with, key));
}

inline TrafficAmount traffic(const QJsonObject &with, const char *key)
{
    return maybeTraffic(with, key).value_or(TrafficAmount());
}

inline ProxyId proxyId(const QJsonObject &with)
{
    return ProxyId(text(with, "id"));
}

inline SubUserId subUserId(const QJsonObject &with)
{
    return SubUserId(number(with, "id"));
}

inline ProxyEdit proxyEdit(const QJsonObject &with)
{
    ProxyEdit edit;
    edit.name = maybeText(with, "name");
    edit.country = maybeText(with, "country");
    edit.region = maybeText(with, "region");
    edit.city = maybeText(with, "city");
    edit.behavior = maybeText(with, "behavior");
    edit.rotateType = maybeText(with, "rotateType");
    edit.rotateIntervalMinutes = maybeNumber(with, "rotateInterval");
    edit.trafficLimit = maybeTraffic(with, "trafficLimit");
    edit.lifetimeMinutes = maybeNumber(with, "lifetime");
    return edit;
}

using Object = const QJsonObject &;

inline std::map<QString, MakeRun> accountCalls()
{
    return {
        {QStringLiteral("issueToken"),
         [](Object w) {
             return run(
                 IssueToken{text(w, "email"), Secret(text(w, "password")), text(w, "tokenName")});
         }},
        {QStringLiteral("issueResellerToken"),
         [](Object w) { return run(IssueResellerToken{Secret(text(w, "key"))}); }},
        {QStringLiteral("revokeToken"),
         [](Object w) { return run(RevokeToken{TokenId(number(w, "id"))}); }},
        {QStringLiteral("getAccount"), [](Object) { return run(GetAccount{}); }},
        {QStringLiteral("getBalance"), [](Object) { return run(GetBalance{}); }},
        {QStringLiteral("listTransactions"),
         [](Object w) {
             return run(ListTransactions{number(w, "page"), number(w, "perPage")});
         }},
        {QStringLiteral("listCategories"), [](Object) { return run(ListCategories{}); }},
        {QStringLiteral("getPlan"), [](Object w) { return run(GetPlan{text(w, "type")}); }},
        {QStringLiteral("getAccountTraffic"),
         [](Object w) { return run(GetAccountTraffic{text(w, "period")}); }},
        {QStringLiteral("getResellerBalance"), [](Object) { return run(GetResellerBalance{}); }},
        {QStringLiteral("topUpTraffic"),
         [](Object w) {
             return run(TopUpTraffic{traffic(w, "amount"), text(w, "type")});
         }},
        {QStringLiteral("getAnalytics"), [](Object) { return run(GetAnalytics{}); }},
    };
}

inline std::map<QString, MakeRun> proxyCalls()
{
    return {
        {QStringLiteral("listProxies"),
         [](Object w) { return run(ListProxies{maybeNumber(w, "page")}); }},
        {QStringLiteral("getProxy"), [](Object w) { return run(GetProxy{proxyId(w)}); }},
        {QStringLiteral("updateProxy"),
         [](Object w) {
             return run(UpdateProxy{proxyId(w), proxyEdit(w)});
         }},
        {QStringLiteral("createProxy"),
         [](Object w) {
             return run(CreateProxy{
                 {text(w, "type"), text(w, "country"), text(w, "behavior"), proxyEdit(w)}});
         }},
        {QStringLiteral("deleteProxy"), [](Object w) { return run(DeleteProxy{proxyId(w)}); }},
        {QStringLiteral("listProxyTraffic"), [](Object) { return run(ListProxyTraffic{}); }},
        {QStringLiteral("listCountries"),
         [](Object w) { return run(ListCountries{text(w, "type")}); }},
        {QStringLiteral("listRegions"),
         [](Object w) {
             return run(ListRegions{text(w, "country"), text(w, "type")});
         }},
        {QStringLiteral("listCities"),
         [](Object w) {
             return run(ListCities{text(w, "country"), text(w, "type")});
         }},
    };
}

inline std::map<QString, MakeRun> subUserCalls()
{
    return {
        {QStringLiteral("listSubUsers"),
         [](Object w) { return run(ListSubUsers{maybeNumber(w, "page")}); }},
        {QStringLiteral("getSubUser"), [](Object w) { return run(GetSubUser{subUserId(w)}); }},
        {QStringLiteral("createSubUser"),
         [](Object w) {
             return run(CreateSubUser{{text(w, "username"), traffic(w, "amount"),
                                       text(w, "service"), maybeText(w, "note")}});
         }},
        {QStringLiteral("deleteSubUser"),
         [](Object w) { return run(DeleteSubUser{subUserId(w)}); }},
        {QStringLiteral("updateSubUserNote"),
         [](Object w) {
             return run(UpdateSubUserNote{subUserId(w), text(w, "note")});
         }},
        {QStringLiteral("addSubUserTraffic"),
         [](Object w) {
             return run(AddSubUserTraffic{subUserId(w), traffic(w, "amount")});
         }},
        {QStringLiteral("dropSubUserTraffic"),
         [](Object w) {
             return run(DropSubUserTraffic{subUserId(w), maybeTraffic(w, "amount")});
         }},
        {QStringLiteral("getSubUserTraffic"),
         [](Object w) { return run(GetSubUserTraffic{subUserId(w)}); }},
        {QStringLiteral("listSubUserAllocations"),
         [](Object w) {
             return run(
                 ListSubUserAllocations{subUserId(w), number(w, "page"), number(w, "perPage")});
         }},
        {QStringLiteral("listBlocked"), [](Object w) { return run(ListBlocked{subUserId(w)}); }},
        {QStringLiteral("addBlocked"),
         [](Object w) {
             return run(AddBlocked{subUserId(w), text(w, "pattern"), text(w, "comment")});
         }},
        {QStringLiteral("addBlockedBulk"),
         [](Object w) {
             return run(AddBlockedBulk{subUserId(w), text(w, "patterns").split(u' ')});
         }},
        {QStringLiteral("removeBlocked"),
         [](Object w) {
             return run(RemoveBlocked{subUserId(w), AccessRuleId(number(w, "rule"))});
         }},
        {QStringLiteral("listAllowed"), [](Object w) { return run(ListAllowed{subUserId(w)}); }},
        {QStringLiteral("addAllowed"),
         [](Object w) {
             return run(AddAllowed{subUserId(w), text(w, "address"), text(w, "comment"),
                                   w.value(QLatin1String("older")).toBool()});
         }},
        {QStringLiteral("removeAllowed"),
         [](Object w) {
             return run(RemoveAllowed{subUserId(w), AccessRuleId(number(w, "rule"))});
         }},
    };
}

/// By operationId of docs/openapi.yaml.
inline std::map<QString, MakeRun> allCalls()
{
    std::map<QString, MakeRun> calls = accountCalls();
    calls.merge(proxyCalls());
    calls.merge(subUserCalls());
    return calls;
}

} // namespace relaybook::testing::everycall
