// SPDX-License-Identifier: GPL-3.0-or-later
// The context of one request in the sandbox's service, and the table of operations.
#pragma once

#include "sandbox/answer.h"
#include "sandbox/faults.h"
#include "sandbox/limits.h"
#include "sandbox/state.h"
#include "sandbox/wire.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

enum class TokenKind { None, Personal, Reseller };

/// Settings that the handlers need.
struct CallSettings
{
    int maxPerPage = 100;
    Seconds resellerTokenLifetime = secondsPerDay;
    std::optional<GatewayAddress> gateway{}; ///< what proxies and sub-users report, if set
};

/// The data given to a handler. The state's lock is held while the handler runs; exclusively if the
/// operation changes the state.
struct Call
{
    const Incoming &in;
    const TakenFaults &faults;
    State &state;
    const CallSettings &settings;
    Seconds now = 0;
    std::vector<std::string> args; ///< the values of {…} in the path
    nlohmann::json body;           ///< an object; empty if no body was sent
    bool performed = false;        ///< set if something was committed
    bool onlyCertain = false;      ///< respond only with members that the contract calls certain

    const Account &account() const { return state.account(); }
    std::string query(const std::string &name) const;
    /// Commits the changes. Returns an error response if that failed.
    std::optional<Answer> commit(const std::vector<Change> &changes);
};

/// How proxies and sub-users are written in an answer: of a list, or one by itself.
WireStyle styleOf(const Call &call, bool list);

using Handler = Answer (*)(Call &call);

/// How certain the contract is that a service has an operation ("What is certain").
enum class Evidence { Public, Certain };

/// An operation of the service's interface, with its handler.
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

/// All operations of the interface.
std::vector<const Operation *> allOperations();
const Operation *findOperation(std::string_view id);

/// The result of routing: the operation and its path arguments. `pathKnown` without an operation
/// means that the path exists with another verb.
struct Route
{
    const Operation *operation = nullptr;
    std::vector<std::string> args;
    bool pathKnown = false;
};

Route findRoute(std::string_view method, std::string_view path);

} // namespace sandbox
