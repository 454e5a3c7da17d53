// SPDX-License-Identifier: GPL-3.0-or-later
// What arrived and what was done, counted.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sandbox {

struct OperationCount
{
    std::uint64_t arrived = 0;   ///< the whole request was read
    std::uint64_t performed = 0; ///< it was done: something changed, or a list was given out
    std::uint64_t answered = 0;  ///< and its answer sent whole

    friend bool operator==(const OperationCount &, const OperationCount &) = default;
};

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
    /// Orders of traffic that arrived, and those that were carried out.
    std::uint64_t ordersArrived() const { return of("topUpTraffic").arrived; }
    std::uint64_t ordersPerformed() const { return of("topUpTraffic").performed; }
};

} // namespace sandbox
