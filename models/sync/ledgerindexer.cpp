// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgerindexer.h"

#include "api/json/knownsecrets.h"
#include "models/store/accountstore.h"
#include "models/sync/ledgersync.h"

#include <utility>

namespace relaybook {
namespace {

/// Keeps the writer busy for some tens of milliseconds.
constexpr qint64 rowsAtATime = 4000;
/// Smaller ledgers are sorted fast without indexes.
constexpr qint64 worthIndexes = 20'000;

} // namespace

LedgerIndexer::LedgerIndexer(AccountStore &store, const LedgerSync &sync,
                             std::shared_ptr<KnownSecrets> secrets)
    : m_store(store)
    , m_sync(sync)
    , m_secrets(std::move(secrets))
{
    m_maskSoon.setSingleShot(true);
    m_maskSoon.setInterval(maskDelay);
    connect(&m_maskSoon, &QTimer::timeout, this, &LedgerIndexer::step);
    connect(&store, &AccountStore::changed, this, &LedgerIndexer::step);
    connect(&store, &AccountStore::replaced, this, [this] {
        m_wordsMerged = false;
        m_indexesMade = false;
        m_maskedSecrets = 0;
        step();
    });
    connect(&sync, &LedgerSync::progressChanged, this, &LedgerIndexer::step);
}

void LedgerIndexer::start()
{
    m_started = true;
    step();
}

bool LedgerIndexer::isCaughtUp() const
{
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    return counts && counts->pending == 0;
}

void LedgerIndexer::step()
{
    if (!m_started || m_working) {
        return;
    }
    const auto counts = m_store.read([](CacheReader &reader) { return reader.counts(); });
    if (!counts) {
        return;
    }
    watchSecrets();
    const bool isMasked = m_maskedSecrets == m_seenSecrets;
    if (!isMasked && !m_maskSoon.isActive() && !isAtWork(m_sync.progress().state)) {
        maskStored();
        return;
    }
    if (counts->pending == 0) {
        if (!m_wordsMerged && !isAtWork(m_sync.progress().state)) {
            mergeSearchIndex();
        } else if (!m_indexesMade && counts->transactions >= worthIndexes &&
                   m_sync.progress().state == LedgerProgress::Complete) {
            makeIndexes();
        } else if (!isAtWork(m_sync.progress().state) && std::exchange(m_untidy, false)) {
            m_store.tidy();
        }
        return;
    }
    m_working = true;
    m_untidy = true;
    m_wordsMerged = false;
    m_store.write([](CacheWriter &writer) { return writer.ledgerIndex().addPending(rowsAtATime); },
                  this,
                  [this](const StoreResult<qint64> &done) {
                      m_working = false;
                      if (done) { // else the store has reported the error, and the next change
                                  // tries again
                          Q_EMIT progressed();
                          step();
                      }
                  });
}

/// Lists arrive page by page: each page may have more secrets.
void LedgerIndexer::watchSecrets()
{
    const std::size_t known = m_secrets ? m_secrets->all().size() : 0;
    if (known != m_seenSecrets) {
        m_seenSecrets = known;
        m_masking = {};
        m_maskSoon.start();
    }
}

void LedgerIndexer::maskStored()
{
    m_working = true;
    m_store.write(
        [secrets = m_secrets, from = m_masking](CacheWriter &writer) {
            return writer.masks().mask(*secrets, from, rowsAtATime);
        },
        this,
        [this, seen = m_seenSecrets](const StoreResult<StoredMasks::Place> &reached) {
            m_working = false;
            if (!reached) {
                return; // the next change tries again
            }
            m_masking = *reached;
            if (m_masking.masked > 0) {
                m_wordsMerged = false; // the words are in old parts of the search index
                m_untidy = true;
            }
            if (StoredMasks::isWhole(m_masking)) {
                m_maskedSecrets = seen;
                m_masking = {};
                m_maskSoon.setInterval(m_laterMaskDelay);
            }
            step();
        });
}

void LedgerIndexer::mergeSearchIndex()
{
    m_working = true;
    m_store.write([](CacheWriter &writer) { return writer.ledgerIndex().mergeSearchIndex(); }, this,
                  [this](const StoreResult<bool> &merged) {
                      m_working = false;
                      m_wordsMerged = !merged || !*merged;
                      step();
                  });
}

void LedgerIndexer::makeIndexes()
{
    m_working = true;
    m_store.write([](CacheWriter &writer) { return writer.ledgerIndex().makeSortIndex(); }, this,
                  [this](const StoreResult<bool> &made) {
                      m_working = false;
                      m_indexesMade = !made || !*made;
                      m_untidy = true;
                      step();
                  });
}

} // namespace relaybook
