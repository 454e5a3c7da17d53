// SPDX-License-Identifier: GPL-3.0-or-later
// Updates the search index, the daily sums and the sort indexes of the ledger in the background in
// small steps, so that neither a sync nor a start waits for them. Also masks secrets in stored rows
// that became known after the rows had been stored.

#pragma once

#include "models/store/storedmasks.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstddef>
#include <memory>

namespace relaybook {

class AccountStore;
class KnownSecrets;
class LedgerSync;

/// Lives on the GUI thread; the work is done on the store's writer thread.
class LedgerIndexer : public QObject
{
    Q_OBJECT

public:
    /// `secrets` are those of the session; null without a connection.
    LedgerIndexer(AccountStore &store, const LedgerSync &sync,
                  std::shared_ptr<KnownSecrets> secrets);
    /// Secrets are masked in stored rows when no new one was found for so long: the first ones,
    /// and later ones, because each time every row is looked at.
    static constexpr std::chrono::milliseconds maskDelay{2000};
    static constexpr std::chrono::milliseconds laterMaskDelay{5 * 60 * 1000};
    /// For tests.
    void setLaterMaskDelay(std::chrono::milliseconds delay) { m_laterMaskDelay = delay; }

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
    void watchSecrets();
    void maskStored();

    AccountStore &m_store;
    const LedgerSync &m_sync;
    std::shared_ptr<KnownSecrets> m_secrets;
    std::size_t m_seenSecrets = 0;   ///< when m_maskSoon was started
    std::size_t m_maskedSecrets = 0; ///< stored rows have none of the first so many
    StoredMasks::Place m_masking;
    QTimer m_maskSoon;
    std::chrono::milliseconds m_laterMaskDelay = laterMaskDelay;
    bool m_started = false;
    bool m_working = false;
    bool m_wordsMerged = false;
    bool m_indexesMade = false;
    bool m_untidy = false; ///< something was written since the last AccountStore::tidy()
};

} // namespace relaybook
