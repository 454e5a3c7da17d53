// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the refresh that nobody asks for, against the sandbox over HTTP in simulated time: how
// often it asks, that it keeps within its share of the limits, and when it waits.

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "models/account/autorefresh.h"
#include "models/sync/ledgercheck.h"
#include "tests/models/purchasefixture.h"

#include <atomic>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::SandboxSettings;
using testing::SessionFixture;
using testing::waitUntil;

/// The time that the service and the computer share, ahead of the real one.
struct SimulatedTime
{
    std::atomic<std::int64_t> ahead{0};
};

struct Calls
{
    std::uint64_t personal = 0;
    std::uint64_t reseller = 0;
    std::uint64_t refused = 0;
};

class ShownWindow : public SimulatedTime, public SessionFixture
{
public:
    enum class Begin { WhenAllIsLoaded, AtOnce };
    explicit ShownWindow(const SandboxSettings &settings, Begin begin = Begin::WhenAllIsLoaded)
        : SessionFixture(withClock(settings, ahead))
    {
        buying.looks.pauses = {5ms, 10min};
        open();
        session->start();
        if (begin == Begin::WhenAllIsLoaded) {
            [this] { QTRY_VERIFY(isAtRest()); }();
        }
        session->autoRefresh().setShown(true);
    }

    static SandboxSettings withClock(SandboxSettings settings,
                                     const std::atomic<std::int64_t> &ahead)
    {
        settings.clock = [&ahead] { return std::int64_t(time(nullptr)) + ahead; };
        return settings;
    }
    [[nodiscard]] bool isAtRest() const
    {
        for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
            if (areaIs(area, AreaStatus::NeverLoaded) || areaIs(area, AreaStatus::Loading)) {
                return false;
            }
        }
        return ledgerIs(LedgerProgress::Complete) && !session->ledger().check().isChecking() &&
               session->purchases().isReady() && !session->purchases().isAtWork();
    }
    void pass(std::chrono::seconds by)
    {
        ahead += by.count(); // first: the service is never behind what the client assumes
        clock.advance(by);
    }
    /// Lets this time pass as the timer would see it. False where a refresh does not end.
    [[nodiscard]] bool live(std::chrono::seconds time)
    {
        constexpr auto tick = 10s;
        for (auto passed = 0s; passed < time; passed += tick) {
            pass(tick);
            session->autoRefresh().step();
            if (!waitUntil([this] { return !session->autoRefresh().isLoading() && isAtRest(); })) {
                return false;
            }
        }
        return true;
    }
    /// Whether a step begins a refresh.
    [[nodiscard]] bool stepLoads()
    {
        session->autoRefresh().step();
        return session->autoRefresh().isLoading();
    }
    [[nodiscard]] std::chrono::seconds ageOfBalance() const
    {
        const auto read = session->summary().balanceAsOf;
        return read ? std::chrono::duration_cast<std::chrono::seconds>(clock.now() - *read) : 24h;
    }
    [[nodiscard]] std::uint64_t asked(const char *operation) const
    {
        return server.counters().of(operation).arrived;
    }
    [[nodiscard]] Calls calls() const
    {
        Calls calls;
        const auto counters = server.counters();
        for (const auto &[operation, count] : counters.operations) {
            const bool reseller = operation == "getResellerBalance" ||
                                  operation == "getAnalytics" || operation == "listSubUsers" ||
                                  operation == "issueResellerToken";
            (reseller ? calls.reseller : calls.personal) += count.arrived;
            calls.refused += count.arrived - count.performed;
        }
        return calls;
    }
};

SandboxSettings smallShown(long divisor = 1)
{
    SandboxSettings settings;
    settings.proxies = 6;
    settings.subUsers = 5;
    settings.transactions = 60;
    settings.rateLimit = true;
    settings.limitDivisor = divisor;
    return settings;
}

} // namespace

class TestAutoRefresh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anHourKeepsEverythingFresh();
    void anHourWithTightLimits();
    void shownFiguresStayFreshDuringADownload();
    void figuresDoNotWaitForALongList();
    void listsAreLoadedWhileTheyAreShown();
    void afterASleepAtOnce_data();
    void afterASleepAtOnce();
    void aBalanceThatMovedLoadsItsTransactions();
    void itCanBeTurnedOff();
    void onlyWhatTheServiceOffersIsAsked();
    void aFirstReadingThatWasStoppedStaysStopped();
    void itStaysAwayFromPurchases();
    void theUsersRequestGoesFirst();
    void itRestsAfterARefusal();
    void offlineItTriesLessAndLess();
    void whatFailsDoesNotKeepTheOthersBack();
};

void TestAutoRefresh::anHourKeepsEverythingFresh()
{
    ShownWindow f(smallShown());
    f.server.resetCounters();
    QVERIFY(f.server.bookDeposit("12.34", "booked elsewhere"));
    QVERIFY(f.live(2min));
    QCOMPARE(f.session->summary().balance,
             Money::parse(QString::fromStdString(f.server.balance())));
    QVERIFY(f.live(58min));
    QVERIFY2(f.ageOfBalance() <= 70s, qPrintable(QString::number(f.ageOfBalance().count())));
    QCOMPARE(f.ledgerDifference(), QString());
    // A minute and five, seen every ten seconds.
    QVERIFY(f.asked("getBalance") >= 50 && f.asked("getBalance") <= 60);
    QCOMPARE(f.asked("getResellerBalance"), f.asked("getBalance"));
    QVERIFY(f.asked("listTransactions") >= 10 && f.asked("listTransactions") <= 14);
    // The account's name, the daily use and lists that nobody looks at can wait.
    QCOMPARE(f.asked("getAccount") + f.asked("getAnalytics") + f.asked("listProxies") +
                 f.asked("listSubUsers"),
             std::uint64_t{0});
    QCOMPARE(f.calls().refused, std::uint64_t{0});
}

/// The limits of the service are a sixth of the published ones, and a quarter of those is its
/// share.
void TestAutoRefresh::anHourWithTightLimits()
{
    constexpr long divisor = 6;
    ShownWindow f(smallShown(divisor));
    f.server.resetCounters();
    f.session->autoRefresh().setListInView(Area::Proxies);
    Calls before;
    for (int minute = 0; minute < 60; ++minute) {
        QVERIFY(f.live(1min));
        const Calls now = f.calls();
        QVERIFY(now.personal - before.personal <= 10 / 4);
        QVERIFY(now.reseller - before.reseller <= 20 / 4);
        before = now;
    }
    QVERIFY2(before.personal <= 166 / 4, qPrintable(QString::number(before.personal)));
    QVERIFY2(before.personal * 24 <= 1666 / 4 + 24, qPrintable(QString::number(before.personal)));
    QVERIFY2(before.reseller <= 500 / 4, qPrintable(QString::number(before.reseller)));
    QVERIFY2(before.personal >= 10, qPrintable(QString::number(before.personal)));
    QVERIFY(f.asked("listProxies") >= 2 && f.asked("listTransactions") >= 2);
    QCOMPARE(before.refused, std::uint64_t{0});
}

/// The download takes all that the limits leave to it, for many minutes.
void TestAutoRefresh::shownFiguresStayFreshDuringADownload()
{
    SandboxSettings settings = smallShown();
    settings.transactions = 1500;
    settings.maxPerPage = 3;
    ShownWindow f(settings, ShownWindow::Begin::AtOnce);
    QVERIFY(waitUntil([&] { return f.areaIs(Area::Account, AreaStatus::Loaded); }));
    const auto isLedgerIdle = [&] {
        return f.ledgerIs(LedgerProgress::Complete) ||
               f.client->limitWait(GetBalance{}.toRequest(), Lane::Background) > 0ms;
    };
    f.server.resetCounters();
    f.session->autoRefresh().setListInView(Area::Proxies);
    int ticks = 0;
    while (!f.ledgerIs(LedgerProgress::Complete)) {
        f.pass(10s);
        ++ticks;
        f.session->autoRefresh().step();
        QVERIFY(waitUntil([&] { return !f.session->autoRefresh().isLoading() && isLedgerIdle(); }));
        QVERIFY2(f.ageOfBalance() <= 75s, qPrintable(QString::number(f.ageOfBalance().count())));
    }
    QVERIFY2(ticks > 40, qPrintable(QString::number(ticks))); // seven minutes: it did compete
    QVERIFY(f.asked("getBalance") >= 3);
    QCOMPARE(f.asked("getResellerBalance"), f.asked("getBalance"));
    QVERIFY(f.asked("listProxies") >= 2); // the list in view, of two pages
    QCOMPARE(f.asked("listSubUsers"), std::uint64_t{0});
    QCOMPARE(f.calls().refused, std::uint64_t{0});
}

/// A list of so many pages takes minutes with a quarter of the limits.
void TestAutoRefresh::figuresDoNotWaitForALongList()
{
    SandboxSettings settings = smallShown();
    settings.subUsers = 200;
    ShownWindow f(settings);
    f.fault("paged-lists=2");
    f.server.resetCounters();
    f.session->autoRefresh().setListInView(Area::SubUsers);
    std::chrono::seconds oldest{0};
    int ticksOfTheList = 0;
    for (int tick = 0; tick < 90; ++tick) {
        f.pass(10s);
        f.session->autoRefresh().step();
        QVERIFY(waitUntil([&] {
            return !f.session->autoRefresh().isLoading() ||
                   f.client->limitWait(GetResellerBalance{}.toRequest(), Lane::Refresh) > 0ms;
        }));
        oldest = std::max(oldest, f.ageOfBalance());
        ticksOfTheList += f.session->autoRefresh().isLoading() ? 1 : 0;
    }
    QVERIFY2(ticksOfTheList >= 12, qPrintable(QString::number(ticksOfTheList)));
    QVERIFY(f.asked("listSubUsers") >= 100);
    QVERIFY2(oldest <= 145s, qPrintable(QString::number(oldest.count())));
    QCOMPARE(f.calls().refused, std::uint64_t{0});
}

void TestAutoRefresh::listsAreLoadedWhileTheyAreShown()
{
    ShownWindow f(smallShown());
    f.server.resetCounters();
    QVERIFY(f.live(6min));
    QCOMPARE(f.asked("listSubUsers"), std::uint64_t{0});
    f.session->autoRefresh().setListInView(Area::SubUsers);
    QVERIFY(f.live(1min)); // it has become old while nobody looked
    QCOMPARE(f.asked("listSubUsers"), std::uint64_t{1});
    QVERIFY(f.live(10min));
    QVERIFY(f.asked("listSubUsers") >= 2);
    QCOMPARE(f.asked("listProxies"), std::uint64_t{0});
}

void TestAutoRefresh::afterASleepAtOnce_data()
{
    QTest::addColumn<bool>("isSeen"); // by the monotonic clock
    QTest::newRow("the monotonic clock slept too") << false;
    QTest::newRow("the timer fires late") << true;
}

void TestAutoRefresh::afterASleepAtOnce()
{
    QFETCH(bool, isSeen);
    ShownWindow f(smallShown());
    QVERIFY(f.live(20s));
    f.server.resetCounters();
    QVERIFY(!f.stepLoads()); // nothing is due
    constexpr auto sleep = 70s;
    f.ahead += std::chrono::seconds(sleep).count();
    if (isSeen) {
        f.clock.advance(sleep);
    } else {
        f.clock.setBack(-sleep);
    }
    QVERIFY(f.stepLoads());
    QVERIFY(f.live(20s));
    QCOMPARE(f.asked("getBalance"), std::uint64_t{1});
    QCOMPARE(f.asked("listTransactions"), std::uint64_t{1}); // not due for minutes otherwise
}

void TestAutoRefresh::aBalanceThatMovedLoadsItsTransactions()
{
    ShownWindow f(smallShown());
    bool isBought = false;
    const Call call = f.client->send(
        TopUpTraffic{*TrafficAmount::parseGb(u"3"), QStringLiteral("residential")}, this,
        [&isBought](const Result<TopUpReceipt> &answer) { isBought = answer.has_value(); });
    QTRY_VERIFY(isBought);
    f.server.resetCounters();
    QVERIFY(f.live(80s));
    QCOMPARE(f.asked("getBalance"), std::uint64_t{1});
    QCOMPARE(f.asked("listTransactions"), std::uint64_t{1}); // not after five minutes
    QCOMPARE(f.session->summary().transactions, qint64{61});
    QVERIFY(f.live(2min));
    QCOMPARE(f.asked("listTransactions"), std::uint64_t{1});
}

void TestAutoRefresh::itCanBeTurnedOff()
{
    ShownWindow f(smallShown());
    f.server.resetCounters();
    f.session->autoRefresh().setEnabled(false);
    QVERIFY(f.live(10min));
    f.session->autoRefresh().setEnabled(true);
    f.session->autoRefresh().setShown(false); // minimised
    QVERIFY(f.live(10min));
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
    f.session->autoRefresh().setShown(true);
    QVERIFY(f.stepLoads());
}

void TestAutoRefresh::onlyWhatTheServiceOffersIsAsked()
{
    SandboxSettings settings = smallShown();
    settings.offer.onlyDocumented = true;
    ShownWindow f(settings);
    f.server.resetCounters();
    f.session->autoRefresh().setListInView(Area::Proxies);
    QVERIFY(f.live(30min));
    QVERIFY(f.asked("getResellerBalance") >= 25);
    QVERIFY(f.asked("listTransactions") >= 5);
    QCOMPARE(f.server.counters().requests,
             f.asked("getResellerBalance") + f.asked("listTransactions"));
}

void TestAutoRefresh::aFirstReadingThatWasStoppedStaysStopped()
{
    ShownWindow f(smallShown());
    f.session->ledger().loadAllAgain();
    f.session->ledger().pause();
    QVERIFY(f.ledgerIs(LedgerProgress::Paused));
    f.server.resetCounters();
    for (int step = 0; step < 60; ++step) {
        f.pass(10s);
        f.session->autoRefresh().step();
        QVERIFY(waitUntil([&] { return !f.session->autoRefresh().isLoading(); }));
    }
    QVERIFY(f.ledgerIs(LedgerProgress::Paused));
    QCOMPARE(f.asked("listTransactions"), std::uint64_t{0});
    QVERIFY(f.asked("getBalance") > 5); // the figures have nothing to do with it
}

void TestAutoRefresh::itStaysAwayFromPurchases()
{
    ShownWindow f(smallShown());
    PurchaseDesk &desk = f.session->purchases();
    QObject guard;
    f.pass(61s);
    // Prices are loaded to be shown.
    std::optional<Confirmation> shown;
    const Call call = desk.prepare(
        testing::residential, testing::gb("1"), &guard,
        [&](const Result<Confirmation> &answer) { shown = *answer; }, true);
    QVERIFY(!f.stepLoads());
    QVERIFY(waitUntil([&] { return shown.has_value(); }));
    // The order is under way, its answer is lost, and the first looks follow.
    f.fault("drop,on=topUpTraffic,next=1");
    QString id;
    desk.buy(shown->number, true, &guard, [&](const BuyAnswer &answer) { id = answer.orderId; });
    bool competed = f.stepLoads();
    QVERIFY(waitUntil([&] {
        const bool looked = !id.isEmpty() && !desk.order(id)->looks.empty();
        competed = competed || (!looked && f.stepLoads());
        return looked || competed;
    }));
    QVERIFY(!competed);
    // Between two looks there is room, and while one runs there is none.
    QVERIFY(waitUntil([&] { return !desk.isAtWork() && f.isAtRest(); }));
    f.pass(61s);
    desk.look(id);
    QVERIFY(desk.isAtWork());
    QVERIFY(!f.stepLoads());
    QVERIFY(waitUntil([&] { return !desk.isAtWork() && f.isAtRest(); }));
    QVERIFY(f.stepLoads());
    QCOMPARE(f.server.counters().ordersArrived(), std::uint64_t{1});
}

void TestAutoRefresh::theUsersRequestGoesFirst()
{
    ShownWindow f(smallShown());
    f.server.resetCounters();
    f.pass(61s);
    QVERIFY(f.stepLoads());
    QVERIFY(f.areaIs(Area::Account, AreaStatus::Loaded)); // nothing to be shown
    f.session->refresh(Area::Account);
    QVERIFY(f.areaIs(Area::Account, AreaStatus::Loading));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QCOMPARE(f.asked("getAccount"), std::uint64_t{1}); // all of it
    // Nothing of the share is left: the user's request does not need it.
    f.pass(61s); // it would be due
    while (f.pacer.waitFor(Budget::Personal, Lane::Refresh) == 0ms) {
        f.pacer.count(Budget::Personal, Lane::Refresh);
    }
    QVERIFY(!f.stepLoads());
    f.session->refreshAll();
    QTRY_VERIFY(f.isAtRest());
    QCOMPARE(f.asked("getAccount"), std::uint64_t{2});
}

void TestAutoRefresh::itRestsAfterARefusal()
{
    ShownWindow f(smallShown());
    f.pass(61s);
    f.pacer.refused(Budget::Personal, 20s);
    f.server.resetCounters();
    QVERIFY(f.live(5min));
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
    QVERIFY(f.live(1min));
    QVERIFY(f.asked("getBalance") > 0);
}

void TestAutoRefresh::offlineItTriesLessAndLess()
{
    ShownWindow f(smallShown());
    f.server.stop();
    std::vector<int> attempts;
    for (int step = 0; step < 180; ++step) { // half an hour
        f.pass(10s);
        if (f.stepLoads()) {
            attempts.push_back(step);
            QVERIFY(waitUntil([&] { return !f.session->autoRefresh().isLoading(); }));
        }
    }
    QVERIFY2(attempts.size() >= 4 && attempts.size() <= 12,
             qPrintable(QString::number(attempts.size())));
    QVERIFY(attempts.back() - attempts.at(attempts.size() - 2) > 30); // more than five minutes
    QVERIFY(attempts.at(2) - attempts.at(1) < 12);
    QVERIFY(f.areaIs(Area::Account, AreaStatus::Failed));
    // The connection works again, and somebody notices.
    QVERIFY(!f.server.start());
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
}

void TestAutoRefresh::whatFailsDoesNotKeepTheOthersBack()
{
    ShownWindow f(smallShown());
    f.fault("forbid=1005,on=getBalance");
    f.server.resetCounters();
    QVERIFY(f.live(20min));
    QVERIFY(f.asked("getBalance") > 1);
    QVERIFY(f.asked("listTransactions") >= 2);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAutoRefresh)
#include "test_autorefresh.moc"
