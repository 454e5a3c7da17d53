// SPDX-License-Identifier: GPL-3.0-or-later
// The proof of the ledger over a real service: green where it is right, and each fault found at
// exactly its place.

#include "models/ledgeraudit.h"
#include "models/ledgerround.h"
#include "tests/models/sessionfixture.h"

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
    void aBrokenChainIsFoundAtItsPlace_data();
    void aBrokenChainIsFoundAtItsPlace();
    void anotherBalanceIsFound();
    void aVanishedRowIsFound();
    void aRewrittenRowIsFound();
    void unreadableRowsAreNotConsistent();
    void theSlowWalkFindsWhatNoTotalTells();
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
