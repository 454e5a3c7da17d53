// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the lines above the sub-users and on the overview: how long the pools last, how long what
// the sub-users hold lasts, and whose traffic ends first.
#include "api/endpoints/subusers.h"
#include "api/types/wholedays.h"
#include "models/account/trafficforecasts.h"
#include "models/store/subuserpace.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/partialledger.h"
#include "ui/base/coveragetext.h"
#include "ui/base/forecasttext.h"
#include "ui/overview/overviewpage.h"
#include "ui/subusers/subuserspage.h"

using namespace relaybook;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;

class TestCoverage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void agreesWithTheStoredSubUsers();
    void aPoolIsNotMeasuredByTheUseOfSubUsers();
    void theFirstToRunDryIsAWayToItsRow();
    void theLinkExplainsTheFigures();
    void theOverviewSaysTheSame();
    void saysWhatIsNotKnown();
    void saysThatAPoolIsLow();
    void withoutPoolsTheCustomersStay();
    void thereIsNoneWithoutSubUsers();
    void saysWhatTheOverviewSays();
    void aPageThatIsShownLaterSaysTheSame();
    void saysFromHowManyTransactionsItIs();
    void aLowWindowHasFewerLines();
    void daysAreSaidInWords();

private:
    bool showLoaded(int rows);
    std::optional<int> forecastsShown();
    [[nodiscard]] QString pools() { return m_desk->text("coveragePools"); }
    [[nodiscard]] QString subUsers() { return m_desk->text("coverageSubUsers"); }
    [[nodiscard]] QString first() { return m_desk->text("coverageFirstLead"); }
    [[nodiscard]] QString firstName()
    {
        const auto *link = m_desk->find<QPushButton>("coverageFirst1");
        return link->isVisible() ? link->text() : QString();
    }
    bool fault(const std::string &text)
    {
        return !m_desk->server().faults().set(std::string_view(text));
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestCoverage::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 3;
}

bool TestCoverage::showLoaded(int rows)
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<SubUsersPage>();
    return waitUntil([&] {
        return m_desk->rows() == rows &&
               m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded &&
               m_desk->account().status(Area::Account).state == AreaStatus::Loaded;
    });
}

/// Computed again from the rows, one by one.
void TestCoverage::agreesWithTheStoredSubUsers()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    const Instant now = SystemClock().now();
    struct Sum
    {
        double perDay = 0;
        qint64 left = 0;
    };
    std::map<QString, Sum> byType;
    QString soonest;
    double shortest = 1e18;
    for (const SubUserId id : m_desk->account().rows().subUserIds()) {
        const auto row = m_desk->account().rows().subUser(id);
        QVERIFY(row && row->createdAt && row->trafficUsed && row->trafficLeft);
        const double days = double(toMillis(now) - toMillis(*row->createdAt)) / 86'400'000.0;
        if (days < 1 || row->trafficUsed->units() <= 0) {
            continue;
        }
        const double pace = double(row->trafficUsed->units()) / days;
        Sum &sum = byType[row->serviceType];
        sum.perDay += pace;
        sum.left += row->trafficLeft->units();
        if (row->trafficLeft->units() > 0 && double(row->trafficLeft->units()) / pace < shortest) {
            shortest = double(row->trafficLeft->units()) / pace;
            soonest = row->username;
        }
    }
    QVERIFY(!byType.empty() && !soonest.isEmpty());
    for (const auto &[type, sum] : byType) {
        const auto perDay = TrafficAmount::fromUnits(std::llround(sum.perDay));
        const QString part =
            QStringLiteral("%1 %2, %3 a day (%4 left)")
                .arg(format::proxyType(type), format::traffic(TrafficAmount::fromUnits(sum.left)),
                     format::trafficPace(perDay),
                     coveredDays(daysLasting(TrafficAmount::fromUnits(sum.left), perDay)));
        QTRY_VERIFY2(subUsers().contains(part), qPrintable(subUsers() + u'\n' + part));
    }
    QCOMPARE(first(), QStringLiteral("First to run out:"));
    QVERIFY2(firstName().startsWith(format::shortened(soonest, 30) + QLatin1String(" (")),
             qPrintable(firstName() + u'\n' + soonest));
}

/// A customer's use lowers what customers hold, so it says nothing about the pool.
void TestCoverage::aPoolIsNotMeasuredByTheUseOfSubUsers()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    QTRY_VERIFY(!pools().isEmpty());
    QVERIFY2(!pools().contains(QLatin1String("GB a day")), qPrintable(pools()));
    for (const TrafficPool &pool : m_desk->account().summary().pools) {
        const QString part = QStringLiteral("%1 %2 (").arg(format::proxyType(pool.type),
                                                           format::traffic(*pool.left));
        QVERIFY2(pools().contains(part), qPrintable(pools() + u'\n' + part));
    }
}

void TestCoverage::theFirstToRunDryIsAWayToItsRow()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(!firstName().isEmpty());
    m_desk->search(QStringLiteral("nobody-has-this-name"));
    QTRY_COMPARE(m_desk->rows(), 0);
    const QString name = firstName().section(QLatin1String(" ("), 0, 0);
    m_desk->click("coverageFirst1");
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), name);
}

void TestCoverage::theLinkExplainsTheFigures()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverageHow"));
    const QString shown = subUsers();
    m_desk->click("coverageHow");
    QTRY_VERIFY(m_desk->isShown("coverageDialog"));
    QStringList texts;
    for (const QLabel *label : m_desk->find("coverageDialog")->findChildren<QLabel *>()) {
        texts.append(label->text());
    }
    const QString all = texts.join(u'\n');
    QVERIFY2(all.contains(shown) && all.contains(QLatin1String("since it was created")),
             qPrintable(all));
}

void TestCoverage::theOverviewSaysTheSame()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    const QString here = subUsers();
    QVERIFY(here.contains(QLatin1String(" a day (")));
    QVERIFY(here.contains(QLatin1String("by their average since they were created: ")));
    m_desk->show<OverviewPage>();
    QTRY_VERIFY(m_desk->isShown("subUsersCard"));
    QCOMPARE(subUsers(), here);
}

void TestCoverage::saysWhatIsNotKnown()
{
    m_desk->startSandbox();
    QVERIFY(fault("wrong-types=created_at,on=listSubUsers"));
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(first().startsWith(QLatin1String("Who runs out first is not known")));
    QVERIFY2(subUsers().contains(QLatin1String("use per day not known")), qPrintable(subUsers()));
    // What they have left is known all the same.
    std::map<QString, qint64> left;
    for (const SubUserId id : m_desk->account().rows().subUserIds()) {
        const auto row = m_desk->account().rows().subUser(id);
        QVERIFY(row && row->trafficLeft);
        left[row->serviceType] += row->trafficLeft->units();
    }
    for (const auto &[type, sum] : left) {
        const QString part =
            QStringLiteral("%1 %2, use per day not known")
                .arg(format::proxyType(type), format::traffic(TrafficAmount::fromUnits(sum)));
        QVERIFY2(subUsers().contains(part), qPrintable(subUsers() + u'\n' + part));
    }
}

void TestCoverage::saysThatAPoolIsLow()
{
    m_desk->sandboxOptions.transactions = 3000; // purchases, from which the forecast is made
    m_desk->startSandbox();
    QVERIFY(m_desk->server().setPoolGb("residential", "0.01"));
    QVERIFY(showLoaded(40));
    QTRY_VERIFY2(pools().contains(QLatin1String("Less than a day left")), qPrintable(pools()));
}

void TestCoverage::withoutPoolsTheCustomersStay()
{
    m_desk->sandboxOptions.offer.onlyDocumented = false;
    m_desk->sandboxOptions.offer.without = {"getResellerBalance"};
    QVERIFY([&] {
        m_desk->open();
        m_desk->account().start();
        m_desk->show<SubUsersPage>();
        return waitUntil([&] { return m_desk->rows() == 40; });
    }());
    QTRY_VERIFY(!firstName().isEmpty());
    QVERIFY(!m_desk->isShown("coveragePools"));
}

void TestCoverage::thereIsNoneWithoutSubUsers()
{
    m_desk->sandboxOptions.subUsers = 1;
    QVERIFY(showLoaded(1));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    const SubUserId only(m_desk->server().subUserIds().front());
    bool isGone = false;
    const Call call = m_desk->client().send(
        DeleteSubUser{only}, this, [&](const auto &answer) { isGone = answer.has_value(); });
    QTRY_VERIFY(isGone);
    m_desk->account().refresh(Area::SubUsers);
    QTRY_COMPARE(m_desk->rows(), 0);
    QTRY_VERIFY(!m_desk->isShown("coverage"));
}

/// How many forecasts of pools were compared; nothing if the page did not show one of them.
std::optional<int> TestCoverage::forecastsShown()
{
    BoughtTraffic bought;
    m_desk->account().queries().boughtTraffic(
        SystemClock().now() - purchasesLookBack, this,
        [&bought](const BoughtTraffic *read) { bought = read ? *read : BoughtTraffic(); });
    if (!waitUntil([&bought] { return !bought.byType.empty(); })) {
        return std::nullopt;
    }
    int compared = 0;
    for (const auto &forecast : m_desk->account().forecasts(bought)) {
        if (forecast && forecast->state == TrafficForecast::Lasts) {
            ++compared;
            const QString said =
                QStringLiteral("(%1, from %2)")
                    .arg(daysLeftText(*forecast), forecast->madeFrom == TrafficForecast::SharedUse
                                                      ? QStringLiteral("use and purchases")
                                                      : QStringLiteral("purchases"));
            if (!waitUntil([&] { return pools().contains(said); })) {
                qWarning("%s is not in %s", qPrintable(said), qPrintable(pools()));
                return std::nullopt;
            }
        }
    }
    return compared;
}

/// In the first days, forecasts are made from the purchases in the ledger.
void TestCoverage::saysWhatTheOverviewSays()
{
    m_desk->sandboxOptions.transactions = 3000;
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->account().summary().ledger.complete);
    QVERIFY(forecastsShown().value_or(0) > 0);
}

/// The page is made and shown when everything is loaded and nothing changes any more.
void TestCoverage::aPageThatIsShownLaterSaysTheSame()
{
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->open();
    m_desk->account().start();
    QTRY_VERIFY(m_desk->account().summary().ledger.complete);
    QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
    QTRY_COMPARE(m_desk->account().status(Area::Account).state, AreaStatus::Loaded);
    m_desk->show<SubUsersPage>();
    QVERIFY(forecastsShown().value_or(0) > 0);
}

void TestCoverage::saysFromHowManyTransactionsItIs()
{
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->startSandbox();
    testing::refuseMostPages(m_desk->server());
    QVERIFY(showLoaded(40));
    const LedgerExtent extent = testing::partialExtent(m_desk->account());
    QVERIFY(!extent.complete && extent.held > 0);
    const QString from = QStringLiteral("days left, from %1 of 3,000)").arg(extent.held);
    constexpr int pauseWhileLoading = 20'000; // purchases are read from time to time only
    QTRY_VERIFY2_WITH_TIMEOUT(pools().contains(from), qPrintable(pools()), pauseWhileLoading);

    m_desk->server().faults().clearAll();
    m_desk->account().ledger().resume();
    QTRY_VERIFY(m_desk->account().summary().ledger.complete);
    QTRY_VERIFY2_WITH_TIMEOUT(!pools().contains(QStringLiteral("of 3,000")), qPrintable(pools()),
                              pauseWhileLoading);
}

void TestCoverage::aLowWindowHasFewerLines()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    m_desk->window().resize(1200, 800);
    QTRY_VERIFY(m_desk->isShown("coverageSubUsers"));
    m_desk->window().resize(1200, 600);
    QTRY_VERIFY(!m_desk->isShown("coverageSubUsers"));
    QVERIFY(m_desk->isShown("coverageFirst"));
    m_desk->window().resize(1200, 420);
    QTRY_VERIFY(!m_desk->isShown("coverageFirst"));
    QVERIFY(m_desk->isShown("coveragePools"));
    QVERIFY(m_desk->isShown("coverageHow"));
}

void TestCoverage::daysAreSaidInWords()
{
    QCOMPARE(coveredDays(0), QStringLiteral("less than a day"));
    QCOMPARE(coveredDays(12), QStringLiteral("about 12 days"));
    QCOMPARE(coveredDays(100'000), QStringLiteral("more than ten years"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestCoverage)
#include "test_coverage.moc"
