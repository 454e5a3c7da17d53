// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox: a complete service on 127.0.0.1 that runs on its own thread. Used by the program
// relaybook-sandbox, by the module (embedded.h) and by the tests, which can also read and change
// its data directly.
#pragma once

#include "sandbox/access.h"
#include "sandbox/answer.h"
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

/// The options of a sandbox.
struct Options
{
    std::uint64_t seed = 1;
    int proxies = 1284;
    int subUsers = 312;
    int transactions = 48902;
    bool rateLimit = true;
    long limitDivisor = 1; ///< makes every limit smaller
    std::chrono::milliseconds latency{0};
    std::vector<FaultSetting> faults;
    Offer offer; ///< which operations the service has; all by default
    bool live = false;
    std::chrono::milliseconds liveInterval{20'000};
    int port = 0;                   ///< 0: any free port
    std::filesystem::path stateDir; ///< empty: in memory only
    bool inspect = false;           ///< serve /__sandbox/… (see inspection.h)
    /// Run a gateway (see gateway.h), whose address all proxies and sub-users report.
    bool gateway = false;
    int maxPerPage = 100;
    std::chrono::seconds resellerTokenLifetime{86'400};
    PriceList prices; ///< empty: defaultPrices()
    /// Host names that requests may be for, besides those of this computer.
    std::vector<std::string> hosts;
    /// Of the tokens of a new state; nothing: a random one, so that nobody else knows the tokens.
    std::optional<std::uint64_t> tokenSeed;
    /// The creation time (seconds since 1970) of a new state, instead of now.
    std::optional<std::int64_t> createdAt;
    /// Returns the time in seconds since 1970; replaces the system's clock.
    std::function<std::int64_t()> clock;
    /// Replaces waiting for the latency.
    std::function<void(std::chrono::milliseconds)> wait;
};

/// A transaction with its real data, without the effect of faults.
struct TransactionView
{
    std::int64_t id = 0;
    std::string type;
    std::string amount; ///< decimal text, as the service sends it
    std::string balanceBefore;
    std::string balanceAfter;
    std::string createdAt; ///< ISO 8601
    std::string json;      ///< the whole row
};

/// A sandbox server.
class Server
{
public:
    explicit Server(Options options);
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    /// Starts the server on its own thread. Returns an error message, or nothing. May be called
    /// again after stop(): state and port stay the same.
    std::optional<std::string> start();
    void stop();
    bool isRunning() const;
    /// Valid after start(). The tokens are new at each start, unless there is a state on disk.
    Access access() const;
    /// A message if the state on disk had to be repaired.
    std::string notice() const;
    /// Replaces the account by a new one that begins now. The tokens stay valid.
    std::optional<std::string> reset();

    /// Answers a request without a connection, whose faults do not affect it.
    Answer answer(const Incoming &in);

    Faults &faults();
    void setLatency(std::chrono::milliseconds latency);
    /// Sends every answer that is delayed at this moment, without waiting for the rest of its
    /// latency. Later requests are delayed as before.
    void endLatency();
    /// Sets which operations the service has from the next request on. Returns an error message
    /// (then nothing changed), or nothing.
    std::optional<std::string> setOffer(const Offer &offer);
    Offer offer() const;
    Counters counters() const;
    void resetCounters();

    // Reading the data. Every text is JSON or a decimal, as the service would send it without
    // faults.
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
    /// All transactions, oldest first.
    std::vector<TransactionView> transactions() const;
    std::optional<TransactionView> transaction(std::int64_t id) const;
    /// When the state was created, in seconds since 1970.
    std::int64_t createdAt() const;
    PriceList prices() const;

    // Changing the data. Each change is on disk when the function returns; false if there is no
    // such row or the disk write failed.
    void setPrices(const PriceList &prices);
    bool bookTransaction(); ///< adds a typical transaction, like --live
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
