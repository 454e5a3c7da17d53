// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger of an account: downloads it, indexes it, checks it, and loads old pages again in the
// background.

#pragma once

#include "models/account/ledgerhistory.h"
#include "models/accountvalues.h"
#include "models/sync/ledgersync.h"

#include <QObject>

#include <memory>

class QThreadPool;

namespace relaybook {

class AccountRefresh;
class AccountStore;
class ApiClient;
class AuthSession;
class HistoryRefresh;
class LedgerCheck;
class LedgerIndexer;
class ServiceOffer;

/// Lives on the GUI thread. Sends requests only while there is a personal token.
class AccountLedger : public QObject
{
    Q_OBJECT

public:
    /// What it needs; `client` is null when offline.
    struct Parts
    {
        AccountStore &store;
        ApiClient *client;
        const AuthSession &auth;
        ServiceOffer &offer;
        AccountRefresh &account;
        QThreadPool &pool;
        const Clock &clock;
    };
    AccountLedger(const Parts &parts, const LedgerSync::Tuning &tuning);
    ~AccountLedger() override;

    [[nodiscard]] const LedgerProgress &progress() const { return m_sync->progress(); }
    /// The status of Area::Transactions: `status` comes from AreaRefresh, the progress is added.
    [[nodiscard]] AreaStatus withProgress(AreaStatus status) const;

    /// Starts the work in the background: indexing, and loading old pages again. Call it after the
    /// first paint.
    void startBackground();
    /// While another account is shown, nothing is loaded: a download is paused and continues when
    /// this account is shown again. A ledger check is not paused.
    void setInBackground(bool inBackground);
    /// Loads new transactions first, then continues where it stopped.
    void refresh(Lane lane = Lane::Background);
    /// LedgerSync::foundNothingNew()
    [[nodiscard]] bool foundNothingNew() const { return m_sync->foundNothingNew(); }
    void pause();
    void resume(); ///< after a pause, a failure, or a cancel
    void cancel();
    /// Loads every page again, which finds transactions that changed or were missed.
    void loadAllAgain();

    /// The cost of a ledger check that loads every page again (LedgerCheck::checkAll()).
    struct CheckCost
    {
        qint64 calls = 0;
        std::chrono::milliseconds time{0}; ///< about, as the service's limits allow
    };
    [[nodiscard]] CheckCost costOfCheck() const;

    /// Earlier versions of transactions, and transactions removed at the service.
    [[nodiscard]] const LedgerHistory &history() const { return m_history; }
    [[nodiscard]] LedgerCheck &check() { return *m_check; }
    [[nodiscard]] const LedgerCheck &check() const { return *m_check; }
    [[nodiscard]] LedgerIndexer &indexer() { return *m_indexer; }
    /// Loads old pages again in the background; for tests and the command line.
    [[nodiscard]] HistoryRefresh &historyRefresh() { return *m_historyRefresh; }

Q_SIGNALS:
    void changed();      ///< progress() changed
    void stateChanged(); ///< progress().state changed

private:
    void onProgress();
    [[nodiscard]] bool mayAsk() const;

    const ApiClient *m_client;
    const AuthSession &m_auth;
    ServiceOffer &m_offer;
    LedgerHistory m_history;
    std::unique_ptr<LedgerSync> m_sync;
    std::unique_ptr<LedgerCheck> m_check;
    std::unique_ptr<LedgerIndexer> m_indexer;
    std::unique_ptr<HistoryRefresh> m_historyRefresh;
    LedgerProgress::State m_state = LedgerProgress::Idle;
    bool m_started = false;
    bool m_wasPaused = false; ///< by setInBackground()
};

} // namespace relaybook
