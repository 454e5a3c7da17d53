// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the rows of the store that are evidence of a matter (evidencekit.h).

#pragma once

#include "models/export/evidencekit.h"
#include "models/sqlite/connection.h"

namespace relaybook {

/// The rows of a matter.
struct EvidenceRows
{
    std::vector<Transaction> rows; ///< in the order of the ledger
    /// Earlier versions of these rows, which changed at the service, oldest first.
    std::vector<TransactionVersion> earlier;
    std::vector<VanishedRow> removed; ///< those of `rows` that the service no longer lists
    std::vector<UnreadableRow> unreadable;
    std::vector<TransactionId> notStored; ///< wanted, but not stored (any more)
    qint64 leftOut = 0;                   ///< beyond mostEvidenceRows
};

/// Throws.
[[nodiscard]] EvidenceRows evidenceRowsOf(Connection &connection, const EvidenceRequest &request);

} // namespace relaybook
