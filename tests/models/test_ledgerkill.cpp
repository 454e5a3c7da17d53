// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a sync that is killed at any moment, and one whose disk is full: afterwards nothing is lost
// and nothing is stored twice. The killed sync is a process of its own: this program with other
// arguments.

#include "api/http/serviceconnection.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/ledgerindexer.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"
#include "tests/support/waituntil.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

namespace relaybook {
namespace {

constexpr auto tokenName = "RELAYBOOK_PERSONAL_TOKEN";

using testing::ended;
using testing::SessionFixture;
using testing::waitUntil;

const QString syncWord = QStringLiteral("--sync");

/// The work of the process that is killed: a sync of the whole ledger.
int syncAll(const QString &url, const QString &dataDir)
{
    const auto service = ServiceAddress::parse(url);
    if (!service) {
        return 2;
    }
    const SystemClock clock;
    ServiceConnection connection({.service = *service, .tls = {}}, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(tokenName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = QStringLiteral("killed");
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    (*session)->start();
    return QCoreApplication::exec();
}

} // namespace

class TestLedgerKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedAtTwentyMoments();
    void aFullDisk();
};

void TestLedgerKill::killedAtTwentyMoments()
{
    SessionFixture f({4, 3, 9000, 100, false});
    f.fault("latency=15");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(tokenName),
                       QString::fromStdString(f.access.personalToken));
    process.setProcessEnvironment(environment);
    AccountSession::Config config = f.config();
    config.account = QStringLiteral("killed");
    config.offline = true;

    const auto pages = [&f] { return f.server.counters().of("listTransactions").arrived; };
    QRandomGenerator random(20'261'121);
    qint64 before = 0;
    bool grew = false;
    int longest = 0; // ms; how long a start and some pages take on this machine
    for (int kill = 0; kill < 20; ++kill) {
        process.start(QCoreApplication::applicationFilePath(),
                      {syncWord, config.service, f.folder.path()});
        QVERIFY2(process.waitForStarted(), qPrintable(process.errorString()));
        if (kill == 0) {
            QElapsedTimer timer;
            timer.start();
            QVERIFY(waitUntil([&] { return pages() > 20; }));
            longest = int(timer.elapsed()) + 40;
        } else {
            // This should time out: the process is killed while it works, at a random moment.
            [[maybe_unused]] const bool done =
                ended(process, std::chrono::milliseconds(random.bounded(longest / 10, longest)));
        }
        process.kill();
        QVERIFY(ended(process));

        auto session = AccountSession::open(config, nullptr, f.auth, f.clock);
        QVERIFY2(session.has_value(), session ? "" : qPrintable(session.error().message));
        QVERIFY((*session)->notices().all().isEmpty()); // no damage
        const qint64 now = (*session)->summary().transactions;
        QVERIFY2(now >= before, qPrintable(QStringLiteral("%1 < %2").arg(now).arg(before)));
        grew = grew || now > before;
        before = now;
    }
    QVERIFY(grew);

    f.server.faults().clearAll();
    config.offline = false;
    auto session = AccountSession::open(config, f.client.get(), f.auth, f.clock);
    QVERIFY(session.has_value());
    f.session = std::move(*session);
    f.session->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.ledgerIs(LedgerProgress::Complete), 60'000);
    QCOMPARE(f.ledgerDifference(), QString());
    QTRY_VERIFY(!f.session->ledger().check().isChecking());
    QVERIFY(f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent);
    QTRY_VERIFY(f.session->ledger().indexer().isCaughtUp());
    qint64 summed = 0;
    bool reported = false;
    f.session->queries().dailyTotals({.zone = QTimeZone::utc()}, this,
                                     [&](const DailyTotals *totals) {
                                         QVERIFY(totals != nullptr);
                                         for (const DailyTotal &day : totals->days) {
                                             summed += day.count;
                                         }
                                         reported = true;
                                     });
    QTRY_VERIFY(reported);
    QCOMPARE(summed, 9000);
}

void TestLedgerKill::aFullDisk()
{
#ifndef Q_OS_UNIX
    QSKIP("Only there can a test make a file that must not grow.");
#else
    SessionFixture f({4, 3, 6000, 100, false});
    f.open();
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    constexpr rlim_t room = 900'000; // less than a third of what comes
    small.rlim_cur = room;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    f.session->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.ledgerIs(LedgerProgress::Failed), 60'000);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(f.session->ledger().progress().error.has_value());
    QVERIFY(f.session->ledger().progress().error->kind == ErrorKind::Local);
    QVERIFY(!f.session->notices().all().isEmpty());
    const qint64 kept = f.session->summary().transactions;
    QVERIFY(kept < 6000);

    f.session->ledger().resume();
    QTRY_VERIFY_WITH_TIMEOUT(f.ledgerIs(LedgerProgress::Complete), 60'000);
    QCOMPARE(f.ledgerDifference(), QString());
    QVERIFY(f.session->summary().transactions > kept);
#endif
}

} // namespace relaybook

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == relaybook::syncWord) {
        return relaybook::syncAll(words.value(2), words.value(3));
    }
    relaybook::TestLedgerKill test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_ledgerkill.moc"
