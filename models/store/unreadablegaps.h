// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the unreadable transactions in each gap in balance, because they are its likely cause.

#pragma once

#include "models/store/ledgercheckresult.h"

namespace relaybook {

/// Sets, for each break between two rows and for the end of the chain, how many unreadable rows are
/// there. They are placed by time, or by id if they have no time. Throws.
void findUnreadableInGaps(Connection &connection, ChainScan &scan);

} // namespace relaybook
