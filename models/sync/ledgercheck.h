// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the ledger and keeps the last result: every transaction, every pair of neighbours, and the
// newest balance against the account's (contract section 6).

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"
#include "models/store/ledgercheckresult.h"

#include <QObject>
#include <QThreadPool>

#include <memory>

namespace relaybook {

class AccountRefresh;
class AccountStore;
class LedgerCheckRun;
enum class LedgerCheckReads;
class LedgerSync;

/// Lives on the GUI thread. Starts a check by itself after every sync and when stored rows change;
/// what one check does is in LedgerCheckRun.
class LedgerCheck : public QObject
{
    Q_OBJECT

public:
    LedgerCheck(AccountStore &store, QThreadPool &pool, LedgerSync &sync, AccountRefresh &account,
                const Clock &clock);
    ~LedgerCheck() override;

    /// The last result, which may be from an earlier start. While a check runs, its state is
    /// Checking and the rest is from the previous check. If newer rows are not all stored yet,
    /// Consistent becomes Incomplete.
    [[nodiscard]] const LedgerCheckResult &verdict() const { return m_result; }
    [[nodiscard]] bool isChecking() const { return m_run != nullptr; }
    /// The last completed result: while a check runs, that of the previous check.
    [[nodiscard]] const LedgerCheckResult &lastVerdict() const
    {
        return isChecking() ? m_before : m_result;
    }

    /// Checks the stored rows without sending a call.
    void checkStored();
    /// Loads every page again, then checks. Offline, same as checkStored().
    void checkAll();
    /// Cancels the check and restores the previous result. Must not be called in a slot of
    /// changed().
    void cancel();

Q_SIGNALS:
    /// The result changed, or the running check began another step.
    void changed();
    /// A check is over, or was cancelled.
    void finished();

private:
    void start(LedgerCheckReads reads);
    void onRowsCame();
    [[nodiscard]] bool isCheckedAlready() const;
    void onRunEnded(const std::optional<LedgerCheckResult> &result);
    void setResult(LedgerCheckResult result);
    void noteMissingRows();

    AccountStore &m_store;
    QThreadPool &m_pool;
    LedgerSync &m_sync;
    AccountRefresh &m_account;
    const Clock &m_clock;
    LedgerCheckResult m_result;
    LedgerCheckResult m_before;            ///< the result that cancel() restores
    std::unique_ptr<LedgerCheckRun> m_run; ///< null while no check runs
    bool m_rowsChanged = true;             ///< since the last check began
};

} // namespace relaybook
