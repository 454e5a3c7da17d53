// SPDX-License-Identifier: GPL-3.0-or-later
// The gateway of the sandbox: an HTTP and a SOCKS5 proxy on 127.0.0.1 for its proxies and
// sub-users. Nothing but the sandbox's own test page can be reached through it, so that nobody can
// use it to connect elsewhere.
#pragma once

#include "sandbox/access.h"
#include "sandbox/gatewaycustomers.h"
#include "sandbox/gatewayprotocols.h"

#include <memory>
#include <optional>
#include <string>

namespace sandbox {

class Gateway
{
public:
    Gateway(State &state, Faults &faults, std::function<Seconds()> clock, GatewayHooks hooks);
    ~Gateway();
    Gateway(const Gateway &) = delete;
    Gateway &operator=(const Gateway &) = delete;

    /// Listens on any free ports, or on the same ones as before. Returns an error message, or
    /// nothing.
    std::optional<std::string> start();
    /// Closes all connections without waiting for clients. To be called before what the hooks use
    /// ends.
    void stop();
    /// Valid after start().
    const GatewayAddress &address() const { return m_address; }

private:
    class Port;

    GatewayCustomers m_customers;
    GatewayParts m_parts;
    GatewayAddress m_address;
    std::unique_ptr<Port> m_http;
    std::unique_ptr<Port> m_socks;
};

} // namespace sandbox
