// SPDX-License-Identifier: GPL-3.0-or-later
// The priority of a call: made for the user, or by background work.

#pragma once

namespace relaybook {

/// Each lane has its own network manager, so that a click never waits for a sync. Pacing sends User
/// calls first and reserves part of the limits for them.
enum class Lane { User, Background };

} // namespace relaybook
