// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that relaybook-pictures writes every picture, light and dark, in the right size, and what
// it says of wrong arguments.
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
    void sizeAndScaleAreUsed();
    void aFolderThatCannotBeMadeIsSaid();
    void refuses_data();
    void refuses();
};

void TestScreenshots::everyPictureIsDrawn()
{
    constexpr std::chrono::seconds patience(800);
    const QTemporaryDir folder;
    QProcess program;
    program.start(testing::picturesProgram(), {folder.path()});
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

/// Looks at the first picture only.
void TestScreenshots::sizeAndScaleAreUsed()
{
    const QTemporaryDir folder;
    QProcess program;
    auto variables = QProcessEnvironment::systemEnvironment();
    variables.insert(QStringLiteral("TMPDIR"), folder.path()); // for what it leaves when killed
    program.setProcessEnvironment(variables);
    program.start(testing::picturesProgram(),
                  {folder.filePath(QStringLiteral("out")), QStringLiteral("--size=910x512"),
                   QStringLiteral("--scale=1.5")});
    const QString first = folder.filePath(QStringLiteral("out/overview-light.png"));
    QTRY_COMPARE(QImage(first).size(), QSize(1365, 768));
    program.kill();
    QVERIFY(testing::ended(program));
}

void TestScreenshots::aFolderThatCannotBeMadeIsSaid()
{
    QProcess program;
    program.start(testing::picturesProgram(), {QStringLiteral("/dev/null/pictures")});
    QVERIFY(testing::ended(program));
    QCOMPARE(program.exitCode(), 1);
    QVERIFY(program.readAllStandardError().contains("/dev/null/pictures"));
}

void TestScreenshots::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QString out = QStringLiteral("/dev/null/pictures");
    QTest::newRow("no folder") << QStringList{} << QByteArray("Enter one folder");
    QTest::newRow("two folders") << QStringList{out, out} << QByteArray("Enter one folder");
    QTest::newRow("unknown option")
        << QStringList{out, QStringLiteral("--json")} << QByteArray("json");
    for (const auto *size : {"910", "910x", "910x512x3", "719x420", "7681x1000", "axb"}) {
        QTest::addRow("a size of %s", size)
            << QStringList{out, QStringLiteral("--size"), QString::fromLatin1(size)}
            << QByteArray("--size needs two numbers");
    }
    for (const auto *scale : {"0.5", "4.1", "nan", "x"}) {
        QTest::addRow("a scale of %s", scale)
            << QStringList{out, QStringLiteral("--scale"), QString::fromLatin1(scale)}
            << QByteArray("--scale needs a number");
    }
}

void TestScreenshots::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    QProcess program;
    program.start(testing::picturesProgram(), arguments);
    QVERIFY(testing::ended(program));
    QCOMPARE(program.exitCode(), 2);
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(said.contains(says), said.constData());
    QVERIFY2(said.contains("Usage: relaybook-pictures DIR"), said.constData());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestScreenshots)
#include "test_screenshots.moc"
