// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the ledger check with a real service: no findings in a correct ledger, and each fault found
// in exactly its place.

#include "models/store/accountstore.h"
#include "tests/models/ledgerproof.h"
#include "tests/models/ledgerstate.h"

#include <QSignalSpy>
#include <QTest>

namespace relaybook {

using testing::checkAll;
using testing::checkStored;
using testing::openAndSync;
using testing::pagesServed;
using testing::proofOf;
using testing::SessionFixture;

class TestLedgerCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRightLedgerIsConsistent();
    void whatIsNotCompleteIsNotConsistent();
    void aRefreshThatStoppedIsNotConsistent_data();
    void aRefreshThatStoppedIsNotConsistent();
    void aGapThatWasCalledCompleteIsNotConsistent();
    void aBrokenChainIsFoundAtItsPlace_data();
    void aBrokenChainIsFoundAtItsPlace();
    void aMisdatedRowIsNoFinding_data();
    void aMisdatedRowIsNoFinding();
    void aRecentGapIsNotClear();
    void everyBreakIsReadAgainOnce_data();
    void everyBreakIsReadAgainOnce();
    void anotherBalanceIsFound_data();
    void anotherBalanceIsFound();
    void aBalanceThatDidNotComeIsNoFinding();
    void rowsThatComeDuringTheCheckAreNoFinding();
    void aBalanceThatWasReadSinceIsNoFinding();
    void aVanishedRowIsFound();
    void aRewrittenRowIsFound();
    void unreadableRowsAreNotConsistent();
    void aRowThatComesBackUnreadableIsFound();
    void aStoreThatCannotBeReadProvesNothing();
    void offlineTheStoredIsChecked();
    void aCheckIsCancelled();
    void aCheckThatIsLeftHasLostNothing();
    void aCheckReplacesTheOneThatReads();
    void aSessionClosesDuringACheck();
    void aCheckIsCancelledWhileItWaitsForTheBalance();
    void aBalanceUnderWayIsAskedForAgain();
};

void TestLedgerCheck::aRightLedgerIsConsistent()
{
    SessionFixture f;
    openAndSync(f);
    const LedgerCheckResult &verdict = f.session->ledger().check().verdict();
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(verdict.count, 1234);
    QCOMPARE(verdict.breakCount, 0);
    QVERIFY(verdict.balanceCompared);
    QVERIFY(verdict.oldest && verdict.newest && *verdict.oldest < *verdict.newest);
    f.session->flush();
    f.open(); // still known after a restart
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(f.session->ledger().check().verdict().count, 1234);
}

void TestLedgerCheck::whatIsNotCompleteIsNotConsistent()
{
    SessionFixture f;
    f.open();
    QVERIFY(proofOf(f) == LedgerCheckResult::NeverChecked);
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.session->ledger().cancel();
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkStored();
    QTRY_VERIFY(!finished.isEmpty());
    if (f.session->summary().transactions < 1234) {
        QVERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
        QVERIFY(f.session->ledger().check().verdict().missing > 0);
    }
}

void TestLedgerCheck::aRefreshThatStoppedIsNotConsistent_data()
{
    QTest::addColumn<QByteArray>("pages"); // that come, the newest first
    QTest::addColumn<qint64>("missing");
    QTest::newRow("one page came") << QByteArray("1") << qint64{150};
    QTest::newRow("two pages came") << QByteArray("2") << qint64{50};
}

void TestLedgerCheck::aRefreshThatStoppedIsNotConsistent()
{
    QFETCH(QByteArray, pages);
    QFETCH(qint64, missing);
    SessionFixture f;
    // The first page is written, and seen, before the last one fails.
    f.tuning.inFlight = 1;
    f.tuning.mostWaiting = 1;
    openAndSync(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    for (int row = 0; row < 250; ++row) {
        QVERIFY(f.server.bookDeposit("1", "new"));
    }
    f.fault(QByteArray("forbid=1005,on=listTransactions,after=" + pages).constData());
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Failed));
    QTRY_VERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
    QTRY_COMPARE(f.session->ledger().check().verdict().missing, missing);
    // The same after a restart, and after a look at what is stored.
    f.session->flush();
    f.offline = true;
    f.open();
    QVERIFY(!f.ledgerIs(LedgerProgress::Complete));
    QVERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
    checkStored(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
    QCOMPARE(f.session->ledger().check().verdict().missing, missing);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, 0);
    f.server.faults().clearAll();
    f.offline = false;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QTRY_VERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(f.session->ledger().check().verdict().count, 1484);
}

void TestLedgerCheck::aGapThatWasCalledCompleteIsNotConsistent()
{
    SessionFixture f;
    openAndSync(f);
    const QString folder = f.close();
    {
        auto store = AccountStore::open(folder, f.clock);
        QVERIFY(store.has_value());
        auto state = (*store)->read([](CacheReader &reader) { return reader.ledgerState(); });
        QVERIFY(state.has_value());
        QVERIFY(state->verdict == LedgerState::Verdict::Agrees);
        state->total = state->total.value_or(0) + 300;
        (*store)->write(
            [state = *state](CacheWriter &writer) {
                writer.ledger().putState(state);
                return Stored{};
            },
            nullptr, {});
        (*store)->waitForWriter();
    }
    f.offline = true;
    f.open();
    checkStored(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
    QCOMPARE(f.session->ledger().check().verdict().missing, 300);
}

void TestLedgerCheck::aBrokenChainIsFoundAtItsPlace_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("kind");
    QTest::newRow("pair") << QByteArray("pair") << int(LedgerBreak::Pair);
    QTest::newRow("amount") << QByteArray("amount") << int(LedgerBreak::Row);
}

void TestLedgerCheck::aBrokenChainIsFoundAtItsPlace()
{
    QFETCH(QByteArray, fault);
    QFETCH(int, kind);
    SessionFixture f;
    const qint64 id = f.server.transactions().at(700).id;
    f.fault(QByteArray("broken-chain=" + QByteArray::number(id) + ":" + fault).constData());
    openAndSync(f);
    const LedgerCheckResult &verdict = f.session->ledger().check().verdict();
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(verdict.breakCount, 1);
    const LedgerBreak &found = verdict.breaks.front();
    QCOMPARE(int(found.kind), kind);
    QCOMPARE(found.later, TransactionId(id));
    QVERIFY(found.unexplained.has_value());
    QVERIFY(!found.unexplained->isZero());
    if (kind == LedgerBreak::Pair) {
        QCOMPARE(f.session->ledger().history().chainBefore(found.later),
                 std::optional(found.earlier));
        QCOMPARE(found.unexplained->magnitude().text(), QStringLiteral("7.77"));
    }
    // Corrected at the service: the check reads every page again and finds nothing.
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QVERIFY(f.session->ledger().check().verdict().rewritten > 0);
}

void TestLedgerCheck::aMisdatedRowIsNoFinding_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("hours early") << QByteArray("row-back=700:3");
    QTest::newRow("days early") << QByteArray("row-back=700:60");
    QTest::newRow("the newest, hours early") << QByteArray("row-back=1234:3");
    QTest::newRow("a year late") << QByteArray("row-ahead=700");
}

void TestLedgerCheck::aMisdatedRowIsNoFinding()
{
    QFETCH(QByteArray, fault);
    SessionFixture f;
    f.fault(fault.constData());
    openAndSync(f);
    const LedgerCheckResult &verdict = f.session->ledger().check().verdict();
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(verdict.count, 1234);
    QCOMPARE(verdict.breakCount, 0);
    QVERIFY(verdict.outOfOrder > 0);
    QVERIFY(verdict.balanceCompared);
}

/// The service may still list what explains it.
void TestLedgerCheck::aRecentGapIsNotClear()
{
    SessionFixture f;
    QVERIFY(f.server.bookDeposit("1", "new"));
    QVERIFY(f.server.bookDeposit("2", "new"));
    const auto rows = f.server.transactions();
    const auto newest = std::max_element(rows.begin(), rows.end(),
                                         [](const auto &a, const auto &b) { return a.id < b.id; });
    const QByteArray earlier = QByteArray::number(newest->id - 1);
    f.fault(QByteArray("broken-chain=" + earlier + ":row").constData());
    openAndSync(f);
    const LedgerCheckResult &verdict = f.session->ledger().check().verdict();
    QVERIFY(proofOf(f) == LedgerCheckResult::Unclear);
    QCOMPARE(verdict.unclearCount, 2);
    QVERIFY(verdict.breaks.front().isRecent && verdict.breaks.back().isRecent);
    f.session->flush();
    f.open(); // it is known after a restart too
    QVERIFY(proofOf(f) == LedgerCheckResult::Unclear);
}

void TestLedgerCheck::everyBreakIsReadAgainOnce_data()
{
    QTest::addColumn<bool>("mended");
    QTest::newRow("they were half of what the service had") << true;
    QTest::newRow("they stand") << false;
}

void TestLedgerCheck::everyBreakIsReadAgainOnce()
{
    QFETCH(bool, mended);
    constexpr size_t broken = 30;
    SessionFixture f;
    std::vector<sandbox::TransactionView> right;
    for (const sandbox::TransactionView &row : f.server.transactions()) {
        if (row.id % 40 == 0 && right.size() < broken) {
            right.push_back(row);
        }
    }
    for (const sandbox::TransactionView &row : right) {
        std::string wrong = row.json;
        const size_t from = wrong.find("\"amount\":") + 9;
        wrong.replace(from, wrong.find(',', from) - from, "0.01");
        QVERIFY(f.server.rewriteTransaction(row.id, wrong));
    }
    f.open();
    if (mended) { // when the check begins, every page was read
        connect(&f.session->ledger().check(), &LedgerCheck::changed, this, [&] {
            if (f.session->ledger().check().isChecking()) {
                for (const sandbox::TransactionView &row : std::exchange(right, {})) {
                    QVERIFY(f.server.rewriteTransaction(row.id, row.json));
                }
            }
        });
    }
    f.session->start();
    QTRY_VERIFY(proofOf(f) == (mended ? LedgerCheckResult::Consistent : LedgerCheckResult::Broken));
    if (mended) {
        QCOMPARE(f.session->ledger().check().verdict().rewritten, qint64(broken));
        return;
    }
    const auto breaks = f.session->ledger().check().verdict().breaks;
    QCOMPARE(breaks.size(), broken);
    for (const LedgerBreak &each : breaks) {
        QVERIFY(each.readAgain);
    }
    // For a known result, the same pages are not read again.
    const auto before = pagesServed(f);
    QVERIFY(f.server.bookDeposit("1", "new"));
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(f.session->ledger().check().verdict().count, 1235);
    QTRY_VERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().breaks, breaks);
    QVERIFY2(pagesServed(f) - before <= 3, qPrintable(QString::number(pagesServed(f) - before)));
}

void TestLedgerCheck::anotherBalanceIsFound_data()
{
    QTest::addColumn<bool>("hasAnotherGap");
    QTest::newRow("alone") << false;
    QTest::newRow("beside another gap") << true;
}

void TestLedgerCheck::anotherBalanceIsFound()
{
    QFETCH(bool, hasAnotherGap);
    const int gaps = hasAnotherGap ? 2 : 1;
    SessionFixture f;
    f.offline = false;
    openAndSync(f);
    // The newest row is removed, and the balance does not change.
    const auto rows = f.server.transactions();
    const auto newest =
        std::max_element(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
            return std::tie(a.createdAt, a.id) < std::tie(b.createdAt, b.id);
        });
    const TransactionId id(newest->id);
    const auto amount = f.session->rows().transaction(id)->change();
    f.session.reset();
    QVERIFY(f.server.removeTransaction(id.value()));
    f.folder.remove();
    QVERIFY(QDir().mkpath(f.folder.path()));
    if (hasAnotherGap) {
        const QByteArray earlier = QByteArray::number(f.server.transactions().at(700).id);
        f.fault(QByteArray("broken-chain=" + earlier + ":pair").constData());
    }
    openAndSync(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, gaps);
    const LedgerBreak found = f.session->ledger().check().verdict().breaks.back();
    QVERIFY(found.kind == LedgerBreak::Newest);
    QCOMPARE(found.unexplained->magnitude(), amount->magnitude());
    // A check without the service gives the same result.
    f.session->flush();
    f.offline = true;
    f.open();
    checkStored(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, gaps);
    QCOMPARE(f.session->ledger().check().verdict().breaks.back(), found);
    checkStored(f); // and the one after that
    QCOMPARE(f.session->ledger().check().verdict().breakCount, gaps);
}

void TestLedgerCheck::aBalanceThatDidNotComeIsNoFinding()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.server.bookDeposit("12.5", "new"));
    f.fault("error-500,on=getBalance");
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(!finished.isEmpty());
    // The stored balance is from before that row.
    QVERIFY(proofOf(f) == LedgerCheckResult::Incomplete);
    QCOMPARE(f.session->ledger().check().verdict().count, 1235);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, 0);
    QVERIFY(!f.session->ledger().check().verdict().balanceCompared);
    QVERIFY(f.session->ledger().check().verdict().balanceOpen);
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
}

// An account that is in use: its balance is read more often than its transactions.
void TestLedgerCheck::aBalanceThatWasReadSinceIsNoFinding()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    const auto balance = f.session->summary().balance;
    const auto comparedAt = f.session->ledger().check().verdict().checkedAt;
    QVERIFY(f.server.bookDeposit("12.5", "new"));
    f.session->refresh(Area::Account);
    QTRY_VERIFY(f.session->summary().balance != balance);
    QCOMPARE(f.session->summary().transactions, 1234);
    for (int times = 0; times < 2; ++times) { // the second one knows only the first
        checkStored(f);
        QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
        const LedgerCheckResult verdict = f.session->ledger().check().verdict();
        QVERIFY(verdict.balanceCompared);
        QVERIFY(verdict.checkedAt == comparedAt); // nothing was compared since
        QCOMPARE(verdict.count, 1234);
    }
}

void TestLedgerCheck::rowsThatComeDuringTheCheckAreNoFinding()
{
    int step = 0;
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    // One row before the balance is read, and one between that and reading the rows.
    const LedgerCheck &check = f.session->ledger().check();
    connect(&check, &LedgerCheck::changed, this, [&] {
        const bool loading = f.areaIs(Area::Account, AreaStatus::Loading);
        if (check.isChecking() && step == 0) {
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
    QSignalSpy finished(&check, &LedgerCheck::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(!finished.isEmpty());
    QCOMPARE(step, 3);
    QCOMPARE(check.verdict().count, 1237);
    QCOMPARE(check.verdict().breakCount, 0);
    QVERIFY(check.verdict().balanceCompared);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
}

void TestLedgerCheck::aVanishedRowIsFound()
{
    SessionFixture f;
    openAndSync(f);
    const TransactionId id(f.server.transactions().at(321).id);
    QVERIFY(f.server.removeTransaction(id.value()));
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().vanished, 1);
    QCOMPARE(f.session->ledger().check().verdict().breakCount, 0);
    QCOMPARE(f.session->ledger().history().vanishedRows(5).front().row.id, id);
}

void TestLedgerCheck::aRewrittenRowIsFound()
{
    SessionFixture f;
    openAndSync(f);
    const qint64 id = f.server.transactions().at(20).id;
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(id)).constData());
    checkAll(f);
    QCOMPARE(f.session->ledger().check().verdict().rewritten, 1);
    QCOMPARE(f.session->ledger().history().earlierForms(TransactionId(id)).size(), size_t{1});
}

void TestLedgerCheck::unreadableRowsAreNotConsistent()
{
    SessionFixture f;
    f.fault("unreadable-rows=100");
    openAndSync(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    QCOMPARE(f.session->ledger().check().verdict().unreadable,
             f.session->summary().unreadableTransactions);
    // Each gap is beside one of them, and names it if it has an id: every fourth has none.
    const auto breaks = f.session->ledger().check().verdict().breaks;
    QVERIFY(breaks.size() >= 8);
    qint64 named = 0;
    for (const LedgerBreak &each : breaks) {
        QCOMPARE(each.unreadable.count, 1);
        named += each.unreadable.id ? 1 : 0;
        QVERIFY(!each.unreadable.id || *each.unreadable.id > each.earlier);
    }
    QVERIFY(named > 0 && named < static_cast<qint64>(breaks.size()));
    // Also after a restart.
    f.session->flush();
    f.open();
    QVERIFY(f.session->ledger().check().verdict().breaks == breaks);
    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
}

/// The ledger keeps the version it could read, with the other one beside it, and reports it until
/// the row is readable again.
void TestLedgerCheck::aRowThatComesBackUnreadableIsFound()
{
    SessionFixture f;
    openAndSync(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    f.fault("unreadable-rows=100");
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Broken);
    const LedgerCheckResult found = f.session->ledger().check().verdict();
    QVERIFY(found.spoiled > 0);
    QCOMPARE(found.breakCount, 0);
    QCOMPARE(found.count, 1234);
    qint64 kept = 0;
    for (const UnreadableRow &row : f.session->ledger().history().unreadableRows(100)) {
        if (row.id && f.session->rows().transaction(*row.id)) {
            QVERIFY(f.session->ledger().history().unreadableForm(*row.id) == row);
            QVERIFY(f.session->rows().transaction(*row.id)->raw != row.raw);
            ++kept;
        }
    }
    QCOMPARE(kept, found.spoiled);
    QCOMPARE(f.ledgerDifference(), QString());
    // Also after a restart.
    f.session->flush();
    f.open();
    QCOMPARE(f.session->ledger().check().verdict().spoiled, found.spoiled);

    f.server.faults().clearAll();
    checkAll(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(f.session->ledger().check().verdict().spoiled, 0);
}

void TestLedgerCheck::aStoreThatCannotBeReadProvesNothing()
{
#ifndef Q_OS_UNIX
    QSKIP("Only there can a file be taken from under an open store.");
#else
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    f.offline = true;
    f.open();
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    const QString path = f.session->queries().storePath();
    const QString aside = path + QStringLiteral(".aside");
    QVERIFY(QFile::rename(path, aside));
    checkStored(f);
    QVERIFY(proofOf(f) == LedgerCheckResult::NeverChecked);
    QVERIFY(QFile::rename(aside, path));
    // The earlier result was not overwritten either.
    f.session->flush();
    f.open();
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
#endif
}

void TestLedgerCheck::offlineTheStoredIsChecked()
{
    SessionFixture f;
    openAndSync(f);
    f.session->flush();
    f.offline = true;
    f.open();
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkAll();
    QTRY_VERIFY(!finished.isEmpty());
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QCOMPARE(f.session->ledger().check().verdict().count, 1234);
}

void TestLedgerCheck::aCheckIsCancelled()
{
    SessionFixture f;
    openAndSync(f);
    f.fault("latency=200");
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkAll();
    QVERIFY(proofOf(f) == LedgerCheckResult::Checking);
    f.session->ledger().check().cancel();
    QCOMPARE(finished.size(), 1);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent); // what it was before
    QVERIFY(!f.ledgerIs(LedgerProgress::Running));
}

void TestLedgerCheck::aCheckThatIsLeftHasLostNothing()
{
    SessionFixture f;
    f.tuning.inFlight = 1;
    openAndSync(f);
    const qint64 before = f.session->ledger().progress().held;
    f.fault("latency=30");
    f.server.resetCounters();
    f.session->ledger().check().checkAll();
    QTRY_VERIFY(pagesServed(f) >= 4);
    f.session->ledger().check().cancel();
    QVERIFY(f.ledgerIs(LedgerProgress::Complete));
    f.session->flush();
    QCOMPARE(f.session->ledger().progress().held, before);
    // The next start knows all of it, and reads what is new.
    f.server.faults().clearAll();
    f.open();
    QVERIFY(f.ledgerIs(LedgerProgress::Complete));
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    f.server.resetCounters();
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(pagesServed(f) > 0);
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QVERIFY2(pagesServed(f) <= 2, qPrintable(QString::number(pagesServed(f))));
}

void TestLedgerCheck::aCheckReplacesTheOneThatReads()
{
    SessionFixture f;
    f.tuning.inFlight = 1;
    openAndSync(f);
    f.fault("latency=30");
    f.server.resetCounters();
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkAll();
    QTRY_VERIFY(pagesServed(f) >= 4);
    f.server.faults().clearAll();
    f.server.resetCounters();
    f.session->ledger().check().checkAll();
    QVERIFY(f.ledgerIs(LedgerProgress::Running));
    QCOMPARE(f.session->ledger().check().lastVerdict().state, LedgerCheckResult::Consistent);
    QTRY_VERIFY(!finished.isEmpty());
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
    QVERIFY(pagesServed(f) >= 13); // all of them once more
    QVERIFY(!f.session->ledger().check().isChecking());
    QCOMPARE(finished.size(), 1);
}

void TestLedgerCheck::aSessionClosesDuringACheck()
{
    SessionFixture f;
    f.tuning.inFlight = 1;
    openAndSync(f);
    f.fault("latency=30");
    f.server.resetCounters();
    f.session->ledger().check().checkAll();
    QTRY_VERIFY(pagesServed(f) >= 2);
    f.open();
    QVERIFY(f.ledgerIs(LedgerProgress::Complete));
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
}

void TestLedgerCheck::aCheckIsCancelledWhileItWaitsForTheBalance()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.server.bookDeposit("12.5", "new"));
    f.fault("latency=200,on=getBalance");
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loading));
    QVERIFY(f.session->ledger().check().isChecking());
    f.session->ledger().check().cancel();
    QCOMPARE(finished.size(), 1);
    QCOMPARE(f.session->ledger().check().verdict().count, 1234); // what it was before
    QVERIFY(f.ledgerIs(LedgerProgress::Complete));
    // The balance is read all the same, and nobody goes on with the check.
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(!f.session->ledger().check().isChecking());
    QCOMPARE(finished.size(), 1);
}

/// It may have been asked for before the newest row was booked.
void TestLedgerCheck::aBalanceUnderWayIsAskedForAgain()
{
    SessionFixture f;
    openAndSync(f);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    f.fault("latency=1500,on=getBalance,next=1");
    f.server.resetCounters();
    f.session->refresh(Area::Account);
    QVERIFY(f.server.bookDeposit("12.5", "new"));
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(!finished.isEmpty());
    QCOMPARE(f.server.counters().of("getBalance").answered, std::uint64_t{2});
    QVERIFY(f.session->ledger().check().verdict().balanceCompared);
    QVERIFY(proofOf(f) == LedgerCheckResult::Consistent);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerCheck)
#include "test_ledgercheck.moc"
