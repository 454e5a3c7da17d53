// SPDX-License-Identifier: GPL-3.0-or-later
// Loads one page of the ledger's history again every 30 s, from the newest to the oldest and then
// from the start, because old rows can change or be removed at the service without a change of the
// total.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "api/types/transaction.h"

#include <QObject>
#include <QTimer>

namespace relaybook {

class AccountStore;
class ApiClient;
class LedgerSync;

/// Lives on the GUI thread. Runs only if the service reports a total, the ledger is complete and no
/// sync is running. Uses Lane::Background, so that the user's calls always go first.
class HistoryRefresh : public QObject
{
    Q_OBJECT

public:
    /// `client` is null when offline: then nothing is loaded.
    HistoryRefresh(AccountStore &store, ApiClient *client, const LedgerSync &sync,
                   const Clock &clock, std::chrono::milliseconds pause);
    ~HistoryRefresh() override;

    void start();
    /// Loads nothing more until start().
    void stop();
    /// Loads the next page now.
    void step();

Q_SIGNALS:
    /// A page was loaded and compared with the stored rows. `atStart`: it contained the oldest row,
    /// so the next page is the newest one.
    void stepped(bool atStart);

private:
    void take(qint64 page, qint64 below, TransactionPage answer);

    AccountStore &m_store;
    ApiClient *m_client;
    const LedgerSync &m_sync;
    const Clock &m_clock;
    Call m_call;
    QTimer m_timer;
    bool m_asking = false;
    bool m_writing = false;
    /// The row at the edge of the previous page, to detect rows that were removed between the two
    /// pages.
    std::optional<Transaction> m_edge;
    qint64 m_edgePage = 0;
    qint64 m_edgeTotal = 0;
    /// The total last reported by the service. Rows added since the last sync shift the pages too.
    qint64 m_lastTotal = 0;
};

} // namespace relaybook
