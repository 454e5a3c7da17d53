// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedsnapshot.h"

#include "api/http/authsession.h"
#include "models/account/accountsummary.h"
#include "models/store/accountkey.h"
#include "models/sync/arearefresh.h"
#include "models/sync/checkconclusion.h"
#include "models/sync/ledgersync.h"
#include "models/sync/serviceoffer.h"

#include <QCoreApplication>
#include <QDir>

namespace relaybook {
namespace {

struct StoredSnapshotText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::StoredSnapshot)
};

QString sentenceFor(StoreError::Kind kind)
{
    switch (kind) {
    case StoreError::Kind::OlderVersion:
        return StoredSnapshotText::tr(
            "The data in “%1” was stored by an older version of Relaybook. Open Relaybook, or run "
            "relaybook sync: this updates the data. If Relaybook is updating it now, wait until "
            "that is done.");
    case StoreError::Kind::NewerVersion:
        return StoredSnapshotText::tr("The data in “%1” was stored by a newer version of "
                                      "Relaybook. Use the newer version.");
    case StoreError::Kind::Missing:
        return StoredSnapshotText::tr("No data is stored in “%1” yet. Run relaybook sync first.");
    case StoreError::Kind::Damaged:
        return StoredSnapshotText::tr(
            "The data in “%1” is damaged. Open Relaybook or run relaybook sync: this moves the "
            "damaged file aside and loads the data again.");
    case StoreError::Kind::Busy:
        return StoredSnapshotText::tr(
            "The data in “%1” is locked by another program. Try again in a moment.");
    case StoreError::Kind::Full:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        break;
    }
    return StoredSnapshotText::tr(
        "The data in “%1” cannot be read. Check that the folder can be read and written.");
}

tl::unexpected<ApiError> readingFailed(const StoreError &error, const QString &folder)
{
    ApiError result;
    result.kind =
        error.kind == StoreError::Kind::Interrupted ? ErrorKind::Cancelled : ErrorKind::Local;
    result.message = sentenceFor(error.kind).arg(QDir::toNativeSeparators(folder));
    result.description = error.detail;
    return tl::unexpected(std::move(result));
}

} // namespace

Result<std::shared_ptr<StoredSnapshot>>
StoredSnapshot::open(const QString &dataDir, const StoredAccount &account, const FileFormat &format)
{
    const QString folder = accountFolder(dataDir, account.service, account.account);
    auto store = CacheSnapshot::open(folder, format);
    if (!store) {
        return readingFailed(store.error(), folder);
    }
    std::shared_ptr<StoredSnapshot> snapshot(new StoredSnapshot(folder));
    snapshot->m_store = std::move(*store);
    if (const auto read = snapshot->readSummary(account); !read) {
        return readingFailed(read.error(), folder);
    }
    return snapshot;
}

StoreResult<Stored> StoredSnapshot::readSummary(const StoredAccount &account)
{
    return m_store->read([&](CacheReader &reader) {
        m_stored = reader.overview();
        m_stored.newest = reader.newestBalance();
        m_ledger = storedProgress(reader.ledgerState(), m_stored.counts);
        m_lastCheck = reader.checkResult();
        m_isBalanceReported = reportsBalance(reader.missingCalls());
        const AuthSession noTokens;
        const QString userId = m_stored.newest ? m_stored.newest->userId : QString();
        m_summary = summaryOf(
            m_stored,
            {noTokens, m_ledger, account.service, userId.isEmpty() ? account.userId : userId,
             account.givenName, m_isBalanceReported,
             [&reader](const QString &type) { return reader.lastTrafficReading(type); }, true});
        return Stored{};
    });
}

std::optional<Instant> StoredSnapshot::asOf(Area area) const
{
    return timeOf(area, m_stored.times);
}

Result<StoredSnapshot::Check> StoredSnapshot::check(const Clock &clock, qint64 listed)
{
    auto checked = guarded([&] {
        CacheReader reader(m_store->connection());
        const ChainScan scan = scanChain(m_store->connection(), clock.now());
        return Check{
            concludeCheck(
                {scan, m_stored, m_ledger, m_lastCheck, m_isBalanceReported, {}, {}, clock.now()}),
            reader.rewrittenIds(listed), reader.vanishedRows(listed),
            reader.unreadableRows(listed)};
    });
    if (!checked) {
        return readingFailed(checked.error(), m_folder);
    }
    return std::move(*checked);
}

} // namespace relaybook
