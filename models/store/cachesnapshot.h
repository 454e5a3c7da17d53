// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the cache file of an account (cache.sqlite) while another program may be writing to it.
// Everything read through one snapshot shows the file at one moment.

#pragma once

#include "models/sqlite/migration.h"
#include "models/sqlite/rowcursor.h"
#include "models/store/cachereader.h"

#include <memory>

namespace relaybook {

/// A connection that can only read, in one read transaction. It never writes to the file, converts
/// it to another version, or renames it. Used by one thread at a time.
class CacheSnapshot
{
public:
    /// Opens the cache in `directory`. The error is Missing if nothing is stored there yet, and
    /// OlderVersion or NewerVersion if this program cannot read the file as it is.
    [[nodiscard]] static StoreResult<std::shared_ptr<CacheSnapshot>>
    open(const QString &directory, const FileFormat &format = cacheFormat());

    [[nodiscard]] Connection &connection() { return *m_connection; }

    /// Runs `work` with a reader.
    template <class Work>
    auto read(Work work) -> StoreResult<std::invoke_result_t<Work, CacheReader &>>
    {
        return guarded([&] {
            CacheReader reader(*m_connection);
            return work(reader);
        });
    }

private:
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<ReadTransaction> m_transaction; ///< ends before the connection is closed
};

} // namespace relaybook
