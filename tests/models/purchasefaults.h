// SPDX-License-Identifier: GPL-3.0-or-later
// The faults that can affect a purchase, for the tests that cause each of them at every moment.
#pragma once

#include "sandbox/faults.h"
#include "tests/support/wine.h"

#include <QByteArray>

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace relaybook::testing {

/// All that the sandbox can do to an answer, a connection, or the account itself.
inline constexpr const char *purchaseFaults[] = {
    "latency=120",
    "close-on-accept",
    "drop",
    "drop=reset",
    "do-and-drop",
    "do-and-drop=reset",
    "half-answer",
    "half-answer=20",
    "half-answer=5",
    "half-then-hang",
    "drip=0",
    "error-500",
    "error-500=done",
    "error-502",
    "error-502=done",
    "success-false",
    "success-false=done",
    "empty-body",
    "encoding=gzip",
    "truncated-json",
    "wrong-types",
    "numbers-as-strings",
    "unwrapped",
    "paging-in-data",
    "redirect",
    "too-many-requests=1",
    "forbid=1005",
    "forbid=1006",
    "forbid=1007",
    "expire-token=0",
    "empty-errors",
    "unsigned-amounts",
    "oldest-first",
    "unknown-types",
    "shifting-pages",
    "duplicate-rows",
    "lying-last-page",
    "empty-page=1",
    "broken-chain=230:row",
    "rewritten-row=230",
    "vanished-row=230",
    "row-ahead=230",
    "unreadable-rows=3",
    "large-amounts=3",
    "tiers-spelling=map",
    "tiers-missing=all",
    "tiers-odd=overlap",
    "rounding=up",
    "receipt-total",
    "charge-more=30",
    "add-less=1",
    "pool-used=0.5",
};

inline std::string_view nameOfFault(std::string_view fault)
{
    return fault.substr(0, fault.find('='));
}

/// Whether the client may learn of the fault only when its time is over. Under wine the reset of a
/// connection is lost if it comes while Qt changes what it waits for.
inline bool isSilent(std::string_view fault)
{
    return fault == "half-then-hang" || (isUnderWine() && fault.ends_with("=reset"));
}

/// Whether the fault can affect one of the operations at all.
inline bool canStrike(std::string_view fault, std::initializer_list<std::string_view> operations)
{
    const sandbox::FaultInfo *info = sandbox::findFault(nameOfFault(fault));
    if (info->scope != sandbox::FaultScope::Listed) {
        return true;
    }
    const auto isTouched = [info](std::string_view operation) {
        return info->operations.find(operation) != std::string_view::npos;
    };
    return std::any_of(operations.begin(), operations.end(), isTouched);
}

/// Whether the fault affects any next connection: it can't be limited to the purchase.
inline bool strikesAnyConnection(std::string_view fault)
{
    return sandbox::findFault(nameOfFault(fault))->scope == sandbox::FaultScope::Connections;
}

inline bool strikesPurchase(std::string_view fault)
{
    return canStrike(fault, {"topUpTraffic"});
}

/// Whether the fault affects what is read before an order is created and to find out its result.
inline bool strikesReading(std::string_view fault)
{
    return canStrike(fault, {"listTransactions", "getResellerBalance"});
}

} // namespace relaybook::testing
