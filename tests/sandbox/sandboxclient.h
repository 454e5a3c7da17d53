// SPDX-License-Identifier: GPL-3.0-or-later
// A simple HTTP client for tests of the sandbox; it is not the application's client.
#pragma once

#include "sandbox/server.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// An answer as it arrived; or that none arrived.
struct Reply // NOLINT(bugprone-exception-escape): the JSON value's destructor reads so
{
    bool arrived = false;
    int status = 0;
    std::string body;
    nlohmann::ordered_json json; ///< discarded if the body is not JSON
    std::vector<std::pair<std::string, std::string>> headers;

    std::string header(const std::string &name) const;
    int errorCode() const;
    std::string errorField() const;
    const nlohmann::ordered_json &data() const { return json.at("data"); }
};

/// Uses the tokens of the server's access(); exchanges the Reseller Key when its token is first
/// needed.
class SandboxClient
{
public:
    explicit SandboxClient(sandbox::Server &server);
    ~SandboxClient();

    Reply get(const std::string &path);
    Reply send(const std::string &method, const std::string &path, const std::string &body = {});
    /// Sends exactly these headers.
    Reply bare(const std::string &method, const std::string &path, const std::string &body = {},
               const std::vector<std::pair<std::string, std::string>> &headers = {});

    std::string personalToken;
    std::string resellerToken;
    void exchangeKey();

private:
    sandbox::Server &m_server;
    class Connection;
    std::unique_ptr<Connection> m_connection;
};

/// The order that most tests send: ten gigabytes.
inline const std::string smallOrder = R"({"amount_gb":10,"proxy_type":"residential"})";
/// A page of the ledger with the most rows that the service allows; the page number is appended.
inline const std::string rowsPath = "/v1/account/transactions?per_page=100&page=";

/// A small account that begins at a fixed moment, without rate limits.
sandbox::Options smallAccount();

/// A clock that only changes when a test moves it.
class TestClock
{
public:
    std::int64_t now = 1'795'176'000; ///< 2026-11-20 12:00 UTC
    std::function<std::int64_t()> reader()
    {
        return [this] { return now; };
    }
};
