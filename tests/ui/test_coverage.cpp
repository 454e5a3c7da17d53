// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the lines above the sub-users: what each pool holds against what customers use per day, and
// whose traffic ends first.
#include "api/endpoints/subusers.h"
#include "models/account/trafficforecasts.h"
#include "models/store/subuserpace.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/partialledger.h"
#include "ui/base/forecasttext.h"
#include "ui/subusers/coverageline.h"
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
    void saysWhatIsNotKnown();
    void saysThatAPoolIsLow();
    void withoutPoolsTheCustomersStay();
    void thereIsNoneWithoutSubUsers();
    void saysWhatTheOverviewSays();
    void saysFromHowManyTransactionsItIs();
    void aLowWindowHasOneLine();
    void daysAreSaidInWords();

private:
    bool showLoaded(int rows);
    [[nodiscard]] QString pools() { return m_desk->text("coveragePools"); }
    [[nodiscard]] QString first() { return m_desk->text("coverageFirst"); }
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
    std::map<QString, double> perDay;
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
        perDay[row->serviceType] += pace;
        if (row->trafficLeft->units() > 0 && double(row->trafficLeft->units()) / pace < shortest) {
            shortest = double(row->trafficLeft->units()) / pace;
            soonest = row->username;
        }
    }
    QVERIFY(!perDay.empty() && !soonest.isEmpty());
    int compared = 0;
    for (const TrafficPool &pool : m_desk->account().summary().pools) {
        const auto used = perDay.find(pool.type);
        if (used != perDay.end()) {
            ++compared;
            const QString part =
                QStringLiteral("%1: %2 in the pool, customers use %3 a day")
                    .arg(format::proxyType(pool.type), format::traffic(*pool.left),
                         format::traffic(TrafficAmount::fromUnits(std::llround(used->second))));
            QTRY_VERIFY2(pools().contains(part), qPrintable(pools() + u'\n' + part));
        }
    }
    QVERIFY(compared > 0);
    QVERIFY2(first().startsWith(
                 QStringLiteral("First to run dry: %1 (").arg(format::shortened(soonest, 30))),
             qPrintable(first() + u'\n' + soonest));
    QVERIFY(m_desk->find("coveragePools")
                ->toolTip()
                .contains(QLatin1String("its average "
                                        "since")));
}

void TestCoverage::saysWhatIsNotKnown()
{
    m_desk->startSandbox();
    QVERIFY(fault("wrong-types=created_at,on=listSubUsers"));
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(first().startsWith(QLatin1String("Who runs dry first is not known")));
    QVERIFY2(pools().contains(QLatin1String("use per day not known")), qPrintable(pools()));
}

void TestCoverage::saysThatAPoolIsLow()
{
    m_desk->startSandbox();
    QVERIFY(m_desk->server().setPoolGb("residential", "0.01"));
    QVERIFY(showLoaded(40));
    QTRY_VERIFY2(pools().contains(QLatin1String("less than a day"), Qt::CaseInsensitive),
                 qPrintable(pools()));
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
    QTRY_VERIFY(m_desk->isShown("coverageFirst"));
    QVERIFY(!m_desk->isShown("coveragePools"));
    QVERIFY2(first().startsWith(QLatin1String("First to run dry: ")), qPrintable(first()));
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

/// In the first days, forecasts are made from the purchases in the ledger.
void TestCoverage::saysWhatTheOverviewSays()
{
    m_desk->sandboxOptions.transactions = 3000;
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->account().summary().ledger.complete);
    BoughtTraffic bought;
    m_desk->account().queries().boughtTraffic(
        SystemClock().now() - purchasesLookBack, this,
        [&bought](const BoughtTraffic *read) { bought = read ? *read : BoughtTraffic(); });
    QTRY_VERIFY(!bought.byType.empty());
    int compared = 0;
    for (const auto &forecast : m_desk->account().forecasts(bought)) {
        if (forecast && forecast->state == TrafficForecast::Lasts) {
            ++compared;
            QTRY_VERIFY2(pools().contains(u'(' % daysLeftText(*forecast) % u')'),
                         qPrintable(pools() + u'\n' + daysLeftText(*forecast)));
        }
    }
    QVERIFY(compared > 0);
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

void TestCoverage::aLowWindowHasOneLine()
{
    QVERIFY(showLoaded(40));
    QTRY_VERIFY(m_desk->isShown("coverage"));
    m_desk->window().resize(900, 700);
    QTRY_VERIFY(m_desk->isShown("coverageFirst"));
    const QString who = first();
    m_desk->window().resize(900, 420);
    QTRY_VERIFY(!m_desk->isShown("coverageFirst"));
    QVERIFY(m_desk->isShown("coveragePools"));
    QVERIFY(m_desk->find("coveragePools")->toolTip().replace(u'\n', u' ').contains(who));
    QVERIFY(m_desk->find("coveragePools")->accessibleDescription().contains(who));
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
