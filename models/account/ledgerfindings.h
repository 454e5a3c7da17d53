// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a ledger check that the user acknowledged: they stay in the list of findings, but
// don't count as open. A finding whose figures change is a new one.
#pragma once

#include "api/types/transaction.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/storevalues.h"

#include <QString>

#include <vector>

namespace relaybook {

class KeepFile;
class LedgerHistory;

/// Identify a finding in KeepFile::acknowledged().
[[nodiscard]] QString findingKey(const LedgerBreak &found);
/// A transaction that was changed at the service, with these earlier versions.
[[nodiscard]] QString changedKey(TransactionId id, const std::vector<TransactionVersion> &earlier);
/// A transaction that was found to be removed at this time.
[[nodiscard]] QString removedKey(TransactionId id, Instant noticedAt);
/// `isKept`: a readable version of the transaction is stored.
[[nodiscard]] QString unreadableKey(const UnreadableRow &row, bool isKept);

/// What is left of a check's findings without those that were acknowledged.
struct OpenFindings
{
    std::vector<LedgerBreak> breaks; ///< as in LedgerCheckResult
    qint64 breakCount = 0;
    qint64 unclearCount = 0;
    qint64 rewritten = 0;
    qint64 vanished = 0;
    qint64 unreadable = 0;
    qint64 spoiled = 0;
    qint64 acknowledged = 0; ///< findings of the check that were acknowledged
    friend bool operator==(const OpenFindings &, const OpenFindings &) = default;

    /// Whether something that is open proves that the ledger is not consistent.
    [[nodiscard]] bool isBroken() const
    {
        return breakCount > unclearCount || vanished > 0 || unreadable > 0 || spoiled > 0;
    }
};

/// Reads a few rows of the store for each acknowledged finding. What was found after the check is
/// left out, as `result` does not count it.
[[nodiscard]] OpenFindings withoutAcknowledged(const LedgerCheckResult &result,
                                               const KeepFile &kept, const LedgerHistory &history);

} // namespace relaybook
