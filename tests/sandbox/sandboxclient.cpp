// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sandbox/sandboxclient.h"

#include <httplib.h>

class SandboxClient::Connection
{
public:
    explicit Connection(const std::string &url)
        : client(url)
    {
        client.set_keep_alive(true);
        client.set_read_timeout(10);
        client.set_tcp_nodelay(true);
    }

    httplib::Client client;
};

std::string Reply::header(const std::string &name) const
{
    for (const auto &[key, value] : headers) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

int Reply::errorCode() const
{
    if (!json.is_object() || !json.contains("error")) {
        return 0;
    }
    return json.at("error").value("code", 0);
}

std::string Reply::errorField() const
{
    if (!json.is_object() || !json.contains("error") || json.at("error").at("field").is_null()) {
        return {};
    }
    return json.at("error").at("field").get<std::string>();
}

SandboxClient::SandboxClient(sandbox::Server &server)
    : personalToken(server.access().personalToken)
    , m_server(server)
    , m_connection(std::make_unique<Connection>(server.access().url))
{
}

SandboxClient::~SandboxClient() = default;

Reply SandboxClient::get(const std::string &path)
{
    return send("GET", path);
}

Reply SandboxClient::send(const std::string &method, const std::string &path,
                          const std::string &body)
{
    const bool reseller = path.rfind("/reseller/", 0) == 0;
    if (reseller && resellerToken.empty()) {
        exchangeKey();
    }
    const std::string token = reseller ? resellerToken : personalToken;
    return bare(method, path, body, {{"Authorization", "Bearer " + token}});
}

Reply SandboxClient::bare(const std::string &method, const std::string &path,
                          const std::string &body,
                          const std::vector<std::pair<std::string, std::string>> &headers)
{
    httplib::Request request;
    request.method = method;
    request.path = path;
    request.body = body;
    for (const auto &[name, value] : headers) {
        request.set_header(name, value);
    }
    if (!body.empty()) {
        request.set_header("Content-Type", "application/json");
    }
    const httplib::Result result = m_connection->client.send(request);
    Reply reply;
    reply.arrived = static_cast<bool>(result);
    if (!result) {
        return reply;
    }
    reply.status = result->status;
    reply.body = result->body;
    for (const auto &[name, value] : result->headers) {
        reply.headers.emplace_back(name, value);
    }
    reply.json = nlohmann::ordered_json::parse(reply.body, nullptr, false);
    return reply;
}

void SandboxClient::exchangeKey()
{
    const Reply reply = bare("POST", "/reseller/access-token", {},
                             {{"X-Reseller-Key", m_server.access().resellerKey}});
    if (reply.status == 200) {
        resellerToken = reply.data().at("access_token").get<std::string>();
    }
}

sandbox::Options smallAccount()
{
    sandbox::Options options;
    options.proxies = 40;
    options.subUsers = 160;
    options.transactions = 500;
    options.rateLimit = false;
    options.createdAt = TestClock().now;
    return options;
}
