// SPDX-License-Identifier: GPL-3.0-or-later
// The faults of the sandbox: what can go wrong on purpose, by name, switchable while it runs.
// One table (faulttable.cpp) names and explains them all.
#pragma once

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
    Error500,
    Error502,
    EmptyBody,
    TruncatedJson,
    WrongTypes,
    NumbersAsStrings,
    Unwrapped,
    PagingInData,
    Redirect,
    TooManyRequests,
    Forbid,
    ExpireToken,
    RevokeToken,
    EmptyErrors,
    UnsignedAmounts,
    OldestFirst,
    UnknownTypes,
    ShiftingPages,
    DuplicateRows,
    LyingLastPage,
    EmptyPage,
    BrokenChain,
    RewrittenRow,
    VanishedRow,
    UnreadableRows,
    UnreadableListRows,
    PagedLists,
    HiddenCredentials,
    TiersSpelling,
    TiersMissing,
    TiersOdd,
    Rounding,
    ReceiptTotal,
    ChargeMore,
    AddLess,
    PoolUsed,
    ForeignPurchase,
    IgnoreOpenFields,
    NoteAnswer,
};

/// What a fault touches when no scope is given with it.
enum class FaultScope {
    Connections, ///< before any request is read
    Everything,
    Changing, ///< POST, PUT, PATCH and DELETE, but not the two sign-ins
    Reseller, ///< everything that needs the reseller token
    Personal, ///< everything that needs the personal token
    Listed,   ///< the operations in FaultInfo::operations
};

struct FaultInfo
{
    Fault fault;
    std::string_view name;
    std::string_view argument; ///< how help shows it, "" where there is none
    std::string_view choices;  ///< "a|b|c" where only these words are taken; "#" for a number
    FaultScope scope;
    std::string_view operations; ///< operation ids, space separated
    bool once;                   ///< by default for one request only
    std::string_view help;
};

std::span<const FaultInfo> faultTable();
const FaultInfo *findFault(std::string_view name);
const FaultInfo &infoOf(Fault fault);

struct FaultSetting
{
    std::string name;
    std::string arg;
    int next = 0;   ///< only for so many matching requests; 0: the fault's own default
    int after = 0;  ///< let so many matching requests pass first
    std::string on; ///< an operation id, "METHOD", "/path/prefix" or "METHOD /path/prefix"
};

/// Reads NAME[=ARG][,next=N][,after=N][,on=WHERE]. The second is what is wrong with it, or empty.
std::pair<FaultSetting, std::string> parseFault(std::string_view text);
/// What is wrong with a setting, or nothing.
std::optional<std::string> checkFault(const FaultSetting &setting);

/// Of what kind a request is, for the scopes.
struct RequestTraits
{
    std::string_view operation;
    std::string_view method;
    std::string_view path;
    bool changing = false;
    bool reseller = false;
    bool personal = false;
};

/// The faults that one request meets.
class TakenFaults
{
public:
    void add(Fault fault, std::string arg) { m_list.emplace_back(fault, std::move(arg)); }
    bool has(Fault fault) const { return find(fault) != nullptr; }
    std::string_view arg(Fault fault) const;
    /// The argument as a number, or the fallback when there is none.
    long number(Fault fault, long fallback) const;
    bool empty() const { return m_list.empty(); }

private:
    const std::string *find(Fault fault) const;

    std::vector<std::pair<Fault, std::string>> m_list;
};

/// The switchboard; every member may be called from any thread.
class Faults
{
public:
    Faults() = default;
    Faults(const Faults &) = delete;
    Faults &operator=(const Faults &) = delete;

    /// Switches a fault on, instead of an earlier one of the same name and scope. Returns what is
    /// wrong with the setting, or nothing.
    std::optional<std::string> set(const FaultSetting &setting);
    /// The same from text as --fault takes it.
    std::optional<std::string> set(std::string_view text);
    void clear(std::string_view name);
    void clearAll();

    std::vector<FaultSetting> active() const;
    /// How many requests (or connections) a fault has met so far.
    long hits(std::string_view name) const;

    // For the service itself:
    TakenFaults take(const RequestTraits &request);
    bool takeConnection();
    bool refusing() const;
    /// Told when connections are to be refused, or no longer.
    void onRefusal(std::function<void()> listener);

private:
    struct Active
    {
        Fault fault;
        FaultSetting setting;
        int left = -1; ///< matching requests still to meet it; −1 for ever
        int skip = 0;
    };

    static bool matches(const Active &active, const RequestTraits &request);
    /// Whether the fault strikes now; counts down.
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
