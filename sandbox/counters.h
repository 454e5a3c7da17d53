// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of the requests that were received, performed and answered.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sandbox {

/// Counters of one operation.
struct OperationCount
{
    std::uint64_t arrived = 0;   ///< the whole request was read
    std::uint64_t performed = 0; ///< it was performed: something changed, or a list was returned
    std::uint64_t answered = 0;  ///< and its response was sent completely

    friend bool operator==(const OperationCount &, const OperationCount &) = default;
};

/// All counters of a server.
struct Counters
{
    std::uint64_t connections = 0;
    std::uint64_t requests = 0;
    std::map<std::string, OperationCount> operations; ///< by the contract's operation id

    OperationCount of(const std::string &operation) const
    {
        const auto found = operations.find(operation);
        return found == operations.end() ? OperationCount{} : found->second;
    }
    /// Purchases of traffic that were received, and those that were carried out.
    std::uint64_t ordersArrived() const { return of("topUpTraffic").arrived; }
    std::uint64_t ordersPerformed() const { return of("topUpTraffic").performed; }
};

} // namespace sandbox
