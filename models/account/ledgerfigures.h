// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates the totals of filtered or selected transactions, and updates them when the ledger
// changes.

#pragma once

#include "models/store/ledgertotals.h"
#include "models/store/readlane.h"

#include <QElapsedTimer>
#include <QTimer>

namespace relaybook {

/// The totals of one query at a time. Lives on the GUI thread; the sums are calculated on worker
/// threads.
class LedgerFigures : public QObject
{
    Q_OBJECT

public:
    LedgerFigures(AccountStore &store, QThreadPool &pool);
    ~LedgerFigures() override;

    /// Starts a query for the transactions that match `filter`, and drops the previous query. Until
    /// the result is ready, totals() returns the previous totals.
    void ask(const LedgerFilter &filter);
    /// Whether totals() of a filter have the sums by type too.
    void setByType(bool byType);
    /// Starts a query for rows given by their keys (KeyedTableModel::keysAt()), in any number.
    void askKeys(Keys keys);
    /// Removes the query; totals() is then empty.
    void clear();

    /// The totals; nothing before the first result.
    [[nodiscard]] const std::optional<LedgerTotals> &totals() const { return m_totals; }
    /// How much of the ledger was stored when the totals were calculated.
    [[nodiscard]] const LedgerExtent &ledger() const { return m_ledger; }
    /// True while totals() does not yet belong to the current query.
    [[nodiscard]] bool isBusy() const { return m_asked && !m_answered; }

Q_SIGNALS:
    /// totals() or isBusy() changed.
    void changed();

private:
    void run();
    void onStoreChanged(const StoreChanges &changes);

    ReadLane m_lane;
    bool m_asked = false;
    bool m_answered = false;
    ByType m_byType = ByType::No;
    bool m_stale = false; ///< rows were added since the query last ran
    LedgerFilter m_filter;
    std::shared_ptr<const Keys> m_keys; ///< if set, the query is for these keys
    std::optional<LedgerTotals> m_totals;
    LedgerExtent m_ledger;
    QTimer m_soon;
    QElapsedTimer m_took; ///< duration of the current query
};

} // namespace relaybook
