// SPDX-License-Identifier: GPL-3.0-or-later
// When figures were received from the service, by both clocks, and whether they are still fresh.

#pragma once

#include "api/types/clock.h"

#include <optional>

namespace relaybook {

/// A time by both clocks. The monotonic clock stops while the computer sleeps; the wall clock can
/// be changed.
struct ReadTime
{
    std::chrono::milliseconds monotonic{0};
    Instant wall{};
};

/// Whether figures read then are at most `span` old. They are not fresh if one of the clocks shows
/// that they are older or from the future.
[[nodiscard]] inline bool isFresh(const std::optional<ReadTime> &read, const Clock &clock,
                                  std::chrono::milliseconds span)
{
    if (!read) {
        return false;
    }
    const auto fits = [span](std::chrono::milliseconds age) {
        return age >= std::chrono::milliseconds(0) && age <= span;
    };
    return fits(clock.monotonic() - read->monotonic) && fits(clock.now() - read->wall);
}

} // namespace relaybook
