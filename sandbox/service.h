// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox's service without networking: routing, rate limits, tokens, faults and counters.
#pragma once

#include "sandbox/answer.h"
#include "sandbox/call.h"
#include "sandbox/counters.h"
#include "sandbox/faults.h"
#include "sandbox/limits.h"
#include "sandbox/offer.h"
#include "sandbox/state.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace sandbox {

/// Settings of the service.
struct ServiceSettings
{
    CallSettings call;
    bool rateLimit = true;
    long limitDivisor = 1;
    bool inspect = false; ///< serve /__sandbox/…
    std::chrono::milliseconds latency{0};
    Offer offer;
    std::function<Seconds()> clock;
    /// How often something has ended all current waits.
    std::function<std::uint64_t()> releases;
    /// Waits for that time. Returns early if the server stops, or if all waits were ended since
    /// releases() returned `releases`.
    std::function<void(std::chrono::milliseconds, std::uint64_t releases)> wait;
};

/// Answers requests.
class Service
{
public:
    Service(State &state, Faults &faults, ServiceSettings settings);

    /// Answers a request. Thread-safe.
    Answer handle(const Incoming &in);
    void countConnection();
    /// Host and ports of all proxies and sub-users. To be called before the first request.
    void setGateway(const GatewayAddress &address) { m_settings.call.gateway = address; }
    const std::optional<GatewayAddress> &gateway() const { return m_settings.call.gateway; }
    void setLatency(std::chrono::milliseconds latency);
    std::chrono::milliseconds latency() const { return std::chrono::milliseconds{m_latency}; }
    /// Sets the offer for requests received from now on. Returns an error message, or nothing.
    std::optional<std::string> setOffer(const Offer &offer);
    Offer offer() const { return *currentOffer(); }

    Counters counters() const;
    void resetCounters();
    Seconds now() const { return m_settings.clock(); }
    /// Adds a typical transaction, for --live and the fault shifting-pages.
    Trouble bookOrdinary();
    void expireResellerToken();
    void revokePersonalTokens();

private:
    Answer route(const Incoming &in, const Route &route, const Offer &offer);
    Answer served(const Incoming &in, const Route &route, const Offer &offer,
                  const TakenFaults &faults);
    Answer performed(const Incoming &in, const Route &route, const Offer &offer,
                     const TakenFaults &faults);
    std::shared_ptr<const Offer> currentOffer() const;
    std::optional<Answer> early(const Incoming &in, const TakenFaults &faults);
    std::optional<Answer> unauthorised(const Incoming &in, TokenKind kind,
                                       const TakenFaults &faults);
    std::optional<Answer> checkReseller(const std::string &token, const TakenFaults &faults);
    std::optional<Answer> checkPersonal(const std::string &token, const TakenFaults &faults);
    Verdict takeLimit(Bucket bucket);
    void afterwards(const TakenFaults &faults);
    void count(std::string_view operation, const Answer &answer, bool done);

    State &m_state;
    Faults &m_faults;
    ServiceSettings m_settings;
    std::atomic<std::int64_t> m_latency;

    std::mutex m_limitsMutex;
    Limits m_limits;

    mutable std::mutex m_offerMutex;
    std::shared_ptr<const Offer> m_offer; ///< never null

    mutable std::mutex m_countersMutex;
    Counters m_counters;

    std::mutex m_tokenMutex;
    std::string m_expiredToken; ///< a reseller token that was expired early
    std::string m_countedToken;
    long m_tokenCalls = 0;
    long m_pagesServed = 0;
};

} // namespace sandbox
