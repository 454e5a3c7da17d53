// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/ledgercheck.h"

#include "models/store/accountstore.h"
#include "models/sync/ledgercheckrun.h"
#include "models/sync/ledgersync.h"

#include <algorithm>

namespace relaybook {

LedgerCheck::LedgerCheck(AccountStore &store, QThreadPool &pool, LedgerSync &sync,
                         AccountRefresh &account, const Clock &clock)
    : m_store(store)
    , m_pool(pool)
    , m_sync(sync)
    , m_account(account)
    , m_clock(clock)
{
    connect(&sync, &LedgerSync::progressChanged, this, &LedgerCheck::noteMissingRows);
    connect(&sync, &LedgerSync::ended, this, [this] {
        const auto state = m_sync.progress().state;
        const bool isOver =
            state == LedgerProgress::Complete || state == LedgerProgress::Incomplete;
        if (isOver && !isCheckedAlready()) {
            onRowsCame();
        }
    });
    // HistoryRefresh also changes rows, while no sync is running.
    connect(&store, &AccountStore::changed, this, [this](const StoreChanges &changes) {
        const bool anyRow = changes.of(StoreTable::Transactions).any();
        m_rowsChanged = m_rowsChanged || anyRow;
        if (anyRow && m_sync.progress().state == LedgerProgress::Complete) {
            onRowsCame();
        }
    });
    connect(&store, &AccountStore::replaced, this, [this] {
        m_run.reset();
        setResult({});
    });
    const auto stored = store.read([](CacheReader &reader) { return reader.checkResult(); });
    m_result = stored.value_or(LedgerCheckResult());
    noteMissingRows();
}

LedgerCheck::~LedgerCheck() = default;

void LedgerCheck::checkStored()
{
    if (!m_run) {
        start(LedgerCheckReads::Nothing);
    }
}

void LedgerCheck::checkAll()
{
    start(LedgerCheckReads::AllPages);
}

void LedgerCheck::onRowsCame()
{
    if (m_run) {
        m_run->onRowsCame();
    } else {
        start(LedgerCheckReads::Doubtful);
    }
}

/// An automatic refresh without new rows is no reason for another check. After a broken or unclear
/// result, it is checked again every hour, because the balance may have been loaded late.
bool LedgerCheck::isCheckedAlready() const
{
    constexpr std::chrono::hours pause(1);
    const auto age = m_clock.now() - m_result.checkedAt;
    const bool isBroken =
        m_result.state == LedgerCheckResult::Broken || m_result.state == LedgerCheckResult::Unclear;
    const bool isBrokenLately = isBroken && age >= std::chrono::milliseconds(0) && age < pause;
    const bool isConclusive = m_result.state == LedgerCheckResult::Consistent || isBrokenLately;
    return m_sync.foundNothingNew() && !m_rowsChanged && isConclusive;
}

/// Replaces a running check.
void LedgerCheck::start(LedgerCheckReads reads)
{
    if (!m_run) {
        m_before = m_result;
    }
    m_run.reset(); // first, because its destructor cancels its calls
    m_result.state = LedgerCheckResult::Checking;
    m_rowsChanged = false;
    m_run = std::make_unique<LedgerCheckRun>(
        LedgerCheckRun::Parts{m_store, m_pool, m_sync, m_account, m_clock}, reads, m_before, this);
    connect(m_run.get(), &LedgerCheckRun::stepBegins, this, &LedgerCheck::changed);
    connect(m_run.get(), &LedgerCheckRun::ended, this, &LedgerCheck::onRunEnded);
    m_run->start();
}

void LedgerCheck::cancel()
{
    if (!m_run) {
        return;
    }
    m_result = m_before;
    m_rowsChanged = true; // the rows may not have been compared
    m_run.reset();
    noteMissingRows();
    Q_EMIT changed();
    Q_EMIT finished();
}

void LedgerCheck::onRunEnded(const std::optional<LedgerCheckResult> &result)
{
    m_run.release()->deleteLater(); // later, because it is the caller
    if (result) {
        setResult(*result);
        return;
    }
    // The store cannot be read. The stored results of earlier checks stay.
    m_result = {};
    m_rowsChanged = true;
    Q_EMIT changed();
    Q_EMIT finished();
}

void LedgerCheck::setResult(LedgerCheckResult result)
{
    m_result = std::move(result);
    m_store.write(
        [kept = m_result](CacheWriter &writer) {
            writer.ledger().putCheckResult(kept);
            return Stored{};
        },
        this, {});
    Q_EMIT changed();
    Q_EMIT finished();
}

/// A consistent result does not include newer rows. The number of missing rows changes with every
/// stored page, also after the end of a run.
void LedgerCheck::noteMissingRows()
{
    const LedgerProgress &progress = m_sync.progress();
    // If all rows are stored, a check follows at once, and showing this would only flicker.
    const bool ends = isAtWork(progress.state) && progress.held >= progress.total;
    if (m_run || ends || progress.state == LedgerProgress::Complete) {
        return;
    }
    const qint64 missing = std::max<qint64>(0, progress.total - progress.held);
    const bool isNew =
        m_result.state == LedgerCheckResult::Consistent && progress.held != m_result.count;
    const bool isOther = m_result.state == LedgerCheckResult::Incomplete && m_result.missing > 0 &&
                         m_result.missing != missing;
    if (!isNew && !isOther) {
        return;
    }
    m_result.state = LedgerCheckResult::Incomplete;
    m_result.missing = missing;
    Q_EMIT changed();
}

} // namespace relaybook
