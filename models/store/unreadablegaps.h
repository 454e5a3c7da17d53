// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the unreadable transactions in each gap in balance, because they are its likely cause.

#pragma once

#include "api/types/transaction.h"
#include "models/store/ledgercheckresult.h"

#include <vector>

namespace relaybook {

/// Sets, for each break between two rows and for the end of the chain, how many unreadable rows are
/// there. They are placed by time, or by id if they have no time. Throws.
void findUnreadableInGaps(Connection &connection, ChainScan &scan);

/// The first `most` of these rows in one gap, in the order of their times. None for a break within
/// a row. `total`: how many there are. Throws.
struct UnreadableOfGap
{
    std::vector<UnreadableRow> rows;
    qint64 total = 0;
};
[[nodiscard]] UnreadableOfGap unreadableOfGap(Connection &connection, const LedgerBreak &gap,
                                              qint64 most);

} // namespace relaybook
