// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that drafts and earlier notes are on disk when writing has finished, and can be read again
// afterwards.

#include "models/store/keepfile.h"
#include "tests/support/manualclock.h"
#include "tests/support/suddenend.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

namespace relaybook {

class TestKeepFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDraftIsThereAgain();
    void aDraftIsReplacedAndDropped();
    void aDraftSurvivesAKill();
    void earlierNotesComeNewestFirst();
    void factsAreKept();
    void anEmptyFileIsDamaged();
    void aKillDuringCreationIsNoDamage();
    void workOnManyRowsIsKeptByKind();
    void everyCommitIsSynced();
};

void TestKeepFile::aDraftIsThereAgain()
{
    QTemporaryDir folder;
    testing::ManualClock clock;
    {
        KeepFile keep(folder.path(), clock);
        QVERIFY(!keep.draft(SubUserId(139)));
        keep.saveDraft(SubUserId(139), QStringLiteral("Rechnung „2231“\nbezahlt"),
                       QStringLiteral("VIP"));
    }
    KeepFile keep(folder.path(), clock);
    const NoteDraft expected{QStringLiteral("Rechnung „2231“\nbezahlt"), QStringLiteral("VIP"),
                             clock.now()};
    QVERIFY(keep.draft(SubUserId(139)) == expected);
    QVERIFY(!keep.draft(SubUserId(140)));
}

void TestKeepFile::aDraftIsReplacedAndDropped()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    {
        KeepFile keep(folder.path(), clock);
        keep.saveDraft(SubUserId(1), QStringLiteral("a"), {});
        keep.saveDraft(SubUserId(1), QStringLiteral("ab"), {});
        keep.saveDraft(SubUserId(2), QStringLiteral("b"), {});
        keep.dropDraft(SubUserId(2));
        QVERIFY(!keep.draft(SubUserId(2)));
    }
    KeepFile keep(folder.path(), clock);
    QCOMPARE(keep.draft(SubUserId(1))->text, QStringLiteral("ab"));
    QVERIFY(!keep.draft(SubUserId(2)));
}

/// Runs this program again as a process that writes a draft and is killed at once.
void TestKeepFile::aDraftSurvivesAKill()
{
#ifdef Q_OS_UNIX
    QTemporaryDir folder;
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("--write-and-die"), folder.path()});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const testing::ManualClock clock;
    KeepFile keep(folder.path(), clock);
    QVERIFY(!keep.problem());
    QCOMPARE(keep.draft(SubUserId(139))->text, QStringLiteral("half a sentence"));
#else
    QSKIP("kills are tried on Unix");
#endif
}

void TestKeepFile::earlierNotesComeNewestFirst()
{
    QTemporaryDir folder;
    testing::ManualClock clock;
    KeepFile keep(folder.path(), clock);
    for (int i = 1; i <= 25; ++i) {
        clock.advance(std::chrono::seconds(1));
        keep.addEarlierNote(SubUserId(7), QString::number(i));
    }
    keep.addEarlierNote(SubUserId(8), QStringLiteral("another's"));
    keep.waitForWriter();
    const auto notes = keep.earlierNotes(SubUserId(7));
    QCOMPARE(notes.size(), size_t{20});
    QCOMPARE(notes.front().text, QStringLiteral("25"));
    QVERIFY(notes.front().replacedAt > notes.back().replacedAt);
    QCOMPARE(notes.back().text, QStringLiteral("6"));
}

void TestKeepFile::workOnManyRowsIsKeptByKind()
{
    QTemporaryDir folder;
    testing::ManualClock clock;
    const QString edits = QStringLiteral("edits");
    const QString deletions = QStringLiteral("deletions");
    const KeptBatchRow failed{5, "{\"id\":\"ü\"}", "{\"kind\":8}"};
    const KeptBatchRow waiting{0, "{\"id\":\"a\"}", {}};
    const KeptBatchRow unknown{6, "{\"id\":\"b\"}", "{}"};
    {
        KeepFile keep(folder.path(), clock);
        keep.startBatch(edits, {true, {waiting, unknown}});
        keep.startBatch(deletions, {false, {{0, "{\"id\":\"c\"}", {}}}});
        keep.waitForWriter();
        QVERIFY(keep.batch(edits) == (KeptBatch{true, {waiting, unknown}}));
        keep.storeBatchRows(edits, {{1, failed}});
    }
    KeepFile keep(folder.path(), clock);
    QVERIFY(keep.batch(edits) == (KeptBatch{true, {waiting, failed}}));
    QCOMPARE(keep.batch(deletions).rows.size(), std::size_t{1});
    QVERIFY(!keep.batch(deletions).isUndo);
    keep.dropBatch(edits);
    keep.startBatch(deletions, {false, {{0, "{\"id\":\"d\"}", {}}}});
    keep.waitForWriter();
    QVERIFY(keep.batch(edits) == KeptBatch());
    QCOMPARE(keep.batch(deletions).rows.at(0).document, QByteArray("{\"id\":\"d\"}"));
}

void TestKeepFile::factsAreKept()
{
    QTemporaryDir folder;
    const testing::ManualClock clock;
    {
        KeepFile keep(folder.path(), clock);
        keep.setFact(QStringLiteral("service"), QStringLiteral("https://panel.example.com"));
    }
    KeepFile keep(folder.path(), clock);
    QCOMPARE(keep.fact(QStringLiteral("service")), QStringLiteral("https://panel.example.com"));
    QCOMPARE(keep.fact(QStringLiteral("unknown")), QString());
}

void TestKeepFile::anEmptyFileIsDamaged()
{
    const QTemporaryDir folder;
    const testing::ManualClock clock;
    const QString path = folder.filePath(QStringLiteral("keep.sqlite"));
    {
        const KeepFile kept(folder.path(), clock);
        QVERIFY(!kept.problem());
    }
    QVERIFY(QFile::resize(path, 0));
    KeepFile kept(folder.path(), clock);
    QVERIFY(kept.problem());
    QCOMPARE(kept.problem()->kind, StoreError::Kind::Damaged);
    QCOMPARE(QFileInfo(path).size(), qint64{0}); // nothing was written into it
    QVERIFY(kept.setAside());
    QVERIFY(!kept.problem());
}

/// The system kills the program at the first write beyond so many bytes of a file.
void TestKeepFile::aKillDuringCreationIsNoDamage()
{
#ifdef Q_OS_UNIX
    constexpr int page = 4096;
    int unfinished = 0;
    bool isCreated = false;
    for (int bytes = 0; !isCreated; bytes += page) {
        const QTemporaryDir folder;
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--create-and-die"), folder.path(), QString::number(bytes)});
        QVERIFY(process.waitForFinished());
        isCreated = process.exitStatus() == QProcess::NormalExit;
        const QString path = folder.filePath(QStringLiteral("keep.sqlite"));
        unfinished += QFile::exists(path) ? 0 : 1;
        const testing::ManualClock clock;
        const KeepFile kept(folder.path(), clock);
        QVERIFY2(!kept.problem(), qPrintable(QString::number(bytes)));
        QVERIFY(QDir(folder.path()).entryList({QStringLiteral("*.new*")}).isEmpty());
    }
    QVERIFY(unfinished > 1);
#else
    QSKIP("kills are tried on Unix");
#endif
}

void TestKeepFile::everyCommitIsSynced()
{
    QTemporaryDir folder;
    auto connection = Connection::open(folder.filePath(QStringLiteral("keep.sqlite")),
                                       Connection::Purpose::KeepWriter);
    QVERIFY(connection.has_value());
    constexpr int full = 2;
    QCOMPARE((*connection)->number("PRAGMA synchronous"), full);
    QCOMPARE((*connection)->number("PRAGMA fullfsync"), 1);
}

} // namespace relaybook

namespace {

int writeAndDie(const QString &folder)
{
    const relaybook::testing::ManualClock clock;
    relaybook::KeepFile keep(folder, clock);
    keep.saveDraft(relaybook::SubUserId(139), QStringLiteral("half a sentence"), {});
    keep.waitForWriter();
    std::abort();
}

int createAndDie(const QString &folder, int bytes)
{
#ifdef Q_OS_UNIX
    const rlimit noCore{0, 0};
    const rlimit most{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    if (setrlimit(RLIMIT_CORE, &noCore) != 0 || setrlimit(RLIMIT_FSIZE, &most) != 0) {
        return 1;
    }
#else
    Q_UNUSED(bytes)
#endif
    const relaybook::testing::ManualClock clock;
    const relaybook::KeepFile kept(folder, clock);
    return kept.problem() ? 1 : 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("--write-and-die")) {
        return writeAndDie(words.value(2));
    }
    if (words.value(1) == QLatin1String("--create-and-die")) {
        return createAndDie(words.value(2), words.value(3).toInt());
    }
    relaybook::TestKeepFile test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_keepfile.moc"
