// SPDX-License-Identifier: GPL-3.0-or-later
// How many calls may go when: the service's limits, never run into on purpose.

#pragma once

#include "api/http/lane.h"
#include "api/http/request.h"
#include "api/types/clock.h"

#include <array>
#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

/// What the service counts by itself (contract section 1, "Limits").
enum class Budget { Personal, Reseller, SignIn, Geo };
constexpr std::size_t budgetCount = 4;

[[nodiscard]] Budget budgetOf(const Request &request);

/// X-RateLimit-Limit and X-RateLimit-Remaining of an answer.
struct RateHeaders
{
    std::optional<qint64> limit;
    std::optional<qint64> remaining;
    friend bool operator==(const RateHeaders &, const RateHeaders &) = default;
};

/// Calls within a sliding span of time, counted in sixtieths of it so that its size is fixed.
class RateWindow
{
public:
    RateWindow(std::chrono::milliseconds length, qint64 limit);

    [[nodiscard]] std::chrono::milliseconds length() const { return m_length; }
    [[nodiscard]] qint64 limit() const { return m_limit; }
    /// The limit before any header said otherwise.
    [[nodiscard]] qint64 documented() const { return m_documented; }
    void setLimit(qint64 limit) { m_limit = limit; }
    [[nodiscard]] qint64 used(std::chrono::milliseconds now) const;
    void count(std::chrono::milliseconds now, qint64 calls);
    /// How long until fewer than `limit` calls are within the span; zero where that is so now.
    [[nodiscard]] std::chrono::milliseconds waitForRoom(std::chrono::milliseconds now,
                                                        qint64 limit) const;

private:
    struct Slot
    {
        qint64 number = -1; ///< which sixtieth of the span, counted from the clock's zero
        qint64 calls = 0;
    };
    static constexpr qint64 slotCount = 60;
    [[nodiscard]] qint64 slotNumber(std::chrono::milliseconds now) const;

    std::chrono::milliseconds m_length;
    qint64 m_documented;
    qint64 m_limit;
    std::array<Slot, slotCount + 1> m_slots;
};

/// Knows nothing of the network: it is asked before a call and told what the answer's headers say.
/// The background leaves room in every span for what the user does.
class Pacer
{
public:
    /// `clock` outlives the pacer.
    explicit Pacer(const Clock &clock);

    /// How long a call has to wait, or the last of `calls`; zero means now. Asking does not count.
    [[nodiscard]] std::chrono::milliseconds waitFor(Budget budget, Lane lane,
                                                    qint64 calls = 1) const;
    /// A call goes out.
    void count(Budget budget);
    /// An answer came: its limit replaces the documented one, and what others used of it counts.
    void learn(Budget budget, const RateHeaders &headers);
    /// A 429: nothing goes for as long as it says; a minute where it says nothing.
    void refused(Budget budget, std::optional<std::chrono::seconds> retryAfter);

private:
    struct Account
    {
        std::vector<RateWindow> windows; ///< shortest first
        std::chrono::milliseconds blockedUntil{0};
    };
    [[nodiscard]] const Account &account(Budget budget) const;
    [[nodiscard]] Account &account(Budget budget);

    const Clock &m_clock;
    std::array<Account, budgetCount> m_accounts;
};

} // namespace relaybook
