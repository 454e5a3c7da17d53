// SPDX-License-Identifier: GPL-3.0-or-later
// Stores account data that is received during purchases: balances and pools loaded for an order,
// and the traffic left on a receipt.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"
#include "models/buying/purchasedesk.h"

#include <QObject>

namespace relaybook {

class AccountStore;
class KeepFile;

/// Stores in the keep file that the account has a journal of orders, so that a missing one is
/// noticed.
[[nodiscard]] JournalMemory journalMemory(KeepFile &kept);

/// Lives on the GUI thread.
class PurchaseRecords : public QObject
{
    Q_OBJECT

public:
    /// `summary` is the session's; it is read when a receipt arrives.
    PurchaseRecords(const PurchaseDesk &desk, AccountStore &store, const AccountSummary &summary,
                    const Clock &clock);

private:
    void keepBalances(const std::optional<Balance> &balance, const std::vector<TrafficPool> &pools);
    void keepReceipt(const QString &orderId);

    const PurchaseDesk &m_desk;
    AccountStore &m_store;
    const AccountSummary &m_summary;
    const Clock &m_clock;
};

} // namespace relaybook
