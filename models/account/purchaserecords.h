// SPDX-License-Identifier: GPL-3.0-or-later
// Stores what buying finds out about the account: balances and pools read for an order, and what
// the receipt of an order says is left.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"
#include "models/buying/purchasedesk.h"

#include <QObject>

namespace relaybook {

class AccountStore;
class KeepFile;

/// Remembers in the keep file that there is a purchase journal, so that a lost one is noticed.
[[nodiscard]] PurchaseDesk::JournalMemory journalMemory(KeepFile &kept);

/// Lives on the GUI thread.
class PurchaseRecords : public QObject
{
    Q_OBJECT

public:
    /// `summary` is read whenever a receipt comes.
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
