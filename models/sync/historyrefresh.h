// SPDX-License-Identifier: GPL-3.0-or-later
// A slow walk round all of the ledger's history, a page now and then: old rows can be rewritten or
// vanish without any total changing.

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

/// Lives on the GUI thread. Walks where the service tells how many rows there are, while the ledger
/// was read to its end and nothing else is read of it; what the user does always goes first
/// (Lane::Background).
class HistoryRefresh : public QObject
{
    Q_OBJECT

public:
    /// `client` is null when offline: then it stands still.
    HistoryRefresh(AccountStore &store, ApiClient *client, const LedgerSync &sync,
                   const Clock &clock, std::chrono::milliseconds pause);
    ~HistoryRefresh() override;

    void start();
    /// Reads the next page now.
    void step();

Q_SIGNALS:
    /// A page was read and held against what is stored. `atStart`: the oldest row was on it, the
    /// next page is the newest again.
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
    /// The edge of the page read before, to see rows that vanished between the two.
    std::optional<Transaction> m_edge;
    qint64 m_edgePage = 0;
    qint64 m_edgeTotal = 0;
    /// As the service told it last: rows that came since the last sync move the pages too.
    qint64 m_lastTotal = 0;
};

} // namespace relaybook
