// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the traffic by day in the inspector of a proxy: its figures, and why there are none.
#include "api/endpoints/proxies.h"
#include "models/tables/proxytablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/charts/trafficbars.h"
#include "ui/proxies/proxiespage.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/sheetdialog.h"

#include <algorithm>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestProxyTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void rowsBelongToTheirProxies();
    void showsTheFiguresOfTheSelectedProxy();
    void oneCallServesAllRows();
    void isLoadedAgainWithTheList();
    void saysThatItIsLoading();
    void anErrorCanBeTriedAgain();
    void figuresStayAfterAnError();
    void aMissingCallIsSaidAndTheRestWorks_data();
    void aMissingCallIsSaidAndTheRestWorks();
    void anUnknownFigureIsADash();
    void offlineSaysWhenItIsLoaded();

private:
    bool showLoaded();
    [[nodiscard]] std::uint64_t asked() const
    {
        return m_desk->server().counters().of("listProxyTraffic").arrived;
    }
    [[nodiscard]] QString bars() const
    {
        return m_desk->find<TrafficBars>("proxyTrafficBars")->summary();
    }
    [[nodiscard]] bool saysText(const QString &part)
    {
        return testing::waitUntil([&] { return m_desk->text("proxyTrafficText").contains(part); });
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestProxyTraffic::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
}

bool TestProxyTraffic::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<ProxiesPage>();
    const bool loaded = testing::waitUntil([&] {
        return m_desk->rows() == 60 &&
               m_desk->account().status(Area::Proxies).state == AreaStatus::Loaded;
    });
    m_desk->chooseRow(4);
    return loaded;
}

void TestProxyTraffic::rowsBelongToTheirProxies()
{
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("9F-1"));
    proxy.numericId = QStringLiteral("20418");
    const auto row = [](const char *proxyId, const char *config, const char *today,
                        const char *price) {
        ProxyTraffic each;
        each.proxyId = QLatin1String(proxyId);
        each.configId = QLatin1String(config);
        each.todayMb = QLatin1String(today);
        each.yesterdayMb = QStringLiteral("0.5");
        each.pricePerGb = QLatin1String(price);
        return each;
    };
    const auto gigabytes = [](const char *text) {
        return TrafficAmount::parseGb(QString::fromLatin1(text));
    };
    const auto indexOf = [](const std::vector<ProxyTraffic> &rows) {
        return ProxyDaysIndex(ListOf<ProxyTraffic>{rows, 0});
    };
    // Several rows of one proxy are added up; what one of them does not say is unknown.
    const ProxyDaysIndex sums = indexOf({row("20418", "a", "1500", "2.5"),
                                         row("20418", "b", "0.25", "2.5"), row("7", "c", "9", "")});
    QCOMPARE(sums.of(proxy)->today, gigabytes("1.50025"));
    QCOMPARE(sums.of(proxy)->yesterday, gigabytes("0.001"));
    QCOMPARE(sums.of(proxy)->allTime, std::nullopt);
    QCOMPARE(sums.of(proxy)->pricePerGb, Money::parse(u"2.5"));
    QCOMPARE(sums.of(proxy)->rows, 2);
    const ProxyDaysIndex differ =
        indexOf({row("9f-1", "a", "many", "2.5"), row("9F-1", "b", "1", "3")});
    QCOMPARE(differ.of(proxy)->today, std::nullopt);
    QCOMPARE(differ.of(proxy)->pricePerGb, std::nullopt);
    // The number counts before the id of a configuration.
    const ProxyDaysIndex configs =
        indexOf({row("1", "9F-1", "2000", ""), row("20418", "x", "1000", "")});
    QCOMPARE(configs.of(proxy)->today, gigabytes("1"));
    QCOMPARE(indexOf({row("1", "9f-1", "2000", "")}).of(proxy)->today, gigabytes("2"));
    QVERIFY(!indexOf({row("", "", "2000", "")}).of(Proxy()));
}

void TestProxyTraffic::showsTheFiguresOfTheSelectedProxy()
{
    QVERIFY(showLoaded());
    std::vector<ProxyTraffic> reported;
    bool answered = false;
    const Call call = m_desk->client().send(ListProxyTraffic{}, this, [&](const auto &answer) {
        answered = true;
        QVERIFY(answer);
        reported = answer->items;
    });
    QVERIFY(testing::waitUntil([&] { return answered; }));
    QCOMPARE(reported.size(), 60U);
    for (const int row : {4, 17, 33}) {
        m_desk->chooseRow(row);
        const QString id = m_desk->cell(row, ProxyTableModel::column("numeric-id"));
        const auto found = std::find_if(reported.begin(), reported.end(),
                                        [&](const auto &each) { return each.proxyId == id; });
        QVERIFY(found != reported.end());
        const auto exact = [](const QString &megabytes) -> QString {
            return TrafficAmount::fromUnits(megabytes.toLongLong() * 1'000'000).gbText() +
                   QStringLiteral(" GB");
        };
        QTRY_COMPARE(bars(), QStringLiteral("Today: %1; Yesterday: %2")
                                 .arg(exact(found->todayMb), exact(found->yesterdayMb)));
        QVERIFY(m_desk->isShown("proxyTrafficBars"));
        QVERIFY(m_desk->text("proxyTrafficText").startsWith(QLatin1String("As of ")));
        QVERIFY(!m_desk->isShown("proxyTrafficAgain"));
    }
}

void TestProxyTraffic::oneCallServesAllRows()
{
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("As of")));
    for (int row = 0; row < 10; ++row) {
        m_desk->chooseRow(row);
    }
    QVERIFY(saysText(QStringLiteral("As of")));
    QCOMPARE(asked(), 1U);
}

void TestProxyTraffic::isLoadedAgainWithTheList()
{
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("As of")));
    m_desk->account().refresh(Area::Proxies);
    QTRY_COMPARE(asked(), 2U);
    QTRY_COMPARE(m_desk->account().status(Area::Proxies).state, AreaStatus::Loaded);
    QCOMPARE(asked(), 2U);
}

void TestProxyTraffic::saysThatItIsLoading()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("latency=60000,on=listProxyTraffic"));
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("Loading…")));
    QVERIFY(!m_desk->isShown("proxyTrafficBars"));
    QTRY_COMPARE(asked(), 1U);
    m_desk->server().endLatency();
    QVERIFY(saysText(QStringLiteral("As of")));
    QVERIFY(m_desk->isShown("proxyTrafficBars"));
}

void TestProxyTraffic::anErrorCanBeTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("error-500,on=listProxyTraffic"));
    QVERIFY(showLoaded());
    QTRY_VERIFY(m_desk->isShown("proxyTrafficAgain"));
    QVERIFY(!m_desk->text("proxyTrafficText").isEmpty());
    QVERIFY(!m_desk->isShown("proxyTrafficBars"));
    m_desk->click("proxyTrafficDetails");
    QTRY_VERIFY(m_desk->window().findChild<SheetDialog *>());
    m_desk->window().findChild<SheetDialog *>()->reject();
    // Other rows do not repeat the call.
    const auto before = asked();
    m_desk->chooseRow(9);
    QVERIFY(m_desk->isShown("proxyTrafficAgain"));
    QCOMPARE(asked(), before);
    m_desk->server().faults().clearAll();
    m_desk->click("proxyTrafficAgain");
    QVERIFY(saysText(QStringLiteral("As of")));
    QVERIFY(m_desk->isShown("proxyTrafficBars"));
    QVERIFY(!m_desk->isShown("proxyTrafficAgain"));
}

void TestProxyTraffic::figuresStayAfterAnError()
{
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("As of")));
    const QString before = bars();
    QVERIFY(!m_desk->server().faults().set("error-502,on=listProxyTraffic"));
    m_desk->account().refresh(Area::Proxies);
    QTRY_VERIFY(m_desk->isShown("proxyTrafficAgain"));
    QVERIFY(m_desk->isShown("proxyTrafficBars"));
    QCOMPARE(bars(), before);
    QVERIFY(m_desk->text("proxyTrafficText").contains(QLatin1String("As of")));
}

void TestProxyTraffic::aMissingCallIsSaidAndTheRestWorks_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"404", "405", "501", "json", "html", "html200"}) {
        QTest::newRow(kind) << QByteArray(kind);
    }
}

void TestProxyTraffic::aMissingCallIsSaidAndTheRestWorks()
{
    QFETCH(QByteArray, kind);
    m_desk->sandboxOptions.offer.without = {"listProxyTraffic"};
    m_desk->sandboxOptions.offer.missingAnswer =
        *sandbox::missingAnswerFromWord(kind.toStdString());
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("does not report the traffic of each proxy")));
    QVERIFY(!m_desk->isShown("proxyTrafficBars"));
    QVERIFY(!m_desk->isShown("proxyTrafficAgain"));
    const auto before = asked(); // a page instead of an answer is asked for again
    m_desk->chooseRow(9);
    QCOMPARE(asked(), before);
    QCOMPARE(m_desk->text("inspectorTitle"), m_desk->cell(9, ProxyTableModel::column("name")));
    QVERIFY(m_desk->isShown("httpSecret"));
    // A service that has it later is found when the user loads the list again.
    QVERIFY(!m_desk->server().setOffer({}));
    m_desk->account().lookAgain(Area::Proxies);
    QVERIFY(saysText(QStringLiteral("As of")));
}

void TestProxyTraffic::anUnknownFigureIsADash()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("wrong-types=today_mb,on=listProxyTraffic"));
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("As of")));
    QVERIFY2(bars().startsWith(QLatin1String("Today: unknown; Yesterday: ")), qPrintable(bars()));
}

void TestProxyTraffic::offlineSaysWhenItIsLoaded()
{
    QVERIFY(showLoaded());
    QVERIFY(saysText(QStringLiteral("As of")));
    m_desk->open(true);
    m_desk->show<ProxiesPage>();
    QTRY_COMPARE(m_desk->rows(), 60);
    m_desk->chooseRow(4);
    QVERIFY(saysText(QStringLiteral("loaded when connected")));
    QVERIFY(!m_desk->isShown("proxyTrafficBars"));
    QVERIFY(!m_desk->isShown("proxyTrafficAgain"));
    QCOMPARE(asked(), 1U);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProxyTraffic)
#include "test_proxytraffic.moc"
