// SPDX-License-Identifier: GPL-3.0-or-later
// A clock that only changes when a test moves it.

#pragma once

#include "api/types/clock.h"

namespace relaybook::testing {

class ManualClock final : public Clock
{
public:
    /// 2026-11-20T12:00:00Z, unless the test sets another time.
    ManualClock() = default;
    explicit ManualClock(Instant now)
        : m_now(now)
    {
    }

    [[nodiscard]] Instant now() const override { return m_now; }
    [[nodiscard]] std::chrono::milliseconds monotonic() const override { return m_monotonic; }

    void advance(std::chrono::milliseconds by)
    {
        m_now += by;
        m_monotonic += by;
    }
    /// Sets the clock as a user or the network does: measured intervals are not affected.
    void setNow(Instant now) { m_now = now; }

private:
    static constexpr qint64 start = 1'795'176'000'000;
    Instant m_now = fromMillis(start);
    std::chrono::milliseconds m_monotonic{1'000'000};
};

} // namespace relaybook::testing
