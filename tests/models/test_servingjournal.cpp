// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a journal of sub-users that is empty, cut off, an older copy, or lacks a file that belongs
// to it: an operation without an outcome is never forgotten, and nothing is sent until the user has
// decided.
#include "tests/models/servingfixture.h"

#include "models/sqlite/connection.h"

#include <QFile>

using namespace relaybook;
using namespace relaybook::testing;

class TestServingJournal : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        makeDesk();
        m->serving.looks.pauses = {std::chrono::hours(1)};
    }
    void cleanup() { m.reset(); }

    void cutOff_data();
    void cutOff();
    void missingFiles_data();
    void missingFiles();
    void anOlderCopy();
    void aRowThatIsNoOperation();
    void ordersOfAllKindsStop();
    void inTheOrderInWhichTheyWereStored();
    void setAsideWhileAnAnswerIsOnItsWay();

private:
    using Files = std::map<QString, QByteArray>;
    static constexpr const char *parts[] = {"sqlite", "sqlite-wal", "sqlite-shm", "record"};

    [[nodiscard]] QString path(const QString &part) const { return m_stem + part; }
    [[nodiscard]] Files read() const;
    void write(const Files &files) const;
    /// Creates the files with an operation without an outcome, as they are after a kill or a quit.
    void makeFiles();
    [[nodiscard]] bool isClosed() const
    {
        const auto problem = desk().problem();
        return problem && problem->isOfJournal();
    }
    [[nodiscard]] bool knowsIt() const
    {
        const SubUserOrder *operation = desk().operation(m_id);
        return !desk().problem() && operation != nullptr &&
               (operation->state == OrderState::Unknown ||
                operation->state == OrderState::Completed);
    }

    QString m_stem;
    QString m_id;
    Files m_killed;
    Files m_quit;
};

TestServingJournal::Files TestServingJournal::read() const
{
    Files files;
    for (const char *part : parts) {
        QFile file(path(QLatin1String(part)));
        if (file.open(QIODevice::ReadOnly)) {
            files[QLatin1String(part)] = file.readAll();
        }
    }
    return files;
}

void TestServingJournal::write(const Files &files) const
{
    for (const char *part : parts) {
        QFile::remove(path(QLatin1String(part)));
    }
    for (const auto &[part, bytes] : files) {
        QFile file(path(part));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
}

void TestServingJournal::makeFiles()
{
    openDesk();
    lose(OperationKind::Give, true);
    m_id = sendAndWait(request(OperationKind::Give));
    QCOMPARE(of(m_id).state, OrderState::Unknown);
    desk().flush();
    const QString journal = journalPath();
    m_stem = journal.left(journal.size() - int(qstrlen("sqlite")));
    m_killed = read();
    m->close();
    m_quit = read();
}

void TestServingJournal::cutOff_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("step");
    QTest::newRow("quit, journal") << false << QStringLiteral("sqlite") << 4096;
    QTest::newRow("killed, log") << true << QStringLiteral("sqlite-wal") << 4096 + 24;
    QTest::newRow("quit, record") << false << QStringLiteral("record") << 40;
}

void TestServingJournal::cutOff()
{
    QFETCH(bool, killed);
    QFETCH(QString, part);
    QFETCH(int, step);
    makeFiles();
    const Files whole = killed ? m_killed : m_quit;
    const QByteArray bytes = whole.at(part);
    for (int size = 0; size < bytes.size(); size += step) {
        m->session.reset();
        Files cut = whole;
        cut[part] = bytes.left(size);
        write(cut);
        openDesk();
        QVERIFY2(isClosed() || knowsIt(), qPrintable(QString::number(size)));
        if (!killed) {
            QVERIFY2(isClosed(), qPrintable(QString::number(size)));
        }
        QVERIFY(!isClosed() || !confirm({request(OperationKind::Give)}));
    }
    QCOMPARE(arrived(OperationKind::Give), 1u);
    m->session.reset();
    write(whole);
    openDesk();
    QVERIFY(knowsIt());
}

void TestServingJournal::missingFiles_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<bool>("fine");
    const auto some = [](const char *list) {
        return QString::fromLatin1(list).split(u' ', Qt::SkipEmptyParts);
    };
    QTest::newRow("none") << true << some("") << true;
    QTest::newRow("killed, shm") << true << some("sqlite-shm") << true;
    QTest::newRow("killed, log") << true << some("sqlite-wal") << false;
    QTest::newRow("killed, record") << true << some("record") << false;
    QTest::newRow("quit, journal") << false << some("sqlite") << false;
    QTest::newRow("quit, record") << false << some("record") << false;
    QTest::newRow("quit, all") << false << some("sqlite sqlite-wal sqlite-shm record") << false;
}

void TestServingJournal::missingFiles()
{
    QFETCH(bool, killed);
    QFETCH(QStringList, missing);
    QFETCH(bool, fine);
    makeFiles();
    Files files = killed ? m_killed : m_quit;
    for (const QString &part : missing) {
        files.erase(part);
    }
    write(files);
    openDesk();
    QCOMPARE(isClosed(), !fine);
    QCOMPARE(knowsIt(), fine);
    if (!fine) {
        QVERIFY(desk().journal().setAside());
        QVERIFY(waitUntil([&] { return desk().isReady(); }));
        QVERIFY(!desk().problem());
        QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
        openDesk();
        QCOMPARE(desk().operations().size(), size_t(1));
    }
}

void TestServingJournal::anOlderCopy()
{
    makeFiles();
    const Files older = m_quit;
    openDesk();
    QVERIFY(waitUntil([&] { return !of(m_id).isOpen(); }));
    lose(OperationKind::Take, true);
    QCOMPARE(of(sendAndWait(request(OperationKind::Take))).state, OrderState::Unknown);
    m->close();
    Files mixed = older;
    mixed[QStringLiteral("record")] = read().at(QStringLiteral("record"));
    write(mixed);
    openDesk();
    QVERIFY(isClosed());
    desk().journal().useAsItIs();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(!desk().problem());
    QCOMPARE(desk().operations().size(), size_t(1));
}

void TestServingJournal::aRowThatIsNoOperation()
{
    makeFiles();
    {
        auto connection =
            Connection::open(path(QStringLiteral("sqlite")), Connection::Purpose::KeepWriter);
        QVERIFY(connection);
        (*connection)->database().exec("UPDATE orders SET document = '{}'");
    }
    openDesk();
    QVERIFY(isClosed());
    QCOMPARE(desk().problem()->kind, DeskProblem::Damaged);
    QVERIFY(desk().problem()->detail.contains(m_id));
}

/// The clock was set back in between: what came first is still told by the journal.
void TestServingJournal::inTheOrderInWhichTheyWereStored()
{
    openDesk();
    const QString first = sendAndWait(request(OperationKind::Give, "1"));
    m->clock.setBack(std::chrono::hours(48));
    const QString second = sendAndWait(request(OperationKind::Give, "2"));
    openDesk();
    QCOMPARE(desk().operations().size(), size_t(2));
    QCOMPARE(desk().operations()[0].id, first);
    QCOMPARE(desk().operations()[1].id, second);
    QVERIFY(desk().operations()[0].preparedAt > desk().operations()[1].preparedAt);
}

/// Cancelled while it is written, and the journal set aside: the answer of the old one is void.
void TestServingJournal::setAsideWhileAnAnswerIsOnItsWay()
{
    openDesk();
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    const auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    std::optional<RunAnswer> answer;
    desk().run(shown->number, false, &m_guard, [&](const RunAnswer &got) { answer = got; });
    QCOMPARE(desk().operations().size(), size_t(2));
    QVERIFY(!desk().journal().setAside()); // it is under way
    desk().cancel(desk().operations().back().id);
    QVERIFY(desk().journal().setAside());
    QVERIFY(waitUntil([&] { return answer.has_value(); }));
    QCOMPARE(answer->kind, RunAnswer::Closed);
    QVERIFY(desk().operations().empty());
    QVERIFY(!desk().problem());
    QCOMPARE(arrived(OperationKind::Give), 1u);
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    QCOMPARE(desk().operations().size(), size_t(1));
}

/// Damage of one journal does not close the other.
void TestServingJournal::ordersOfAllKindsStop()
{
    makeFiles();
    write({{QStringLiteral("sqlite"), {}}});
    openDesk();
    QVERIFY(isClosed());
    QCOMPARE(m->session->purchases().problem(), desk().problem());
    QCOMPARE(m->session->creating().problem(), desk().problem());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServingJournal)
#include "test_servingjournal.moc"
