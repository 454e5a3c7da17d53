// SPDX-License-Identifier: GPL-3.0-or-later
// The data that all writers of cache.sqlite share: the connection, the changes to report, and the
// tables of counters and load times.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/storevalues.h"

namespace relaybook {

/// Lives as long as one write transaction.
struct WriteContext
{
    Connection &connection;
    StoreChanges &changes;

    void addToCounter(const char *name, qint64 difference) const;
    /// Stores when a part of the account was loaded from the service.
    void putTime(const char *area, Instant asOf) const;
    /// Reports a change of a table whose rows are not reported one by one.
    void noteChange(StoreTable table) const { ++changes.of(table).inserted; }
};

} // namespace relaybook
