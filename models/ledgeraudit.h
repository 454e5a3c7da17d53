// SPDX-License-Identifier: GPL-3.0-or-later
// Proves the ledger: every row, every pair, and the newest balance against the account's
// (contract section 6). What looks broken is read from the service once more before it is said.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "models/ledgersync.h"
#include "models/readlane.h"
#include "models/store/ledgerverdict.h"

#include <QTimer>

namespace relaybook {

/// Lives on the GUI thread.
class LedgerAuditor : public QObject
{
    Q_OBJECT

public:
    LedgerAuditor(AccountStore &store, QThreadPool &pool, LedgerSync &sync, const Clock &clock);
    ~LedgerAuditor() override;

    /// The last one; while a check is under way its state is Checking and the rest is what was
    /// found before.
    [[nodiscard]] const LedgerVerdict &verdict() const { return m_verdict; }
    [[nodiscard]] bool isChecking() const { return m_checking; }

    /// What is stored, without asking the service for anything.
    void checkStored();
    /// Reads every page again, then checks.
    void checkAll();
    void cancel();

Q_SIGNALS:
    void changed();
    /// A check asked for by checkStored() or checkAll() is at its end, or was cancelled.
    void finished();

private:
    void scan();
    void onScanned(const ChainScan &scan);
    void conclude(const ChainScan &scan);
    void onSyncChanged();
    void setChecking(bool checking);

    AccountStore &m_store;
    LedgerSync &m_sync;
    const Clock &m_clock;
    ReadLane m_lane;
    LedgerVerdict m_verdict;
    LedgerProgress::State m_syncState = LedgerProgress::Idle;
    bool m_checking = false;
    bool m_waitsForSync = false;
};

} // namespace relaybook
