// SPDX-License-Identifier: GPL-3.0-or-later
// Returns why writing to a file has failed.

#pragma once

namespace relaybook {

/// The reason of QFile's last failure, as an errno. On Windows it is converted from the system's
/// error, because QFile does not set errno there.
[[nodiscard]] int lastFileError();

} // namespace relaybook
