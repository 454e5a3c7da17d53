// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the words, the daily sums and the indexes of the ledger behind its writing, a little at a
// time, so that neither a sync nor a start waits for them.

#pragma once

#include "models/store/storevalues.h"

#include <QObject>

namespace relaybook {

class AccountStore;
class LedgerSync;

/// Lives on the GUI thread; the store's writer does it.
class LedgerIndexer : public QObject
{
    Q_OBJECT

public:
    LedgerIndexer(AccountStore &store, const LedgerSync &sync);

    /// From now on; to be called after the first paint.
    void start();
    /// True where every row is in the words and the daily sums.
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
    bool m_untidy = false; ///< something was made since the store was tidied
};

} // namespace relaybook
