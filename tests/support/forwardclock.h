// SPDX-License-Identifier: GPL-3.0-or-later
// A running clock that a test can move forward or back.

#pragma once

#include "api/types/clock.h"

namespace relaybook::testing {

/// The system's clock, or that of the simulation, which a test can move forward.
class ForwardClock final : public Clock
{
public:
    [[nodiscard]] Instant now() const override { return base().now() + m_ahead - m_behind; }
    [[nodiscard]] std::chrono::milliseconds monotonic() const override
    {
        return base().monotonic() + m_ahead;
    }
    void advance(std::chrono::milliseconds by) { m_ahead += by; }
    /// Sets the clock back as a user or the network does: measured intervals are not affected.
    void setBack(std::chrono::milliseconds by) { m_behind += by; }

    /// Null: the system's.
    static void setBase(const Clock *base) { s_base = base; }

private:
    [[nodiscard]] const Clock &base() const { return s_base != nullptr ? *s_base : m_system; }

    inline static const Clock *s_base = nullptr;
    SystemClock m_system;
    std::chrono::milliseconds m_ahead{0};
    std::chrono::milliseconds m_behind{0};
};

} // namespace relaybook::testing
