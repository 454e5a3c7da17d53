// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the readings of a sub-user's traffic that the store keeps, and which transactions name a
// sub-user.

#include "models/store/accountstore.h"
#include "models/store/cacheconnection.h"
#include "models/store/subuserpace.h"
#include "models/subusers/subusertransactions.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"

#include <QTemporaryDir>
#include <QTest>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::ManualClock;
using testing::someSubUser;

TrafficAmount wholeGb(qint64 amount)
{
    return TrafficAmount::fromUnits(amount * TrafficAmount::unitsPerGb);
}

struct UseStore
{
    UseStore()
    {
        auto opened = AccountStore::open(folder.path(), clock);
        store = opened ? std::move(*opened) : nullptr;
    }
    void write(const std::function<void(CacheWriter &)> &job)
    {
        bool done = false;
        store->write(
            [job](CacheWriter &writer) {
                job(writer);
                return Stored{};
            },
            store.get(), [&](const StoreResult<Stored> &written) { done = written.has_value(); });
        [&] { QTRY_VERIFY(done); }();
    }
    /// The list as the service tells it now: one sub-user with these figures.
    void list(std::optional<TrafficAmount> left, std::optional<TrafficAmount> used)
    {
        SubUser row = someSubUser(7);
        row.trafficLeft = left;
        row.trafficUsed = used;
        write([&](CacheWriter &writer) { writer.subUsers().replace({row}, clock.now()); });
    }
    std::vector<SubUserUse> readings()
    {
        const Instant now = clock.now();
        return store
            ->read([now](CacheReader &reader) {
                return reader.subUserUse(someSubUser(7).id, now - 24h * 31, now);
            })
            .value();
    }
    SubUserPace pace()
    {
        const auto file = openCache(store->path(), Connection::Purpose::Reader).value();
        return subUserPace(*file, clock.now(), 3);
    }

    QTemporaryDir folder;
    ManualClock clock;
    std::unique_ptr<AccountStore> store;
};

} // namespace

class TestSubUserUse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachDayKeepsItsLastReading();
    void daysWithoutAChangeEndWhereTheChangeBegan();
    void unknownFiguresAreNotStored();
    void oldReadingsAreForgotten();
    void thePaceIsThatOfTheLastDays();
    void aPauseIsSeen();
    void beforeADayTheAverageCounts();
    void figuresThatFellAreNoPace();
    void aTransactionNamesASubUser_data();
    void aTransactionNamesASubUser();
    void searchesFindTheNames();
};

void TestSubUserUse::eachDayKeepsItsLastReading()
{
    UseStore f;
    const Instant first = f.clock.now();
    f.list(wholeGb(10), wholeGb(0));
    f.clock.advance(1h);
    f.list(wholeGb(9), wholeGb(1));
    const Instant second = f.clock.now();
    QCOMPARE(f.readings().size(), size_t{1});
    QVERIFY(f.readings().front() == (SubUserUse{second, wholeGb(9), wholeGb(1)}));
    f.clock.advance(24h);
    f.list(wholeGb(7), wholeGb(3));
    const auto all = f.readings();
    QCOMPARE(all.size(), size_t{2});
    QVERIFY(all.front().at == second && all.front().at != first);
    QVERIFY(all.back() == (SubUserUse{f.clock.now(), wholeGb(7), wholeGb(3)}));
}

// Else what was used on the third day would look as if it was used on the two before it, too.
void TestSubUserUse::daysWithoutAChangeEndWhereTheChangeBegan()
{
    UseStore f;
    f.list(wholeGb(10), wholeGb(0));
    f.clock.advance(24h);
    f.list(wholeGb(10), wholeGb(0));
    f.clock.advance(24h);
    f.list(wholeGb(10), wholeGb(0));
    const Instant last = f.clock.now();
    QCOMPARE(f.readings().size(), size_t{1}); // nothing changed, and nothing was written
    f.clock.advance(24h);
    f.list(wholeGb(4), wholeGb(6));
    const auto all = f.readings();
    QCOMPARE(all.size(), size_t{3});
    QVERIFY(all.at(1) == (SubUserUse{last, wholeGb(10), wholeGb(0)}));
    QVERIFY(all.at(2) == (SubUserUse{f.clock.now(), wholeGb(4), wholeGb(6)}));
}

void TestSubUserUse::unknownFiguresAreNotStored()
{
    UseStore f;
    f.list({}, {});
    QVERIFY(f.readings().empty());
    f.clock.advance(24h);
    f.list({}, wholeGb(3));
    QCOMPARE(f.readings().size(), size_t{1});
    QVERIFY(!f.readings().front().left.has_value());
    QVERIFY(f.readings().front().used == wholeGb(3));
}

void TestSubUserUse::oldReadingsAreForgotten()
{
    UseStore f;
    f.list(wholeGb(10), wholeGb(0));
    const auto stored = [&f] {
        return f.store
            ->read([&f](CacheReader &reader) {
                return reader.subUserUse(someSubUser(7).id, f.clock.now() - 24h * 90,
                                         f.clock.now());
            })
            .value()
            .size();
    };
    QCOMPARE(stored(), size_t{1});
    f.clock.advance(24h * 40);
    f.write([&](CacheWriter &writer) { writer.subUsers().replace({}, f.clock.now()); });
    QCOMPARE(stored(), size_t{0});
}

// Created long ago, it used 2 GB a day in the last days.
void TestSubUserUse::thePaceIsThatOfTheLastDays()
{
    UseStore f;
    f.clock.setNow(*someSubUser(7).createdAt + 24h * 100);
    f.list(wholeGb(30), wholeGb(0));
    for (int day = 1; day <= 12; ++day) {
        f.clock.advance(24h);
        f.list(wholeGb(30 - 2 * day), wholeGb(2 * day));
    }
    const SubUserPace pace = f.pace();
    QCOMPARE(pace.recent, qint64{1});
    QCOMPARE(pace.known, qint64{1});
    QVERIFY(pace.byType.at(someSubUser(7).serviceType).perDay == wholeGb(2));
    QCOMPARE(pace.first.size(), size_t{1});
    QCOMPARE(pace.first.front().days, qint64{3});
}

void TestSubUserUse::aPauseIsSeen()
{
    UseStore f;
    f.clock.setNow(*someSubUser(7).createdAt + 24h * 100);
    f.list(wholeGb(10), wholeGb(20));
    f.clock.advance(24h * 9);
    f.list(wholeGb(10), wholeGb(20));
    const SubUserPace pace = f.pace();
    QCOMPARE(pace.recent, qint64{1});
    QCOMPARE(pace.known, qint64{1});
    QVERIFY(pace.byType.at(someSubUser(7).serviceType).perDay.isZero());
    QVERIFY(pace.first.empty());
    // It uses 7 GB on the next day: 1 GB on each day of the week.
    f.clock.advance(24h);
    f.list(wholeGb(3), wholeGb(27));
    QVERIFY(f.pace().byType.at(someSubUser(7).serviceType).perDay == wholeGb(1));
}

void TestSubUserUse::beforeADayTheAverageCounts()
{
    UseStore f;
    f.clock.setNow(*someSubUser(7).createdAt + 24h * 100);
    f.list(wholeGb(10), wholeGb(40));
    f.clock.advance(3h);
    f.list(wholeGb(0), wholeGb(50));
    const SubUserPace pace = f.pace();
    QCOMPARE(pace.recent, qint64{0});
    QCOMPARE(pace.known, qint64{1});
    const double perDay = double(pace.byType.at(someSubUser(7).serviceType).perDay.units()) /
                          double(wholeGb(1).units());
    QVERIFY2(perDay > 0.49 && perDay < 0.51, qPrintable(QString::number(perDay)));
}

void TestSubUserUse::figuresThatFellAreNoPace()
{
    UseStore f;
    f.clock.setNow(*someSubUser(7).createdAt + 24h * 100);
    f.list(wholeGb(10), wholeGb(40));
    f.clock.advance(24h * 2);
    f.list(wholeGb(10), wholeGb(1)); // the service counts from the beginning again
    const SubUserPace pace = f.pace();
    QCOMPARE(pace.recent, qint64{0});
    QCOMPARE(pace.known, qint64{1});
}

void TestSubUserUse::aTransactionNamesASubUser_data()
{
    QTest::addColumn<QString>("username");
    QTest::addColumn<QString>("description");
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<bool>("names");
    const QByteArray none("{}");
    QTest::newRow("by its name") << "client_1"
                                 << "Traffic for client_1" << none << true;
    QTest::newRow("in other letters") << "Client_1"
                                      << "traffic for CLIENT_1." << none << true;
    QTest::newRow("a longer name") << "client_1"
                                   << "Traffic for client_12" << none << false;
    QTest::newRow("a longer name, then it") << "client_1"
                                            << "client_12, client_1" << none << true;
    QTest::newRow("with a word before") << "ads"
                                        << "acme-ads" << none << false;
    QTest::newRow("by its id") << "a"
                               << "Unused traffic, sub-user 139" << none << true;
    QTest::newRow("by a longer id") << "a"
                                    << "Unused traffic, sub-user 1390" << none << false;
    QTest::newRow("by its id, other spelling") << "a"
                                               << "SubUser #139 topped up" << none << true;
    QTest::newRow("another number") << "a"
                                    << "Invoice 139" << none << false;
    QTest::newRow("in the metadata") << "a"
                                     << "Refund" << QByteArray(R"({"sub_user_id":139})") << true;
    QTest::newRow("as text there") << "a"
                                   << "Refund" << QByteArray(R"({"subUserId":"139"})") << true;
    QTest::newRow("another there") << "a"
                                   << "Refund" << QByteArray(R"({"sub_user_id":13})") << false;
    QTest::newRow("its name there") << "client_1"
                                    << "Refund" << QByteArray(R"({"login":"client_1"})") << true;
    QTest::newRow("another member") << "a"
                                    << "Refund" << QByteArray(R"({"invoice":139})") << false;
    QTest::newRow("right to left")
        << QStringLiteral("شركة المسار") << QStringLiteral("رصيد شركة المسار") << none << true;
    QTest::newRow("without a name") << ""
                                    << "Deposit" << none << false;
}

void TestSubUserUse::aTransactionNamesASubUser()
{
    QFETCH(QString, username);
    QFETCH(QString, description);
    QFETCH(QByteArray, metadata);
    Transaction row = testing::ledgerRow(1);
    row.description = description;
    row.raw = R"({"metadata":)" + metadata + "}";
    SubUser subUser;
    subUser.id = SubUserId(139);
    subUser.username = username;
    QTEST(namesSubUser(row, subUser), "names");
}

void TestSubUserUse::searchesFindTheNames()
{
    SubUser subUser;
    subUser.id = SubUserId(139);
    QCOMPARE(searchesFor(subUser), QStringList{QStringLiteral("\"sub-user 139\"")});
    subUser.username = QStringLiteral("say \"hi\"");
    QCOMPARE(searchesFor(subUser),
             (QStringList{QStringLiteral("\"say hi\""), QStringLiteral("\"sub-user 139\"")}));
    subUser.username = QStringLiteral("***");
    QCOMPARE(searchesFor(subUser).size(), qsizetype{1});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSubUserUse)
#include "test_subuseruse.moc"
