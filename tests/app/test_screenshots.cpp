// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the size of the pictures that relaybook-pictures draws, and what it says of wrong
// arguments. That it draws all of them is checked with the release build: tests/app/pictures.py.
#include "tests/support/ended.h"
#include "tests/support/paths.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook {

class TestScreenshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizeAndScaleAreUsed();
    void aFolderThatCannotBeMadeIsSaid();
    void refuses_data();
    void refuses();
};

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
    // It loads 48,902 transactions first: 18 s of processor time with sanitizers.
    constexpr std::chrono::milliseconds busyComputer = std::chrono::minutes(3);
    QVERIFY(
        testing::waitUntil([&] { return QImage(first).size() == QSize(1365, 768); }, busyComputer));
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
