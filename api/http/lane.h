// SPDX-License-Identifier: GPL-3.0-or-later
// The priority of a call: made for the user, by background work, or to refresh the data on screen.

#pragma once

#include <cstddef>

namespace relaybook {

/// Each lane has its own network manager, so that a click never waits for a sync. Pacing sends User
/// calls first and reserves part of the limits for them. Refresh calls use at most a quarter of
/// every limit; Background calls, a long download, leave them a small share.
enum class Lane { User, Background, Refresh };
constexpr std::size_t laneCount = 3;

} // namespace relaybook
