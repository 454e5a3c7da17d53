// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the program. Code that needs the time gets a Clock, so that tests can set the time.

#pragma once

#include "api/types/instant.h"

namespace relaybook {

class Clock
{
public:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
    virtual ~Clock() = default;

    [[nodiscard]] virtual Instant now() const = 0;
    /// A time that is never set back by the user or the network: for intervals.
    [[nodiscard]] virtual std::chrono::milliseconds monotonic() const = 0;
};

class SystemClock final : public Clock
{
public:
    [[nodiscard]] Instant now() const override
    {
        return std::chrono::time_point_cast<std::chrono::milliseconds>(
            std::chrono::system_clock::now());
    }
    [[nodiscard]] std::chrono::milliseconds monotonic() const override
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }
};

} // namespace relaybook
