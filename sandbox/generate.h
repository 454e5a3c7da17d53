// SPDX-License-Identifier: GPL-3.0-or-later
// Generates the sample data of a reseller's account. The same seed, sizes and creation time always
// give the same data.
#pragma once

#include "sandbox/entities.h"
#include "sandbox/ledger.h"
#include "sandbox/prices.h"

#include <cstdint>
#include <vector>

namespace sandbox {

/// All inputs of a generated account.
struct Recipe
{
    std::uint64_t seed = 1;
    int proxies = 1284;
    int subUsers = 312;
    int transactions = 48902;
    Seconds createdAt = 0;       ///< the newest transaction is just before it
    std::uint64_t tokenSeed = 1; ///< of the password, the tokens and the Reseller Key

    friend bool operator==(const Recipe &, const Recipe &) = default;
};

/// How far back the generated history goes.
inline constexpr Seconds historySpan = 2 * 365 * secondsPerDay;

std::vector<Proxy> makeProxies(const Recipe &recipe);
/// A new proxy with its generated parts: id, number, credentials, host and ports.
Proxy makeProxyShell(std::uint64_t seed, std::int64_t index, const std::string &type);
std::vector<SubUser> makeSubUsers(const Recipe &recipe);
SubUser makeSubUserShell(std::uint64_t seed, std::int64_t id);
Ledger makeLedger(const Recipe &recipe, const PriceList &prices);

} // namespace sandbox
