// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the slow re-reading of the whole history: it finds changes that no total shows, reaches the
// oldest row whatever happens in the meantime, and what it finds is checked.

#include "models/store/accountstore.h"
#include "models/store/cacheconnection.h"
#include "models/sync/historyrefresh.h"
#include "tests/models/ledgerproof.h"

namespace relaybook {

using testing::openAndSync;
using testing::proofOf;
using testing::SessionFixture;

class TestHistoryRefresh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSlowWalkFindsWhatNoTotalReports();
    void whatTheSlowWalkFindsIsChecked();
    void theSlowWalkReachesTheOldestRow();
    void theSlowWalkFindsWhatTheSyncCouldNot();
};

void TestHistoryRefresh::theSlowWalkFindsWhatNoTotalReports()
{
    SessionFixture f;
    openAndSync(f);
    const auto rows = f.server.transactions();
    const TransactionId rewritten(rows.at(640).id);
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(rewritten.value())).constData());
    HistoryRefresh &round = f.session->ledger().historyRefresh();
    QSignalSpy stepped(&round, &HistoryRefresh::stepped);
    const auto walk = [&](int pages) {
        for (int page = 0; page < pages; ++page) {
            const qsizetype before = stepped.size();
            round.step();
            QTRY_COMPARE(stepped.size(), before + 1);
        }
    };
    walk(5);
    f.session->flush();
    f.open(); // the refresh continues where it stopped
    HistoryRefresh &again = f.session->ledger().historyRefresh();
    QSignalSpy steps(&again, &HistoryRefresh::stepped);
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    for (int page = 0; page < 8; ++page) {
        const qsizetype before = steps.size();
        again.step();
        QTRY_COMPARE(steps.size(), before + 1);
    }
    QVERIFY(steps.back().front().toBool()); // thirteen pages are the whole history
    QCOMPARE(f.session->summary().rewrittenTransactions, 1);
    QCOMPARE(f.session->ledger().history().earlierForms(rewritten).size(), size_t{1});
}

void TestHistoryRefresh::whatTheSlowWalkFindsIsChecked()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    const qint64 wrong = f.server.transactions().at(640).id;
    f.fault(QByteArray("broken-chain=" + QByteArray::number(wrong) + ":amount").constData());
    QSignalSpy stepped(&f.session->ledger().historyRefresh(), &HistoryRefresh::stepped);
    for (int page = 0; page < 13; ++page) {
        QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete) &&
                    !f.session->ledger().check().isChecking());
        f.session->ledger().historyRefresh().step();
        QTRY_COMPARE(stepped.size(), page + 1);
    }
    QTRY_VERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, 1);
    QCOMPARE(f.session->ledger().check().verdict().breaks.front().later, TransactionId(wrong));
}

void TestHistoryRefresh::theSlowWalkReachesTheOldestRow()
{
    SessionFixture f;
    openAndSync(f);
    const QString folder = f.close();
    // More new rows than a page has, and nothing but the history refresh reads.
    auto store = AccountStore::open(folder, f.clock);
    QVERIFY(store.has_value());
    const LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QVERIFY(sync.progress().state == LedgerProgress::Complete);
    HistoryRefresh round(**store, f.client.get(), sync, f.clock, std::chrono::hours(1));
    for (int row = 0; row < 150; ++row) {
        QVERIFY(f.server.bookDeposit("1", "new"));
    }
    QSignalSpy stepped(&round, &HistoryRefresh::stepped);
    bool atStart = false;
    while (!atStart && stepped.size() < 20) {
        const qsizetype before = stepped.size();
        round.step();
        QTRY_COMPARE(stepped.size(), before + 1);
        atStart = stepped.back().front().toBool();
    }
    QVERIFY(atStart);
    QCOMPARE(stepped.size(), 14); // the pages needed for 1,384 rows
}

void TestHistoryRefresh::theSlowWalkFindsWhatTheSyncCouldNot()
{
    SessionFixture f;
    openAndSync(f);
    const qint64 missed = f.server.transactions().at(600).id;
    const QString folder = f.close();
    { // as after a sync that searched and still had one row less than the total
        auto file =
            openCache(folder + QStringLiteral("/cache.sqlite"), Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        Query(**file, "DELETE FROM transactions WHERE id = ?").bind(1, missed).run();
        Query(**file, "UPDATE counters SET value = value - 1 WHERE name = 'transactions'").run();
        constexpr auto searched = static_cast<qint64>(LedgerState::Verdict::Searched);
        Query(**file, "UPDATE ledger_state SET verdict = ?").bind(1, searched).run();
    }
    auto store = AccountStore::open(folder, f.clock);
    QVERIFY(store.has_value());
    const LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QVERIFY(sync.progress().state == LedgerProgress::Incomplete);
    HistoryRefresh round(**store, f.client.get(), sync, f.clock, std::chrono::hours(1));
    QSignalSpy stepped(&round, &HistoryRefresh::stepped);
    const auto isHere = [&] {
        const auto row =
            (*store)->read([missed](CacheReader &reader) { return reader.transaction(missed); });
        return row && row->has_value();
    };
    QVERIFY(!isHere());
    for (int page = 0; page < 13; ++page) {
        round.step();
        QTRY_COMPARE(stepped.size(), page + 1);
    }
    QVERIFY(isHere());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestHistoryRefresh)
#include "test_historyrefresh.moc"
