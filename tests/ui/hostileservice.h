// SPDX-License-Identifier: GPL-3.0-or-later
// A service that sends the same text in every field that takes any text: HTML, or a very long one.

#pragma once

#include "tests/support/scriptedserver.h"

namespace relaybook::testing {

inline QByteArray htmlText()
{
    return R"(<b>bold</b> & <img src='http://127.0.0.1:9/x.png'>)";
}

inline QByteArray endlessText()
{
    return QByteArray(5000, 'W');
}

/// JSON of the whole service with `w` in every free text field.
inline QByteArray hostileAnswer(const QByteArray &path, const QByteArray &w)
{
    const auto fill = [&w](QByteArray json) {
        return json.replace("'W'", QByteArray('"' + w + '"'));
    };
    if (path.startsWith("/v1/account/transactions")) {
        return fill(R"({"data":[{"id":2,"user_id":'W',"type":'W',"amount":1,"balance_before":10,
            "balance_after":9,"description":'W',"product_id":'W',"metadata":{"note":'W'},
            "created_at":"2026-11-20T12:00:00Z","updated_at":"2026-11-20T12:00:00Z"},
            {"id":1,"type":"deposit","amount":10,"balance_before":0,"balance_after":10,
            "description":'W',"product_id":'W',"created_at":"2026-11-19T12:00:00Z"},
            {"id":'W',"amount":'W',"description":'W'}],
            "meta":{"current_page":1,"last_page":1,"per_page":100,"total":3}})");
    }
    if (path.startsWith("/v1/account/balance")) {
        return R"({"data":{"balance":9,"currency":"USD"}})";
    }
    if (path.startsWith("/v1/account/categories")) {
        return fill(R"({"data":[{"slug":'W',"name":'W',"tiers":[]}]})");
    }
    if (path.startsWith("/v1/account")) {
        return fill(R"({"data":{"id":7,"name":'W',"email":'W',"balance":9,"currency":"USD",
            "reseller_enabled":true,"plan":'W'}})");
    }
    if (path.startsWith("/v1/proxies")) {
        return fill(R"({"data":[{"id":"p-1","proxy_id":'W',"name":'W',"type":'W',"country":'W',
            "region":'W',"city":'W',"behavior":'W',"rotate_type":'W',"rotate_interval":5,
            "traffic_limit_gb":5,"traffic_gb":1,"host":'W',"port_http":80,"port_socks5":81,
            "product":{"name":'W','W':'W'},"created_at":"2026-11-20T12:00:00Z"}],"total":1})");
    }
    if (path.startsWith("/v1/geo")) {
        return fill(R"({"data":[{"code":"DE","name":'W'}]})");
    }
    if (path.startsWith("/reseller/access-token")) {
        return R"({"data":{"access_token":"1|abcdefghijklmnopqrstuvwxyz","expires_at":null}})";
    }
    if (path.startsWith("/reseller/balance")) {
        return R"({"data":{"traffic_balance_gb":5,"reseller_)" + w + R"(_gb":3,")" + w +
               R"(_price_per_gb":2,"reseller_mobile_gb":2,"mobile_price_per_gb":2}})";
    }
    if (path.startsWith("/reseller/sub-users")) {
        return fill(R"({"data":[{"id":4,"username":'W',"note":'W',"service_type":'W',
            "traffic_balance_gb":1,"traffic_used_bytes":5,"proxy":{"host":'W',"port_http":80},
            "created_at":"2026-11-20T12:00:00Z"}],"total":1})");
    }
    return R"({"data":[]})";
}

/// Starts it.
inline void startHostileService(ScriptedServer &server, const QByteArray &text)
{
    server.start();
    server.then([text](const Received &request, const Exchange &exchange) {
        exchange.answer({200, hostileAnswer(request.target, text), {}});
    });
}

} // namespace relaybook::testing
