// SPDX-License-Identifier: GPL-3.0-or-later
// The account's ledger: its download, what is indexed of it, the ledger check, and the background
// re-read of old pages.

#pragma once

#include "models/account/ledgerhistory.h"
#include "models/accountvalues.h"
#include "models/sync/ledgersync.h"

#include <QObject>

#include <memory>

class QThreadPool;

namespace relaybook {

class AccountStore;
class ApiClient;
class AreaRefresh;
class AuthSession;
class HistoryRefresh;
class LedgerCheck;
class LedgerIndexer;
class ServiceOffer;

/// Lives on the GUI thread. Asks the service only while there is a personal token.
class AccountLedger : public QObject
{
    Q_OBJECT

public:
    /// What it works with; `client` is null when offline.
    struct Parts
    {
        AccountStore &store;
        ApiClient *client;
        const AuthSession &auth;
        ServiceOffer &offer;
        AreaRefresh &areas;
        QThreadPool &pool;
        const Clock &clock;
    };
    AccountLedger(const Parts &parts, const LedgerSync::Tuning &tuning);
    ~AccountLedger() override;

    [[nodiscard]] const LedgerProgress &progress() const { return m_sync->progress(); }
    /// Of the list of transactions; `status` is what tokens, service and store say of it.
    [[nodiscard]] AreaStatus withProgress(AreaStatus status) const;

    /// Indexing and the re-read of old pages in the background; to be called after the first paint.
    void startBackground();
    /// New transactions first, then on from where it stopped.
    void refresh();
    void pause();
    void resume(); ///< after a pause, a failure, or a cancel
    void cancel();
    /// Loads every page again: transactions that changed or were missed show.
    void loadAllAgain();

    /// What is stored beside the transactions' present form.
    [[nodiscard]] const LedgerHistory &history() const { return m_history; }
    [[nodiscard]] LedgerCheck &check() { return *m_check; }
    [[nodiscard]] LedgerIndexer &indexer() { return *m_indexer; }
    /// The background re-read of old pages; for tests and a command line.
    [[nodiscard]] HistoryRefresh &historyRefresh() { return *m_historyRefresh; }

Q_SIGNALS:
    void changed();      ///< progress() is another
    void stateChanged(); ///< progress().state is another

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
};

} // namespace relaybook
