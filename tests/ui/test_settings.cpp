// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the table of settings: complete, typed, stored, and not affected by a damaged file.
#include "ui/base/settings.h"

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
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSettings)
#include "test_settings.moc"
