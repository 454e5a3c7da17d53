// SPDX-License-Identifier: GPL-3.0-or-later
// Tells why writing to a file has just failed.

#pragma once

namespace relaybook {

/// The reason for which QFile has just failed, as an errno. On Windows it calls the system
/// directly, and errno is not set.
[[nodiscard]] int lastFileError();

} // namespace relaybook
