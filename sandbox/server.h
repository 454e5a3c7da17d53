// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox: a whole service on 127.0.0.1, in a thread of its own. Used by the program beside
// this library, by the module (embedded.h) and by the tests, who also look into it from here.
#pragma once

#include "sandbox/access.h"
#include "sandbox/counters.h"
#include "sandbox/faults.h"
#include "sandbox/offer.h"
#include "sandbox/prices.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandbox {

struct Options
{
    std::uint64_t seed = 1;
    int proxies = 1284;
    int subUsers = 312;
    int transactions = 48902;
    bool rateLimit = true;
    std::chrono::milliseconds latency{0};
    std::vector<FaultSetting> faults;
    Offer offer; ///< which operations there are; all of them unless it says otherwise
    bool live = false;
    std::chrono::milliseconds liveInterval{20'000};
    int port = 0;                   ///< 0: any
    std::filesystem::path stateDir; ///< empty: memory only
    bool inspect = false;           ///< serve /__sandbox/… to whoever asks
    int maxPerPage = 100;
    std::chrono::seconds resellerTokenLifetime{86'400};
    PriceList prices; ///< empty: the usual three types
    /// The first moment (seconds since 1970) of a new state, instead of now.
    std::optional<std::int64_t> createdAt;
    /// Seconds since 1970, instead of the system's clock.
    std::function<std::int64_t()> clock;
};

/// One transaction as it truly is, whatever the faults make of it.
struct TransactionView
{
    std::int64_t id = 0;
    std::string type;
    std::string amount; ///< decimal text, as on the wire
    std::string balanceBefore;
    std::string balanceAfter;
    std::string createdAt; ///< ISO 8601
    std::string json;      ///< the whole row
};

class Server
{
public:
    explicit Server(Options options);
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    /// Listens in a thread of its own. Returns what went wrong as a sentence, or nothing. May be
    /// called again after stop(): the state is the same and so is the port.
    std::optional<std::string> start();
    void stop();
    bool isRunning() const;
    /// Valid from start() on; with a state on disk, its seed counts.
    Access access() const;
    /// A sentence when the state on disk had to be set right.
    std::string notice() const;
    /// Everything as on the first day, which is now. The tokens stay valid.
    std::optional<std::string> reset();

    Faults &faults();
    void setLatency(std::chrono::milliseconds latency);
    /// Which operations are offered from the next request on, whatever was before. Returns what is
    /// wrong with it as a sentence (then nothing changed), or nothing.
    std::optional<std::string> setOffer(const Offer &offer);
    Offer offer() const;
    Counters counters() const;
    void resetCounters();

    // Looking in. Every text is JSON or a decimal, as the service would send it without faults.
    std::string balance() const;
    std::string poolGb(const std::string &type) const;
    std::string totalGb() const;
    std::optional<std::string> proxy(const std::string &id) const;
    std::optional<std::string> subUser(std::int64_t id) const;
    /// {"history":[…],"blocklist":[…],"whitelist":[…]}
    std::optional<std::string> subUserLists(std::int64_t id) const;
    std::vector<std::string> proxyIds() const;
    std::vector<std::int64_t> subUserIds() const;
    std::size_t transactionCount() const;
    /// Oldest first.
    std::vector<TransactionView> transactions() const;
    std::optional<TransactionView> transaction(std::int64_t id) const;
    /// Of the state: when it was first created, in seconds since 1970.
    std::int64_t createdAt() const;
    PriceList prices() const;

    // Reaching in. Each is on disk before it returns; false when there is no such row or the disk
    // refused.
    void setPrices(const PriceList &prices);
    bool bookTransaction(); ///< what --live does now and then
    bool bookDeposit(const std::string &amount, const std::string &description);
    bool setPoolGb(const std::string &type, const std::string &gb);
    bool rewriteTransaction(std::int64_t id, const std::string &json);
    bool removeTransaction(std::int64_t id);
    void expireResellerToken();
    void revokePersonalTokens();

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

} // namespace sandbox
