// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that --screenshots finishes and writes every picture, light and dark, in the right size.
#include "tests/support/ended.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook {

class TestScreenshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPictureIsDrawn();
    void aFolderThatCannotBeMadeIsSaid();
};

void TestScreenshots::everyPictureIsDrawn()
{
    constexpr std::chrono::seconds patience(800);
    const QTemporaryDir folder;
    QProcess program;
    program.start(testing::relaybookProgram(), {QStringLiteral("--screenshots"), folder.path()});
    QVERIFY(testing::ended(program, patience));
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(program.exitCode() == 0, said.constData());
    const QStringList files = QDir(folder.path()).entryList({QStringLiteral("*.png")});
    QStringList light;
    QStringList dark;
    for (const QString &file : files) {
        const QImage picture(folder.filePath(file));
        QCOMPARE(picture.size(), QSize(1280, 800));
        const bool isDark = file.endsWith(QStringLiteral("-dark.png"));
        (isDark ? dark : light).append(file.section(u'-', 0, -2));
    }
    light.sort();
    dark.sort();
    QCOMPARE(light, dark);
    for (const char *name :
         {"overview", "proxies", "sub-users", "transactions", "activity", "sign-in",
          "top-up-confirm", "ledger-break", "findings", "welcome", "certain-overview",
          "certain-proxies-none", "certain-edit-proxy", "certain-note", "which-account"}) {
        QVERIFY2(light.contains(QString::fromLatin1(name)), name);
    }
}

void TestScreenshots::aFolderThatCannotBeMadeIsSaid()
{
    QProcess program;
    program.start(testing::relaybookProgram(),
                  {QStringLiteral("--screenshots"), QStringLiteral("/dev/null/pictures")});
    QVERIFY(testing::ended(program));
    QCOMPARE(program.exitCode(), 1);
    QVERIFY(program.readAllStandardError().contains("/dev/null/pictures"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestScreenshots)
#include "test_screenshots.moc"
