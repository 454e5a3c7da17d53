// SPDX-License-Identifier: GPL-3.0-or-later
// Tells an order which transactions were stored since it was prepared. A row with an old date may
// be so far back in the ledger that a look does not receive it; the sync finds it.

#pragma once

#include "api/types/transaction.h"
#include "models/orders/listmark.h"

#include <functional>
#include <optional>
#include <vector>

class QObject;

namespace relaybook {

/// What the local copy of the ledger knows about new transactions. It is given by the account:
/// what buys reads neither the store nor the sync.
struct NewRows
{
    struct Arrived
    {
        qint64 arrival = 0; ///< compared with StoredMark::arrival
        Transaction row;
    };
    struct Arrivals
    {
        qint64 copy = 0; ///< compared with StoredMark::copy
        std::vector<Arrived> rows;
    };
    struct Extent
    {
        bool isMore = false; ///< it has more rows than the service counts, which may be capped
        /// How far it has grown; nothing unless it has as many rows as the service counts.
        std::optional<StoredMark> mark;
    };
    /// Compares the copy, together with the rows `listed`, with the `total` that the service
    /// counts.
    std::function<Extent(const std::vector<TransactionId> &listed, qint64 total)> extent;
    using Handler = std::function<void(Arrivals)>;
    /// Reads the rows that were stored since the first of the marks, at most the last 2,000,
    /// without those that the service lists no more; none if the copy was replaced.
    std::function<void(const std::vector<StoredMark> &marks, QObject *guard, Handler handler)>
        since;
};

} // namespace relaybook
