// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the table of settings: complete, typed, stored, and not affected by a damaged file.
#include "ui/base/settings.h"

#include <QDir>
#include <QSettings>
#include <QtTest>

using namespace relaybook;

class TestSettings : public QObject
{
    Q_OBJECT

    static void write(const QTemporaryDir &dir, const QByteArray &contents)
    {
        QFile file(dir.filePath(QStringLiteral("settings.ini")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(contents), contents.size());
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QStringList asideIn(const QTemporaryDir &dir)
    {
        return QDir(dir.path())
            .entryList({QStringLiteral("settings.damaged-*.ini")}, QDir::Files | QDir::Dirs);
    }

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

    void eachBadValueCostsOnlyItself_data()
    {
        QTest::addColumn<QByteArray>("line"); ///< under [attention]
        QTest::newRow("text") << QByteArray("days=soon");
        QTest::newRow("empty") << QByteArray("days=");
        QTest::newRow("fraction") << QByteArray("days=2.5");
        QTest::newRow("list") << QByteArray("days=1, 2, 3");
        QTest::newRow("negative") << QByteArray("days=-7");
        QTest::newRow("zero") << QByteArray("days=0");
        QTest::newRow("too large") << QByteArray("days=366");
        QTest::newRow("larger than any number") << QByteArray("days=99999999999999999999");
        QTest::newRow("bytes") << QByteArray("days=@ByteArray(\\x1\\xff)");
        QTest::newRow("bytes without an end") << QByteArray("days=@ByteArray(\\x1");
        QTest::newRow("invalid") << QByteArray("days=@Invalid()");
        QTest::newRow("not UTF-8") << QByteArray("days=\xff\xfe");
    }
    void eachBadValueCostsOnlyItself()
    {
        QFETCH(QByteArray, line);
        QTemporaryDir dir;
        write(dir, "appearance=dark\n[attention]\n" + line +
                       "\nproposed-days=60\n[refresh]\nautomatic=often\n[look]\nzoom=150\n"
                       "less-motion=true\nhigh-contrast=2\n");
        const Settings settings(dir.path());
        QCOMPARE(settings.problem(), QString());
        QCOMPARE(settings.number(Setting::AttentionDays), 5);
        QCOMPARE(settings.number(Setting::ProposedDays), 60);
        QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("dark"));
        QCOMPARE(settings.flag(Setting::AutoRefresh), true); // "often" is no yes and no no
        QCOMPARE(settings.number(Setting::Zoom), 150);
        QCOMPARE(settings.flag(Setting::LessMotion), true);
        QCOMPARE(settings.flag(Setting::HighContrast), false);
    }

    void badValuesAreNotStored()
    {
        QTemporaryDir dir;
        Settings settings(dir.path());
        QSignalSpy changed(&settings, &Settings::changed);
        settings.setValue(Setting::AttentionDays, 0);
        settings.setValue(Setting::Zoom, 1000);
        settings.setValue(Setting::Zoom, QStringLiteral("large"));
        settings.setValue(Setting::AutoRefresh, QStringLiteral("often"));
        QCOMPARE(changed.size(), 0);
        settings.setValue(Setting::Zoom, 200);
        QCOMPARE(changed.size(), 1);
    }

    void damagedLinesAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<int>("damaged");
        QTest::newRow("cut in a name") << QByteArray("[attention]\ndays=9\nprop") << 1;
        QTest::newRow("cut in a group") << QByteArray("[attention]\ndays=9\n[refr") << 1;
        QTest::newRow("cut in quotes")
            << QByteArray("[account]\naddress=\"https://a.exa\n[attention]\ndays=9\n") << 1;
        QTest::newRow("bytes between lines")
            << QByteArray("\x01\x02\xff\n[attention]\n\x00=\x07\ndays=9\n", 27) << 2;
        QTest::newRow("a damaged group")
            << QByteArray("[attention]\ndays=9\n[refresh\ndays=3\n[look]\nzoom=150\n") << 2;
        QTest::newRow("a type that needs any amount of memory")
            << QByteArray("[attention]\ndays=9\n"
                          "proposed-days=@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xf0)\n")
            << 1;
        QTest::newRow("a line that goes on")
            << QByteArray("[account]\naddress=https://a.ex\\\n[attention]\ndays=9\n") << 1;
    }
    void damagedLinesAreLeftOut()
    {
        QFETCH(QByteArray, contents);
        QFETCH(int, damaged);
        QTemporaryDir dir;
        write(dir, contents);
        {
            Settings settings(dir.path());
            const QString lines = QString::number(damaged) + QStringLiteral(" line");
            QVERIFY2(settings.problem().startsWith(lines), qPrintable(settings.problem()));
            QCOMPARE(settings.number(Setting::AttentionDays), 9);
            QCOMPARE(settings.number(Setting::ProposedDays), 30);
            QCOMPARE(settings.text(Setting::LastAddress), QString());
            settings.setValue(Setting::AttentionGb, 20);
        }
        // The file as it was is kept, and the new one has no problem.
        const QStringList aside = asideIn(dir);
        QCOMPARE(aside.size(), 1);
        QCOMPARE(read(dir.filePath(aside.constFirst())), contents);
        const Settings again(dir.path());
        QCOMPARE(again.problem(), QString());
        QCOMPARE(again.number(Setting::AttentionDays), 9);
        QCOMPARE(again.number(Setting::AttentionGb), 20);
        QCOMPARE(asideIn(dir).size(), 1);
    }

    void noValueLooksDamaged()
    {
        QTemporaryDir dir;
        const QStringList values{
            QStringLiteral("C:\\Exports\\"),
            QStringLiteral("\"\\\"\n[x]\r\t=;#"),
            QStringLiteral("[a]"),
            QStringLiteral("a, b, \"c"),
            QString(QChar(0)),
            QString::fromUtf8("ä%1 💡"),
            QStringLiteral("@Variant(x)"),
        };
        for (int i = 0; i < values.size(); ++i) {
            {
                Settings settings(dir.path());
                settings.setValue(Setting::ExportFolder, values.at(i));
                settings.setValue(Setting::FilterText, values.at(i),
                                  QStringLiteral("list%1=").arg(i));
                settings.setValue(Setting::TableState, values.at(i).toUtf8(),
                                  QStringLiteral("[list%1]").arg(i));
            }
            const Settings settings(dir.path());
            QCOMPARE(settings.problem(), QString());
            QCOMPARE(settings.text(Setting::ExportFolder), values.at(i));
            for (int before = 0; before <= i; ++before) {
                QCOMPARE(settings.text(Setting::FilterText, QStringLiteral("list%1=").arg(before)),
                         values.at(before));
                QCOMPARE(
                    settings.bytes(Setting::TableState, QStringLiteral("[list%1]").arg(before)),
                    values.at(before).toUtf8());
            }
        }
    }

    void aFileThatCannotBeReadIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("contents"); ///< empty: a folder
        QByteArray noise(3000, '\0');
        for (int i = 0; i < noise.size(); ++i) {
            noise[i] = static_cast<char>((i * 7919) >> 3);
        }
        QTest::newRow("folder") << QByteArray();
        QTest::newRow("binary") << QByteArray("SQLite format 3\0", 16);
        QTest::newRow("endless") << QByteArray(5 * 1024 * 1024, 'x');
        QTest::newRow("zeros") << QByteArray(512, '\0'); // as after a power failure
        QTest::newRow("noise") << noise;
    }
    void aFileThatCannotBeReadIsSetAside()
    {
        QFETCH(QByteArray, contents);
        QTemporaryDir dir;
        if (contents.isEmpty()) {
            QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("settings.ini/inside")));
        } else {
            write(dir, contents);
        }
        {
            Settings settings(dir.path());
            QVERIFY(!settings.problem().isEmpty());
            for (const Settings::Entry &entry : Settings::table()) {
                if (!entry.named) {
                    QCOMPARE(settings.value(entry.setting), entry.defaultValue);
                }
            }
            settings.setValue(Setting::Appearance, QStringLiteral("dark"));
        }
        QCOMPARE(asideIn(dir).size(), 1);
        const Settings again(dir.path());
        QCOMPARE(again.problem(), QString());
        QCOMPARE(again.text(Setting::Appearance), QStringLiteral("dark"));
    }

    void aFileWithoutPermissionStays()
    {
        QTemporaryDir dir;
        write(dir, "appearance=dark\n");
        const QString path = dir.filePath(QStringLiteral("settings.ini"));
        QFile::setPermissions(path, QFileDevice::Permissions());
        QFile probe(path);
        if (probe.open(QIODevice::ReadOnly)) {
            QSKIP("This user may read every file.");
        }
        const Settings settings(dir.path());
        QVERIFY(settings.problem().contains(QStringLiteral("cannot be read")));
        QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("system"));
        QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        QCOMPARE(Settings(dir.path()).text(Setting::Appearance), QStringLiteral("dark"));
    }

    void aMarkOfTheEncodingIsNoDamage()
    {
        QTemporaryDir dir;
        write(dir, "\xEF\xBB\xBF[General]\nappearance=dark\n");
        const Settings settings(dir.path());
        QCOMPARE(settings.problem(), QString());
        QCOMPARE(settings.text(Setting::Appearance), QStringLiteral("dark"));
    }

    void damagedFileGivesDefaults()
    {
        QTemporaryDir dir;
        write(dir, "\x01\x02[[[\n=\nappearance\n[inspector]\nproxies=@Invalid()\n");
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
        write(dir, "appearance=sepia\n[newer]\nthing=7\n[refresh]\nautomatic=often\n"
                   "[window]\npage=mapPage\n");
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
