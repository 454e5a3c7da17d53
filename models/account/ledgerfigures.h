// SPDX-License-Identifier: GPL-3.0-or-later
// The totals of a filter or of a selection, kept true while the ledger grows.

#pragma once

#include "models/store/ledgertotals.h"
#include "models/store/readlane.h"

#include <QElapsedTimer>
#include <QTimer>

namespace relaybook {

/// Lives on the GUI thread; workers add up. One object holds one question.
class LedgerFigures : public QObject
{
    Q_OBJECT

public:
    LedgerFigures(AccountStore &store, QThreadPool &pool);
    ~LedgerFigures() override;

    /// The question from now on; what was asked before is not heard any more. While it is worked
    /// on, totals() still are those of before.
    void ask(const LedgerFilter &filter);
    /// Of rows by their keys (KeyedTableModel::keysAt()), however many.
    void askKeys(Keys keys);
    /// No question: totals() are nothing.
    void clear();

    /// Nothing before the first answer.
    [[nodiscard]] const std::optional<LedgerTotals> &totals() const { return m_totals; }
    /// True while totals() are not yet those of the question.
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
    bool m_stale = false; ///< rows came since the question was last worked on
    LedgerFilter m_filter;
    std::shared_ptr<const Keys> m_keys; ///< where set, the question is these
    std::optional<LedgerTotals> m_totals;
    QTimer m_soon;
    QElapsedTimer m_took; ///< the present question
};

} // namespace relaybook
