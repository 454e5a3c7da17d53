// SPDX-License-Identifier: GPL-3.0-or-later
// Tests buying from a service that offers only the certain operations: what it does not report is
// unknown, never zero, and does not block an order.
#include "tests/models/purchasefixture.h"

using namespace relaybook;
using namespace relaybook::testing;

namespace {

enum class Fate { Receipt, Done, Lost };

} // namespace

Q_DECLARE_METATYPE(sandbox::Offer)
Q_DECLARE_METATYPE(Fate)

class TestPurchaseOffer : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m_desk.reset(); }

    void theLedgerAloneDecides_data();
    void theLedgerAloneDecides();
    void aFailureIsNotAnAbsence();
    void aFigureThatGoesAwayIsMissed();
    void theChargeForAProxyBuysNoTraffic();
};

void TestPurchaseOffer::theLedgerAloneDecides_data()
{
    QTest::addColumn<sandbox::Offer>("offer");
    QTest::addColumn<Fate>("fate");
    QTest::addColumn<bool>("hasPrice");
    using Answer = sandbox::MissingAnswer;
    const std::pair<const char *, Answer> answers[] = {
        {"404", Answer::Status404},
        {"405", Answer::Status405},
        {"501", Answer::Status501},
        {"a page with 404", Answer::HtmlPage404},
    };
    const std::pair<const char *, Fate> fates[] = {
        {"receipt", Fate::Receipt}, {"done", Fate::Done}, {"lost", Fate::Lost}};
    for (const auto &[name, answer] : answers) {
        for (const auto &[fateName, fate] : fates) {
            sandbox::Offer certain;
            certain.onlyDocumented = true;
            certain.missingAnswer = answer;
            QTest::addRow("certain only, %s, %s", name, fateName) << certain << fate << true;
            sandbox::Offer noPools;
            noPools.without = {"getResellerBalance", "getBalance"};
            noPools.missingAnswer = answer;
            QTest::addRow("no balances, %s, %s", name, fateName) << noPools << fate << false;
            sandbox::Offer noBalance;
            noBalance.without = {"getBalance", "listCategories"};
            noBalance.missingAnswer = answer;
            QTest::addRow("no USD balance, %s, %s", name, fateName) << noBalance << fate << true;
        }
    }
}

void TestPurchaseOffer::theLedgerAloneDecides()
{
    QFETCH(sandbox::Offer, offer);
    QFETCH(Fate, fate);
    QFETCH(bool, hasPrice);
    QVERIFY(!m_desk->server.setOffer(offer));
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown);
    QCOMPARE(shown->quote.has_value(), hasPrice);
    const auto newest = m_desk->server.transactions().back();
    QCOMPARE(shown->before.balance, Money::parse(QString::fromStdString(newest.balanceAfter)));
    const bool poolsReported =
        !offer.onlyDocumented && offer.without.count("getResellerBalance") == 0;
    QCOMPARE(shown->before.pool.has_value(), poolsReported);
    if (fate != Fate::Receipt) {
        m_desk->fault(fate == Fate::Done ? "do-and-drop,on=topUpTraffic,next=1"
                                         : "drop,on=topUpTraffic,next=1");
    }
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(!desk().order(id)->isUnderWay());
    if (fate == Fate::Lost) {
        QTRY_VERIFY(desk().order(id)->looks.size() >= 3);
        m_desk->clock.advance(std::chrono::minutes(3));
        QTRY_COMPARE(desk().order(id)->state, OrderState::NotDone);
    } else {
        const auto row = m_desk->server.transactions().back();
        if (fate == Fate::Done && !hasPrice) {
            // Without a price any debit could be the order's: the user decides.
            QTRY_VERIFY(!desk().order(id)->looks.empty());
            QTRY_COMPARE(desk().order(id)->looks.back().says, LookSays::Conflict);
            QCOMPARE(desk().order(id)->state, OrderState::Unknown);
            desk().userDecides(id, PurchaseDesk::Verdict::Bought, TransactionId(row.id));
        }
        QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
        QCOMPARE(desk().order(id)->charged,
                 Money::parse(QString::fromStdString(row.amount))->magnitude());
        QVERIFY(fate == Fate::Receipt || desk().order(id)->proof == TransactionId(row.id));
    }
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), fate == Fate::Lost ? 0u : 1u);
    // The same after a restart.
    const TopUpOrder before = *desk().order(id);
    openDesk();
    QCOMPARE(desk().order(id)->before, before.before);
    QCOMPARE(desk().order(id)->state, before.state);
}

/// A balance that could not be read this time counts as missing, as usual.
void TestPurchaseOffer::aFailureIsNotAnAbsence()
{
    openDesk();
    m_desk->fault("error-500,on=getBalance");
    QVERIFY(!confirm("3"));
    m_desk->server.faults().clearAll();
    m_desk->clock.advance(std::chrono::minutes(2));
    const auto shown = confirm("3");
    QVERIFY(shown);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    m_desk->fault("error-500,on=getBalance");
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(desk().order(id)->looks.size() >= 2);
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::Incomplete);
}

void TestPurchaseOffer::aFigureThatGoesAwayIsMissed()
{
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown && shown->before.pool);
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    QVERIFY(!m_desk->server.setOffer(offer));
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(desk().order(id)->looks.size() >= 3);
    m_desk->clock.advance(std::chrono::minutes(3));
    QTRY_VERIFY(desk().order(id)->looks.size() >= 6);
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::Incomplete);
}

/// Where no pool is reported, the ledger alone decides: a debit of the order's price may be for the
/// proxy that was created meanwhile.
void TestPurchaseOffer::theChargeForAProxyBuysNoTraffic()
{
    sandbox::Offer certain; // what is left of a type is not among it
    certain.onlyDocumented = true;
    QVERIFY(!m_desk->server.setOffer(certain));
    openDesk();
    const auto shown = confirm("3");
    QVERIFY(shown && shown->quote);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(!desk().order(id)->before.pool);
    QVERIFY(!m_desk->server.setOffer({})); // for the proxy
    const auto cents = shown->quote->cost.units() / Money::fromCents(1).units();
    m_desk->fault(
        QByteArray("proxy-costs=" + QByteArray::number(qint64{cents}) + ",on=createProxy,next=1")
            .constData());
    bool isCreated = false;
    QObject guard;
    m_desk->session->creating().create(
        {QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}}, &guard,
        [&](const Result<ProxyOrder> &order) {
            isCreated = order && order->state == OrderState::Completed;
        });
    QVERIFY(waitUntil([&] { return isCreated; }));
    QVERIFY(waitUntil([&] {
        const auto &looks = desk().order(id)->looks;
        return !looks.empty() && looks.back().newDebits == 1;
    }));
    m_desk->clock.advance(std::chrono::minutes(5));
    const auto looked = desk().order(id)->looks.back().reading.at;
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.back().reading.at > looked; }));
    // The program knows of another thing that it may have been, so it does not decide.
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::Conflict);
    QCOMPARE(desk().order(id)->looks.back().candidates.size(), size_t(1));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseOffer)
#include "test_purchaseoffer.moc"
