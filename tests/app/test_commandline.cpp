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
        QTest::newRow("a stray word") << QStringList{u"proxies"_qs} << u"“proxies” is no option"_qs;
        QTest::newRow("no value") << QStringList{u"--data-dir"_qs} << u"data-dir"_qs;
        QTest::newRow("empty value") << QStringList{u"--service="_qs} << u"--service is given"_qs;
        QTest::newRow("two services")
            << QStringList{u"--sandbox"_qs, u"--service"_qs, u"https://a.example"_qs}
            << u"give one of them"_qs;
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
        for (const auto *option :
             {"--sandbox", "--service URL", "--offline", "--data-dir DIR", "--screenshots DIR",
              "--version", "--help", "RELAYBOOK_PERSONAL_TOKEN", "RELAYBOOK_RESELLER_KEY"}) {
            QVERIFY2(commandLineHelp().contains(QLatin1String(option)), option);
        }
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_commandline.moc"
