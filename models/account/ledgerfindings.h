// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a ledger check that the user acknowledged: they stay in the list of findings, but
// don't count as open. A finding whose figures change is a new one.
#pragma once

#include "api/types/transaction.h"
#include "models/store/ledgercheckresult.h"

#include <QString>

#include <vector>

namespace relaybook {

class KeepFile;
class LedgerHistory;

/// Identify a finding in KeepFile::acknowledged().
[[nodiscard]] QString findingKey(const LedgerBreak &found);
/// A transaction that was changed at the service, with this number of earlier versions.
[[nodiscard]] QString changedKey(TransactionId id, std::size_t earlierVersions);
[[nodiscard]] QString removedKey(TransactionId id);
/// `isKept`: a readable version of the transaction is stored.
[[nodiscard]] QString unreadableKey(const UnreadableRow &row, bool isKept);

/// What is left of a check's findings without those that were acknowledged.
struct OpenFindings
{
    std::vector<LedgerBreak> breaks; ///< as in LedgerCheckResult
    qint64 breakCount = 0;
    qint64 rewritten = 0;
    qint64 vanished = 0;
    qint64 unreadable = 0;
    qint64 spoiled = 0;
    qint64 acknowledged = 0; ///< findings of the check that were acknowledged
    friend bool operator==(const OpenFindings &, const OpenFindings &) = default;

    /// Whether the ledger is not consistent because of something that is open.
    [[nodiscard]] bool isBroken() const
    {
        return breakCount > 0 || vanished > 0 || unreadable > 0 || spoiled > 0;
    }
};

/// Reads a few rows of the store for each acknowledged finding.
[[nodiscard]] OpenFindings withoutAcknowledged(const LedgerCheckResult &result,
                                               const KeepFile &kept, const LedgerHistory &history);

} // namespace relaybook
