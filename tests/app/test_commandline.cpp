// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include <QTest>

using namespace relaybook;

namespace QTest {
template <>
char *toString(const CommandLine &line)
{
    const QString text =
        QStringLiteral("mode %1 sandbox %2 offline %3 dir '%4' service '%5'")
            .arg(int(line.mode))
            .arg(line.sandbox)
            .arg(line.offline)
            .arg(line.dataDir, line.service) %
        QStringLiteral(" account '%1' limited %2").arg(line.account).arg(line.sandboxRateLimit);
    return qstrdup(qPrintable(text));
}
} // namespace QTest

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void understands_data()
    {
        using Mode = CommandLine::Mode;
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<CommandLine>("expected");
        QTest::newRow("nothing") << QStringList{} << CommandLine{};
        QTest::newRow("sandbox") << QStringList{QStringLiteral("--sandbox")}
                                 << CommandLine{Mode::Window, true, false, {}, {}};
        CommandLine limited;
        limited.sandboxRateLimit = true;
        QTest::newRow("a sandbox with rate limits")
            << QStringList{QStringLiteral("--sandbox-rate-limit")} << limited;
        limited.mode = Mode::Sync;
        limited.sandbox = true;
        QTest::newRow("sync of a sandbox with rate limits")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--sandbox"),
                           QStringLiteral("--sandbox-rate-limit")}
            << limited;
        QTest::newRow("service") << QStringList{QStringLiteral("--service"),
                                                QStringLiteral("https://a.example"),
                                                QStringLiteral("--offline"),
                                                QStringLiteral("--data-dir=/x y")}
                                 << CommandLine{Mode::Window, false, true, QStringLiteral("/x y"),
                                                QStringLiteral("https://a.example")};
        QTest::newRow("version") << QStringList{QStringLiteral("--version")}
                                 << CommandLine{Mode::Version, false, false, {}, {}};
        CommandLine line;
        line.mode = Mode::Sync;
        line.json = true;
        QTest::newRow("sync") << QStringList{QStringLiteral("sync"), QStringLiteral("--json")}
                              << line;
        line = {};
        line.mode = Mode::Export;
        line.sandbox = true;
        line.exported = {ExportWhat::Transactions,
                         ExportFormat::Xlsx,
                         QStringLiteral("a b.xlsx"),
                         QDate(2026, 2, 28),
                         QDate(2026, 3, 1),
                         {QStringLiteral("purchase"), QStringLiteral("refund")},
                         QStringLiteral("amount:>10 card")};
        QTest::newRow("export")
            << QStringList{QStringLiteral("--sandbox"),     QStringLiteral("export"),
                           QStringLiteral("--format=xlsx"), QStringLiteral("transactions"),
                           QStringLiteral("--out"),         QStringLiteral("a b.xlsx"),
                           QStringLiteral("--from"),        QStringLiteral("2026-02-28"),
                           QStringLiteral("--to"),          QStringLiteral("2026-03-01"),
                           QStringLiteral("--type"),        QStringLiteral("purchase, refund,"),
                           QStringLiteral("--query"),       QStringLiteral("amount:>10 card")}
            << line;
        line = {};
        line.mode = Mode::Export;
        line.exported.what = ExportWhat::SubUsers;
        line.exported.format = ExportFormat::Json;
        line.exported.out = QStringLiteral("x");
        QTest::newRow("export of sub-users")
            << QStringList{QStringLiteral("export"),   QStringLiteral("sub-users"),
                           QStringLiteral("--format"), QStringLiteral("json"),
                           QStringLiteral("--out"),    QStringLiteral("x")}
            << line;
        line = {};
        line.mode = Mode::CheckLedger;
        line.stored = true;
        QTest::newRow("check-ledger")
            << QStringList{QStringLiteral("check-ledger"), QStringLiteral("--stored")} << line;
        line = {};
        line.mode = Mode::Balance;
        line.offline = true;
        line.dataDir = QStringLiteral("/d");
        QTest::newRow("balance") << QStringList{QStringLiteral("balance"),
                                                QStringLiteral("--offline"),
                                                QStringLiteral("--data-dir"), QStringLiteral("/d")}
                                 << line;
        line = {};
        line.mode = Mode::Sync;
        line.waitSeconds = 0;
        QTest::newRow("no waiting")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--wait"), QStringLiteral("0")}
            << line;
        line.waitSeconds = 3600;
        line.mode = Mode::Balance;
        QTest::newRow("waiting") << QStringList{QStringLiteral("balance"),
                                                QStringLiteral("--wait=3600")}
                                 << line;
        line = {};
        line.mode = Mode::Accounts;
        line.json = true;
        QTest::newRow("accounts") << QStringList{QStringLiteral("accounts"),
                                                 QStringLiteral("--json")}
                                  << line;
        line = {};
        line.account = QStringLiteral("North Relay");
        QTest::newRow("account") << QStringList{QStringLiteral("--account"),
                                                QStringLiteral("North Relay")}
                                 << line;
        line.mode = Mode::Sync;
        QTest::newRow("sync of an account")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--account=North Relay")} << line;
        line = {};
        line.mode = Mode::Sync;
        line.proxy.emplace();
        QTest::newRow("no proxy") << QStringList{QStringLiteral("sync"),
                                                 QStringLiteral("--proxy=none")}
                                  << line;
        line.proxy->proxy = NetworkSettings::Proxy::System;
        QTest::newRow("the system's proxy")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--proxy=system")} << line;
        line.proxy->proxy = NetworkSettings::Proxy::Socks5;
        line.proxy->host = QStringLiteral("::1");
        line.proxy->port = 1080;
        line.proxy->user = QStringLiteral("ada");
        line.proxy->password = Secret(QStringLiteral("p:a@ss%/#1"));
        QTest::newRow("a proxy with a password")
            << QStringList{QStringLiteral("sync"),
                           QStringLiteral("--proxy=socks5://ada:p%3Aa%40ss%25%2F%231@[::1]:1080")}
            << line;
        QTest::newRow("help of a command that is not whole")
            << QStringList{QStringLiteral("export"), QStringLiteral("--help")}
            << CommandLine{Mode::Help, false, false, {}, {}};
        line = {};
        line.mode = Mode::RemoveSecrets;
        line.dataDir = QStringLiteral("/d");
        QTest::newRow("removal of secrets")
            << QStringList{QStringLiteral("--remove-secrets"), QStringLiteral("--data-dir"),
                           QStringLiteral("/d")}
            << line;
        QTest::newRow("help wins")
            << QStringList{QStringLiteral("--version"), QStringLiteral("--help")}
            << CommandLine{Mode::Help, false, false, {}, {}};
    }
    void understands()
    {
        QFETCH(QStringList, arguments);
        QFETCH(CommandLine, expected);
        const auto line = parseCommandLine(arguments);
        QVERIFY2(line.has_value(), line ? "" : qPrintable(line.error()));
        QCOMPARE(*line, expected);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown option")
            << QStringList{QStringLiteral("--sandbocks")} << QStringLiteral("sandbocks");
        QTest::newRow("the pictures of another program")
            << QStringList{QStringLiteral("--screenshots"), QStringLiteral("out")}
            << QStringLiteral("screenshots");
        QTest::newRow("removal of secrets with another option")
            << QStringList{QStringLiteral("--remove-secrets"), QStringLiteral("--json")}
            << QStringLiteral("--json cannot be used here");
        QTest::newRow("removal of secrets with a command")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--remove-secrets")}
            << QStringLiteral("remove-secrets");
        QTest::newRow("a stray word") << QStringList{QStringLiteral("proxies")}
                                      << QStringLiteral("“proxies” is not a command");
        QTest::newRow("no value") << QStringList{QStringLiteral("--data-dir")}
                                  << QStringLiteral("data-dir");
        QTest::newRow("empty value") << QStringList{QStringLiteral("--service=")}
                                     << QStringLiteral("--service needs a value");
        QTest::newRow("two services")
            << QStringList{QStringLiteral("--sandbox"), QStringLiteral("--service"),
                           QStringLiteral("https://a.example")}
            << QStringLiteral("cannot be used together");
        QTest::newRow("account and service")
            << QStringList{QStringLiteral("--account=a"), QStringLiteral("--service=https://a.b")}
            << QStringLiteral("--service and --account cannot be used together");
        QTest::newRow("account and sandbox")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--account=a"),
                           QStringLiteral("--sandbox")}
            << QStringLiteral("--sandbox and --account cannot be used together");
        QTest::newRow("empty account") << QStringList{QStringLiteral("--account=")}
                                       << QStringLiteral("--account needs a value");
        QTest::newRow("account of accounts")
            << QStringList{QStringLiteral("accounts"), QStringLiteral("--account=a")}
            << QStringLiteral("--account cannot be used here");
        QTest::newRow("sandbox of accounts")
            << QStringList{QStringLiteral("accounts"), QStringLiteral("--sandbox")}
            << QStringLiteral("--sandbox cannot be used here");
        QTest::newRow("waiting for accounts")
            << QStringList{QStringLiteral("accounts"), QStringLiteral("--wait=5")}
            << QStringLiteral("--wait cannot be used here");
        const auto exporting = [](const QStringList &more) {
            return QStringList{QStringLiteral("export"),   QStringLiteral("transactions"),
                               QStringLiteral("--format"), QStringLiteral("csv"),
                               QStringLiteral("--out"),    QStringLiteral("f")} +
                   more;
        };
        QTest::newRow("a word too many")
            << QStringList{QStringLiteral("sync"), QStringLiteral("now")}
            << QStringLiteral("Unexpected argument “now”");
        QTest::newRow("export of nothing")
            << QStringList{QStringLiteral("export")} << QStringLiteral("Choose what to export");
        QTest::newRow("export of what is not")
            << QStringList{QStringLiteral("export"), QStringLiteral("orders")}
            << QStringLiteral("“orders” cannot be exported");
        QTest::newRow("no form") << QStringList{QStringLiteral("export"), QStringLiteral("proxies"),
                                                QStringLiteral("--out"), QStringLiteral("list")}
                                 << QStringLiteral("--format");
        QTest::newRow("standard output twice")
            << exporting({QStringLiteral("--out"), QStringLiteral("-"), QStringLiteral("--json")})
            << QStringLiteral("--json cannot be used with --out -");
        QTest::newRow("a folder that is not")
            << exporting({QStringLiteral("--out"), QStringLiteral("not-there/ledger.csv")})
            << QStringLiteral("does not exist");
        QTest::newRow("a folder as the file")
            << exporting({QStringLiteral("--out"), QStringLiteral(".")})
            << QStringLiteral("is a folder");
        QTest::newRow("a query with a mistake")
            << exporting({QStringLiteral("--query"), QStringLiteral("after:someday")})
            << QStringLiteral("someday");
        QTest::newRow("no such form")
            << QStringList{QStringLiteral("export"), QStringLiteral("proxies"),
                           QStringLiteral("--format"), QStringLiteral("pdf")}
            << QStringLiteral("--format csv");
        QTest::newRow("no file") << QStringList{QStringLiteral("export"), QStringLiteral("proxies"),
                                                QStringLiteral("--format"), QStringLiteral("csv")}
                                 << QStringLiteral("--out FILE");
        QTest::newRow("no such day")
            << exporting({QStringLiteral("--from"), QStringLiteral("2026-02-30")})
            << QStringLiteral("not “2026-02-30”");
        QTest::newRow("days the wrong way round")
            << exporting({QStringLiteral("--from"), QStringLiteral("2026-02-02"),
                          QStringLiteral("--to"), QStringLiteral("2026-02-01")})
            << QStringLiteral("--from must not be later than --to");
        QTest::newRow("types without one")
            << exporting({QStringLiteral("--type"), QStringLiteral(" , ")})
            << QStringLiteral("--type needs at least one transaction type");
        QTest::newRow("days of proxies")
            << QStringList{QStringLiteral("export"),   QStringLiteral("proxies"),
                           QStringLiteral("--format"), QStringLiteral("csv"),
                           QStringLiteral("--out"),    QStringLiteral("f"),
                           QStringLiteral("--to"),     QStringLiteral("2026-01-01")}
            << QStringLiteral("--to is for transactions only");
        for (const char *wrong : {"3601", "-1", "soon", "1.5", "99999999999"}) {
            QTest::addRow("wait %s", wrong)
                << QStringList{QStringLiteral("sync"), QStringLiteral("--wait"),
                               QLatin1String(wrong)}
                << QStringLiteral("--wait needs a number of seconds from 0 to 3600, not “%1”")
                       .arg(QLatin1String(wrong));
        }
        QTest::newRow("waiting for nothing")
            << QStringList{QStringLiteral("check-ledger"), QStringLiteral("--stored"),
                           QStringLiteral("--wait"), QStringLiteral("5")}
            << QStringLiteral("--wait cannot be used with --stored or --offline");
        QTest::newRow("waiting for an export")
            << exporting({QStringLiteral("--wait"), QStringLiteral("5")})
            << QStringLiteral("--wait cannot be used here");
        for (const char *wrong : {"ftp://h:1", "https://h:1", "http://ada:ostrich@h:port"}) {
            QTest::addRow("proxy %s", wrong)
                << QStringList{QStringLiteral("sync"), QStringLiteral("--proxy"),
                               QLatin1String(wrong)}
                << QStringLiteral("--proxy needs http://HOST:PORT");
        }
        QTest::newRow("a proxy for stored data")
            << QStringList{QStringLiteral("balance"), QStringLiteral("--offline"),
                           QStringLiteral("--proxy=none")}
            << QStringLiteral("--proxy cannot be used with --stored or --offline");
        QTest::newRow("a proxy for an export") << exporting({QStringLiteral("--proxy=none")})
                                               << QStringLiteral("--proxy cannot be used here");
        QTest::newRow("a proxy of the window") << QStringList{QStringLiteral("--proxy=none")}
                                               << QStringLiteral("--proxy cannot be used here");
        QTest::newRow("a proxy in the wrong place")
            << QStringList{QStringLiteral("sync"), QStringLiteral("http://ada:ostrich@h:1")}
            << QStringLiteral("Unexpected argument “http://ada:");
        QTest::newRow("a proxy as a command")
            << QStringList{QStringLiteral("http://ada:ostrich@h:1")}
            << QStringLiteral("is not a command");
        QTest::newRow("an option of another command")
            << QStringList{QStringLiteral("sync"), QStringLiteral("--stored")}
            << QStringLiteral("--stored cannot be used here");
        QTest::newRow("an option of commands") << QStringList{QStringLiteral("--json")}
                                               << QStringLiteral("--json cannot be used here");
    }
    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto line = parseCommandLine(arguments);
        QVERIFY(!line.has_value());
        QVERIFY2(line.error().contains(says), qPrintable(line.error()));
        QVERIFY2(!line.error().contains(QStringLiteral("ostrich")), qPrintable(line.error()));
    }

    void helpNamesEveryOption()
    {
        // Lines are broken anywhere.
        const QString help = commandLineHelp().simplified();
        for (const auto *option : {"--sandbox",
                                   "--account NAME",
                                   "relaybook accounts [--json]",
                                   "--service URL",
                                   "--offline",
                                   "--data-dir DIR",
                                   "--version",
                                   "--help",
                                   "sync",
                                   "export transactions|proxies|sub-users",
                                   "check-ledger",
                                   "balance",
                                   "--format csv|csv-excel|json|xlsx",
                                   "--out FILE",
                                   "--from",
                                   "--to",
                                   "--type",
                                   "--query",
                                   "--stored",
                                   "--wait SECONDS",
                                   "--proxy URL",
                                   "exit code 3",
                                   "--json",
                                   "RELAYBOOK_PERSONAL_TOKEN",
                                   "RELAYBOOK_RESELLER_KEY"}) {
            QVERIFY2(help.contains(QLatin1String(option)), option);
        }
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandLine)
#include "test_commandline.moc"
