// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox as a module that a program loads when it is asked for a sandbox: the HTTP server and
// the libraries behind it would cost every start time and memory. All of it is virtual, so that who
// loads the module links none of it.
#pragma once

#include "sandbox/access.h"
#include "sandbox/offer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

struct EmbeddedOptions
{
    std::filesystem::path stateDir; ///< written before each answer
    bool rateLimit = true;
    Offer offer; ///< which operations there are
};

class Embedded
{
public:
    Embedded() = default;
    virtual ~Embedded() = default;
    Embedded(const Embedded &) = delete;
    Embedded &operator=(const Embedded &) = delete;

    /// Listens in a thread of its own. Returns what went wrong as a sentence, or nothing.
    virtual std::optional<std::string> start() = 0;
    /// Everything as on the first day, which is now. Returns as start() does.
    virtual std::optional<std::string> reset() = 0;
    /// Valid from start() on.
    virtual Access access() const = 0;

    /// As --fault takes it: "NAME[=ARG]". What is wrong with it as a sentence, or nothing.
    virtual std::optional<std::string> setFault(std::string_view text) = 0;
    /// Which operations are offered from the next request on. Returns as start() does.
    virtual std::optional<std::string> setOffer(const Offer &offer) = 0;
    /// Each as the service would send it: JSON.
    virtual std::vector<std::string> proxies() const = 0;
};

/// The one symbol of the module, and what it is: who calls it owns what it returns.
inline constexpr const char *embeddedMaker = "relaybookSandbox";
using EmbeddedMaker = Embedded *(*)(const EmbeddedOptions &);

} // namespace sandbox
