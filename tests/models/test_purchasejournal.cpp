// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a purchase journal that is empty, cut off, an older copy, or lacks a file that belongs to
// it: an order without an outcome is never forgotten, and nothing is bought until the user has
// decided.
#include "tests/models/purchasefixture.h"

#include "models/accounts/storedorders.h"
#include "models/sqlite/connection.h"
#include "models/store/keepfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace relaybook;
using namespace relaybook::testing;

class TestPurchaseJournal : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        makeDesk();
        m_desk->buying.looks.pauses = {std::chrono::hours(1)};
    }
    void cleanup() { m_desk.reset(); }

    void cutOffAtEveryPage_data();
    void cutOffAtEveryPage();
    void anEmptyOneIsNotANewOne();
    void anOlderCopyClosesBuying();
    void aRowOfAnotherOrderIsDamage();
    void filesThatAreMissing_data();
    void filesThatAreMissing();
    void ordersAreCountedInTheFiles();
    void itIsOpenedAgainAfterAnErrorPassed();
    void numbersGrow();

private:
    using Files = std::map<QString, QByteArray>;
    static constexpr const char *parts[] = {"sqlite", "sqlite-wal", "sqlite-shm", "record"};

    [[nodiscard]] QString path(const QString &part) const { return m_stem + part; }
    [[nodiscard]] Files read() const;
    void write(const Files &files) const;
    /// Creates an order without an outcome.
    void loseAnOrder();
    /// Creates the files as they are after a kill, and after quitting.
    void makeFiles();
    [[nodiscard]] bool isClosedAsDamaged() const
    {
        const auto problem = desk().problem();
        return problem && problem->kind == BuyingProblem::Damaged;
    }
    /// After each start, the service is checked, and the charge may have been found already.
    [[nodiscard]] bool knowsTheOrder() const
    {
        const TopUpOrder *order = desk().order(m_order);
        return !desk().problem() && order != nullptr &&
               (order->state == OrderState::Unknown || order->state == OrderState::Completed);
    }
    void checkNeverForgotten(const Files &files);

    QString m_stem;
    QString m_order;
    Files m_killed;
    Files m_closed;
};

TestPurchaseJournal::Files TestPurchaseJournal::read() const
{
    if (m_desk->session) {
        // No kill leaves behind what would be read while the journal is being written.
        m_desk->session->orders().flush();
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

void TestPurchaseJournal::write(const Files &files) const
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

void TestPurchaseJournal::loseAnOrder()
{
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    m_order = buy(shown->number, true).orderId;
    QTRY_COMPARE(desk().order(m_order)->state, OrderState::Unknown);
}

void TestPurchaseJournal::makeFiles()
{
    openDesk();
    loseAnOrder();
    const QString journal = journalPath();
    m_stem = journal.left(journal.size() - int(qstrlen("sqlite")));
    m_killed = read();
    m_desk->session.reset();
    m_closed = read();
}

void TestPurchaseJournal::checkNeverForgotten(const Files &files)
{
    m_desk->session.reset();
    write(files);
    openDesk();
    QVERIFY2(isClosedAsDamaged() || knowsTheOrder(),
             qPrintable(desk().problem() ? desk().problem()->detail : QStringLiteral("forgotten")));
    if (isClosedAsDamaged()) {
        QVERIFY(!confirm("3"));
        m_desk->session.reset();
        // The contents of a write-ahead log are moved into the journal when it is opened; else
        // nothing is written.
        QVERIFY(files.count(QStringLiteral("sqlite-wal")) == 1 ||
                read().at(QStringLiteral("sqlite")) == files.at(QStringLiteral("sqlite")));
    }
}

void TestPurchaseJournal::cutOffAtEveryPage_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("header");
    QTest::addColumn<int>("page");
    QTest::newRow("closed, journal") << false << QStringLiteral("sqlite") << 0 << 4096;
    QTest::newRow("killed, journal") << true << QStringLiteral("sqlite") << 0 << 4096;
    QTest::newRow("killed, log") << true << QStringLiteral("sqlite-wal") << 32 << 4096 + 24;
    QTest::newRow("closed, record") << false << QStringLiteral("record") << 0 << 16;
}

void TestPurchaseJournal::cutOffAtEveryPage()
{
    QFETCH(bool, killed);
    QFETCH(QString, part);
    QFETCH(int, header);
    QFETCH(int, page);
    makeFiles();
    const Files whole = killed ? m_killed : m_closed;
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
        if (!killed) {
            openDesk();
            QVERIFY2(isClosedAsDamaged(), qPrintable(QString::number(size)));
        }
    }
    m_desk->session.reset();
    write(whole);
    openDesk();
    QVERIFY(knowsTheOrder());
}

/// With its record, and if only the drafts show that there was one.
void TestPurchaseJournal::anEmptyOneIsNotANewOne()
{
    makeFiles();
    checkNeverForgotten({{QStringLiteral("sqlite"), {}},
                         {QStringLiteral("record"), m_closed.at(QStringLiteral("record"))}});
    QVERIFY(!QTest::currentTestFailed());
    checkNeverForgotten({{QStringLiteral("sqlite"), {}}});
    QVERIFY(!QTest::currentTestFailed());
    openDesk();
    QVERIFY(isClosedAsDamaged());
    // After the user set it aside, buying is possible again.
    QVERIFY(desk().journal().setAside());
    QTRY_VERIFY(desk().isReady() && !desk().problem());
    QVERIFY(confirm("3"));
}

void TestPurchaseJournal::anOlderCopyClosesBuying()
{
    makeFiles();
    const Files older = m_closed;
    openDesk();
    // The second order would not be sent if the first one's charge were found while it is prepared.
    QTRY_COMPARE(desk().order(m_order)->state, OrderState::Completed);
    loseAnOrder();
    m_desk->session.reset();
    const Files newer = read();
    Files mixed = older;
    mixed[QStringLiteral("record")] = newer.at(QStringLiteral("record"));
    checkNeverForgotten(mixed);
    QVERIFY(!QTest::currentTestFailed());
    openDesk();
    QVERIFY(isClosedAsDamaged());
    // If the user decides so, it is used as it is.
    desk().journal().useAsItIs();
    QTRY_VERIFY(desk().isReady());
    QVERIFY(!desk().problem());
    QCOMPARE(desk().orders().size(), size_t(1));
    openDesk();
    QVERIFY(!desk().problem());
    QVERIFY(confirm("3"));
}

/// The record finds its open orders by the row's id, the desk by the one in the document.
void TestPurchaseJournal::aRowOfAnotherOrderIsDamage()
{
    makeFiles();
    openDesk();
    QTRY_COMPARE(desk().order(m_order)->state, OrderState::Completed);
    m_desk->session.reset();
    {
        const auto file = Connection::open(journalPath(), Connection::Purpose::KeepWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec("UPDATE orders SET id = 'another'");
    }
    openDesk();
    QVERIFY(isClosedAsDamaged());
}

void TestPurchaseJournal::filesThatAreMissing_data()
{
    QTest::addColumn<bool>("killed");
    QTest::addColumn<QString>("part");
    QTest::addColumn<bool>("fine");
    QTest::newRow("killed, shm") << true << QStringLiteral("sqlite-shm") << true;
    QTest::newRow("killed, log") << true << QStringLiteral("sqlite-wal") << false;
    QTest::newRow("killed, record") << true << QStringLiteral("record") << false;
    QTest::newRow("closed, shm") << false << QStringLiteral("sqlite-shm") << true;
    QTest::newRow("closed, log") << false << QStringLiteral("sqlite-wal") << true;
    QTest::newRow("closed, record") << false << QStringLiteral("record") << false;
    QTest::newRow("nothing missing") << true << QString() << true;
}

void TestPurchaseJournal::filesThatAreMissing()
{
    QFETCH(bool, killed);
    QFETCH(QString, part);
    QFETCH(bool, fine);
    makeFiles();
    Files files = killed ? m_killed : m_closed;
    files.erase(part);
    checkNeverForgotten(files);
    QVERIFY(!QTest::currentTestFailed());
    openDesk();
    QCOMPARE(isClosedAsDamaged(), !fine);
}

/// As an earlier version of the program left it.
void TestPurchaseJournal::ordersAreCountedInTheFiles()
{
    makeFiles();
    const QString folder = QFileInfo(m_stem).path();
    OrderCounts one;
    one.add(OrderState::Unknown);
    for (const Files &files : {m_closed, m_killed}) {
        write(files);
        const auto counted = countStoredOrders(folder);
        QVERIFY2(counted.has_value(), counted ? "" : qPrintable(counted.error().detail));
        QCOMPARE(*counted, one);
    }
    write(m_closed);
    openDesk();
    QTRY_VERIFY(desk().isReady());
    QCOMPARE(countStoredOrders(folder).value_or(OrderCounts()), m_desk->session->orderCounts());
    m_desk->session.reset();
    // What is missing may have been an order.
    Files files = m_closed;
    files.erase(QStringLiteral("sqlite"));
    files.erase(QStringLiteral("sqlite-wal"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files.erase(QStringLiteral("record"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files = m_closed;
    files[QStringLiteral("sqlite")] = QByteArray(5000, 'x');
    write(files);
    QVERIFY(!countStoredOrders(folder));
    files = m_closed;
    files.erase(QStringLiteral("record"));
    write(files);
    QVERIFY(!countStoredOrders(folder));
    // Of a newer version, nobody knows what its states mean.
    write(m_closed);
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
    QCOMPARE(countStoredOrders(other.path()).value_or(one), OrderCounts());
}

/// The record cannot be written for a while, as on a full disk.
void TestPurchaseJournal::itIsOpenedAgainAfterAnErrorPassed()
{
    makeFiles();
    const QString record = path(QStringLiteral("record"));
    openDesk();
    QVERIFY(!desk().problem());
    // What is confirmed is shown again if the first order's charge is found meanwhile.
    QTRY_COMPARE(desk().order(m_order)->state, OrderState::Completed);
    const auto shown = confirm("7");
    QVERIFY(shown);
    const QByteArray kept = read().at(QStringLiteral("record"));
    QVERIFY(QFile::remove(record) && QDir().mkdir(record));
    const auto sent = m_desk->server.counters().ordersArrived();
    QCOMPARE(buy(shown->number, true).kind, BuyAnswer::Closed);
    QVERIFY(desk().problem() && desk().problem()->isOfJournal());
    QVERIFY(!desk().journal().nextNumber());
    QCOMPARE(m_desk->server.counters().ordersArrived(), sent);
    desk().journal().tryAgain(); // it has not passed
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(desk().problem());
    QVERIFY(QDir().rmdir(record));
    QFile file(record);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kept) == kept.size());
    file.close();
    desk().journal().tryAgain();
    QVERIFY(waitUntil([&] { return !desk().problem(); }));
    QVERIFY(knowsTheOrder());
    const auto again = confirm("7");
    QVERIFY(again);
    QCOMPARE(buy(again->number, true).kind, BuyAnswer::Ordered);
}

/// What was first is known also where the clock was set back, and after the next start.
void TestPurchaseJournal::numbersGrow()
{
    makeFiles();
    qint64 last = 0;
    const auto isGrowing = [&](const std::vector<std::optional<qint64>> &numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [&](const auto &number) {
            return number && *number > std::exchange(last, *number);
        });
    };
    for (const bool isSetAside : {false, false, true}) {
        m_desk->clock.setBack(std::chrono::hours(1));
        openDesk();
        QTRY_COMPARE(desk().order(m_order)->state, OrderState::Completed);
        const TopUpOrder order = *desk().order(m_order);
        QVERIFY(isGrowing({order.before.poolAsked, order.before.poolRead, order.sentNumber,
                           order.endedNumber, desk().journal().nextNumber()}));
        if (isSetAside) {
            QVERIFY(desk().journal().setAside());
            QVERIFY(isGrowing({desk().journal().nextNumber()}));
        }
        loseAnOrder();
    }
    QVERIFY(isGrowing({desk().order(m_order)->before.poolAsked, desk().order(m_order)->sentNumber,
                       desk().journal().nextNumber()}));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseJournal)
#include "test_purchasejournal.moc"
