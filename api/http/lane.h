// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for an answer: a person, or work in the background.

#pragma once

namespace relaybook {

/// Each lane has its own network manager, so a click never waits behind a sync; pacing lets User go
/// first and keeps room for it.
enum class Lane { User, Background };

} // namespace relaybook
