// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the table of settings: complete, typed, stored, and not affected by a damaged file.
#include "ui/base/settings.h"

#include <QSettings>
#include <QtTest>

using namespace relaybook;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everySettingHasItsLine()
    {
        QSet<int> seen;
        QSet<QString> keys;
        for (const Settings::Entry &entry : Settings::table()) {
            seen.insert(int(entry.setting));
            keys.insert(QLatin1String(entry.key));
            QCOMPARE(entry.defaultValue.metaType(), entry.type);
        }
        for (int setting = 0; setting <= int(lastSetting); ++setting) {
            QVERIFY2(seen.contains(setting), qPrintable(QString::number(setting)));
        }
        QCOMPARE(keys.size(), qsizetype(Settings::table().size()));
    }

    void defaultsThenMemory()
    {
        QTemporaryDir dir;
        {
            Settings settings(dir.path());
            QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("system"));
            QCOMPARE(settings.flag(Setting::InspectorShown, QStringLiteral("proxies")), true);
            QSignalSpy spy(&settings, &Settings::changed);
            settings.setValue(Setting::Appearance, QStringLiteral("dark"));
            settings.setValue(Setting::Appearance, QStringLiteral("dark"));
            QCOMPARE(spy.size(), 1);
            settings.setValue(Setting::InspectorShown, false, QStringLiteral("proxies"));
            settings.setValue(Setting::TableState, QByteArray("\0\xff=;\"", 5),
                              QStringLiteral("proxies"));
        }
        const Settings settings(dir.path());
        QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("dark"));
        QCOMPARE(settings.flag(Setting::InspectorShown, QStringLiteral("proxies")), false);
        QCOMPARE(settings.flag(Setting::InspectorShown, QStringLiteral("subUsers")), true);
        QCOMPARE(settings.bytes(Setting::TableState, QStringLiteral("proxies")),
                 QByteArray("\0\xff=;\"", 5));
    }

    void damagedFileGivesDefaults()
    {
        QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("settings.ini")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x01\x02[[[\n=\nappearance\n[inspector]\nproxies=@Invalid()\n");
        file.close();
        const Settings settings(dir.path());
        QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("system"));
        QCOMPARE(settings.flag(Setting::InspectorShown, QStringLiteral("proxies")), true);
    }

    void someSettingsArePerAccount()
    {
        const QString one = QStringLiteral("https://a.example/ one");
        const QString two = QStringLiteral("https://a.example/ two");
        const QString list = QStringLiteral("proxies");
        QTemporaryDir dir;
        {
            Settings settings(dir.path());
            settings.setAccount(one);
            settings.setValue(Setting::FilterText, QStringLiteral("of one"), list);
            settings.setValue(Setting::LastPage, QStringLiteral("proxiesPage"));
            settings.setValue(Setting::TableState, QByteArray("columns"), list);
            settings.setAccount(two);
            QCOMPARE(settings.text(Setting::FilterText, list), QString());
            QCOMPARE(settings.text(Setting::LastPage), QStringLiteral("overviewPage"));
            QCOMPARE(settings.bytes(Setting::TableState, list), QByteArray("columns")); // shared
            settings.setValue(Setting::FilterText, QStringLiteral("of two"), list);
        }
        Settings settings(dir.path());
        settings.setAccount(one);
        QCOMPARE(settings.text(Setting::FilterText, list), QStringLiteral("of one"));
        QCOMPARE(settings.text(Setting::LastPage), QStringLiteral("proxiesPage"));
        settings.setAccount(two);
        QCOMPARE(settings.text(Setting::FilterText, list), QStringLiteral("of two"));
        settings.forgetAccount(one);
        QCOMPARE(settings.text(Setting::FilterText, list), QStringLiteral("of two"));
        settings.setAccount(one);
        QCOMPARE(settings.text(Setting::FilterText, list), QString());
        QCOMPARE(settings.bytes(Setting::TableState, list), QByteArray("columns"));
    }

    void settingsOfANewerVersionAreKept()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("settings.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("appearance=sepia\n[newer]\nthing=7\n[refresh]\nautomatic=often\n"
                   "[window]\npage=mapPage\n");
        file.close();
        {
            Settings settings(dir.path());
            settings.setAccount(QStringLiteral("first"));
            settings.setValue(Setting::ExportFolder, QStringLiteral("/tmp"));
            settings.setAccount(QStringLiteral("second"));
            settings.forgetAccount(QStringLiteral("second"));
        }
        const QSettings after(path, QSettings::IniFormat);
        QCOMPARE(after.value(QStringLiteral("appearance")).toString(), QStringLiteral("sepia"));
        QCOMPARE(after.value(QStringLiteral("newer/thing")).toInt(), 7);
        QCOMPARE(after.value(QStringLiteral("refresh/automatic")).toString(),
                 QStringLiteral("often"));
        const Settings settings(dir.path());
        QCOMPARE(settings.text(Setting::LastPage), QStringLiteral("mapPage"));
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSettings)
#include "test_settings.moc"
