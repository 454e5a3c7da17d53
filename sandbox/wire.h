// SPDX-License-Identifier: GPL-3.0-or-later
// Writes proxies, sub-users and their lists as the JSON of a response.
#pragma once

#include "sandbox/access.h"
#include "sandbox/account.h"

#include <optional>
#include <string>

namespace sandbox {

/// Options for writing an object.
struct WireStyle
{
    bool credentials = true;
    bool unknownTypes = false; ///< every seventh object has an undocumented type
    /// Host and ports of all objects, instead of the generated ones.
    std::optional<GatewayAddress> gateway{};
};

void appendProxy(std::string &out, const Proxy &proxy, const WireStyle &style = {});
void appendProxyTraffic(std::string &out, const Proxy &proxy);
/// Damages every nth row, for the fault unreadable-list-rows (n > 0; `place` counts from 0).
void spoilListRow(std::string &row, std::int64_t place, long n);
void appendSubUser(std::string &out, const SubUser &sub, const WireStyle &style = {});
void appendEntry(std::string &out, const ListEntry &entry, bool addresses);
void appendAllocation(std::string &out, const Allocation &allocation);
/// {"history":[…],"blocklist":[…],"whitelist":[…]}
void appendLists(std::string &out, const SubUser &sub);
/// Writes the Account schema of the contract.
void appendAccount(std::string &out, const Account &account);

/// The traffic a proxy used today and yesterday, generated from its total.
struct DayTraffic
{
    std::int64_t todayMb = 0;
    std::int64_t yesterdayMb = 0;
};
DayTraffic dayTraffic(const Proxy &proxy);

} // namespace sandbox
