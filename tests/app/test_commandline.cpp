// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include <QTest>

using namespace relaybook;

namespace QTest {
template <>
char *toString(const CommandLine &line)
{
    const QString text =
        u"mode %1 sandbox %2 offline %3 dir '%4' service '%5' shots '%6'"_qs.arg(int(line.mode))
            .arg(line.sandbox)
            .arg(line.offline)
            .arg(line.dataDir, line.service, line.screenshotDir);
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
        QTest::newRow("sandbox") << QStringList{u"--sandbox"_qs}
                                 << CommandLine{Mode::Window, true, false, {}, {}, {}};
        QTest::newRow("service")
            << QStringList{u"--service"_qs, u"https://a.example"_qs, u"--offline"_qs,
                           u"--data-dir=/x y"_qs}
            << CommandLine{Mode::Window, false, true, u"/x y"_qs, u"https://a.example"_qs, {}};
        QTest::newRow("screenshots")
            << QStringList{u"--screenshots"_qs, u"out"_qs}
            << CommandLine{Mode::Screenshots, false, false, {}, {}, u"out"_qs};
        QTest::newRow("version") << QStringList{u"--version"_qs}
                                 << CommandLine{Mode::Version, false, false, {}, {}, {}};
        CommandLine line;
        line.mode = Mode::Sync;
        line.json = true;
        QTest::newRow("sync") << QStringList{u"sync"_qs, u"--json"_qs} << line;
        line = {};
        line.mode = Mode::Export;
        line.sandbox = true;
        line.exported = {ExportWhat::Transactions, ExportFormat::Xlsx,
                         u"a b.xlsx"_qs,           QDate(2026, 2, 28),
                         QDate(2026, 3, 1),        {u"purchase"_qs, u"refund"_qs},
                         u"amount:>10 card"_qs};
        QTest::newRow("export") << QStringList{u"--sandbox"_qs,     u"export"_qs,
                                               u"--format=xlsx"_qs, u"transactions"_qs,
                                               u"--out"_qs,         u"a b.xlsx"_qs,
                                               u"--from"_qs,        u"2026-02-28"_qs,
                                               u"--to"_qs,          u"2026-03-01"_qs,
                                               u"--type"_qs,        u"purchase, refund,"_qs,
                                               u"--query"_qs,       u"amount:>10 card"_qs}
                                << line;
        line = {};
        line.mode = Mode::Export;
        line.exported.what = ExportWhat::SubUsers;
        line.exported.format = ExportFormat::Json;
        line.exported.out = u"x"_qs;
        QTest::newRow("export of sub-users")
            << QStringList{u"export"_qs, u"sub-users"_qs, u"--format"_qs,
                           u"json"_qs,   u"--out"_qs,     u"x"_qs}
            << line;
        line = {};
        line.mode = Mode::CheckLedger;
        line.stored = true;
        QTest::newRow("check-ledger") << QStringList{u"check-ledger"_qs, u"--stored"_qs} << line;
        line = {};
        line.mode = Mode::Balance;
        line.offline = true;
        line.dataDir = u"/d"_qs;
        QTest::newRow("balance") << QStringList{u"balance"_qs, u"--offline"_qs, u"--data-dir"_qs,
                                                u"/d"_qs}
                                 << line;
        QTest::newRow("help of a command that is not whole")
            << QStringList{u"export"_qs, u"--help"_qs}
            << CommandLine{Mode::Help, false, false, {}, {}, {}};
        QTest::newRow("help wins") << QStringList{u"--version"_qs, u"--help"_qs}
                                   << CommandLine{Mode::Help, false, false, {}, {}, {}};
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
        QTest::newRow("unknown option") << QStringList{u"--sandbocks"_qs} << u"sandbocks"_qs;
        QTest::newRow("a stray word")
            << QStringList{u"proxies"_qs} << u"“proxies” is not a command"_qs;
        QTest::newRow("no value") << QStringList{u"--data-dir"_qs} << u"data-dir"_qs;
        QTest::newRow("empty value")
            << QStringList{u"--service="_qs} << u"--service needs a value"_qs;
        QTest::newRow("two services")
            << QStringList{u"--sandbox"_qs, u"--service"_qs, u"https://a.example"_qs}
            << u"cannot be used together"_qs;
        const auto exporting = [](const QStringList &more) {
            return QStringList{u"export"_qs, u"transactions"_qs, u"--format"_qs,
                               u"csv"_qs,    u"--out"_qs,        u"f"_qs} +
                   more;
        };
        QTest::newRow("a word too many")
            << QStringList{u"sync"_qs, u"now"_qs} << u"Unexpected argument “now”"_qs;
        QTest::newRow("export of nothing")
            << QStringList{u"export"_qs} << u"Choose what to export"_qs;
        QTest::newRow("export of what is not")
            << QStringList{u"export"_qs, u"orders"_qs} << u"“orders” cannot be exported"_qs;
        QTest::newRow("no form") << QStringList{u"export"_qs, u"proxies"_qs} << u"--format"_qs;
        QTest::newRow("no such form")
            << QStringList{u"export"_qs, u"proxies"_qs, u"--format"_qs, u"pdf"_qs}
            << u"--format csv"_qs;
        QTest::newRow("no file") << QStringList{u"export"_qs, u"proxies"_qs, u"--format"_qs,
                                                u"csv"_qs}
                                 << u"--out FILE"_qs;
        QTest::newRow("no such day")
            << exporting({u"--from"_qs, u"2026-02-30"_qs}) << u"not “2026-02-30”"_qs;
        QTest::newRow("days the wrong way round")
            << exporting({u"--from"_qs, u"2026-02-02"_qs, u"--to"_qs, u"2026-02-01"_qs})
            << u"--from must not be later than --to"_qs;
        QTest::newRow("types without one") << exporting({u"--type"_qs, u" , "_qs})
                                           << u"--type needs at least one transaction type"_qs;
        QTest::newRow("days of proxies")
            << QStringList{u"export"_qs, u"proxies"_qs, u"--format"_qs, u"csv"_qs,
                           u"--out"_qs,  u"f"_qs,       u"--to"_qs,     u"2026-01-01"_qs}
            << u"--to is for transactions only"_qs;
        QTest::newRow("an option of another command")
            << QStringList{u"sync"_qs, u"--stored"_qs} << u"--stored cannot be used here"_qs;
        QTest::newRow("an option of commands")
            << QStringList{u"--json"_qs} << u"--json cannot be used here"_qs;
    }
    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto line = parseCommandLine(arguments);
        QVERIFY(!line.has_value());
        QVERIFY2(line.error().contains(says), qPrintable(line.error()));
    }

    void helpNamesEveryOption()
    {
        for (const auto *option : {"--sandbox",
                                   "--service URL",
                                   "--offline",
                                   "--data-dir DIR",
                                   "--screenshots DIR",
                                   "--version",
                                   "--help",
                                   "sync",
                                   "export transactions|proxies|sub-users",
                                   "check-ledger",
                                   "balance",
                                   "--format csv|json|xlsx",
                                   "--out FILE",
                                   "--from",
                                   "--to",
                                   "--type",
                                   "--query",
                                   "--stored",
                                   "--json",
                                   "RELAYBOOK_PERSONAL_TOKEN",
                                   "RELAYBOOK_RESELLER_KEY"}) {
            QVERIFY2(commandLineHelp().contains(QLatin1String(option)), option);
        }
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCommandLine)
#include "test_commandline.moc"
