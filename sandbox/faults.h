// SPDX-License-Identifier: GPL-3.0-or-later
// The faults that the sandbox can simulate, such as dropped connections or damaged responses. They
// are switched by name while it runs; faulttable.cpp names and explains them all.
#pragma once

#include "sandbox/text.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

enum class Fault {
    Latency,
    Refuse,
    CloseOnAccept,
    Drop,
    DoAndDrop,
    HalfAnswer,
    HalfThenHang,
    Drip,
    Error500,
    Error502,
    SuccessFalse,
    EmptyBody,
    Encoding,
    TruncatedJson,
    WrongTypes,
    NumbersAsStrings,
    OddBytes,
    OtherTimes,
    Unwrapped,
    PagingInData,
    Redirect,
    TooManyRequests,
    RetryAfter,
    Protection,
    Forbid,
    ExpireToken,
    RevokeToken,
    EmptyErrors,
    RepeatSecrets,
    UnsignedAmounts,
    OldestFirst,
    TiedSeconds,
    UnknownTypes,
    ShiftingPages,
    DuplicateRows,
    LyingLastPage,
    EmptyPage,
    BrokenChain,
    RewrittenRow,
    VanishedRow,
    RowAhead,
    RowBack,
    UnreadableRows,
    LargeAmounts,
    UnreadableListRows,
    PagedLists,
    HiddenCredentials,
    TiersSpelling,
    TiersMissing,
    TiersOdd,
    OddPrices,
    Rounding,
    ReceiptTotal,
    OtherType,
    ChargeMore,
    AddLess,
    PoolUsed,
    ForeignPurchase,
    IgnoreOpenFields,
    NoteAnswer,
    UnlistedDrops,
    DropAll,
    ProxyTooDear,
    EarlierObject,
    ProxyCosts,
    CreateOtherwise,
    Gateway407,
    Gateway402,
    GatewayClose,
    GatewaySilent,
    GatewayGarbage,
    GatewaySlow,
    GatewayCountry,
};

/// The requests that a fault affects if `on` is not given.
enum class FaultScope {
    Connections, ///< before any request is read
    Everything,
    Changing, ///< POST, PUT, PATCH and DELETE, but not the two sign-ins
    Reseller, ///< everything that needs the reseller token
    Personal, ///< everything that needs the personal token
    Listed,   ///< the operations in FaultInfo::operations
    Gateway,  ///< connections to the gateway, and no request to the service
};

/// A row of the table of faults.
struct FaultInfo
{
    Fault fault;
    std::string_view name;
    std::string_view argument; ///< as shown in the help; "" if the fault has no argument
    std::string_view choices;  ///< "a|b|c" if only these values are accepted; "#" for a number
    FaultScope scope;
    std::string_view operations; ///< operation ids, space separated
    bool once;                   ///< affects only one request by default
    std::string_view help;
};

std::span<const FaultInfo> faultTable();
const FaultInfo *findFault(std::string_view name);
const FaultInfo &infoOf(Fault fault);

/// How much too late the time of a row is with Fault::RowAhead.
inline constexpr Seconds rowAheadBy = 365 * secondsPerDay;

/// A fault that is switched on, with its argument and scope.
struct FaultSetting
{
    std::string name;
    std::string arg;
    int next = 0;   ///< affects this many matching requests; 0: the fault's default
    int after = 0;  ///< skips this many matching requests first
    std::string on; ///< an operation id, "METHOD", "/path/prefix" or "METHOD /path/prefix"
};

/// Parses NAME[=ARG][,next=N][,after=N][,on=WHERE]. The second value is an error message, or empty.
std::pair<FaultSetting, std::string> parseFault(std::string_view text);
/// Checks a setting. Returns an error message, or nothing.
std::optional<std::string> checkFault(const FaultSetting &setting);

/// The properties of a request that decide which faults affect it.
struct RequestTraits
{
    std::string_view operation;
    std::string_view method;
    std::string_view path;
    bool changing = false;
    bool reseller = false;
    bool personal = false;
    bool gateway = false; ///< a connection to the gateway
};

/// The faults that affect one request.
class TakenFaults
{
public:
    void add(Fault fault, std::string arg) { m_list.emplace_back(fault, std::move(arg)); }
    bool has(Fault fault) const { return find(fault) != nullptr; }
    std::string_view arg(Fault fault) const;
    /// The argument as a number; `fallback` if there is none.
    long number(Fault fault, long fallback) const;
    bool empty() const { return m_list.empty(); }

private:
    const std::string *find(Fault fault) const;

    std::vector<std::pair<Fault, std::string>> m_list;
};

/// The faults that are switched on. Thread-safe.
class Faults
{
public:
    Faults() = default;
    Faults(const Faults &) = delete;
    Faults &operator=(const Faults &) = delete;

    /// Switches on a fault; replaces an earlier one with the same name and scope. Returns an error
    /// message, or nothing.
    std::optional<std::string> set(const FaultSetting &setting);
    /// Switches on a fault given as text, as for --fault.
    std::optional<std::string> set(std::string_view text);
    void clear(std::string_view name);
    void clearAll();

    std::vector<FaultSetting> active() const;
    /// How many requests (or connections) a fault has affected so far.
    long hits(std::string_view name) const;

    // For the service itself:
    TakenFaults take(const RequestTraits &request);
    bool takeConnection();
    bool refusing() const;
    /// Sets a listener that is called when connections must be refused, or no longer.
    void onRefusal(std::function<void()> listener);

private:
    struct Active
    {
        Fault fault;
        FaultSetting setting;
        int left = -1; ///< matching requests it still affects; −1: no limit
        int skip = 0;
    };

    static bool matches(const Active &active, const RequestTraits &request);
    /// Whether the fault affects this request; updates its counters.
    bool strike(Active &active);
    void removeSpent();
    void changed();
    bool refusingNow() const;

    mutable std::mutex m_mutex;
    std::vector<Active> m_active;
    std::vector<long> m_hits;
    std::function<void()> m_listener;
    bool m_wasRefusing = false;
    std::atomic<bool> m_any = false;
};

} // namespace sandbox
