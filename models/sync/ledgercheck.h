// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the ledger: every row, every pair of consecutive balances, and the newest balance against
// the account's (contract section 6). What looks broken is read from the service once more before
// it is said.

#pragma once

#include "api/types/clock.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/readlane.h"
#include "models/sync/ledgersync.h"

#include <QTimer>

namespace relaybook {

class AreaRefresh;

/// Lives on the GUI thread. Checks what is stored by itself after every sync.
class LedgerCheck : public QObject
{
    Q_OBJECT

public:
    LedgerCheck(AccountStore &store, QThreadPool &pool, LedgerSync &sync, AreaRefresh &areas,
                const Clock &clock);
    ~LedgerCheck() override;

    /// The last one, also of an earlier start; while a check is under way its state is Checking and
    /// the rest is what was found before. Rows that came since and are not all here yet make a
    /// Consistent one Incomplete.
    [[nodiscard]] const LedgerCheckResult &verdict() const { return m_verdict; }
    [[nodiscard]] bool isChecking() const { return m_step != Step::Rest; }
    /// While a check is under way, what the one before came to.
    [[nodiscard]] const LedgerCheckResult &lastVerdict() const
    {
        return m_step == Step::Rest ? m_verdict : m_before;
    }

    /// What is stored, without asking the service for anything.
    void checkStored();
    /// Reads every page again, then checks. Offline the same as checkStored().
    void checkAll();
    /// The verdict is again what it was before.
    void cancel();

Q_SIGNALS:
    void changed();
    /// A check is at its end, or was cancelled.
    void finished();

private:
    enum class Step {
        Rest,
        ReadAll, ///< every page is read again
        Scan,    ///< what is stored is gone through
        Again,   ///< the rows around what looks broken are read once more
        Balance, ///< the account's balance is read after the newest rows
    };
    void begin(Step step);
    void scan();
    void onScanned(const ChainScan &scan);
    [[nodiscard]] bool askAgain(const ChainScan &scan);
    [[nodiscard]] std::vector<TransactionId> unread(const std::vector<LedgerBreak> &breaks) const;
    void markRead(std::vector<LedgerBreak> &breaks) const;
    [[nodiscard]] bool askBalance();
    [[nodiscard]] bool isBalanceUnderWay() const;
    void conclude(const ChainScan &scan);
    void compareBalance(const ChainScan &scan, const StoredOverview &stored);
    [[nodiscard]] std::optional<bool> isReached(Money balance);
    void onSyncChanged();
    void onAreaChanged(Area area);
    void onStoreChanged(const StoreChanges &changes);
    void takeBack();
    void finish(LedgerCheckResult verdict);
    void giveUp();

    AccountStore &m_store;
    LedgerSync &m_sync;
    AreaRefresh &m_areas;
    const Clock &m_clock;
    ReadLane m_lane;
    LedgerCheckResult m_verdict;
    [[nodiscard]] static bool isSameBook(const LedgerCheckResult &before,
                                         const LedgerCheckResult &now);

    LedgerCheckResult m_before; ///< what cancel() goes back to
    LedgerProgress::State m_syncState = LedgerProgress::Idle;
    Step m_step = Step::Rest;
    bool m_leaving = false; ///< cancel() lets the sync go
    bool m_mayAsk = false;  ///< whether this check may ask the service
    std::vector<TransactionId>
        m_rowsAgain; ///< read once more in this check, with those beside them
    bool m_balanceAgain = false;
    /// How many balances had been read when it was asked for: times would tell nothing once the
    /// clock was set.
    std::optional<quint64> m_balanceAsked;
    std::optional<Money> m_balanceRead; ///< what came of that
    /// The newest row and its balance after, when the account's was asked for.
    std::optional<TransactionId> m_lastId;
    std::optional<Money> m_lastAfter;
};

} // namespace relaybook
