// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of the sandbox module, which Relaybook loads only when a sandbox is needed. Linking
// the HTTP server and its libraries would cost time and memory at every start. All functions are
// virtual, so that the program that loads the module links nothing of it.
#pragma once

#include "sandbox/access.h"
#include "sandbox/offer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// Options of an embedded sandbox.
struct EmbeddedOptions
{
    std::filesystem::path stateDir; ///< written before each response is sent
    bool rateLimit = false;
    Offer offer;          ///< which operations the service has
    bool gateway = false; ///< see gateway.h
};

/// A sandbox that runs inside the program.
class Embedded
{
public:
    Embedded() = default;
    virtual ~Embedded() = default;
    Embedded(const Embedded &) = delete;
    Embedded &operator=(const Embedded &) = delete;

    /// Starts the server on its own thread. Returns an error message, or nothing.
    virtual std::optional<std::string> start() = 0;
    /// Replaces the account by a new one that begins now. Returns an error message, or nothing.
    virtual std::optional<std::string> reset() = 0;
    /// Valid after start().
    virtual Access access() const = 0;

    /// Switches on a fault, given as for --fault: "NAME[=ARG]". Returns an error message, or
    /// nothing.
    virtual std::optional<std::string> setFault(std::string_view text) = 0;
    /// Sets which operations the service has from the next request on. Returns an error message, or
    /// nothing.
    virtual std::optional<std::string> setOffer(const Offer &offer) = 0;
    /// The proxies as JSON, each as the service would send it.
    virtual std::vector<std::string> proxies() const = 0;
};

/// The name and the type of the only symbol of the module: a function that creates the sandbox. The
/// caller owns the result.
inline constexpr const char *embeddedMaker = "relaybookSandbox";
using EmbeddedMaker = Embedded *(*)(const EmbeddedOptions &);

} // namespace sandbox
