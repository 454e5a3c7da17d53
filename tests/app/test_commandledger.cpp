// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the ledger commands with ledgers that are sound, have breaks or are incomplete, and that
// the ledger is complete after every kind of interruption.
#include "api/types/money.h"
#include "tests/app/commandfixture.h"
#include "tests/support/ended.h"

#include <QJsonArray>
#include <QTest>

using namespace relaybook;
using relaybook::testing::ended;
using relaybook::testing::Outcome;

class TestCommandLedger : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void consistentLedger();
    void brokenLedger();
    void incompleteLedger();
    void refreshThatStopped();
    void balanceThatDidNotCome();
    void ledgerWithoutAToken();
    void killedMidSyncEndsWithTheSameExport();
    void interruptedGoesOn();
};

void TestCommandLedger::consistentLedger()
{
    startServer(1000);
    const Outcome plain = run({QStringLiteral("check-ledger")});
    QVERIFY2(plain.code == 0, qPrintable(QString(plain.out + plain.err)));
    QVERIFY2(plain.out.startsWith(QStringLiteral("The ledger is consistent (1,000 transactions")),
             qPrintable(plain.out));
    // What is stored can be checked without the service.
    m_server->stop();
    const Outcome stored =
        run({QStringLiteral("check-ledger"), QStringLiteral("--stored"), QStringLiteral("--json")});
    QVERIFY2(stored.code == 0, qPrintable(QString(stored.out + stored.err)));
    QCOMPARE(stored.json()[QLatin1String("state")].toString(), QStringLiteral("consistent"));
    QCOMPARE(stored.json()[QLatin1String("transactions")].toInt(), 1000);
}

void TestCommandLedger::brokenLedger()
{
    startServer(500);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    // A row of the past that has changed: no total shows it.
    const auto rows = m_server->transactions();
    const auto &wrong = rows[200];
    auto json = QJsonDocument::fromJson(QByteArray::fromStdString(wrong.json)).object();
    const auto amount = *Money::parse(QString::fromStdString(wrong.amount));
    const auto balance = *Money::parse(QString::fromStdString(wrong.balanceAfter));
    json.insert(QStringLiteral("balance_after"),
                balance.plus(Money::fromCents(1)).value_or(amount).text());
    QVERIFY(m_server->rewriteTransaction(
        wrong.id, QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString()));
    QCOMPARE(run({QStringLiteral("check-ledger"), QStringLiteral("--stored")}).code, 0);
    const Outcome found = run({QStringLiteral("check-ledger"), QStringLiteral("--json")});
    QCOMPARE(found.code, 1);
    QCOMPARE(found.json()[QLatin1String("state")].toString(), QStringLiteral("broken"));
    QCOMPARE(found.json()[QLatin1String("rewritten")].toInt(), 1);
    QCOMPARE(found.json()[QLatin1String("rewritten_ids")].toArray(), QJsonArray{qint64{wrong.id}});
    QVERIFY(found.json()[QLatin1String("vanished_rows")].toArray().isEmpty());
    QVERIFY(found.json()[QLatin1String("unreadable_rows")].toArray().isEmpty());
    bool pair = false;
    for (const QJsonValue &each : found.json()[QLatin1String("breaks")].toArray()) {
        const bool there = each[QLatin1String("later_id")].toInteger() == rows[201].id;
        if (each[QLatin1String("kind")].toString() == QStringLiteral("pair") && there) {
            pair = true;
            QCOMPARE(each[QLatin1String("unexplained")].toString(), QStringLiteral("-0.01"));
            QCOMPARE(each[QLatin1String("earlier_id")].toInteger(), wrong.id);
        }
    }
    QVERIFY2(pair, qPrintable(found.out));
    const Outcome words = run({QStringLiteral("check-ledger"), QStringLiteral("--stored")});
    QCOMPARE(words.code, 1);
    const QString line = QStringLiteral("Transaction %1 was changed at the service.").arg(wrong.id);
    QVERIFY2(words.out.contains(line), qPrintable(words.out));
    QVERIFY2(words.out.contains(QString::number(wrong.id)), qPrintable(words.out));
    // The export says so too.
    QCOMPARE(
        run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
             QStringLiteral("json"), QStringLiteral("--out"), QStringLiteral("a.json")})
            .code,
        0);
    const auto whole = QJsonDocument::fromJson(contentOf(file("a.json"))).object();
    QVERIFY(whole[QLatin1String("provenance")][QLatin1String("ledger")].toString().contains(
        QStringLiteral("not consistent")));
}

void TestCommandLedger::incompleteLedger()
{
    startServer(3000);
    m_server->setLatency(std::chrono::milliseconds(2000));
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    QTRY_VERIFY((said += process.readAllStandardError()).contains("Transactions: "));
    process.kill();
    QVERIFY(ended(process));
    m_server->stop();
    const Outcome stored = run({QStringLiteral("check-ledger"), QStringLiteral("--stored")});
    QCOMPARE(stored.code, 2);
    QVERIFY2(stored.out.contains(QStringLiteral("not complete yet")), qPrintable(stored.out));
    // The service is gone: the ledger could not be read, and the command says so.
    const Outcome gone = run({QStringLiteral("check-ledger")});
    QCOMPARE(gone.code, 2);
}

// Complete once, and then a refresh of which only one page arrived: if rows are missing, the check
// reports neither a break nor a sound ledger.
void TestCommandLedger::refreshThatStopped()
{
    startServer(1000);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    for (int row = 0; row < 300; ++row) {
        QVERIFY(m_server->bookDeposit("1", "new"));
    }
    // The first one that passes checks the token.
    QVERIFY(!m_server->faults().set("forbid=1005,after=2,on=listTransactions"));
    QVERIFY(run({QStringLiteral("sync")}).code != 0);
    m_server->stop();
    const Outcome stored =
        run({QStringLiteral("check-ledger"), QStringLiteral("--stored"), QStringLiteral("--json")});
    QVERIFY2(stored.code == 2, qPrintable(QString(stored.out + stored.err)));
    QCOMPARE(stored.json()[QLatin1String("state")].toString(), QStringLiteral("incomplete"));
    QCOMPARE(stored.json()[QLatin1String("break_count")].toInt(), 0);
    QCOMPARE(stored.json()[QLatin1String("transactions")].toInt(), 1100);
    QCOMPARE(stored.json()[QLatin1String("missing")].toInt(), 200);
    // The file is written, but a script can tell that it is not everything.
    const Outcome exported =
        run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
             QStringLiteral("json"), QStringLiteral("--out"), QStringLiteral("a.json"),
             QStringLiteral("--json")});
    QCOMPARE(exported.code, 4);
    QVERIFY2(exported.err.contains(QStringLiteral("from 1,100 of 1,300 transactions")),
             qPrintable(exported.err));
    QCOMPARE(exported.json()[QLatin1String("complete")], QJsonValue(false));
    QCOMPARE(exported.json()[QLatin1String("rows")].toInt(), 1100);
    const Outcome reported =
        run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
             QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("b.csv")});
    QVERIFY2(reported.err.contains(QStringLiteral("1,100 rows written to ")),
             qPrintable(reported.err));
    const auto whole = QJsonDocument::fromJson(contentOf(file("a.json"))).object();
    QVERIFY(whole[QLatin1String("provenance")][QLatin1String("ledger")].toString().contains(
        QStringLiteral("not complete")));
    QCOMPARE(whole[QLatin1String("provenance")][QLatin1String("complete")], QJsonValue(false));
}

void TestCommandLedger::balanceThatDidNotCome()
{
    startServer(300);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    QVERIFY(m_server->bookDeposit("12.5", "new"));
    QVERIFY(!m_server->faults().set("error-500,on=getBalance"));
    const Outcome checked = run({QStringLiteral("check-ledger"), QStringLiteral("--json")});
    QVERIFY2(checked.code == 2, qPrintable(QString(checked.out + checked.err)));
    QCOMPARE(checked.json()[QLatin1String("break_count")].toInt(), 0);
    QCOMPARE(checked.json()[QLatin1String("balance_compared")].toBool(), false);
}

void TestCommandLedger::ledgerWithoutAToken()
{
    startServer(50);
    m_personal = false;
    const Outcome outcome = run({QStringLiteral("check-ledger")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN")),
             qPrintable(outcome.err));
}

// kill -9 at many moments: nothing is lost and nothing is stored twice.
void TestCommandLedger::killedMidSyncEndsWithTheSameExport()
{
    startServer(4000);
    m_server->setLatency(std::chrono::milliseconds(4));
    const QStringList write{QStringLiteral("export"), QStringLiteral("transactions"),
                            QStringLiteral("--format"), QStringLiteral("csv"),
                            QStringLiteral("--out")};
    constexpr int kills = 20;
    for (int i = 0; i < kills; ++i) {
        QProcess process;
        begin(process, {QStringLiteral("sync")});
        QVERIFY(process.waitForStarted());
        (void)ended(process, std::chrono::milliseconds(20 + i * 23));
        process.kill();
        QVERIFY(ended(process));
    }
    const Outcome synced = run({QStringLiteral("sync")});
    QVERIFY2(synced.code == 0, qPrintable(synced.err));
    const Outcome written = run(QStringList(write) << QStringLiteral("killed.csv"));
    QVERIFY2(written.code == 0, qPrintable(written.err));
    QCOMPARE(run({QStringLiteral("sync")}, file("other")).code, 0);
    QCOMPARE(run(QStringList(write) << QStringLiteral("whole.csv"), file("other")).code, 0);
    const QByteArray whole = contentOf(file("whole.csv"));
    QCOMPARE(whole.count("\r\n"), 4001);
    QVERIFY(contentOf(file("killed.csv")) == whole);
}

void TestCommandLedger::interruptedGoesOn()
{
#ifdef Q_OS_UNIX
    startServer(5000);
    m_server->setLatency(std::chrono::milliseconds(700));
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    // Its first line of progress shows that it is running.
    QVERIFY(process.waitForStarted());
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    QTRY_VERIFY((said += process.readAllStandardError()).contains("Transactions: "));
    process.terminate();
    QVERIFY(ended(process));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardError().contains("Interrupted."));
    m_server->setLatency(std::chrono::milliseconds(0));
    const Outcome again = run({QStringLiteral("sync"), QStringLiteral("--json")});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.json()[QLatin1String("transactions")].toInteger(), 5000);
#else
    QSKIP("Needs Unix signals.");
#endif
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandLedger)
#include "test_commandledger.moc"
