// SPDX-License-Identifier: GPL-3.0-or-later
// Tests ledger runs that nobody asked for: what becomes of one when the user asks after all, and
// what it leaves in the store.

#include "models/store/accountstore.h"
#include "models/store/ledgerextent.h"
#include "models/sync/ledgersync.h"
#include "tests/models/sessionfixture.h"

namespace relaybook {

using testing::SandboxSettings;
using testing::SessionFixture;

namespace {

/// A ledger that was read whole, and nothing else that asks the service.
class QuietLedger
{
public:
    QuietLedger()
        : service(SandboxSettings{2, 2, 300, 100, false})
        , store(std::move(*AccountStore::open(service.folder.path(), service.clock)))
        , sync(*store, service.client.get(), service.clock, waitingLong(service.tuning))
    {
        sync.start();
        [this] { QTRY_VERIFY(is(LedgerProgress::Complete)); }();
    }
    [[nodiscard]] bool is(LedgerProgress::State state) const
    {
        return sync.progress().state == state;
    }
    /// No call of Lane::Refresh can be sent for a while.
    void useUpShare()
    {
        using namespace std::chrono_literals;
        while (service.pacer.waitFor(Budget::Personal, Lane::Refresh) == 0ms) {
            service.pacer.count(Budget::Personal, Lane::Refresh);
        }
    }
    [[nodiscard]] LedgerExtent extent()
    {
        return *store->read([](CacheReader &reader) {
            return ledgerExtent(reader.ledgerState(), reader.counts());
        });
    }

    SessionFixture service;
    std::unique_ptr<AccountStore> store;
    LedgerSync sync;

private:
    static LedgerSync::Tuning waitingLong(LedgerSync::Tuning tuning)
    {
        tuning.retryPauses = {std::chrono::minutes(10)};
        return tuning;
    }
};

} // namespace

class TestQuietLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tryAgainWaitsForNoShare();
    void resumeWaitsForNoShare();
    void whatIsNotLookedForIsNotCalledComplete();
};

void TestQuietLedger::tryAgainWaitsForNoShare()
{
    QuietLedger f;
    f.service.fault("error-500,on=listTransactions");
    f.sync.start(Lane::Refresh);
    QTRY_VERIFY(f.is(LedgerProgress::Waiting));
    QVERIFY(f.sync.progress().error.has_value());
    f.service.server.faults().clearAll();
    f.useUpShare();
    f.sync.start();
    QVERIFY(isShownRunning(f.sync.progress()));
    QTRY_VERIFY(f.is(LedgerProgress::Complete));
}

void TestQuietLedger::resumeWaitsForNoShare()
{
    QuietLedger f;
    f.sync.start(Lane::Refresh);
    f.sync.pause();
    QVERIFY(f.is(LedgerProgress::Paused));
    f.useUpShare();
    f.sync.resume();
    QVERIFY(isShownRunning(f.sync.progress()));
    QTRY_VERIFY(f.is(LedgerProgress::Complete));
}

/// Of two differences within a day, the second is not looked for.
void TestQuietLedger::whatIsNotLookedForIsNotCalledComplete()
{
    QuietLedger f;
    const qint64 hidden = f.service.server.transactions().at(150).id;
    f.service.fault(QByteArray("vanished-row=" + QByteArray::number(hidden)).constData());
    f.sync.start(Lane::Refresh);
    QTRY_VERIFY(f.is(LedgerProgress::Complete));
    QVERIFY(f.extent().complete);
    QCOMPARE(f.sync.progress().held, 299);
    f.service.server.faults().clearAll(); // the row is listed again
    f.sync.start(Lane::Refresh);
    QTRY_VERIFY(f.is(LedgerProgress::Incomplete));
    QVERIFY(!f.extent().complete);
    f.sync.reload(); // as the next start does
    QVERIFY(!f.is(LedgerProgress::Complete));
    // A run that somebody asked for looks.
    f.sync.start();
    QTRY_VERIFY(f.is(LedgerProgress::Complete));
    QVERIFY(f.extent().complete);
    QCOMPARE(f.sync.progress().held, 300);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestQuietLedger)
#include "test_quietledger.moc"
