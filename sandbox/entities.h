// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the sandbox's account besides the ledger: proxies, sub-users and their lists.
#pragma once

#include "sandbox/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbox {

struct Proxy
{
    std::string id; ///< UUID
    std::int64_t number = 0;
    std::optional<std::string> name;
    std::string type;
    std::string country;
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::string behavior;
    std::optional<std::string> rotateType;
    std::optional<int> rotateInterval; ///< minutes
    std::optional<int> lifetimeMinutes;
    std::optional<std::int64_t> limitBytes;
    std::int64_t usedBytes = 0;
    std::string host;
    int portHttp = 0;
    int portSocks = 0;
    std::string user;
    std::string password;
    Seconds createdAt = 0;
    Seconds updatedAt = 0;

    friend bool operator==(const Proxy &, const Proxy &) = default;
};

/// One row of a sub-user's history: traffic added, or removed if negative.
struct Allocation
{
    std::int64_t id = 0;
    Seconds at = 0;
    std::int64_t addedBytes = 0;
    std::int64_t previousBytes = 0;

    friend bool operator==(const Allocation &, const Allocation &) = default;
};

/// An entry of a sub-user's blocklist (pattern) or whitelist (address).
struct ListEntry
{
    std::int64_t id = 0;
    std::string text;
    std::optional<std::string> comment;
    Seconds at = 0;

    friend bool operator==(const ListEntry &, const ListEntry &) = default;
};

struct SubUser
{
    std::int64_t id = 0;
    std::string username;
    std::optional<std::string> note;
    std::string serviceType;
    std::int64_t balanceBytes = 0;
    std::int64_t usedBytes = 0;
    std::string user;
    std::string password;
    Seconds createdAt = 0;
    Seconds updatedAt = 0;
    std::vector<Allocation> history; ///< oldest first
    std::vector<ListEntry> blocked;
    std::vector<ListEntry> allowed;

    friend bool operator==(const SubUser &, const SubUser &) = default;
};

} // namespace sandbox
