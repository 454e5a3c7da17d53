// SPDX-License-Identifier: GPL-3.0-or-later
// The program relaybook-sandbox: runs the sandbox as a separate process.
#include "sandbox/commandline.h"
#include "sandbox/server.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <thread>

namespace {

volatile std::sig_atomic_t ended = 0;

extern "C" void endIt(int)
{
    ended = 1;
}

constexpr std::size_t idsSaid = 3;

/// The first of many ids, for a service that does not list them.
template <typename Id>
nlohmann::ordered_json firstOf(const std::vector<Id> &ids)
{
    nlohmann::ordered_json first = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < std::min(ids.size(), idsSaid); ++i) {
        first.push_back(ids[i]);
    }
    return first;
}

void say(std::FILE *where, const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), where);
    std::fflush(where);
}

int run(const std::vector<std::string> &words)
{
    const sandbox::CommandLine line = sandbox::readCommandLine(words);
    if (!line.wrong.empty()) {
        say(stderr, line.wrong + '\n');
        return 2;
    }
    if (line.help) {
        say(stdout, sandbox::helpText());
        return 0;
    }
    if (line.version) {
        say(stdout, "relaybook-sandbox " RELAYBOOK_VERSION "\n");
        return 0;
    }
    std::signal(SIGINT, endIt);
    std::signal(SIGTERM, endIt);
    sandbox::Server server(line.options);
    if (const auto wrong = server.start()) {
        say(stderr, *wrong + '\n');
        return 1;
    }
    if (!server.notice().empty()) {
        say(stderr, server.notice() + '\n');
    }
    const sandbox::Access access = server.access();
    nlohmann::ordered_json json;
    json["url"] = access.url;
    json["email"] = access.email;
    json["password"] = access.password;
    json["personal_token"] = access.personalToken;
    json["reseller_key"] = access.resellerKey;
    json["proxy_ids"] = firstOf(server.proxyIds());
    json["sub_user_ids"] = firstOf(server.subUserIds());
    if (!access.testPage.empty()) {
        json["test_page"] = access.testPage;
        json["gateway_host"] = access.gateway.host;
        json["gateway_port_http"] = access.gateway.portHttp;
        json["gateway_port_socks5"] = access.gateway.portSocks;
    }
    say(stdout, json.dump() + '\n');
    while (ended == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    server.stop();
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        std::fputs(error.what(), stderr);
        std::fputc('\n', stderr);
        return 1;
    }
}
