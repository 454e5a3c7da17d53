// SPDX-License-Identifier: GPL-3.0-or-later
// Who may use the sandbox's gateway: its proxies and sub-users, with their credentials, traffic,
// access rules and exit addresses.
#pragma once

#include "sandbox/state.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sandbox {

/// The address that a page sees, and where it is.
struct Exit
{
    std::string address;
    std::string country; ///< ISO 3166-1 alpha-2
};

/// {"ip":"203.0.113.7","country":"DE"}
std::string exitText(const Exit &exit);

/// Thread-safe.
class GatewayCustomers
{
public:
    /// The id of a proxy, or of a sub-user.
    using Customer = std::variant<std::string, std::int64_t>;
    /// Why a customer's connection is refused.
    enum class Refusal { None, NoTraffic, AddressNotAllowed, DomainBlocked };

    GatewayCustomers(State &state, std::function<Seconds()> clock);

    std::optional<Customer> find(std::string_view user, std::string_view password) const;
    /// Whether the customer may connect to this host. All clients of the sandbox have the address
    /// 127.0.0.1, which an allowlist has to contain.
    Refusal refusal(const Customer &customer, std::string_view host) const;
    /// The exit of the customer's next request: always the same for a proxy that keeps its address,
    /// another one for each request or interval if it rotates. That of a sub-user rotates.
    Exit nextExit(const Customer &customer);
    /// Counts bytes as used: stored when the function returns. A sub-user's balance does not fall
    /// below zero. False if the customer was deleted, or the disk write failed.
    bool charge(const Customer &customer, std::int64_t bytes);

private:
    Exit exitOf(const Proxy &proxy, std::uint64_t request) const;
    Exit exitOf(const SubUser &sub, std::uint64_t request) const;

    State &m_state;
    std::function<Seconds()> m_clock;
    std::atomic<std::uint64_t> m_requests = 0;
};

} // namespace sandbox
