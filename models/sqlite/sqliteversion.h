// SPDX-License-Identifier: GPL-3.0-or-later
// The version of SQLite.

#pragma once

#include <QString>

namespace relaybook {

/// The version of the SQLite that the program runs with, e.g. "3.40.1".
[[nodiscard]] QString sqliteVersion();

} // namespace relaybook
