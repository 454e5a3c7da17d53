// SPDX-License-Identifier: GPL-3.0-or-later
// Tests setting the computer's clock hours forward and back, also across a restart: the figure that
// was read last stays the current one, and nothing old is reported as new.

#include "api/endpoints/proxies.h"
#include "models/account/forecast.h"
#include "models/account/placelists.h"
#include "models/accounts/storedaccounts.h"
#include "models/store/accountkey.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/serviceoffer.h"
#include "models/text/format.h"
#include "tests/models/loadedaccount.h"
#include "tests/models/storefixture.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/waituntil.h"

#include <QTest>

#include <atomic>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::Answer;
using testing::Loaded;
using testing::ManualClock;
using testing::ScriptedServer;
using testing::SessionFixture;
using testing::StoreFixture;

constexpr QLatin1String dollars("USD");

/// A store whose balance and pool are read at times that the test sets.
struct ReadingsFixture : StoreFixture
{
    void readBalance(qint64 amount)
    {
        write([amount, now = clock.now()](CacheWriter &writer) {
            writer.account().putBalance({Money::fromUnits(amount), dollars}, now);
        });
    }
    void readPool(qint64 left)
    {
        TrafficPool pool;
        pool.type = QStringLiteral("mobile");
        pool.left = TrafficAmount::fromUnits(left);
        write([pool, now = clock.now()](CacheWriter &writer) {
            writer.account().putPools({pool}, now);
        });
    }
    void restart()
    {
        store.reset();
        store = std::move(*AccountStore::open(folder.path(), clock));
    }
    void setClock(std::chrono::milliseconds by) { clock.setNow(clock.now() + by); }
    [[nodiscard]] qint64 balance()
    {
        const auto stored = store->read([](CacheReader &reader) { return reader.overview(); });
        return stored && stored->balance ? qint64{stored->balance->amount->units()} : -1;
    }
    [[nodiscard]] std::vector<TrafficReading> readings()
    {
        return store
            ->read([](CacheReader &reader) {
                return reader.trafficReadings(QStringLiteral("mobile"), {});
            })
            .value();
    }
};

UnreadableRow unreadable(qint64 number)
{
    UnreadableRow row;
    row.problem = QStringLiteral("amount");
    row.raw = QByteArray(R"({"amount":"?","n":)") + QByteArray::number(number) + "}";
    return row;
}

void readPage(CacheWriter &writer, const std::vector<UnreadableRow> &rows, Instant now)
{
    TransactionPage page;
    page.unreadable = rows;
    writer.ledger().putPages({page}, now, LedgerWriter::Listed::Noted);
}

} // namespace

class TestClockJumps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBalanceReadLastIsCurrent_data();
    void theBalanceReadLastIsCurrent();
    void aPoolReadingOfTheFutureIsDropped();
    void aWrongReadingDoesNotComeBackWithItsTime();
    void unreadableRowsOfASearch_data();
    void unreadableRowsOfASearch();
    void earlierFormsStayInTheirOrder();
    void theAccountUsedLastComesFirst();
    void placesAreReadOnceADay_data();
    void placesAreReadOnceADay();
    void aTimeAheadIsNotNow();
    void theSessionShowsWhatWasReadLast_data();
    void theSessionShowsWhatWasReadLast();
    void aLimitEndsThoughTheClockWentBack();
    void theLedgerCheckSeesTheClockSetBack();
    void aBalanceOfTheFutureIsNoAnswer();
    void aPauseUntilATimeIsMeasuredByTheService_data();
    void aPauseUntilATimeIsMeasuredByTheService();
};

void TestClockJumps::theBalanceReadLastIsCurrent_data()
{
    QTest::addColumn<int>("first"); // hours that the clock is set to before each later reading
    QTest::addColumn<int>("second");
    QTest::addColumn<bool>("restart");
    for (const bool restart : {false, true}) {
        const char *how = restart ? ", across a restart" : "";
        QTest::addRow("%s%s", "5 h ahead, then right", how) << 5 << -5 << restart;
        QTest::addRow("%s%s", "5 h behind, then right", how) << -5 << 5 << restart;
        QTest::addRow("%s%s", "a year ahead, then right", how) << 8760 << -8760 << restart;
        QTest::addRow("%s%s", "back twice", how) << -3 << -3 << restart;
        QTest::addRow("%s%s", "the same millisecond", how) << 0 << 0 << restart;
    }
}

void TestClockJumps::theBalanceReadLastIsCurrent()
{
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(bool, restart);
    ReadingsFixture f;
    const auto readAfter = [&](int hours, qint64 amount) {
        f.setClock(std::chrono::hours(hours));
        if (restart) {
            f.restart();
        }
        f.readBalance(amount);
        QCOMPARE(f.balance(), amount);
    };
    readAfter(0, 100);
    readAfter(first, 70);
    readAfter(second, 50);
    // What was there before is a reading like any other.
    readAfter(0, 70);
    readAfter(first, 100);
    f.restart();
    QCOMPARE(f.balance(), 100);
}

void TestClockJumps::aPoolReadingOfTheFutureIsDropped()
{
    ReadingsFixture f;
    f.readPool(100);
    f.setClock(5h);
    f.readPool(90);
    f.setClock(-5h);
    f.clock.advance(1h);
    f.readPool(90); // as large as the one with the later time: it is stored anyway
    const auto readings = f.readings();
    QCOMPARE(readings.size(), size_t{2});
    QVERIFY(readings.back().at == f.clock.now());
    QVERIFY(readings.back().left == TrafficAmount::fromUnits(90));
}

/// Once the clock has caught up, a reading with a wrong time is among correct ones: a fall that
/// never happened would be taken for traffic used.
void TestClockJumps::aWrongReadingDoesNotComeBackWithItsTime()
{
    constexpr qint64 gb = TrafficAmount::unitsPerGb;
    ReadingsFixture f;
    f.setClock(51h);
    f.readPool(100 * gb);
    f.setClock(-51h);
    qint64 left = 100;
    for (int sixHours = 0; sixHours < 16; ++sixHours) {
        f.readPool(left * gb);
        f.clock.advance(6h);
        left -= 1;
    }
    f.readPool(left * gb);
    const auto forecast = forecastTraffic({f.readings(), {}, {}, false},
                                          TrafficAmount::fromUnits(left * gb), f.clock.now());
    QCOMPARE(forecast.state, TrafficForecast::Lasts);
    QCOMPARE(forecast.perDay->gbText(), QStringLiteral("4"));
}

void TestClockJumps::unreadableRowsOfASearch_data()
{
    QTest::addColumn<int>("before"); // hours between the first reading and the search
    QTest::addColumn<int>("during");
    QTest::newRow("steady") << 0 << 0;
    QTest::newRow("ahead at first") << -5 << 0;
    QTest::newRow("behind at first") << 5 << 0;
    QTest::newRow("set back meanwhile") << 0 << -5;
    QTest::newRow("set forward meanwhile") << 0 << 5;
}

/// Every page is read again: the row that still exists stays, the other one is removed.
void TestClockJumps::unreadableRowsOfASearch()
{
    QFETCH(int, before);
    QFETCH(int, during);
    ReadingsFixture f;
    f.write([now = f.clock.now()](CacheWriter &writer) {
        readPage(writer, {unreadable(1), unreadable(2)}, now);
    });
    f.clock.advance(1min);
    f.setClock(std::chrono::hours(before));
    f.write([](CacheWriter &writer) { writer.removed().beginSearch(); });
    f.clock.advance(1s);
    f.setClock(std::chrono::hours(during));
    f.write([now = f.clock.now()](CacheWriter &writer) { readPage(writer, {unreadable(2)}, now); });
    f.write([](CacheWriter &writer) { writer.removed().deleteUnreadableNotListed(); });
    const auto rows = f.store->read([](CacheReader &reader) { return reader.unreadableRows(9); });
    QCOMPARE(rows->size(), size_t{1});
    QVERIFY(rows->front().raw == unreadable(2).raw);
    const auto counts = f.store->read([](CacheReader &reader) { return reader.counts(); });
    QCOMPARE(counts->unreadable, 1);
}

void TestClockJumps::earlierFormsStayInTheirOrder()
{
    ReadingsFixture f;
    const auto comesAs = [&](qint64 after) {
        f.write([row = testing::row(7, 10, 0, after), now = f.clock.now()](CacheWriter &writer) {
            TransactionPage page;
            page.items = {row};
            writer.ledger().putPages({page}, now);
        });
    };
    comesAs(1);
    comesAs(2);
    f.setClock(-5h);
    comesAs(3);
    f.setClock(1h);
    comesAs(4);
    const auto forms =
        f.store->read([](CacheReader &reader) { return reader.versions(TransactionId(7)); });
    QCOMPARE(forms->size(), size_t{3});
    for (size_t i = 0; i < forms->size(); ++i) {
        QCOMPARE(forms->at(i).form.balanceAfter->units(), static_cast<std::int64_t>(i + 1));
    }
}

void TestClockJumps::theAccountUsedLastComesFirst()
{
    const QTemporaryDir folder;
    ManualClock clock;
    AuthSession nobody;
    const auto use = [&](const char *account) {
        AccountSession::Config config;
        config.dataDir = folder.path();
        config.service = QStringLiteral("https://service.example");
        config.account = QLatin1String(account);
        config.offline = true;
        auto session = AccountSession::open(config, nullptr, nobody, clock);
        QVERIFY(session);
        (*session)->flush();
    };
    const auto usedLast = [&] { return storedAccounts(folder.path()).front().account; };
    use("one");
    clock.advance(1min);
    use("two");
    QCOMPARE(usedLast(), QStringLiteral("two"));
    clock.setNow(clock.now() - 5h);
    use("one");
    QCOMPARE(usedLast(), QStringLiteral("one"));
    clock.setNow(clock.now() - 5h);
    use("two");
    QCOMPARE(usedLast(), QStringLiteral("two"));
    clock.setNow(clock.now() + 24h);
    use("one");
    QCOMPARE(usedLast(), QStringLiteral("one"));
}

void TestClockJumps::placesAreReadOnceADay_data()
{
    QTest::addColumn<int>("jump"); // hours
    QTest::addColumn<int>("passed");
    QTest::addColumn<int>("arrivals");
    QTest::newRow("within a day") << 0 << 23 << 1;
    QTest::newRow("after a day") << 0 << 25 << 2;
    QTest::newRow("set back, within a day") << -50 << 23 << 1;
    QTest::newRow("set back, after a day") << -50 << 25 << 2;
    QTest::newRow("the computer slept") << 25 << 0 << 2; // intervals are not affected by sleep
}

void TestClockJumps::placesAreReadOnceADay()
{
    QFETCH(int, jump);
    QFETCH(int, passed);
    QFETCH(int, arrivals);
    ScriptedServer server;
    server.start();
    server.thenAnswer({200, R"({"data":[{"code":"DE","name":"Germany"}]})", {}});
    ManualClock clock;
    AuthSession auth;
    Pacer pacer(clock);
    ApiClient client({*ServiceAddress::parse(server.url())}, auth, pacer, clock);
    QTemporaryDir folder;
    const auto store = std::move(*AccountStore::open(folder.path(), clock));
    ServiceOffer offer(*store, clock);
    PlaceLists book(&client, offer, clock);
    const auto read = [&] {
        bool came = false;
        const Call call = book.countries(QStringLiteral("mobile"), this,
                                         [&came](const Result<ListOf<Place>> &places) {
                                             came = places.has_value() && places->items.size() == 1;
                                         });
        [&] { QTRY_VERIFY(came); }();
    };
    read();
    clock.setNow(clock.now() + std::chrono::hours(jump));
    clock.advance(std::chrono::hours(passed));
    read();
    QCOMPARE(server.arrivals(), arrivals);
}

void TestClockJumps::aTimeAheadIsNotNow()
{
    const Instant now = ManualClock().now();
    QCOMPARE(format::ago(now + 30s, now), QStringLiteral("just now")); // clocks differ a little
    const QString unknown = QStringLiteral("at an unknown time (the clock was changed)");
    QCOMPARE(format::ago(now + 2min, now), unknown);
    QCOMPARE(format::ago(now + 5h, now), unknown);
    QVERIFY(format::isFresh(now - 5s, now, 10s));
    QVERIFY(!format::isFresh(now - 11s, now, 10s));
    QVERIFY(!format::isFresh(now + 5h, now, 10s));
}

void TestClockJumps::theSessionShowsWhatWasReadLast_data()
{
    QTest::addColumn<int>("hours"); // that the clock is set back after the first reading
    QTest::newRow("back") << 5;
    QTest::newRow("forward") << -5;
}

/// Over real HTTP: money moves at the service while the clock jumps and the program restarts.
void TestClockJumps::theSessionShowsWhatWasReadLast()
{
    QFETCH(int, hours);
    Loaded f;
    const auto balanceThere = [&] {
        return *Money::parse(QString::fromStdString(f.server.balance()));
    };
    const auto agrees = [&] {
        return f.session->summary().balance == balanceThere() &&
               f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent;
    };
    QTRY_VERIFY(agrees());
    for (const int jump : {hours, -hours, hours}) {
        f.clock.setBack(std::chrono::hours(jump));
        QVERIFY(f.server.bookDeposit("12.34", "after the jump"));
        f.open();
        f.session->start();
        QTRY_VERIFY(f.allLoaded());
        QTRY_VERIFY2(agrees(), qPrintable(f.session->summary().balance->text()));
        QVERIFY(*f.session->summary().balanceAsOf <= f.clock.now());
        QVERIFY(f.session->ledger().check().verdict().breaks.empty());
    }
}

/// The limit ends with the minute that was waited for, not at the announced time.
void TestClockJumps::aLimitEndsThoughTheClockWentBack()
{
    std::atomic<std::int64_t> ahead{0};
    testing::SandboxSettings settings;
    settings.transactions = 20'000;
    settings.rateLimit = true;
    settings.clock = [&ahead] { return ahead + toMillis(SystemClock().now()) / 1000; };
    SessionFixture f(settings);
    f.open();
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Waiting));
    bool wentOn = false;
    QObject::connect(&f.session->ledger(), &AccountLedger::changed, this,
                     [&] { wentOn = wentOn || f.ledgerIs(LedgerProgress::Running); });
    f.clock.setBack(5h);
    // A refusal that is on its way when the minute ends begins another one; there are not many.
    for (int minute = 0; minute < 3 && !wentOn; ++minute) {
        ahead += 61;
        f.clock.advance(61s);
        (void)testing::waitUntil([&] { return wentOn; }, 10s);
    }
    QVERIFY(wentOn);
}

/// The clock goes back between the request for the balance and its answer: it still counts as
/// answered.
void TestClockJumps::theLedgerCheckSeesTheClockSetBack()
{
    Loaded f;
    QTRY_COMPARE(f.session->ledger().check().verdict().state, LedgerCheckResult::Consistent);
    QVERIFY(f.server.bookDeposit("5.00", "while it was asked"));
    QObject::connect(f.session.get(), &AccountSession::areaChanged, this, [&](Area area) {
        if (area == Area::Account && f.areaIs(Area::Account, AreaStatus::Loading)) {
            f.clock.setBack(3h);
        }
    });
    f.session->refresh(Area::Transactions);
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete) && f.session->summary().transactions == 151);
    QTRY_VERIFY(f.session->ledger().check().verdict().state != LedgerCheckResult::Checking);
    QCOMPARE(f.session->ledger().check().verdict().state, LedgerCheckResult::Consistent);
    QVERIFY(!f.session->ledger().check().verdict().balanceOpen);
}

/// An old balance with a time in the future is not the current one of the service: the request for
/// it failed, and it must not cause a break.
void TestClockJumps::aBalanceOfTheFutureIsNoAnswer()
{
    Loaded f;
    QTRY_COMPARE(f.session->ledger().check().verdict().state, LedgerCheckResult::Consistent);
    f.clock.setBack(5h); // the stored balance was read with the clock ahead
    f.open();
    QVERIFY(f.server.bookDeposit("5.00", "since then"));
    f.fault("error-500=undone,on=getBalance");
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete) && f.session->summary().transactions == 151);
    QTRY_VERIFY(f.session->ledger().check().verdict().state != LedgerCheckResult::Checking &&
                f.session->ledger().check().verdict().count == 151);
    QCOMPARE(f.session->ledger().check().verdict().state, LedgerCheckResult::Incomplete);
    QVERIFY(f.session->ledger().check().verdict().balanceOpen);
    QVERIFY(f.session->ledger().check().verdict().breaks.empty());
}

void TestClockJumps::aPauseUntilATimeIsMeasuredByTheService_data()
{
    QTest::addColumn<int>("hours");
    QTest::addColumn<bool>("dated"); // whether the answer says what time it is there
    QTest::addColumn<int>("seconds");
    QTest::newRow("right") << 0 << true << 45;
    QTest::newRow("right, no date") << 0 << false << 45;
    QTest::newRow("behind") << -5 << true << 45;
    QTest::newRow("ahead") << 5 << true << 45;
}

/// "Retry-After: Fri, 20 Nov 2026 12:00:45 GMT" refers to the service's clock, not to this
/// computer's.
void TestClockJumps::aPauseUntilATimeIsMeasuredByTheService()
{
    QFETCH(int, hours);
    QFETCH(bool, dated);
    QFETCH(int, seconds);
    ScriptedServer server;
    server.start();
    Answer refusal{429, "{}", {{"Retry-After", "Fri, 20 Nov 2026 12:00:45 GMT"}}};
    if (dated) {
        refusal.headers.append(
            qMakePair(QByteArray("Date"), QByteArray("Fri, 20 Nov 2026 12:00:00 GMT")));
    }
    server.thenAnswer(refusal);
    ManualClock clock;
    clock.setNow(*parseInstant(QStringLiteral("2026-11-20T12:00:00Z")) + std::chrono::hours(hours));
    AuthSession auth;
    auth.setPersonalToken(Secret(QByteArray("1|x")));
    Pacer pacer(clock);
    ApiClient client({*ServiceAddress::parse(server.url())}, auth, pacer, clock);
    std::optional<std::chrono::seconds> wait;
    const Call call = client.send(ListCountries{QStringLiteral("mobile")}, this,
                                  [&](const Result<ListOf<Place>> &answer) {
                                      wait = answer ? 0s : answer.error().retryAfter.value_or(0s);
                                  });
    // A read waits for the limit by itself; the pacer knows how long.
    QTRY_VERIFY(server.arrivals() == 1);
    QTRY_COMPARE(std::chrono::ceil<std::chrono::seconds>(pacer.waitFor(Budget::Geo, Lane::User)),
                 std::chrono::seconds(seconds));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestClockJumps)
#include "test_clockjumps.moc"
