// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the result of a ledger check from the compared rows and other stored data. Reads nothing
// itself, so that every caller gets the same result from the same data.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/storevalues.h"

#include <optional>
#include <vector>

namespace relaybook {

/// A balance that the check read from the service.
struct BalanceOfCheck
{
    Money balance;
    /// Whether it is the balance after a row that was the newest one at that time; nothing if
    /// unknown.
    std::optional<bool> reached;
    friend bool operator==(const BalanceOfCheck &, const BalanceOfCheck &) = default;
};

/// What a check knows when all rows are compared.
struct CheckFindings
{
    const ChainScan &scan;
    const StoredOverview &stored;
    const LedgerProgress &progress;
    const LedgerCheckResult &before;       ///< the result of the previous check
    bool isBalanceReported = true;         ///< whether any call returns the account's balance
    std::optional<BalanceOfCheck> balance; ///< if the check read it
    std::vector<TransactionId> rowsAgain;  ///< rows that the check loaded again
    Instant now{};
};

[[nodiscard]] LedgerCheckResult concludeCheck(const CheckFindings &findings);

/// Whether an earlier check loaded the rows of this break again.
[[nodiscard]] bool wasReadAgain(const std::vector<LedgerBreak> &before, const LedgerBreak &now);

} // namespace relaybook
