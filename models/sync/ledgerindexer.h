// SPDX-License-Identifier: GPL-3.0-or-later
// Updates the search index, the daily sums and the sort indexes of the ledger in the background in
// small steps, so that neither a sync nor a start waits for them.

#pragma once

#include "models/store/storevalues.h"

#include <QObject>

namespace relaybook {

class AccountStore;
class LedgerSync;

/// Lives on the GUI thread; the work is done on the store's writer thread.
class LedgerIndexer : public QObject
{
    Q_OBJECT

public:
    LedgerIndexer(AccountStore &store, const LedgerSync &sync);

    /// Starts the work. To be called after the first paint.
    void start();
    /// True if the search index and the daily sums contain every row.
    [[nodiscard]] bool isCaughtUp() const;

Q_SIGNALS:
    /// The daily sums changed.
    void progressed();

private:
    void step();
    void mergeSearchIndex();
    void makeIndexes();

    AccountStore &m_store;
    const LedgerSync &m_sync;
    bool m_started = false;
    bool m_working = false;
    bool m_wordsMerged = false;
    bool m_indexesMade = false;
    bool m_untidy = false; ///< something was written since the last AccountStore::tidy()
};

} // namespace relaybook
