// SPDX-License-Identifier: GPL-3.0-or-later
// Tests loading the ledger from a real service over real HTTP with every fault that affects
// reading: nothing is lost, nothing is stored twice, and every problem is reported.
#include "models/store/cacheconnection.h"
#include "tests/models/ledgerstate.h"

#include <QSignalSpy>
#include <QTest>

namespace relaybook {

using testing::isOver;
using testing::pagesServed;
using testing::SandboxSettings;
using testing::SessionFixture;
using testing::stateOf;

namespace {

/// Makes a sync take long enough for a test to act in its middle: one page after the other.
void goSlowly(SessionFixture &f)
{
    f.tuning.inFlight = 1;
    f.tuning.mostWaiting = 2;
    f.server.setLatency(std::chrono::milliseconds(10));
}

} // namespace

class TestLedgerFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void faultsThatAnswerAllTheSame_data();
    void faultsThatAnswerAllTheSame();
    void aDamagedPageIsAskedForAgain_data();
    void aDamagedPageIsAskedForAgain();
    void faultsThatStopIt_data();
    void faultsThatStopIt();
    void itComesBackByItself();
    void aTokenThatWasRevoked();
    void unreadableRowsAreCountedAndHeal();
    void unreadableRowsOfAPageThatDidNotComeStay();
    void aVanishedRowIsReportedHonestly();
    void aRowThatIsMissingHereIsFound();
    void aRewrittenRowKeepsBothForms();
    void anEmptyPageIsReportedAndHeals();
    void aTotalThatShrinksMeanwhile();
    void aDamagedFileIsFetchedAgain();
};

void TestLedgerFaults::faultsThatAnswerAllTheSame_data()
{
    QTest::addColumn<QByteArray>("fault");
    for (const auto *fault :
         {"oldest-first", "numbers-as-strings", "unwrapped", "paging-in-data", "duplicate-rows",
          "lying-last-page=-3", "lying-last-page=40", "shifting-pages=2", "drop=close,next=2",
          "drop=reset,next=2", "half-answer,next=2", "error-500,next=2", "error-502,next=2",
          "empty-body,next=2,on=listTransactions", "truncated-json,next=2,on=listTransactions",
          "close-on-accept,next=2"}) {
        QTest::newRow(fault) << QByteArray(fault);
    }
}

/// The ledger is complete in the end, whatever the form of the answers and despite a few failures.
void TestLedgerFaults::faultsThatAnswerAllTheSame()
{
    QFETCH(QByteArray, fault);
    SessionFixture f;
    f.fault(fault.constData());
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    f.server.faults().clearAll();
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(f.session->summary().transactions,
                 static_cast<qint64>(f.server.transactionCount()));
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
    QCOMPARE(f.session->summary().unreadableTransactions, 0);
}

void TestLedgerFaults::aDamagedPageIsAskedForAgain_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("cut off") << QByteArray("truncated-json");
    QTest::newRow("empty") << QByteArray("empty-body");
}

/// The sync does not even pause for it, and the other lists load.
void TestLedgerFaults::aDamagedPageIsAskedForAgain()
{
    QFETCH(QByteArray, fault);
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    f.tuning.retryPauses.clear(); // the first failure that reaches the sync would end it
    f.fault(QByteArray(fault + ",on=listTransactions,after=4,next=2").constData());
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QVERIFY(f.server.faults().hits(fault.toStdString()) == 2);
    QCOMPARE(f.ledgerDifference(), QString());
    f.fault(QByteArray(fault + ",on=listProxies,next=2").constData());
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.server.faults().hits(fault.toStdString()) == 4);
    QTRY_VERIFY(!f.areaIs(Area::Proxies, AreaStatus::Loading));
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
}

void TestLedgerFaults::faultsThatStopIt_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("kind");
    const auto add = [](const char *fault, ErrorKind kind) {
        QTest::newRow(fault) << QByteArray(fault) << static_cast<int>(kind);
    };
    add("refuse", ErrorKind::Offline);
    add("error-500,on=listTransactions", ErrorKind::ServiceFailure);
    add("drop=close,on=listTransactions", ErrorKind::ServiceFailure);
    add("half-answer,on=listTransactions", ErrorKind::ServiceFailure);
    add("truncated-json,on=listTransactions", ErrorKind::NotUnderstood);
    add("empty-body,on=listTransactions", ErrorKind::NotUnderstood);
    add("success-false,on=listTransactions", ErrorKind::NotUnderstood);
    add("forbid=1005,on=listTransactions", ErrorKind::Forbidden);
}

/// Nothing is lost, the reason is reported, and trying again works.
void TestLedgerFaults::faultsThatStopIt()
{
    QFETCH(QByteArray, fault);
    QFETCH(int, kind);
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    goSlowly(f);
    f.open();
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    const qint64 held = f.session->summary().transactions;
    f.fault(fault.constData());
    QTRY_COMPARE(stateOf(f), QStringLiteral("failed"));
    QVERIFY(f.session->ledger().progress().error.has_value());
    QCOMPARE(static_cast<int>(f.session->ledger().progress().error->kind), kind);
    QVERIFY(f.session->summary().transactions >= held);
    QVERIFY(f.areaIs(Area::Transactions, AreaStatus::Failed));
    QVERIFY(f.session->status(Area::Transactions).error.has_value());

    f.server.faults().clearAll();
    f.server.setLatency({});
    QVERIFY(f.server.isRunning());
    f.session->ledger().resume();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QVERIFY(!f.session->ledger().progress().error.has_value());
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerFaults::itComesBackByItself()
{
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    f.tuning.retryPauses.assign(100, std::chrono::milliseconds(30));
    goSlowly(f);
    f.open();
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.fault("refuse");
    QTRY_COMPARE(stateOf(f), QStringLiteral("waiting"));
    QVERIFY(f.session->ledger().progress().waitingUntil.has_value());
    QVERIFY(f.session->ledger().progress().error.has_value());
    f.server.faults().clearAll();
    f.server.setLatency({});
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerFaults::aTokenThatWasRevoked()
{
    SandboxSettings settings;
    settings.transactions = 3000;
    SessionFixture f(settings);
    goSlowly(f);
    f.open();
    QSignalSpy signIn(f.client.get(), &ApiClient::signInNeeded);
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions > 0);
    f.server.revokePersonalTokens();
    QTRY_COMPARE(stateOf(f), QStringLiteral("failed"));
    QVERIFY(f.session->ledger().progress().error->kind == ErrorKind::Unauthorized);
    QVERIFY(!signIn.isEmpty());
    QVERIFY(f.session->summary().transactions < 3000);
}

void TestLedgerFaults::unreadableRowsAreCountedAndHeal()
{
    SessionFixture f;
    f.fault("unreadable-rows=100");
    f.open();
    f.session->start();
    QTRY_VERIFY(isOver(f));
    const auto &summary = f.session->summary();
    QVERIFY(summary.unreadableTransactions >= 8);
    QCOMPARE(summary.transactions + summary.unreadableTransactions, 1234);
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    const auto rows = f.session->ledger().history().unreadableRows(100);
    QCOMPARE(static_cast<qint64>(rows.size()), summary.unreadableTransactions);
    QVERIFY(!rows.front().problem.isEmpty());
    QVERIFY(rows.front().raw.contains("balance_before"));

    // Corrected at the service: one search finds it and reports it at once.
    f.server.faults().clearAll();
    f.session->ledger().loadAllAgain();
    QTRY_COMPARE(stateOf(f), QStringLiteral("running"));
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->summary().unreadableTransactions, 0);
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerFaults::unreadableRowsOfAPageThatDidNotComeStay()
{
    SessionFixture f;
    f.fault("unreadable-rows=10");
    f.open();
    f.session->start();
    QTRY_VERIFY(isOver(f));
    QVERIFY(f.session->summary().unreadableTransactions > 0);
    f.server.faults().clearAll();
    f.fault("empty-page=3");
    f.session->ledger().loadAllAgain();
    QCOMPARE(stateOf(f), QStringLiteral("running"));
    QTRY_VERIFY(isOver(f));
    // They were not seen again: nothing shows that they were removed or are readable.
    QVERIFY(f.session->summary().unreadableTransactions > 0);
    f.server.faults().clearAll();
    f.session->ledger().loadAllAgain();
    QCOMPARE(stateOf(f), QStringLiteral("running"));
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->summary().unreadableTransactions, 0);
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerFaults::aVanishedRowIsReportedHonestly()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    const TransactionId id(f.server.transactions().at(600).id);
    const auto row = f.session->rows().transaction(id);
    QVERIFY(f.server.removeTransaction(id.value()));
    f.server.resetCounters();
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(f.session->summary().vanishedTransactions, 1);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    // The newest page, and a binary search for the one of thirteen pages where it was.
    QVERIFY2(pagesServed(f) <= 7, qPrintable(QString::number(pagesServed(f))));
    QCOMPARE(f.session->ledger().progress().held, 1233);
    QCOMPARE(f.session->ledger().progress().total, 1233);
    const auto vanished = f.session->ledger().history().vanishedRows(10);
    QCOMPARE(vanished.size(), size_t{1});
    QVERIFY(vanished.front().row == row);
    QVERIFY(f.session->rows().transaction(id) == row); // kept
    // The same result again does not cause another search, nor does a restart.
    f.server.resetCounters();
    f.open();
    QCOMPARE(f.session->summary().vanishedTransactions, 1);
    f.session->start();
    QTRY_COMPARE(pagesServed(f), std::uint64_t{1});
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
}

void TestLedgerFaults::aRowThatIsMissingHereIsFound()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    // As if it were dated in the past: below rows that were already read.
    const qint64 id = f.server.transactions().at(600).id;
    const QString folder = f.close();
    {
        auto file =
            openCache(folder + QStringLiteral("/cache.sqlite"), Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        Query(**file, "DELETE FROM transactions WHERE id = ?").bind(1, id).run();
        Query(**file, "UPDATE counters SET value = value - 1 WHERE name = 'transactions'").run();
    }
    f.open();
    QVERIFY(!f.session->rows().transaction(TransactionId(id)));
    f.server.resetCounters();
    f.session->start();
    QTRY_VERIFY(f.session->rows().transaction(TransactionId(id)).has_value());
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QVERIFY2(pagesServed(f) <= 7, qPrintable(QString::number(pagesServed(f))));
    QCOMPARE(f.ledgerDifference(), QString());
}

void TestLedgerFaults::aRewrittenRowKeepsBothForms()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    const qint64 id = f.server.transactions().back().id;
    const auto before = f.session->rows().transaction(TransactionId(id));
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(id)).constData());
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(f.session->rows().transaction(TransactionId(id)) != before);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QVERIFY(f.session->rows().transaction(TransactionId(id))->description.startsWith(u"Corrected"));
    const auto versions = f.session->ledger().history().earlierForms(TransactionId(id));
    QCOMPARE(versions.size(), size_t{1});
    QVERIFY(versions.front().form == before);
}

void TestLedgerFaults::anEmptyPageIsReportedAndHeals()
{
    SessionFixture f;
    f.fault("empty-page=3");
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("incomplete"));
    QCOMPARE(f.session->ledger().progress().held, 1134);
    QCOMPARE(f.session->ledger().progress().total, 1234);
    f.server.faults().clearAll();
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

/// Two rows are removed while it runs, one already read and one not: every listed row is stored,
/// and the row that was read and removed is kept and reported.
void TestLedgerFaults::aTotalThatShrinksMeanwhile()
{
    SessionFixture f;
    f.tuning.inFlight = 1;
    f.tuning.mostWaiting = 1; // what is read is not far ahead of what is stored
    f.fault("latency=60,on=listTransactions");
    f.open();
    f.session->start();
    QTRY_VERIFY(f.session->summary().transactions >= 300);
    const auto rows = f.server.transactions();
    const TransactionId unread(rows.at(100).id); // the newest come first
    const TransactionId read(rows.at(1200).id);
    QVERIFY(f.server.removeTransaction(unread.value()));
    QVERIFY(f.server.removeTransaction(read.value()));
    QVERIFY(f.session->summary().transactions < 1100);
    QTRY_VERIFY(isOver(f));
    QCOMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.session->ledger().progress().total, 1232);
    QCOMPARE(f.session->ledger().progress().held, 1232);
    QVERIFY(!f.session->rows().transaction(unread));
    QVERIFY(f.session->rows().transaction(read));
    QCOMPARE(f.session->summary().vanishedTransactions, 1);
    QCOMPARE(f.session->ledger().history().vanishedRows(10).front().row.id, read);
}

void TestLedgerFaults::aDamagedFileIsFetchedAgain()
{
    SessionFixture f;
    f.open();
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    f.session.reset();
    const QStringList files = testing::filesContaining(f.folder.path(), "SQLite format 3");
    for (const QString &path : files) {
        if (path.endsWith(QLatin1String("cache.sqlite"))) {
            QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
        }
    }
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("damaged")));
    f.open();
    QCOMPARE(f.session->notices().all().size(), 1);
    QVERIFY(f.session->notices().all().at(0).contains(QLatin1String("cache.damaged-")));
    QCOMPARE(f.session->summary().transactions, 0);
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    QCOMPARE(f.ledgerDifference(), QString());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerFaults)
#include "test_ledgerfaults.moc"
