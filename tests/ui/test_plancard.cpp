// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the card of the plan and of the account's traffic on the overview: what it shows of each
// answer, and that it is not there where the service tells neither.
#include "api/endpoints/account.h"
#include "models/account/planvalues.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/listfixture.h"
#include "ui/overview/overviewpage.h"

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;

class TestPlanCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void readsTheUsualNames_data();
    void readsTheUsualNames();
    void showsPlanAndTraffic();
    void isAskedAsOftenAsTheAccount();
    void eitherMayBeMissing_data();
    void eitherMayBeMissing();
    void anErrorCanBeTriedAgain();
    void offlineAndWithoutATokenThereIsNone();

private:
    bool showLoaded(bool offline = false);
    [[nodiscard]] bool isShown() { return m_desk->isShown("planCard"); }
    [[nodiscard]] QString words() { return accessibleText(*m_desk->find("planCard")); }
    [[nodiscard]] std::uint64_t asked(const char *operation) const
    {
        return m_desk->server().counters().of(operation).arrived;
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestPlanCard::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 3;
    m_desk->sandboxOptions.subUsers = 3;
}

bool TestPlanCard::showLoaded(bool offline)
{
    m_desk->open(offline);
    m_desk->account().start();
    m_desk->show<OverviewPage>();
    return offline || waitUntil([&] {
               return m_desk->account().status(Area::Account).state == AreaStatus::Loaded;
           });
}

void TestPlanCard::readsTheUsualNames_data()
{
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("traffic");
    QTest::addColumn<QString>("total");
    QTest::addColumn<QString>("most");
    QTest::newRow("sandbox") << QByteArray(R"({"name":"Reseller","active":true,"since":null})")
                             << "Reseller"
                             << QByteArray(R"({"period":"24h","total_gb":"3.5","points":[
            {"at":"2026-11-20T10:00:00Z","traffic_gb":1.5},{"at":null,"traffic_gb":2}]})")
                             << "3.5"
                             << "2";
    QTest::newRow("only parts") << QByteArray(R"({"plan":"pro","type":"x"})") << "pro"
                                << QByteArray(R"([{"bytes":1500000000},{"mb":"500"},{"gb":null}])")
                                << "2"
                                << "1.5";
    QTest::newRow("other types") << QByteArray(R"({"name":{"a":1},"plan":7,"title":" "})")
                                 << QString()
                                 << QByteArray(R"({"total_gb":"many","points":"none"})")
                                 << QString() << QString();
    QTest::newRow("no objects") << QByteArray("[]") << QString() << QByteArray("null") << QString()
                                << QString();
    QTest::newRow("nothing") << QByteArray() << QString() << QByteArray("[") << QString()
                             << QString();
}

void TestPlanCard::readsTheUsualNames()
{
    QFETCH(QByteArray, plan);
    QFETCH(QString, name);
    QFETCH(QByteArray, traffic);
    QFETCH(QString, total);
    QFETCH(QString, most);
    QCOMPARE(readPlan(plan).name, name);
    const PeriodTraffic read = readPeriodTraffic(traffic);
    QCOMPARE(read.total ? read.total->gbText() : QString(), total);
    QCOMPARE(read.most ? read.most->gbText() : QString(), most);
}

void TestPlanCard::showsPlanAndTraffic()
{
    QVERIFY(showLoaded());
    QTRY_VERIFY(isShown() && words().contains(QLatin1String("in 24 hours")));
    QTRY_VERIFY2(words().contains(QLatin1String("Reseller")), qPrintable(words()));
    QByteArray reported;
    const Call call = m_desk->client().send(GetAccountTraffic{}, this, [&](const auto &answer) {
        reported = answer.value_or(QByteArray());
    });
    QTRY_VERIFY(!reported.isEmpty());
    const auto total = readPeriodTraffic(reported).total;
    QVERIFY(total && words().contains(format::traffic(*total)));
    // At most as often as the account, which is read twice if its balance was still awaited when
    // the ledger was complete.
    QVERIFY(asked("getPlan") >= 1 && asked("getPlan") <= asked("getAccount"));
    // The user loads everything again.
    const auto plans = asked("getPlan");
    const auto traffic = asked("getAccountTraffic");
    m_desk->account().refreshAll();
    QTRY_VERIFY(asked("getPlan") > plans);
    QTRY_VERIFY(asked("getAccountTraffic") > traffic);
}

// A page that opens while the account is being loaded asks by itself, and not again when the
// account tells once more that it is being loaded.
void TestPlanCard::isAskedAsOftenAsTheAccount()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("latency=14000,on=getBalance"));
    m_desk->open();
    m_desk->account().start();
    m_desk->show<OverviewPage>();
    QTRY_VERIFY(isShown() && words().contains(QLatin1String("in 24 hours")));
    QTRY_COMPARE(asked("getPlan"), 1U);
    QCOMPARE(m_desk->account().status(Area::Account).state, AreaStatus::Loading);
    Q_EMIT m_desk->account().areaChanged(Area::Account);
    m_desk->server().faults().clearAll(); // which ends the wait, too
    // With the balance that was asked for before the ledger was complete, and with a newer one.
    QTRY_COMPARE(asked("getAccount"), 2U);
    QTRY_COMPARE(m_desk->account().status(Area::Account).state, AreaStatus::Loaded);
    QTRY_COMPARE(asked("getPlan"), 2U);
}

void TestPlanCard::eitherMayBeMissing_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("without");
    for (const char *kind : {"404", "405", "501", "json", "html", "html200"}) {
        for (const char *without : {"getPlan", "getAccountTraffic", "getPlan,getAccountTraffic"}) {
            QTest::addRow("%s %s", kind, without) << QByteArray(kind) << QByteArray(without);
        }
    }
}

void TestPlanCard::eitherMayBeMissing()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, without);
    for (const QByteArray &each : without.split(',')) {
        m_desk->sandboxOptions.offer.without.insert(each.toStdString());
    }
    m_desk->sandboxOptions.offer.missingAnswer =
        *sandbox::missingAnswerFromWord(kind.toStdString());
    QVERIFY(showLoaded());
    const bool isPlan = without == "getAccountTraffic";
    const bool isTraffic = without == "getPlan";
    using Status = TrafficFigures::Status;
    const auto state = [&](TrafficFigures::Set set) {
        return m_desk->account().figures().status(set).state;
    };
    QTRY_COMPARE(state(TrafficFigures::Set::Plan), isPlan ? Status::Loaded : Status::NotOffered);
    QTRY_COMPARE(state(TrafficFigures::Set::AccountTraffic),
                 isTraffic ? Status::Loaded : Status::NotOffered);
    QCOMPARE(isShown(), isPlan || isTraffic);
    if (isShown()) {
        QCOMPARE(words().contains(QLatin1String("Reseller")), isPlan);
        QCOMPARE(words().contains(QLatin1String("24 hours")), isTraffic);
        QVERIFY(!m_desk->isShown("planAgain"));
    }
    QVERIFY(m_desk->isShown("balanceCard")); // the rest works
    QVERIFY(m_desk->isShown("poolCard1"));
}

void TestPlanCard::anErrorCanBeTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("error-500,on=getPlan"));
    QVERIFY(!m_desk->server().faults().set("error-500,on=getAccountTraffic"));
    QVERIFY(showLoaded());
    // Both calls, before the fault goes: one that is still under way would fail afterwards.
    for (const auto set : {TrafficFigures::Set::Plan, TrafficFigures::Set::AccountTraffic}) {
        QTRY_COMPARE(m_desk->account().figures().status(set).state, TrafficFigures::Status::Failed);
    }
    QVERIFY(isShown() && words().contains(QLatin1String("Could not be loaded")));
    auto *again = m_desk->find("planCard")->findChild<QPushButton *>(QStringLiteral("planAgain"));
    QVERIFY(again && again->isVisible());
    m_desk->server().faults().clearAll();
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY(words().contains(QLatin1String("Reseller")));
    QVERIFY(!again->isVisible());
    QTRY_VERIFY(words().contains(QLatin1String("in 24 hours")));
}

void TestPlanCard::offlineAndWithoutATokenThereIsNone()
{
    QVERIFY(showLoaded());
    QTRY_VERIFY(isShown());
    QVERIFY(showLoaded(true));
    QTRY_VERIFY(m_desk->isShown("balanceCard"));
    QVERIFY(!isShown());
    const auto before = asked("getPlan");
    m_desk->personal = false;
    QVERIFY(showLoaded());
    QTRY_VERIFY(m_desk->isShown("poolCard1"));
    QVERIFY(!isShown());
    QCOMPARE(asked("getPlan"), before);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestPlanCard)
#include "test_plancard.moc"
