// SPDX-License-Identifier: GPL-3.0-or-later
// The text that says from how many transactions a figure was made, if the ledger is not complete.

#pragma once

#include "models/store/storevalues.h"

#include <QString>

namespace relaybook {

/// "from 940 of 48,902 transactions"; "from 940 transactions so far" if the total is not known.
/// Empty if the ledger is complete.
[[nodiscard]] QString madeFromText(const LedgerExtent &ledger);
/// The same without the word "transactions", for places where it is clear: "from 940 of 48,902".
[[nodiscard]] QString madeFromShort(const LedgerExtent &ledger);
/// "940 of 48,902"; "940" if the total is not known, or is not larger.
[[nodiscard]] QString heldOfTotal(const LedgerExtent &ledger);

} // namespace relaybook
