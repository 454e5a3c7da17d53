// SPDX-License-Identifier: GPL-3.0-or-later
// One request on its way through the service, and the table of operations it can be for.
#pragma once

#include "sandbox/answer.h"
#include "sandbox/faults.h"
#include "sandbox/limits.h"
#include "sandbox/state.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

enum class TokenKind { None, Personal, Reseller };

struct CallSettings
{
    int maxPerPage = 100;
    Seconds resellerTokenLifetime = secondsPerDay;
};

/// What a handler gets. The state's lock is held: exclusively for operations that change.
struct Call
{
    const Incoming &in;
    const TakenFaults &faults;
    State &state;
    const CallSettings &settings;
    Seconds now = 0;
    std::vector<std::string> args; ///< what stood in the place of {…} in the path
    nlohmann::json body;           ///< an object; empty where nothing was sent
    bool performed = false;        ///< set when something was committed
    bool onlyCertain = false;      ///< answer no member that the contract is not certain of

    const Account &account() const { return state.account(); }
    std::string query(const std::string &name) const;
    /// Commits, or answers that the service failed.
    std::optional<Answer> commit(const std::vector<Change> &changes);
};

using Handler = Answer (*)(Call &call);

/// How sure the contract is that a service offers an operation ("What is certain").
enum class Evidence { Public, Certain };

struct Operation
{
    std::string_view id;
    std::string_view method;
    std::string_view pattern; ///< "/v1/proxies/{id}"
    TokenKind token;
    Bucket bucket;
    bool changing;
    Handler handler;
    Evidence evidence = Evidence::Public;
};

std::span<const Operation> signInOperations();
std::span<const Operation> proxyOperations();
std::span<const Operation> geoOperations();
std::span<const Operation> accountOperations();
std::span<const Operation> resellerOperations();
std::span<const Operation> subUserOperations();
std::span<const Operation> listOperations();

/// Each operation of the interface once.
std::vector<const Operation *> allOperations();
const Operation *findOperation(std::string_view id);

/// How a path fits: not at all, with another verb, or with these arguments.
struct Route
{
    const Operation *operation = nullptr;
    std::vector<std::string> args;
    bool pathKnown = false;
};

Route findRoute(std::string_view method, std::string_view path);

} // namespace sandbox
