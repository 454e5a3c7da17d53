// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the commands as a script runs them: the program itself, without a display, with a service
// of its own over HTTP.
#include "api/types/money.h"
#include "tests/app/commandfixture.h"
#include "tests/support/paths.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/tlsrelay.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <QTimeZone>

#include <algorithm>
#include <map>

#include <csignal>
#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

using namespace relaybook;
using relaybook::testing::Outcome;

class TestCommands : public testing::CommandFixture
{
    Q_OBJECT

private Q_SLOTS:
    void syncThenExport();
    void exportToStandardOutput();
    void errorsAsJson();
    void errorsThatRepeatTheToken();
    void balance();
    void balanceOfAResellerKeyAlone();
    void theCertainCallsAreEnough_data();
    void theCertainCallsAreEnough();
    void anAddressThatCannotBeUsed();
    void aWindowWithoutADisplay();
    void namesDoNotCommandTheTerminal();
    void aLedgerWhoseIdsAreNoNumbers();
    void outputThatCannotBeWritten();
    void wrongToken();
    void aTokenAsItIsPasted();
    void aTokenThatCannotBeSent();
    void tokenAndKeySwapped();
    void noToken();
    void noServiceAtAll();
    void nothingStored();
    void serviceIsGone();
    void fileThatCannotBe();
    void diskFull();
    void wholeLocalDays();
    void anUnknownTimeZoneIsSaid();
    void typesAndWords();
    void sandbox();
    void sandboxThatCannotBeLoaded();
#ifdef Q_OS_LINUX
    void endsWellBesideALateThread();
#endif
};

void TestCommands::syncThenExport()
{
    startServer(1234);
    const Outcome synced = run({QStringLiteral("sync"), QStringLiteral("--json")});
    QVERIFY2(synced.code == 0, qPrintable(synced.err));
    QCOMPARE(synced.json()[QLatin1String("transactions")].toInteger(), 1234);
    QCOMPARE(synced.json()[QLatin1String("proxies")].toInteger(), 12);
    QCOMPARE(synced.json()[QLatin1String("sub_users")].toInteger(), 7);
    QCOMPARE(synced.json()[QLatin1String("ledger")].toString(), QStringLiteral("complete"));

    // The service is no longer needed.
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

void TestCommands::exportToStandardOutput()
{
    startServer(1234);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    const QStringList words{QStringLiteral("export"), QStringLiteral("transactions"),
                            QStringLiteral("--out")};
    // The format is that of the file's ending.
    const Outcome asFile = run(words + QStringList{QStringLiteral("ledger.csv")});
    QVERIFY2(asFile.code == 0, qPrintable(asFile.err));
    const Outcome asText = run(words + QStringList{QStringLiteral("-"), QStringLiteral("--format"),
                                                   QStringLiteral("csv")});
    QVERIFY2(asText.code == 0, qPrintable(asText.err));
    QCOMPARE(asText.out.toUtf8(), contentOf(file("ledger.csv")).replace("\r\n", "\n"));
    QVERIFY(asText.err.contains(QStringLiteral("1,234 rows written to standard output")));
    QVERIFY(!QFileInfo::exists(file("-")));
}

/// For a program that reads standard output.
void TestCommands::errorsAsJson()
{
    startServer(50);
    QVERIFY(!m_server->faults().set("error-500"));
    const Outcome failed = run({QStringLiteral("balance"), QStringLiteral("--json")});
    QCOMPARE(failed.code, 2);
    QVERIFY(!failed.err.isEmpty());
    QCOMPARE(failed.json()[QLatin1String("error")].toString().trimmed(), failed.err.trimmed());
    const Outcome wrong = run({QStringLiteral("balance"), QStringLiteral("--json"),
                               QStringLiteral("--to"), QStringLiteral("2026-01-01")});
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.json()[QLatin1String("error")].toString().contains(QLatin1String("--to")));
}

/// What a command prints reaches the mail of a scheduled job.
void TestCommands::errorsThatRepeatTheToken()
{
    startServer(50);
    QVERIFY(!m_server->faults().set("repeat-secrets=403"));
    const auto access = m_server->access();
    for (const QString &command :
         {QStringLiteral("balance"), QStringLiteral("sync"), QStringLiteral("check-ledger")}) {
        const Outcome failed = run({command});
        QVERIFY(failed.code != 0);
        QVERIFY2(failed.err.contains(QStringLiteral("•••")), qPrintable(failed.err));
        const QString printed = failed.out + failed.err;
        for (const std::string &secret : {access.personalToken, access.resellerKey}) {
            QVERIFY2(!printed.contains(QString::fromStdString(secret)), qPrintable(command));
        }
    }
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
    // What was read is available without the service.
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

void TestCommands::theCertainCallsAreEnough_data()
{
    QTest::addColumn<int>("missing");
    QTest::newRow("404") << int(sandbox::MissingAnswer::Status404);
    QTest::newRow("404 with JSON") << int(sandbox::MissingAnswer::Json404);
    QTest::newRow("200 with a page") << int(sandbox::MissingAnswer::HtmlPage200);
}

/// A service that has only what the contract is certain of: no command fails for the rest.
void TestCommands::theCertainCallsAreEnough()
{
    QFETCH(int, missing);
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    offer.missingAnswer = static_cast<sandbox::MissingAnswer>(missing);
    startServer(345, offer);
    const Outcome synced = run({QStringLiteral("sync")});
    QVERIFY2(synced.code == 0, qPrintable(synced.out + synced.err));
    const Outcome checked = run({QStringLiteral("check-ledger")});
    QVERIFY2(checked.code == 0, qPrintable(checked.out + checked.err));
    const Outcome balance = run({QStringLiteral("balance"), QStringLiteral("--json")});
    QVERIFY2(balance.code == 0, qPrintable(balance.out + balance.err));
    const Outcome exported =
        run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--format"),
             QStringLiteral("csv"), QStringLiteral("--out"), QStringLiteral("ledger.csv")});
    QVERIFY2(exported.code == 0, qPrintable(exported.out + exported.err));
    QCOMPARE(contentOf(file("ledger.csv")).count('\n'), 346);
}

void TestCommands::anAddressThatCannotBeUsed()
{
    const Outcome outcome = run(
        {QStringLiteral("sync"), QStringLiteral("--service"), QStringLiteral("ftp://x.example")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("http")), qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(QStringLiteral("marked")), qPrintable(outcome.err));
}

/// Qt itself would abort, with the advice to reinstall the program.
void TestCommands::aWindowWithoutADisplay()
{
#ifdef Q_OS_LINUX
    QProcess process;
    QProcessEnvironment bare = environment();
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        bare.remove(QLatin1String(name));
    }
    process.setProcessEnvironment(bare);
    process.start(testing::relaybookProgram(), {QStringLiteral("--data-dir"), m_folder->path()});
    QVERIFY(process.waitForFinished());
    const QString said = QString::fromUtf8(process.readAllStandardError());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(said.contains(QStringLiteral("no display was found")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("einstall")), qPrintable(said));
#else
    QSKIP("Other systems always have a display.");
#endif
}

void TestCommands::namesDoNotCommandTheTerminal()
{
    const Outcome outcome = run({QStringLiteral("balance"), QStringLiteral("--account"),
                                 QStringLiteral("ann\x1b[2J\u202Eeb")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("⟨U+202E⟩")), qPrintable(outcome.err));
    QVERIFY(!outcome.err.contains(QChar(u'\x1b')) && !outcome.err.contains(QChar(u'\u202E')));
}

/// None of its rows can be stored as a transaction: "0 transactions" alone would be wrong.
void TestCommands::aLedgerWhoseIdsAreNoNumbers()
{
    startServer(1); // for its tokens
    testing::ScriptedServer service;
    service.start();
    service.then([](const testing::Received &request, const testing::Exchange &exchange) {
        QByteArray body = R"({"data":[],"total":0})";
        if (request.target.contains("transactions")) {
            body = R"({"data":[{"id":"01890a5d-ac96-774b-bcce-000000000001","type":"purchase",)"
                   R"("amount":"-1","balance_before":"5","balance_after":"4","description":"x",)"
                   R"("created_at":"2026-11-01T00:00:00Z"}],)"
                   R"("meta":{"current_page":1,"last_page":1,"per_page":100,"total":1}})";
        } else if (!request.target.contains("proxies") && !request.target.contains("sub-users")) {
            body = R"({"data":{"id":7,"name":"A","email":"a@b.example","balance":"4",)"
                   R"("access_token":"6|t","traffic_balance_gb":1}})";
        }
        exchange.answer({200, body, {}});
    });
    m_service = service.url();
    const Outcome synced = run({QStringLiteral("sync")});
    QVERIFY2(synced.code == 2, qPrintable(synced.err));
    QVERIFY2(synced.err.contains(QLatin1String("No transaction could be read")) &&
                 synced.err.contains(QLatin1String("id")),
             qPrintable(synced.err));
    const Outcome checked = run({QStringLiteral("check-ledger")});
    QVERIFY2(checked.code == 2 &&
                 checked.out.contains(QLatin1String("None of the 1 transactions can be read")) &&
                 checked.out.contains(QLatin1String("cannot be read")),
             qPrintable(checked.out + checked.err));
}

void TestCommands::outputThatCannotBeWritten()
{
    const QString full = QStringLiteral("/dev/full"); // a device on which each write fails
    if (!QFile::exists(full)) {
        QSKIP("This system has no /dev/full.");
    }
    startServer(5);
    QCOMPARE(run({QStringLiteral("balance")}).code, 0);
    for (const auto &words :
         {QStringList{QStringLiteral("balance")},
          QStringList{QStringLiteral("accounts"), QStringLiteral("--json")},
          QStringList{QStringLiteral("sync")}, QStringList{QStringLiteral("--help")}}) {
        QProcess process;
        process.setStandardOutputFile(full);
        begin(process, words);
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 2, qPrintable(words.join(u' ')));
        QVERIFY2(said.contains("The output could not be written") ||
                     words.front() == QStringLiteral("--help"),
                 said.constData());
    }
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

void TestCommands::aTokenAsItIsPasted()
{
    startServer(50);
    m_token = "\"Authorization: Bearer " +
              QByteArray::fromStdString(m_server->access().personalToken) + "\"\r\n";
    const Outcome outcome = run({QStringLiteral("sync")});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
}

void TestCommands::aTokenThatCannotBeSent()
{
    startServer(50);
    m_token = "1|abc\xE9 abc"; // Latin-1
    const Outcome outcome = run({QStringLiteral("sync")});
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.err, QStringLiteral("RELAYBOOK_PERSONAL_TOKEN: The token has the character "
                                         "“é” (U+00E9) at place 6. Copy it again.\n"));
}

void TestCommands::tokenAndKeySwapped()
{
    startServer(50);
    m_token = QByteArray::fromStdString(m_server->access().resellerKey);
    const Outcome outcome = run({QStringLiteral("sync")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("the form of a Reseller Key")),
             qPrintable(outcome.err));
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
        QVERIFY2(said.contains(QStringLiteral("not enough space")), qPrintable(said));
        QCOMPARE(contentOf(file("a.out")), QByteArray("the old file"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{QStringLiteral("a.out")});
    }
#else
    QSKIP("Needs Unix limits.");
#endif
}

namespace {

/// The times in a CSV file whose second column they are.
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
#ifdef Q_OS_WIN
    QSKIP("a program on Windows cannot be given a time zone of its own");
#endif
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

/// A zone that nobody knows is said, and days are those of UTC.
void TestCommands::anUnknownTimeZoneIsSaid()
{
#ifdef Q_OS_WIN
    QSKIP("a program on Windows cannot be given a time zone of its own");
#endif
    startServer(200);
    QCOMPARE(run({QStringLiteral("sync")}).code, 0);
    for (const char *zone : {"Nowhere/Bad", "CET-1CEST"}) {
        m_timeZone = QLatin1String(zone);
        const Outcome outcome =
            run({QStringLiteral("export"), QStringLiteral("transactions"), QStringLiteral("--out"),
                 QStringLiteral("a.json"), QStringLiteral("--from"), QStringLiteral("2000-01-01")});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(
            outcome.err.contains(
                QStringLiteral("The time zone “%1” is unknown. Times and days are those of UTC.")
                    .arg(m_timeZone)),
            qPrintable(outcome.err));
        const QJsonObject file = QJsonDocument::fromJson(contentOf(this->file("a.json"))).object();
        const QJsonObject provenance = file.value(QStringLiteral("provenance")).toObject();
        QCOMPARE(provenance.value(QStringLiteral("rows")).toInt(), 200);
        QCOMPARE(provenance.value(QStringLiteral("filter_from")).toString().left(19),
                 QStringLiteral("2000-01-01T00:00:00"));
        QCOMPARE(provenance.value(QStringLiteral("filter_time_zone")).toString(),
                 QStringLiteral("UTC"));
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
    // A mistyped type would export nothing.
    for (const QStringList &asked :
         {QStringList{QStringLiteral("--type"), QStringLiteral("refund,refnd")},
          QStringList{QStringLiteral("--query"), QStringLiteral("type:refnd")}}) {
        const Outcome mistyped = run(write + asked);
        QCOMPARE(mistyped.code, 2);
        QVERIFY2(mistyped.err.contains(QStringLiteral("“refnd”")) &&
                     mistyped.err.contains(QStringLiteral("deposit, purchase, refund")),
                 qPrintable(mistyped.err));
    }
}

void TestCommands::sandbox()
{
    const Outcome outcome =
        run({QStringLiteral("balance"), QStringLiteral("--sandbox"), QStringLiteral("--json")});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(outcome.json()[QLatin1String("service")].toString(), QStringLiteral("sandbox"));
    QVERIFY(Money::parse(outcome.json()[QLatin1String("balance")].toString()).has_value());
}

void TestCommands::sandboxThatCannotBeLoaded()
{
    // The program without the files that belong to it.
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("bin")));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("lib/relaybook/modules")));
    QVERIFY(QFile::copy(m_program, file("bin/relaybook")));
    m_program = file("bin/relaybook");
    const QStringList words{QStringLiteral("balance"), QStringLiteral("--sandbox")};
    const Outcome missing = run(words);
    QCOMPARE(missing.code, 2);
    QVERIFY2(missing.err.contains(QLatin1String("Reinstall Relaybook")), qPrintable(missing.err));

    // Another file with that name: the reason names the file.
#ifdef Q_OS_WIN
    QFile wrong(file("lib/relaybook/modules/relaybook-sandbox-module.dll"));
    const QLatin1String named("relaybook-sandbox-module"); // Windows' reason has no ending
#else
    QFile wrong(file("lib/relaybook/modules/relaybook-sandbox-module.so"));
    const QLatin1String named("relaybook-sandbox-module.so");
#endif
    QVERIFY(wrong.open(QIODevice::WriteOnly));
    wrong.write("not a module");
    wrong.close();
    const Outcome unfit = run(words);
    QCOMPARE(unfit.code, 2);
    QVERIFY2(unfit.err.contains(named), qPrintable(unfit.err));

    // Everything else works without it.
    startServer(20);
    const Outcome balance = run({QStringLiteral("balance")});
    QVERIFY2(balance.code == 0, qPrintable(balance.err));
}

#ifdef Q_OS_LINUX
// A computer that is busy may hold up the last step of a thread until the program ends.
void TestCommands::endsWellBesideALateThread()
{
    startServer(50);
    m_base.insert(QStringLiteral("LD_PRELOAD"), testing::lateThreadsLibrary());
    m_base.insert(QStringLiteral("ASAN_OPTIONS"), m_base.value(QStringLiteral("ASAN_OPTIONS")) +
                                                      QStringLiteral(":verify_asan_link_order=0"));
    // A connection with TLS: one that is not trusted is enough.
    const testing::TlsRelay tls(QString::fromStdString(m_server->access().url),
                                testing::TestCertificate::make());
    m_service = tls.url();
    const Outcome read = run({QStringLiteral("balance")});
    QVERIFY2(read.code == 2, qPrintable(read.err));
    QVERIFY2(read.err.contains(QStringLiteral("certificate")), qPrintable(read.err));
    QVERIFY2(read.err.contains(QStringLiteral("\na thread's end was late")), qPrintable(read.err));
    QVERIFY2(!read.err.contains(QStringLiteral("everything was freed at the end")),
             qPrintable(read.err));
}
#endif

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommands)
#include "test_commands.moc"
