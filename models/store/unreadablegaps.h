// SPDX-License-Identifier: GPL-3.0-or-later
// Which transactions that could not be read stand in a gap of the balance: its likely cause.

#pragma once

#include "models/store/ledgercheckresult.h"

namespace relaybook {

/// Notes in each break between two rows, and for the end of the chain, how many unreadable rows
/// stand there by their time, or by their id where they have no time. Throws.
void findUnreadableInGaps(Connection &connection, ChainScan &scan);

} // namespace relaybook
