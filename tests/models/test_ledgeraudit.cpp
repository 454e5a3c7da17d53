// SPDX-License-Identifier: GPL-3.0-or-later
// The proof of the ledger over a real service: green where it is right, and each fault found at
// exactly its place.

#include "models/ledgeraudit.h"
#include "models/ledgerround.h"
#include "models/store/accountstore.h"
#include "tests/models/sessionfixture.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

namespace relaybook {
namespace {

using testing::SessionFixture;

void openAndSync(SessionFixture &f)
{
    f.open();
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QTRY_VERIFY(!f.session->auditor().isChecking());
}

void checkAll(SessionFixture &f)
{
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->auditor().checkAll();
    QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), 30'000);
}

void checkStored(SessionFixture &f)
{
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->auditor().checkStored();
    QTRY_VERIFY(!finished.isEmpty());
}

LedgerVerdict::State stateOf(const SessionFixture &f)
{
    return f.session->auditor().verdict().state;
}

} // namespace

class TestLedgerAudit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRightLedgerIsConsistent();
    void whatIsNotCompleteIsNotConsistent();
    void aRefreshThatStoppedIsNotConsistent();
    void aGapThatWasCalledCompleteIsNotConsistent();
    void aBrokenChainIsFoundAtItsPlace_data();
    void aBrokenChainIsFoundAtItsPlace();
    void anotherBalanceIsFound();
    void aBalanceThatDidNotComeIsNoFinding();
    void rowsThatComeDuringTheCheckAreNoFinding();
    void aVanishedRowIsFound();
    void aRewrittenRowIsFound();
    void unreadableRowsAreNotConsistent();
    void theSlowWalkFindsWhatNoTotalTells();
    void whatTheSlowWalkFindsIsChecked();
    void theSlowWalkReachesTheOldestRow();
    void aStoreThatCannotBeReadProvesNothing();
    void offlineTheStoredIsChecked();
    void aCheckIsCancelled();
};

void TestLedgerAudit::aRightLedgerIsConsistent()
{
    SessionFixture f;
    openAndSync(f);
    const LedgerVerdict &verdict = f.session->auditor().verdict();
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    QCOMPARE(verdict.count, 1234);
    QCOMPARE(verdict.breakCount, 0);
    QVERIFY(verdict.balanceCompared);
    QVERIFY(verdict.oldest && verdict.newest && *verdict.oldest < *verdict.newest);
    f.session->flush();
    f.open(); // still known after a restart
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    QCOMPARE(f.session->auditor().verdict().count, 1234);
}

void TestLedgerAudit::whatIsNotCompleteIsNotConsistent()
{
    SessionFixture f;
    f.open();
    QVERIFY(stateOf(f) == LedgerVerdict::NeverChecked);
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.session->cancelLedger();
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->auditor().checkStored();
    QTRY_VERIFY(!finished.isEmpty());
    if (f.session->summary().transactions < 1234) {
        QVERIFY(stateOf(f) == LedgerVerdict::Incomplete);
        QVERIFY(f.session->auditor().verdict().missing > 0);
    }
}

void TestLedgerAudit::aRefreshThatStoppedIsNotConsistent()
{
    SessionFixture f;
    openAndSync(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    for (int row = 0; row < 250; ++row) {
        QVERIFY(f.server.bookDeposit("1", "new"));
    }
    f.fault("forbid=1005,after=1,on=listTransactions"); // the newest page comes, and no other
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Failed));
    QTRY_VERIFY(stateOf(f) == LedgerVerdict::Incomplete);
    QCOMPARE(f.session->auditor().verdict().missing, 150);
    // The same after a restart, and after a look at what is stored.
    f.session->flush();
    f.offline = true;
    f.open();
    QVERIFY(!f.ledgerIs(LedgerProgress::Complete));
    QVERIFY(stateOf(f) == LedgerVerdict::Incomplete);
    checkStored(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Incomplete);
    QCOMPARE(f.session->auditor().verdict().missing, 150);
    QCOMPARE(f.session->auditor().verdict().breakCount, 0);
    f.server.faults().clearAll();
    f.offline = false;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QTRY_VERIFY(stateOf(f) == LedgerVerdict::Consistent);
    QCOMPARE(f.session->auditor().verdict().count, 1484);
}

void TestLedgerAudit::aGapThatWasCalledCompleteIsNotConsistent()
{
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    const QString folder = QFileInfo(f.session->storePath()).path();
    f.session.reset();
    {
        auto store = AccountStore::open(folder, f.clock);
        QVERIFY(store.has_value());
        auto state = (*store)->read([](CacheReader &reader) { return reader.ledgerState(); });
        QVERIFY(state.has_value());
        QVERIFY(state->verdict == LedgerState::Verdict::Agrees);
        state->total = state->total.value_or(0) + 300;
        (*store)->write(
            [state = *state](CacheWriter &writer) {
                writer.putLedgerState(state);
                return Stored{};
            },
            nullptr, {});
        (*store)->waitForWriter();
    }
    f.offline = true;
    f.open();
    checkStored(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Incomplete);
    QCOMPARE(f.session->auditor().verdict().missing, 300);
}

void TestLedgerAudit::aBrokenChainIsFoundAtItsPlace_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("kind");
    QTest::newRow("pair") << QByteArray("pair") << int(LedgerBreak::Pair);
    QTest::newRow("amount") << QByteArray("amount") << int(LedgerBreak::Row);
}

void TestLedgerAudit::aBrokenChainIsFoundAtItsPlace()
{
    QFETCH(QByteArray, fault);
    QFETCH(int, kind);
    SessionFixture f;
    const qint64 id = f.server.transactions().at(700).id;
    f.fault(QByteArray("broken-chain=" + QByteArray::number(id) + ":" + fault).constData());
    openAndSync(f);
    const LedgerVerdict &verdict = f.session->auditor().verdict();
    QVERIFY(stateOf(f) == LedgerVerdict::Broken);
    QCOMPARE(verdict.breakCount, 1);
    const LedgerBreak &found = verdict.breaks.front();
    QCOMPARE(int(found.kind), kind);
    QCOMPARE(found.later, TransactionId(id));
    QVERIFY(found.unexplained.has_value());
    QVERIFY(!found.unexplained->isZero());
    if (kind == LedgerBreak::Pair) {
        QCOMPARE(f.session->chainBefore(found.later), std::optional(found.earlier));
        QCOMPARE(found.unexplained->magnitude().text(), QStringLiteral("7.77"));
    }
    // Mended on the service: the check reads every page again and is green.
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    QVERIFY(f.session->auditor().verdict().rewritten > 0);
}

void TestLedgerAudit::anotherBalanceIsFound()
{
    SessionFixture f;
    f.offline = false;
    openAndSync(f);
    // The newest row goes, and the balance stays what it was.
    const auto rows = f.server.transactions();
    const auto newest =
        std::max_element(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
            return std::tie(a.createdAt, a.id) < std::tie(b.createdAt, b.id);
        });
    const TransactionId id(newest->id);
    const auto amount = f.session->transaction(id)->change();
    f.session.reset();
    QVERIFY(f.server.removeTransaction(id.value()));
    f.folder.remove();
    QVERIFY(QDir().mkpath(f.folder.path()));
    openAndSync(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Broken);
    QCOMPARE(f.session->auditor().verdict().breakCount, 1);
    const LedgerBreak &found = f.session->auditor().verdict().breaks.front();
    QVERIFY(found.kind == LedgerBreak::Newest);
    QCOMPARE(found.unexplained->magnitude(), amount->magnitude());
}

void TestLedgerAudit::aBalanceThatDidNotComeIsNoFinding()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.server.bookDeposit("12.5", "new"));
    f.fault("error-500,on=getBalance");
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(!finished.isEmpty());
    // The balance that is stored is from before that row.
    QVERIFY(stateOf(f) == LedgerVerdict::Incomplete);
    QCOMPARE(f.session->auditor().verdict().count, 1235);
    QCOMPARE(f.session->auditor().verdict().breakCount, 0);
    QVERIFY(!f.session->auditor().verdict().balanceCompared);
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
}

void TestLedgerAudit::rowsThatComeDuringTheCheckAreNoFinding()
{
    int step = 0;
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    // One row before the balance is read, and one between that and the rows.
    const LedgerAuditor &auditor = f.session->auditor();
    connect(&auditor, &LedgerAuditor::changed, this, [&] {
        const bool loading = f.areaIs(Area::Account, AreaStatus::Loading);
        if (auditor.isChecking() && step == 0) {
            QVERIFY(f.server.bookDeposit("2", "before the balance"));
            step = 1;
        } else if (step == 1 && loading) {
            step = 2;
        } else if (step == 2 && !loading) {
            QVERIFY(f.server.bookDeposit("3", "after the balance"));
            step = 3;
        }
    });
    QVERIFY(f.server.bookDeposit("1", "new"));
    QSignalSpy finished(&auditor, &LedgerAuditor::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(!finished.isEmpty());
    QCOMPARE(step, 3);
    QCOMPARE(auditor.verdict().count, 1237);
    QCOMPARE(auditor.verdict().breakCount, 0);
    QVERIFY(auditor.verdict().balanceCompared);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
}

void TestLedgerAudit::aVanishedRowIsFound()
{
    SessionFixture f;
    openAndSync(f);
    const TransactionId id(f.server.transactions().at(321).id);
    QVERIFY(f.server.removeTransaction(id.value()));
    checkAll(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Broken);
    QCOMPARE(f.session->auditor().verdict().vanished, 1);
    QCOMPARE(f.session->auditor().verdict().breakCount, 0);
    QCOMPARE(f.session->vanishedRows(5).front().row.id, id);
}

void TestLedgerAudit::aRewrittenRowIsFound()
{
    SessionFixture f;
    openAndSync(f);
    const qint64 id = f.server.transactions().at(20).id;
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(id)).constData());
    checkAll(f);
    QCOMPARE(f.session->auditor().verdict().rewritten, 1);
    QCOMPARE(f.session->earlierForms(TransactionId(id)).size(), size_t{1});
}

void TestLedgerAudit::unreadableRowsAreNotConsistent()
{
    SessionFixture f;
    f.fault("unreadable-rows=100");
    openAndSync(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Broken);
    QCOMPARE(f.session->auditor().verdict().unreadable,
             f.session->summary().unreadableTransactions);
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
}

void TestLedgerAudit::theSlowWalkFindsWhatNoTotalTells()
{
    SessionFixture f;
    openAndSync(f);
    const auto rows = f.server.transactions();
    const TransactionId rewritten(rows.at(640).id);
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(rewritten.value())).constData());
    LedgerRound &round = f.session->round();
    QSignalSpy stepped(&round, &LedgerRound::stepped);
    const auto walk = [&](int pages) {
        for (int page = 0; page < pages; ++page) {
            const qsizetype before = stepped.size();
            round.step();
            QTRY_COMPARE(stepped.size(), before + 1);
        }
    };
    walk(5);
    f.session->flush();
    f.open(); // the walk goes on where it stopped
    LedgerRound &again = f.session->round();
    QSignalSpy steps(&again, &LedgerRound::stepped);
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    for (int page = 0; page < 8; ++page) {
        const qsizetype before = steps.size();
        again.step();
        QTRY_COMPARE(steps.size(), before + 1);
    }
    QVERIFY(steps.back().front().toBool()); // thirteen pages are all of it
    QCOMPARE(f.session->summary().rewrittenTransactions, 1);
    QCOMPARE(f.session->earlierForms(rewritten).size(), size_t{1});
}

void TestLedgerAudit::whatTheSlowWalkFindsIsChecked()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    const qint64 wrong = f.server.transactions().at(640).id;
    f.fault(QByteArray("broken-chain=" + QByteArray::number(wrong) + ":amount").constData());
    QSignalSpy stepped(&f.session->round(), &LedgerRound::stepped);
    for (int page = 0; page < 13; ++page) {
        QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete) && !f.session->auditor().isChecking());
        f.session->round().step();
        QTRY_COMPARE(stepped.size(), page + 1);
    }
    QTRY_VERIFY(stateOf(f) == LedgerVerdict::Broken);
    QCOMPARE(f.session->auditor().verdict().breakCount, 1);
    QCOMPARE(f.session->auditor().verdict().breaks.front().later, TransactionId(wrong));
}

void TestLedgerAudit::theSlowWalkReachesTheOldestRow()
{
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    const QString folder = QFileInfo(f.session->storePath()).path();
    f.session.reset();
    // More new rows than a page has, and nobody but the walk reads.
    auto store = AccountStore::open(folder, f.clock);
    QVERIFY(store.has_value());
    const LedgerSync sync(**store, f.client.get(), f.clock, f.tuning);
    QVERIFY(sync.progress().state == LedgerProgress::Complete);
    LedgerRound round(**store, f.client.get(), sync, f.clock, std::chrono::hours(1));
    for (int row = 0; row < 150; ++row) {
        QVERIFY(f.server.bookDeposit("1", "new"));
    }
    QSignalSpy stepped(&round, &LedgerRound::stepped);
    bool atStart = false;
    while (!atStart && stepped.size() < 20) {
        const qsizetype before = stepped.size();
        round.step();
        QTRY_COMPARE(stepped.size(), before + 1);
        atStart = stepped.back().front().toBool();
    }
    QVERIFY(atStart);
    QCOMPARE(stepped.size(), 14); // the pages that 1,384 rows have
}

void TestLedgerAudit::aStoreThatCannotBeReadProvesNothing()
{
#ifndef Q_OS_UNIX
    QSKIP("Only there can a file be taken from under an open store.");
#else
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    f.offline = true;
    f.open();
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    const QString path = f.session->storePath();
    const QString aside = path + QStringLiteral(".aside");
    QVERIFY(QFile::rename(path, aside));
    checkStored(f);
    QVERIFY(stateOf(f) == LedgerVerdict::NeverChecked);
    QVERIFY(QFile::rename(aside, path));
    // Nor was that written over what was found before.
    f.session->flush();
    f.open();
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
#endif
}

void TestLedgerAudit::offlineTheStoredIsChecked()
{
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    f.offline = true;
    f.open();
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->auditor().checkAll();
    QTRY_VERIFY(!finished.isEmpty());
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent);
    QCOMPARE(f.session->auditor().verdict().count, 1234);
}

void TestLedgerAudit::aCheckIsCancelled()
{
    SessionFixture f;
    openAndSync(f);
    f.fault("latency=200");
    QSignalSpy finished(&f.session->auditor(), &LedgerAuditor::finished);
    f.session->auditor().checkAll();
    QVERIFY(stateOf(f) == LedgerVerdict::Checking);
    f.session->auditor().cancel();
    QCOMPARE(finished.size(), 1);
    QVERIFY(stateOf(f) == LedgerVerdict::Consistent); // what it was before
    QVERIFY(!f.ledgerIs(LedgerProgress::Running));
}

} // namespace relaybook

QTEST_GUILESS_MAIN(relaybook::TestLedgerAudit)
#include "test_ledgeraudit.moc"
