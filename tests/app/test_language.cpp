// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the program speaks one language whatever the system's is. The system's language is
// read once, so each language has a process of its own: this program, with one function.

#include "app/programsetup.h"
#include "models/text/format.h"
#include "ui/base/formats.h"

#include <QApplication>
#include <QProcess>
#include <QTest>
#include <QWidget>

namespace relaybook {

class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void systems_data();
    void systems();
    void inThisSystem();
    void formatsOfTheSettings();
};

void TestLanguage::systems_data()
{
    QTest::addColumn<QString>("system");
    for (const char *system : {"ar_EG", "de_DE", "fr_FR", "en_IN", "he_IL"}) {
        QTest::newRow(system) << QString::fromLatin1(system);
    }
}

void TestLanguage::systems()
{
    QFETCH(QString, system);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), system + QStringLiteral(".UTF-8"));
    environment.insert(QStringLiteral("LANGUAGE"), system);
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("test_language"), QStringLiteral("inThisSystem")});
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
}

void TestLanguage::inThisSystem()
{
    setUpLanguage(*QCoreApplication::instance());
    const QWidget window;
    QCOMPARE(window.layoutDirection(), Qt::LeftToRight);
    QCOMPARE(QApplication::layoutDirection(), Qt::LeftToRight);
    QCOMPARE(QLocale(), QLocale(QLocale::English, QLocale::UnitedStates));
    // Qt's own dialogs.
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Cancel"));
    QCOMPARE(format::money(Money::fromCents(123'450)), QStringLiteral("$1,234.50"));
    QCOMPARE(format::count(48'902), QStringLiteral("48,902"));
}

void TestLanguage::formatsOfTheSettings()
{
    const QLocale program(QLocale::English, QLocale::UnitedStates);
    const QLocale german(QLocale::German, QLocale::Germany);
    QCOMPARE(localeOf(Formats::Program, program, german), program);
    QCOMPARE(localeOf(Formats::System, program, german), german);
    QCOMPARE(localeOf(Formats::British, program, german),
             QLocale(QLocale::English, QLocale::UnitedKingdom));
    // Its digits are not 0 to 9.
    QCOMPARE(localeOf(Formats::System, program, QLocale(QStringLiteral("ar_EG"))), program);
    for (const Formats formats : {Formats::Program, Formats::British, Formats::System}) {
        QCOMPARE(formatsOf(formatsName(formats)), formats);
    }
    QCOMPARE(formatsOf(QStringLiteral("unknown")), Formats::Program);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, relaybook::TestLanguage)
#include "test_language.moc"
