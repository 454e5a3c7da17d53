// SPDX-License-Identifier: GPL-3.0-or-later
// What the gateway says on a connection, as an HTTP proxy and as a SOCKS5 proxy (RFC 1928, 1929).
// The tunnel ends in the gateway itself, which answers as the test page.
#pragma once

#include "sandbox/connection.h"
#include "sandbox/faults.h"
#include "sandbox/gatewaycustomers.h"

#include <chrono>
#include <functional>
#include <string_view>

namespace sandbox {

/// The path of the test page, at the sandbox's own address and through the gateway.
inline constexpr std::string_view testPagePath = "/exit-address";

struct GatewayHooks
{
    /// Whether the test page is at this host and port.
    std::function<bool(std::string_view host, int port)> hasTestPage;
    /// Waits for that time. Returns early if the server stops.
    std::function<void(std::chrono::milliseconds)> wait;
    /// Waits for the latency of the service, before the test page's answer.
    std::function<void()> waitForLatency;
};

struct GatewayParts
{
    GatewayCustomers &customers;
    Faults &faults;
    GatewayHooks hooks;
};

/// Each handles a connection until its end. Thread-safe.
void serveHttpProxy(Connection &connection, GatewayParts &parts);
void serveSocksProxy(Connection &connection, GatewayParts &parts);

} // namespace sandbox
