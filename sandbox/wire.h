// SPDX-License-Identifier: GPL-3.0-or-later
// How proxies, sub-users and what belongs to them look in an answer.
#pragma once

#include "sandbox/account.h"

#include <string>

namespace sandbox {

struct WireStyle
{
    bool credentials = true;
    bool unknownTypes = false; ///< every seventh has a type that nobody documented
};

void appendProxy(std::string &out, const Proxy &proxy, const WireStyle &style = {});
void appendProxyTraffic(std::string &out, const Proxy &proxy);
/// What the fault unreadable-list-rows makes of every Nth row (N > 0; `place` counts from 0).
void spoilListRow(std::string &row, std::int64_t place, long n);
void appendSubUser(std::string &out, const SubUser &sub, const WireStyle &style = {});
void appendEntry(std::string &out, const ListEntry &entry, bool addresses);
void appendAllocation(std::string &out, const Allocation &allocation);
/// {"history":[…],"blocklist":[…],"whitelist":[…]}
void appendLists(std::string &out, const SubUser &sub);
/// The Account schema of the contract.
void appendAccount(std::string &out, const Account &account);

/// What a proxy used today and yesterday, made up from what it used in all.
struct DayTraffic
{
    std::int64_t todayMb = 0;
    std::int64_t yesterdayMb = 0;
};
DayTraffic dayTraffic(const Proxy &proxy);

} // namespace sandbox
