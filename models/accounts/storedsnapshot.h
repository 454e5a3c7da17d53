// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a stored account at one moment, while the window or a command may be writing to it. Used by
// the commands that need no service.

#pragma once

#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/store/cachesnapshot.h"

#include <memory>

namespace relaybook {

/// Never writes, converts or renames a file. Used by one thread at a time.
class StoredSnapshot
{
public:
    /// The findings of a ledger check, each list with the newest rows first.
    struct Check
    {
        LedgerCheckResult result;
        std::vector<TransactionId> rewritten;
        std::vector<VanishedRow> vanished;
        std::vector<UnreadableRow> unreadable;
        friend bool operator==(const Check &, const Check &) = default;
    };

    /// `account` is one of storedAccounts(). The error's message says what to do.
    [[nodiscard]] static Result<std::shared_ptr<StoredSnapshot>>
    open(const QString &dataDir, const StoredAccount &account,
         const FileFormat &format = cacheFormat());

    [[nodiscard]] const AccountSummary &summary() const { return m_summary; }
    /// When the area was last loaded.
    [[nodiscard]] std::optional<Instant> asOf(Area area) const;
    /// Compares all stored transactions, with at most `listed` rows in each list of the findings.
    /// Takes a while, for any thread. The result is not stored.
    [[nodiscard]] Result<Check> check(const Clock &clock, qint64 listed);
    /// The same snapshot, for an export.
    [[nodiscard]] const std::shared_ptr<CacheSnapshot> &store() const { return m_store; }

private:
    explicit StoredSnapshot(QString folder)
        : m_folder(std::move(folder))
    {
    }
    StoreResult<Stored> readSummary(const StoredAccount &account);

    QString m_folder;
    std::shared_ptr<CacheSnapshot> m_store;
    StoredOverview m_stored;
    LedgerProgress m_ledger;
    LedgerCheckResult m_lastCheck;
    bool m_isBalanceReported = true;
    AccountSummary m_summary;
};

} // namespace relaybook
