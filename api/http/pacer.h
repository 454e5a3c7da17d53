// SPDX-License-Identifier: GPL-3.0-or-later
// Rate limiting on the client: delays calls so that the service's limits are not exceeded.

#pragma once

#include "api/http/lane.h"
#include "api/http/request.h"
#include "api/types/clock.h"

#include <array>
#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

/// The limits that the service counts separately (contract section 1, "Limits").
enum class Budget { Personal, Reseller, SignIn, Geo };
constexpr std::size_t budgetCount = 4;

/// The budget that a call counts against.
[[nodiscard]] Budget budgetOf(const Request &request);

/// X-RateLimit-Limit and X-RateLimit-Remaining of a response.
struct RateHeaders
{
    std::optional<qint64> limit;
    std::optional<qint64> remaining;
    friend bool operator==(const RateHeaders &, const RateHeaders &) = default;
};

/// Counts calls within a sliding time window. The window is divided into 60 slots, so that its
/// memory is fixed.
class RateWindow
{
public:
    RateWindow(std::chrono::milliseconds length, qint64 limit);

    [[nodiscard]] std::chrono::milliseconds length() const { return m_length; }
    [[nodiscard]] qint64 limit() const { return m_limit; }
    /// The documented limit, used until a response header gives another one.
    [[nodiscard]] qint64 documented() const { return m_documented; }
    void setLimit(qint64 limit) { m_limit = limit; }
    [[nodiscard]] qint64 used(std::chrono::milliseconds now) const;
    void count(std::chrono::milliseconds now, qint64 calls);
    /// How long until fewer than `limit` calls are in the window; zero if that is true now.
    [[nodiscard]] std::chrono::milliseconds waitForRoom(std::chrono::milliseconds now,
                                                        qint64 limit) const;

private:
    struct Slot
    {
        qint64 number = -1; ///< index of the slot, counted from the clock's zero
        qint64 calls = 0;
    };
    static constexpr qint64 slotCount = 60;
    [[nodiscard]] qint64 slotNumber(std::chrono::milliseconds now) const;

    std::chrono::milliseconds m_length;
    qint64 m_documented;
    qint64 m_limit;
    std::array<Slot, slotCount + 1> m_slots;
};

/// Calculates how long a call must wait. It does no networking itself: it is asked before each call
/// and is given the headers of each response. Background calls leave part of every window free for
/// user calls, and a small part for calls of Lane::Refresh. Those use at most a quarter of every
/// window, or an eighth until a response has reported the limit.
class Pacer
{
public:
    /// `clock` must outlive the pacer.
    explicit Pacer(const Clock &clock);

    /// How long a call has to wait, or the last of `calls` calls; zero means it can be sent now.
    /// Does not count as a call.
    [[nodiscard]] std::chrono::milliseconds waitFor(Budget budget, Lane lane,
                                                    qint64 calls = 1) const;
    /// About how long the limits make `calls` calls take, one after the other, in addition to those
    /// that were already sent.
    [[nodiscard]] std::chrono::milliseconds timeFor(Budget budget, Lane lane, qint64 calls) const;
    /// Counts a call that is being sent.
    void count(Budget budget, Lane lane = Lane::User);
    /// The pause between calls of Lane::Refresh that keeps them within every window permanently.
    [[nodiscard]] std::chrono::milliseconds refreshPause(Budget budget) const;
    /// Takes the headers of a response: its limit replaces the documented one, and calls made by
    /// other programs are counted too.
    void learn(Budget budget, const RateHeaders &headers);
    /// Handles a 429: blocks the budget for `retryAfter`, or for one minute if that is not given.
    /// Calls of Lane::Refresh wait some minutes longer.
    void refused(Budget budget, std::optional<std::chrono::seconds> retryAfter);

private:
    struct Account
    {
        std::vector<RateWindow> windows;   ///< shortest first
        std::vector<RateWindow> refreshed; ///< the calls of Lane::Refresh, in the same windows
        bool isReported = false;           ///< a response contained the limit
        std::chrono::milliseconds blockedUntil{0};
        std::chrono::milliseconds refreshBlockedUntil{0};
    };
    [[nodiscard]] static qint64 reserveOf(const Account &account, const RateWindow &window,
                                          Lane lane);
    [[nodiscard]] static qint64 refreshShare(const Account &account, const RateWindow &window);
    [[nodiscard]] const Account &account(Budget budget) const;
    [[nodiscard]] Account &account(Budget budget);

    const Clock &m_clock;
    std::array<Account, budgetCount> m_accounts;
};

} // namespace relaybook
