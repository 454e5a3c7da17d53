// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a journal of orders that is empty, cut off, damaged, an older copy, or lacks a file that
// belongs to it: an order without an outcome is never forgotten, and nothing of any kind is ordered
// until the user has decided.
#include "tests/models/orderedkinds.h"

#include "models/accounts/storedorders.h"
#include "models/sqlite/connection.h"
#include "models/store/keepfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestOrderJournal : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        makeDesk({6, 4, 30, 100, false});
        m->buying.looks.pauses = m->serving.looks.pauses = m->creating.looks.pauses = {1h};
    }
    void cleanup()
    {
        m.reset();
        m_lost.clear();
    }

    void cutOffAtEveryPage_data();
    void cutOffAtEveryPage();
    void anEmptyOneIsNotANewOne();
    void anOlderCopyClosesIt();
    void aRowThatIsAnother_data();
    void aRowThatIsAnother();
    void filesThatAreMissing_data();
    void filesThatAreMissing();
    void aDamagedOneIsKept();
    void ordersAreCountedInTheFiles();
    void itIsOpenedAgainAfterAnErrorPassed();
    void numbersGrow();
    void inTheOrderInWhichTheyWereStored();
    void notSetAsideWhileOneIsSent_data();
    void notSetAsideWhileOneIsSent();
    void setAsideWhileAnAnswerIsOnItsWay();

private:
    using Files = std::map<QString, QByteArray>;
    static constexpr const char *parts[] = {"sqlite", "sqlite-wal", "sqlite-shm", "record"};

    [[nodiscard]] QString path(const QString &part) const { return m_stem + part; }
    [[nodiscard]] Files read() const
    {
        if (m->session) {
            // No kill leaves behind what would be read while the journal is being written.
            m->session->orders().flush();
        }
        Files files;
        for (const char *part : parts) {
            QFile file(path(QLatin1String(part)));
            if (file.open(QIODevice::ReadOnly)) {
                files[QLatin1String(part)] = file.readAll();
            }
        }
        return files;
    }
    void write(const Files &files)
    {
        m->session.reset();
        for (const char *part : parts) {
            QFile::remove(path(QLatin1String(part)));
        }
        for (const auto &[part, bytes] : files) {
            QFile file(path(part));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(bytes), bytes.size());
        }
    }
    [[nodiscard]] static std::vector<OrderedKind> kinds()
    {
        return {purchaseKind(), subUserKind(OperationKind::Give), proxyKind()};
    }
    [[nodiscard]] OrderEngine &engineOf(const OrderedKind &kind) const
    {
        return kind.engine(*m->session);
    }
    /// Orders, and waits until it is no longer under way. Gives the order's id; nothing if it could
    /// not be ordered.
    [[nodiscard]] QString order(const OrderedKind &kind)
    {
        const Order *before = newestOrder(engineOf(kind));
        const QString last = before != nullptr ? before->id : QString();
        bool isAnswered = false;
        const Call call = kind.order(*m->session, m_subUser, &m_guard, [&](const char *step) {
            const QLatin1String at(step);
            isAnswered =
                isAnswered || at == QLatin1String("queued") || at == QLatin1String("refused");
        });
        const auto newest = [&] { return newestOrder(engineOf(kind)); };
        if (!waitUntil(
                [&] { return isAnswered && (newest() == nullptr || !newest()->isUnderWay()); })) {
            qFatal("the order did not end");
        }
        return newest() == nullptr || newest()->id == last ? QString() : newest()->id;
    }
    void lose(const OrderedKind &kind)
    {
        m->fault(QByteArray(QByteArray("do-and-drop,next=1,on=") + kind.call).constData());
        const QString id = order(kind);
        QVERIFY(!id.isEmpty());
        QCOMPARE(engineOf(kind).order(id)->state, OrderState::Unknown);
        m_lost.emplace_back(kind, id);
    }
    /// Makes the files with orders without an outcome, as they are after a kill, and after
    /// quitting.
    void makeFiles(const std::vector<OrderedKind> &lost = kinds())
    {
        openDesk();
        for (const OrderedKind &kind : lost) {
            lose(kind);
        }
        const QString journal = journalPath();
        m_stem = journal.left(journal.size() - int(qstrlen("sqlite")));
        m_killed = read();
        m->close();
        m_quit = read();
    }
    /// Whether orders of all kinds are closed for the same reason.
    [[nodiscard]] bool isClosed(std::optional<DeskProblem::Kind> why = std::nullopt) const
    {
        const auto problem = desk().problem();
        const auto all = kinds();
        return problem && problem->isOfJournal() && (!why || problem->kind == *why) &&
               std::all_of(all.begin(), all.end(), [&](const OrderedKind &kind) {
                   return engineOf(kind).problem() == problem;
               });
    }
    /// After each start the service is asked, and the evidence may have been found already.
    [[nodiscard]] bool knowsTheOrders() const
    {
        return std::all_of(m_lost.begin(), m_lost.end(), [&](const auto &lost) {
            const auto &[kind, id] = lost;
            const Order *found = engineOf(kind).order(id);
            return !engineOf(kind).problem() && found != nullptr &&
                   (found->state == OrderState::Unknown || found->state == OrderState::Completed);
        });
    }
    void waitForTheOrders() const
    {
        QVERIFY(waitUntil([&] {
            return std::all_of(m_lost.begin(), m_lost.end(), [&](const auto &lost) {
                return engineOf(lost.first).order(lost.second)->state == OrderState::Completed;
            });
        }));
    }
    [[nodiscard]] quint64 sent() const
    {
        quint64 all = 0;
        for (const OrderedKind &kind : kinds()) {
            all += m->server.counters().of(kind.call).arrived;
        }
        return all;
    }
    void checkNeverForgotten(const Files &files);

    QString m_stem;
    std::vector<std::pair<OrderedKind, QString>> m_lost;
    Files m_killed;
    Files m_quit;
};

void TestOrderJournal::checkNeverForgotten(const Files &files)
{
    write(files);
    openDesk();
    const auto problem = desk().problem();
    QVERIFY2(isClosed() || knowsTheOrders(),
             qPrintable(problem ? problem->detail : QStringLiteral("forgotten")));
    if (isClosed()) {
        const auto before = sent();
        for (const OrderedKind &kind : kinds()) {
            QVERIFY(order(kind).isEmpty());
        }
        QCOMPARE(sent(), before);
        m->session.reset();
        // The contents of a write-ahead log are moved into the journal when it is opened; else
        // nothing is written.
        const auto journal = files.find(QStringLiteral("sqlite"));
        QVERIFY(journal == files.end() || files.count(QStringLiteral("sqlite-wal")) == 1 ||
                read().at(QStringLiteral("sqlite")) == journal->second);
        openDesk();
    }
}

void TestOrderJournal::cutOffAtEveryPage_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("header");
    QTest::addColumn<int>("page");
    QTest::newRow("quit, journal") << false << QStringLiteral("sqlite") << 0 << 4096;
    QTest::newRow("killed, journal") << true << QStringLiteral("sqlite") << 0 << 4096;
    QTest::newRow("killed, log") << true << QStringLiteral("sqlite-wal") << 32 << 4096 + 24;
    QTest::newRow("quit, record") << false << QStringLiteral("record") << 0 << 16;
}

void TestOrderJournal::cutOffAtEveryPage()
{
    QFETCH(bool, killed);
    QFETCH(QString, part);
    QFETCH(int, header);
    QFETCH(int, page);
    makeFiles();
    const Files whole = killed ? m_killed : m_quit;
    const QByteArray bytes = whole.at(part);
    QVERIFY(bytes.size() > header);
    for (int size = 0; size < bytes.size(); size = size < header ? header : size + page) {
        Files cut = whole;
        cut[part] = bytes.left(size);
        checkNeverForgotten(cut);
        if (QTest::currentTestFailed()) {
            qWarning("cut off at %d of %d", size, int(bytes.size()));
            return;
        }
        QVERIFY2(killed || isClosed(DeskProblem::Damaged), qPrintable(QString::number(size)));
    }
    write(whole);
    openDesk();
    QVERIFY(knowsTheOrders());
}

/// With its record, and if only the drafts show that there was one.
void TestOrderJournal::anEmptyOneIsNotANewOne()
{
    makeFiles();
    checkNeverForgotten({{QStringLiteral("sqlite"), {}},
                         {QStringLiteral("record"), m_quit.at(QStringLiteral("record"))}});
    QVERIFY(!QTest::currentTestFailed());
    checkNeverForgotten({{QStringLiteral("sqlite"), {}}});
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(isClosed(DeskProblem::Damaged));
}

void TestOrderJournal::anOlderCopyClosesIt()
{
    makeFiles();
    const Files older = m_quit;
    openDesk();
    QVERIFY(knowsTheOrders());
    m->fault("do-and-drop,next=1,on=dropSubUserTraffic");
    const OrderedKind kind = subUserKind(OperationKind::Take);
    const QString lost = order(kind);
    QCOMPARE(engineOf(kind).order(lost)->state, OrderState::Unknown);
    m->close();
    Files mixed = older;
    mixed[QStringLiteral("record")] = read().at(QStringLiteral("record"));
    checkNeverForgotten(mixed);
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(isClosed(DeskProblem::Damaged));
    // If the user decides so, it is used as it is. What matches may then be that of the order that
    // is lost: only the user decides, after the next start too.
    desk().journal().useAsItIs();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(engineOf(kind).order(lost) == nullptr);
    for (const bool isAgain : {false, true}) {
        if (isAgain) {
            openDesk();
        }
        for (const auto &[each, id] : m_lost) {
            OrderEngine &engine = engineOf(each);
            QVERIFY(waitUntil([&, wanted = id] { return !engine.isLookAwaited(wanted); }));
            QCOMPARE(engine.order(id)->state, OrderState::Unknown);
        }
        const SubUserOrder &give = of(m_lost.at(1).second);
        QCOMPARE(give.looks.back().says, LookSays::Conflict);
        QCOMPARE(give.looks.back().candidates.size(), size_t(1));
    }
    // One that is sent from now on is known with all that is beside it.
    lose(subUserKind(OperationKind::Create));
    const QString made = m_lost.back().second;
    desk().look(made);
    QVERIFY(waitUntil([&] { return of(made).state == OrderState::Completed; }));
}

void TestOrderJournal::aRowThatIsAnother_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("sql");
    for (int index = 0; index < int(kinds().size()); ++index) {
        const char *name = kinds().at(std::size_t(index)).name;
        // The record finds its open orders by the row's id, the desk by the one in the document.
        QTest::addRow("%s, another id", name)
            << index << QStringLiteral("UPDATE orders SET id = 'another' WHERE id = '%1'");
        QTest::addRow("%s, no order", name)
            << index << QStringLiteral("UPDATE orders SET document = '{}' WHERE id = '%1'");
        QTest::addRow("%s, of no kind", name)
            << index << QStringLiteral("UPDATE orders SET kind = 'none' WHERE id = '%1'");
    }
}

void TestOrderJournal::aRowThatIsAnother()
{
    QFETCH(int, index);
    QFETCH(QString, sql);
    makeFiles();
    {
        const auto file = Connection::open(journalPath(), Connection::Purpose::KeepWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec(sql.arg(m_lost.at(std::size_t(index)).second).toStdString());
    }
    openDesk();
    QVERIFY(isClosed(DeskProblem::Damaged));
    const QString detail = desk().problem()->detail;
    QVERIFY2(detail.contains(m_lost.at(std::size_t(index)).second) ||
                 detail.contains(QStringLiteral("another")),
             qPrintable(detail));
}

void TestOrderJournal::filesThatAreMissing_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<bool>("fine");
    const auto some = [](const char *list) {
        return QString::fromLatin1(list).split(u' ', Qt::SkipEmptyParts);
    };
    QTest::newRow("nothing missing") << true << some("") << true;
    QTest::newRow("killed, shm") << true << some("sqlite-shm") << true;
    QTest::newRow("killed, log") << true << some("sqlite-wal") << false;
    QTest::newRow("killed, record") << true << some("record") << false;
    QTest::newRow("quit, shm") << false << some("sqlite-shm") << true;
    QTest::newRow("quit, log") << false << some("sqlite-wal") << true;
    QTest::newRow("quit, journal") << false << some("sqlite") << false;
    QTest::newRow("quit, record") << false << some("record") << false;
    QTest::newRow("quit, all") << false << some("sqlite sqlite-wal sqlite-shm record") << false;
}

void TestOrderJournal::filesThatAreMissing()
{
    QFETCH(bool, killed);
    QFETCH(QStringList, missing);
    QFETCH(bool, fine);
    makeFiles();
    Files files = killed ? m_killed : m_quit;
    for (const QString &part : missing) {
        files.erase(part);
    }
    checkNeverForgotten(files);
    QVERIFY(!QTest::currentTestFailed());
    const bool hasJournal = !missing.contains(QStringLiteral("sqlite"));
    QCOMPARE(isClosed(hasJournal ? DeskProblem::Damaged : DeskProblem::Missing), !fine);
    QCOMPARE(knowsTheOrders(), fine);
}

/// The old file is kept when it is set aside, and the next start has the new one.
void TestOrderJournal::aDamagedOneIsKept()
{
    makeFiles();
    const QByteArray rubbish(9000, 'x');
    Files files = m_quit;
    files[QStringLiteral("sqlite")] = rubbish;
    checkNeverForgotten(files);
    QVERIFY(!QTest::currentTestFailed());
    desk().journal().useAsItIs(); // it cannot be used as it is
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(isClosed(DeskProblem::Damaged));
    const auto aside = desk().journal().setAside();
    QVERIFY(aside);
    QFile kept(*aside);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), rubbish);
    QVERIFY(waitUntil([&] { return desk().isReady() && !desk().problem(); }));
    for (const OrderedKind &kind : kinds()) {
        const QString id = order(kind);
        QCOMPARE(engineOf(kind).order(id)->state, OrderState::Completed);
    }
    openDesk();
    QVERIFY(!desk().problem());
    for (const OrderedKind &kind : kinds()) {
        int count = 0;
        engineOf(kind).forEach([&count](const Order &) { ++count; });
        QCOMPARE(count, 1);
    }
}

/// As an earlier version of the program left it.
void TestOrderJournal::ordersAreCountedInTheFiles()
{
    makeFiles();
    const QString folder = QFileInfo(m_stem).path();
    OrderCounts lost;
    lost.add(OrderState::Unknown, qint64(m_lost.size()));
    for (const Files &files : {m_quit, m_killed}) {
        write(files);
        const auto counted = countStoredOrders(folder);
        QVERIFY2(counted.has_value(), counted ? "" : qPrintable(counted.error().detail));
        QCOMPARE(*counted, lost);
    }
    write(m_quit);
    openDesk();
    desk().flush();
    QCOMPARE(countStoredOrders(folder).value_or(OrderCounts()), m->session->orderCounts());
    // What is missing may have been an order.
    Files files = m_quit;
    files.erase(QStringLiteral("sqlite"));
    files.erase(QStringLiteral("sqlite-wal"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files.erase(QStringLiteral("record"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files = m_quit;
    files[QStringLiteral("sqlite")] = QByteArray(5000, 'x');
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files = m_quit;
    files.erase(QStringLiteral("record"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    // Of a newer version, nobody knows what its states mean.
    write(m_quit);
    {
        const auto file =
            Connection::open(path(QStringLiteral("sqlite")), Connection::Purpose::KeepWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec("PRAGMA user_version = 900");
    }
    QVERIFY(!countStoredOrders(folder));
    // An account that never had an order has none.
    const QTemporaryDir other;
    const SystemClock clock;
    {
        const KeepFile kept(other.path(), clock);
        QVERIFY(!kept.problem());
    }
    QCOMPARE(countStoredOrders(other.path()).value_or(lost), OrderCounts());
}

/// The record cannot be written for a while, as on a full disk.
void TestOrderJournal::itIsOpenedAgainAfterAnErrorPassed()
{
    const OrderedKind give = subUserKind(OperationKind::Give);
    makeFiles({give});
    const QString record = path(QStringLiteral("record"));
    openDesk();
    // What is confirmed is shown again if the first order's row is found meanwhile.
    waitForTheOrders();
    const QByteArray kept = read().at(QStringLiteral("record"));
    QVERIFY(QFile::remove(record) && QDir().mkdir(record));
    const auto before = sent();
    const QString failed = order(give);
    QVERIFY(failed.isEmpty() || desk().order(failed)->state == OrderState::NotSent);
    QVERIFY(isClosed());
    QVERIFY(desk().journal().nextNumber()); // what ends meanwhile is numbered too
    QCOMPARE(sent(), before);
    desk().journal().tryAgain(); // it has not passed
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(isClosed());
    QVERIFY(!desk().journal().nextNumber()); // it could not be read
    QVERIFY(QDir().rmdir(record));
    QFile file(record);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kept) == kept.size());
    file.close();
    desk().journal().tryAgain();
    QVERIFY(waitUntil([&] { return !desk().problem(); }));
    QVERIFY(knowsTheOrders());
    QCOMPARE(desk().order(order(give))->state, OrderState::Completed);
}

/// What was first is known also where the clock was set back, and after the next start.
void TestOrderJournal::numbersGrow()
{
    makeFiles({purchaseKind()});
    qint64 last = 0;
    const auto isGrowing = [&](const std::vector<std::optional<qint64>> &numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [&](const auto &number) {
            return number && *number > std::exchange(last, *number);
        });
    };
    for (const bool isSetAside : {false, false, true}) {
        m->clock.setBack(1h);
        openDesk();
        waitForTheOrders();
        const TopUpOrder made = *m->session->purchases().order(m_lost.back().second);
        QVERIFY(isGrowing({made.before.poolAsked, made.before.poolRead, made.sentNumber,
                           made.endedNumber, desk().journal().nextNumber()}));
        if (isSetAside) {
            QVERIFY(desk().journal().setAside());
            QVERIFY(isGrowing({desk().journal().nextNumber()}));
            m_lost.clear();
        }
        lose(purchaseKind());
    }
    const TopUpOrder &made = *m->session->purchases().order(m_lost.back().second);
    QVERIFY(isGrowing({made.before.poolAsked, made.sentNumber, desk().journal().nextNumber()}));
}

/// The clock was set back in between: what came first is still told by the journal.
void TestOrderJournal::inTheOrderInWhichTheyWereStored()
{
    openDesk();
    const QString first = sendAndWait(request(OperationKind::Give, "1"));
    m->clock.setBack(48h);
    const QString second = sendAndWait(request(OperationKind::Give, "2"));
    openDesk();
    QCOMPARE(desk().operations().size(), size_t(2));
    QCOMPARE(desk().operations()[0].id, first);
    QCOMPARE(desk().operations()[1].id, second);
    QVERIFY(desk().operations()[0].preparedAt > desk().operations()[1].preparedAt);
}

void TestOrderJournal::notSetAsideWhileOneIsSent_data()
{
    QTest::addColumn<int>("index");
    for (int index = 0; index < int(kinds().size()); ++index) {
        QTest::addRow("%s", kinds().at(std::size_t(index)).name) << index;
    }
}

void TestOrderJournal::notSetAsideWhileOneIsSent()
{
    QFETCH(int, index);
    const OrderedKind kind = kinds().at(std::size_t(index));
    openDesk();
    m->fault(QByteArray(QByteArray("latency=600000,on=") + kind.call).constData());
    const Call call = kind.order(*m->session, m_subUser, &m_guard, [&](const char *step) {
        if (QLatin1String(step) == QLatin1String("asked")) {
            QVERIFY(!desk().journal().setAside()); // it waits
        }
    });
    QVERIFY(waitUntil([&] { return m->server.counters().of(kind.call).arrived == 1; }));
    QVERIFY(!desk().journal().setAside());
    m->server.faults().clearAll();
    m->server.endLatency();
    QVERIFY(waitUntil([&] { return !engineOf(kind).isUnderWay(); }));
    QVERIFY(desk().journal().setAside());
}

/// Cancelled while it is written, and the journal set aside: the answer of the old one is void.
void TestOrderJournal::setAsideWhileAnAnswerIsOnItsWay()
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

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOrderJournal)
#include "test_orderjournal.moc"
