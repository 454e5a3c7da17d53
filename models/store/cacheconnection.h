// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a connection to a cache file with the SQL functions that its tables and queries use.

#pragma once

#include "models/sqlite/connection.h"

namespace relaybook {

/// Like Connection::open(). Also registers the SQL functions of the search and of scans over the
/// ledger.
[[nodiscard]] StoreResult<std::unique_ptr<Connection>>
openCache(const QString &path, Connection::Purpose purpose, int busyMs = Connection::usualBusyMs);

} // namespace relaybook
