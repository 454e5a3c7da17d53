// SPDX-License-Identifier: GPL-3.0-or-later
// The commands as a script runs them: the program itself, without a display, against a service of
// its own over HTTP.
#include "api/types/money.h"
#include "sandbox/server.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <algorithm>
#include <map>

#include <csignal>
#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

using namespace relaybook;

namespace {

struct Outcome
{
    int code = -1;
    QString out;
    QString err;
    [[nodiscard]] QJsonObject json() const
    {
        return QJsonDocument::fromJson(out.toUtf8()).object();
    }
};

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void syncThenExport();
    void exportWhileTheWindowIsOpen();
    void balance();
    void balanceOfAResellerKeyAlone();
    void wrongToken();
    void noToken();
    void noServiceAtAll();
    void nothingStored();
    void serviceIsGone();
    void fileThatCannotBe();
    void diskFull();
    void wholeLocalDays();
    void typesAndWords();
    void consistentLedger();
    void brokenLedger();
    void incompleteLedger();
    void ledgerWithoutAToken();
    void killedMidSyncEndsWithTheSameExport();
    void interruptedGoesOn();
    void sandbox();

private:
    void startServer(int transactions);
    [[nodiscard]] QProcessEnvironment environment() const;
    void begin(QProcess &process, const QStringList &words, const QString &dataDir = {}) const;
    [[nodiscard]] Outcome run(const QStringList &words, const QString &dataDir = {}) const;
    [[nodiscard]] QString file(const char *name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile opened(path);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    std::unique_ptr<sandbox::Server> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    bool m_personal = true;
    bool m_reseller = true;
    QByteArray m_token; ///< instead of the server's
};

void TestCommands::initTestCase()
{
    QVERIFY(QFile::exists(QStringLiteral(RELAYBOOK_PROGRAM)));
}

void TestCommands::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_personal = true;
    m_reseller = true;
    m_token.clear();
}

void TestCommands::cleanup()
{
    m_server.reset();
    m_folder.reset();
}

void TestCommands::startServer(int transactions)
{
    sandbox::Options options;
    options.rateLimit = false;
    options.proxies = 12;
    options.subUsers = 7;
    options.transactions = transactions;
    m_server = std::make_unique<sandbox::Server>(std::move(options));
    QVERIFY(!m_server->start());
}

QProcessEnvironment TestCommands::environment() const
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    // No display of any kind: a command that opened a window would fail here.
    all.remove(QStringLiteral("DISPLAY"));
    all.remove(QStringLiteral("WAYLAND_DISPLAY"));
    all.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("no-such-platform"));
    all.insert(QStringLiteral("TZ"), QStringLiteral("Europe/Berlin"));
    if (m_server) {
        const sandbox::Access access = m_server->access();
        const QString personal = m_token.isEmpty() ? QString::fromStdString(access.personalToken)
                                                   : QString::fromLatin1(m_token);
        if (m_personal) {
            all.insert(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN"), personal);
        }
        if (m_reseller) {
            all.insert(QStringLiteral("RELAYBOOK_RESELLER_KEY"),
                       QString::fromStdString(access.resellerKey));
        }
    }
    return all;
}

void TestCommands::begin(QProcess &process, const QStringList &words, const QString &dataDir) const
{
    QStringList all = words;
    all << QStringLiteral("--data-dir") << (dataDir.isEmpty() ? file("data") : dataDir);
    if (m_server && !words.contains(QStringLiteral("--sandbox"))) {
        all << QStringLiteral("--service") << QString::fromStdString(m_server->access().url);
    }
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_folder->path());
    process.start(QStringLiteral(RELAYBOOK_PROGRAM), all);
}

Outcome TestCommands::run(const QStringList &words, const QString &dataDir) const
{
    QProcess process;
    begin(process, words, dataDir);
    Outcome outcome;
    constexpr int patience = 120'000;
    if (process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

void TestCommands::syncThenExport()
{
    startServer(1234);
    const Outcome synced = run({QStringLiteral("sync"), QStringLiteral("--json")});
    QVERIFY2(synced.code == 0, qPrintable(synced.err));
    QCOMPARE(synced.json()[QLatin1String("transactions")].toInteger(), 1234);
    QCOMPARE(synced.json()[QLatin1String("proxies")].toInteger(), 12);
    QCOMPARE(synced.json()[QLatin1String("sub_users")].toInteger(), 7);
    QCOMPARE(synced.json()[QLatin1String("ledger")].toString(), QStringLiteral("complete"));

    // The service need not be there any more.
    const QString url = QString::fromStdString(m_server->access().url);
    const auto truth = m_server->transactions();
    m_server->stop();
    const Outcome exported =
        run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
             QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("ledger.csv"),
             QStringLiteral("--json")});
    QVERIFY2(exported.code == 0, qPrintable(exported.err));
    QCOMPARE(exported.json()[QLatin1String("rows")].toInteger(), 1234);
    QCOMPARE(exported.json()[QLatin1String("file")].toString(),
             QDir(m_folder->path()).canonicalPath() + QStringLiteral("/ledger.csv"));
    const QByteArray content = contentOf(file("ledger.csv"));
    QCOMPARE(exported.json()[QLatin1String("bytes")].toInteger(), qint64(content.size()));
    const auto first = truth.back();
    QVERIFY(content.mid(content.indexOf("\r\n") + 2).startsWith(QByteArray::number(first.id)));
    const auto from =
        QJsonDocument::fromJson(contentOf(file("ledger.csv.provenance.json"))).object();
    QCOMPARE(from[QLatin1String("service")].toString(), url);
    QCOMPARE(from[QLatin1String("rows_at_service")].toInteger(), 1234);
    QVERIFY(!from[QLatin1String("as_of")].toString().isEmpty());

    for (const auto &[what, rows] : {std::pair("proxies", 12), std::pair("sub-users", 7)}) {
        const Outcome list =
            run({QStringLiteral("export"), QLatin1String(what), QStringLiteral("--format"),
                 QStringLiteral("json"), QStringLiteral("--out"), QStringLiteral("list.json")});
        QVERIFY2(list.code == 0, qPrintable(list.err));
        QVERIFY(list.out.isEmpty());
        QVERIFY(list.err.contains(QStringLiteral("list.json")));
        const auto whole = QJsonDocument::fromJson(contentOf(file("list.json"))).object();
        QCOMPARE(whole[QLatin1String("rows")].toArray().size(), rows);
    }
}

// Two copies on one store: the second is told.
void TestCommands::exportWhileTheWindowIsOpen()
{
    startServer(3000);
    m_server->setLatency(std::chrono::milliseconds(200));
    QProcess first;
    begin(first, {QStringLiteral("sync")});
    QTRY_VERIFY(QFile::exists(file("data/lock")));
    const Outcome second = run({QStringLiteral("balance")});
    QCOMPARE(second.code, 2);
    QVERIFY2(second.err.contains(QStringLiteral("running already")), qPrintable(second.err));
    QVERIFY(second.out.isEmpty());
    first.kill();
    QVERIFY(first.waitForFinished());
}

void TestCommands::balance()
{
    startServer(50);
    const Outcome plain = run({QStringLiteral("balance")});
    QVERIFY2(plain.code == 0, qPrintable(plain.err));
    QVERIFY2(plain.out.startsWith(QStringLiteral("Balance: $")), qPrintable(plain.out));
    QVERIFY(plain.out.contains(QStringLiteral("Residential: ")));
    const Outcome json = run({QStringLiteral("balance"), QStringLiteral("--json")});
    QCOMPARE(Money::parse(json.json()[QLatin1String("balance")].toString()),
             Money::parse(QString::fromStdString(m_server->balance())));
    QCOMPARE(json.json()[QLatin1String("pools")].toArray().size(), 3);
    QCOMPARE(json.out.count(QLatin1Char('\n')), 1);
    // What was told is here without the service.
    m_server->stop();
    const Outcome offline =
        run({QStringLiteral("balance"), QStringLiteral("--offline"), QStringLiteral("--json")});
    QCOMPARE(offline.code, 0);
    QCOMPARE(offline.out, json.out);
}

void TestCommands::balanceOfAResellerKeyAlone()
{
    startServer(50);
    m_personal = false;
    const Outcome json = run({QStringLiteral("balance"), QStringLiteral("--json")});
    QVERIFY2(json.code == 0, qPrintable(json.err));
    QVERIFY(json.json()[QLatin1String("balance")].isNull());
    QCOMPARE(json.json()[QLatin1String("pools")].toArray().size(), 3);
}

void TestCommands::wrongToken()
{
    startServer(50);
    m_token = "1|wrong";
    const Outcome outcome = run({QStringLiteral("sync")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.startsWith(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN: ")),
             qPrintable(outcome.err));
    QVERIFY(!outcome.err.contains(QStringLiteral("wrong")));
}

void TestCommands::noToken()
{
    startServer(50);
    m_personal = false;
    m_reseller = false;
    const Outcome outcome = run({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("Set RELAYBOOK_PERSONAL_TOKEN")),
             qPrintable(outcome.err));
}

void TestCommands::noServiceAtAll()
{
    const Outcome outcome = run({QStringLiteral("sync")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("--service")), qPrintable(outcome.err));
}

void TestCommands::nothingStored()
{
    const Outcome outcome =
        run({QStringLiteral("export"), QStringLiteral("proxies"), QStringLiteral("--format"),
             QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("a.csv")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("Run relaybook sync first")),
             qPrintable(outcome.err));
    QVERIFY(!QFile::exists(file("a.csv")));
}

void TestCommands::serviceIsGone()
{
    startServer(50);
    m_server->stop();
    const Outcome outcome = run({QStringLiteral("balance")});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.endsWith(QStringLiteral(".\n")));
    QVERIFY(outcome.err.size() > 40);
}

void TestCommands::fileThatCannotBe()
{
    startServer(50);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    const Outcome outcome =
        run({QStringLiteral("export"), QStringLiteral("proxies"), QStringLiteral("--format"),
             QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("nowhere/a.csv")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("does not exist")), qPrintable(outcome.err));
}

void TestCommands::diskFull()
{
#ifdef Q_OS_UNIX
    startServer(2000);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    for (const char *format : {"csv", "json", "xlsx"}) {
        QFile old(file("a.out"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("the old file");
        old.close();
        QProcess process;
        process.setChildProcessModifier([] {
            std::signal(SIGXFSZ, SIG_IGN);
            rlimit limit{};
            getrlimit(RLIMIT_FSIZE, &limit);
            constexpr rlim_t room = 50'000;
            limit.rlim_cur = room;
            setrlimit(RLIMIT_FSIZE, &limit);
        });
        begin(process,
              {QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
               QLatin1String(format), QStringLiteral("--out"), QStringLiteral("a.out")});
        QVERIFY(process.waitForFinished());
        const QString said = QString::fromUtf8(process.readAllStandardError());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(said.contains(QStringLiteral("not enough room")), qPrintable(said));
        QCOMPARE(contentOf(file("a.out")), QByteArray("the old file"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{QStringLiteral("a.out")});
    }
#else
    QSKIP("Needs Unix limits.");
#endif
}

namespace {

/// The moments of the rows of a CSV whose second column they are.
QList<QDateTime> momentsOf(const QByteArray &csv)
{
    QList<QDateTime> moments;
    for (const QByteArray &line : csv.split('\n').mid(1)) {
        if (!line.isEmpty()) {
            moments.append(
                QDateTime::fromString(QString::fromUtf8(line.split(',')[1]), Qt::ISODateWithMs));
        }
    }
    return moments;
}

} // namespace

// The program runs in Berlin, where a day in March has 23 hours and one in October 25.
void TestCommands::wholeLocalDays()
{
    startServer(20'000);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    const QStringList write{QStringLiteral("export"),   QStringLiteral("transactions"),
                            QStringLiteral("--format"), QStringLiteral("csv"),
                            QStringLiteral("--out"),    QStringLiteral("a.csv")};
    const QTimeZone berlin("Europe/Berlin");
    QVERIFY(berlin.isValid());
    for (const auto &[from, to] : {std::pair(QDate(2026, 3, 29), QDate(2026, 3, 29)),
                                   std::pair(QDate(2025, 10, 26), QDate(2025, 10, 27)),
                                   std::pair(QDate(2026, 11, 1), QDate())}) {
        QStringList words = write;
        words << QStringLiteral("--from") << from.toString(Qt::ISODate);
        if (to.isValid()) {
            words << QStringLiteral("--to") << to.toString(Qt::ISODate);
        }
        const Outcome outcome = run(words);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto within = [&, first = from, last = to](const QDateTime &moment) {
            const QDate day = moment.toTimeZone(berlin).date();
            return day >= first && (!last.isValid() || day <= last);
        };
        qsizetype expected = 0;
        for (const auto &row : m_server->transactions()) {
            expected += within(QDateTime::fromString(QString::fromStdString(row.createdAt),
                                                     Qt::ISODateWithMs))
                            ? 1
                            : 0;
        }
        QVERIFY(expected > 0);
        const auto moments = momentsOf(contentOf(file("a.csv")));
        QCOMPARE(moments.size(), expected);
        QVERIFY(std::all_of(moments.begin(), moments.end(), within));
    }
}

void TestCommands::typesAndWords()
{
    startServer(1500);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    std::map<std::string, int> types;
    for (const auto &row : m_server->transactions()) {
        ++types[row.type];
    }
    const QStringList write{QStringLiteral("export"),   QStringLiteral("transactions"),
                            QStringLiteral("--format"), QStringLiteral("csv"),
                            QStringLiteral("--out"),    QStringLiteral("a.csv"),
                            QStringLiteral("--json")};
    const auto rows = [&](const QStringList &more) {
        const Outcome outcome = run(write + more);
        return outcome.code == 0 ? outcome.json()[QLatin1String("rows")].toInt() : -1;
    };
    QVERIFY(types["refund"] > 0 && types["deposit"] > 0);
    QCOMPARE(rows({QStringLiteral("--type"), QStringLiteral("refund")}), types["refund"]);
    QCOMPARE(rows({QStringLiteral("--type"), QStringLiteral("refund,deposit")}),
             types["refund"] + types["deposit"]);
    QCOMPARE(rows({QStringLiteral("--query"), QStringLiteral("type:deposit")}), types["deposit"]);
    const auto newest = m_server->transactions().back();
    QCOMPARE(rows({QStringLiteral("--query"), QString::number(newest.id)}), 1);
    QCOMPARE(rows({QStringLiteral("--query"), QStringLiteral("nobody-wrote-this")}), 0);
    const auto from = QJsonDocument::fromJson(contentOf(file("a.csv.provenance.json"))).object();
    QCOMPARE(from[QLatin1String("filter")].toString(), QStringLiteral("nobody-wrote-this"));
    const Outcome wrong =
        run(write + QStringList{QStringLiteral("--query"), QStringLiteral("amount:lots")});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains(QStringLiteral("lots")), qPrintable(wrong.err));
}

void TestCommands::consistentLedger()
{
    startServer(1000);
    const Outcome plain = run({QStringLiteral("check-ledger")});
    QVERIFY2(plain.code == 0, qPrintable(QString(plain.out + plain.err)));
    QVERIFY2(plain.out.startsWith(QStringLiteral("The ledger is consistent (1,000 transactions")),
             qPrintable(plain.out));
    // What is here can be proven without the service.
    m_server->stop();
    const Outcome stored =
        run({QStringLiteral("check-ledger"), QStringLiteral("--stored"), QStringLiteral("--json")});
    QVERIFY2(stored.code == 0, qPrintable(QString(stored.out + stored.err)));
    QCOMPARE(stored.json()[QLatin1String("state")].toString(), QStringLiteral("consistent"));
    QCOMPARE(stored.json()[QLatin1String("transactions")].toInt(), 1000);
}

void TestCommands::brokenLedger()
{
    startServer(500);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    // A row of the past that reads differently now: no total tells.
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

void TestCommands::incompleteLedger()
{
    startServer(3000);
    m_server->setLatency(std::chrono::milliseconds(100));
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).contains("Transactions: "),
                             30'000);
    process.kill();
    QVERIFY(process.waitForFinished());
    m_server->stop();
    const Outcome stored = run({QStringLiteral("check-ledger"), QStringLiteral("--stored")});
    QCOMPARE(stored.code, 2);
    QVERIFY2(stored.out.contains(QStringLiteral("not complete yet")), qPrintable(stored.out));
    // The service is gone: it could not be read, and that is said.
    const Outcome gone = run({QStringLiteral("check-ledger")});
    QCOMPARE(gone.code, 2);
}

void TestCommands::ledgerWithoutAToken()
{
    startServer(50);
    m_personal = false;
    const Outcome outcome = run({QStringLiteral("check-ledger")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN")),
             qPrintable(outcome.err));
}

// kill -9 at many moments: nothing is lost and nothing is there twice.
void TestCommands::killedMidSyncEndsWithTheSameExport()
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
        process.waitForFinished(20 + i * 23);
        process.kill();
        process.waitForFinished();
    }
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    QCOMPARE(run(QStringList(write) << QStringLiteral("killed.csv")).code, 0);
    QCOMPARE(run({QStringLiteral("sync")}, file("other")).code, 0);
    QCOMPARE(run(QStringList(write) << QStringLiteral("whole.csv"), file("other")).code, 0);
    const QByteArray whole = contentOf(file("whole.csv"));
    QCOMPARE(whole.count("\r\n"), 4001);
    QVERIFY(contentOf(file("killed.csv")) == whole);
}

void TestCommands::interruptedGoesOn()
{
#ifdef Q_OS_UNIX
    startServer(5000);
    m_server->setLatency(std::chrono::milliseconds(700));
    QProcess process;
    begin(process, {QStringLiteral("sync")});
    // Its first line of progress is its sign that it works.
    QVERIFY(process.waitForStarted());
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    QTRY_VERIFY((said += process.readAllStandardError()).contains("Transactions: "));
    process.terminate();
    QVERIFY(process.waitForFinished());
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

void TestCommands::sandbox()
{
    const Outcome outcome =
        run({QStringLiteral("balance"), QStringLiteral("--sandbox"), QStringLiteral("--json")});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(outcome.json()[QLatin1String("service")].toString(), QStringLiteral("sandbox"));
    QVERIFY(Money::parse(outcome.json()[QLatin1String("balance")].toString()).has_value());
}

QTEST_GUILESS_MAIN(TestCommands)
#include "test_commands.moc"
