// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a purchase up to sending the order: one order for one confirmation, at the price that was
// shown, written to the journal first, and no order if that is not possible.
#include "tests/models/purchasefixture.h"

using namespace relaybook;
using namespace relaybook::testing;

class TestPurchaseConfirm : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m_desk.reset(); }

    void withoutATokenNothingIsSent();
    void takenBackBeforeItIsOrdered();
    void aConfirmationIsGoodForOneOrder();
    void anOrderMakesWhatWasReadBeforeOld();
    void aChangedPriceIsConfirmedAnew();
    void oddPricesAreReportedOnce_data();
    void oddPricesAreReportedOnce();
    void anotherOrderOfAnUnknownTypeNeedsAWord();
    void aDamagedJournalClosesBuying();
    void aMissingJournalClosesBuying();
    void takenBackWhileItIsWrittenDown();
};

// The token is requested after the order is written and before it is sent.
void TestPurchaseConfirm::withoutATokenNothingIsSent()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->auth.dropResellerToken(m_desk->auth.generation(TokenKind::Reseller));
    m_desk->fault("error-500,on=issueResellerToken");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return !desk().order(id)->isUnderWay(); }));
    QCOMPARE(only().state, OrderState::NotSent);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
    QVERIFY(desk().unknownOf(residential) == nullptr);
}

void TestPurchaseConfirm::takenBackBeforeItIsOrdered()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->clock.advance(std::chrono::minutes(2)); // so that it is read again first
    QObject dialog;
    int answers = 0;
    desk().buy(shown->number, false, &dialog, [&](const BuyAnswer &) { ++answers; });
    desk().withdraw(this); // from another object
    desk().withdraw(&dialog);
    // The next buy() is a new one and finds nothing in progress.
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(answers, 0);
    QCOMPARE(desk().orders().size(), size_t(1));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

void TestPurchaseConfirm::aConfirmationIsGoodForOneOrder()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    int ordered = 0;
    int used = 0;
    for (int click = 0; click < 5; ++click) {
        desk().buy(shown->number, false, this, [&](const BuyAnswer &answer) {
            ordered += answer.kind == BuyAnswer::Ordered ? 1 : 0;
            used += answer.kind == BuyAnswer::AlreadyUsed ? 1 : 0;
        });
    }
    QTRY_COMPARE(ordered + used, 5);
    QCOMPARE(ordered, 1);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::AlreadyUsed);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

/// Compared with a reading from before the first order, the second order would see two charges.
void TestPurchaseConfirm::anOrderMakesWhatWasReadBeforeOld()
{
    openDesk();
    const auto first = confirm("50");
    const auto second = confirm("50");
    QVERIFY(first && second);
    QCOMPARE(buy(first->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(second->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->state == OrderState::Completed; }));
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
    QCOMPARE(desk().order(id)->before.balance,
             first->before.balance->minus(*desk().orders().back().charged));
    QVERIFY(desk().order(id)->proof != desk().orders().back().proof);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), 2u);
}

void TestPurchaseConfirm::aChangedPriceIsConfirmedAnew()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->clock.advance(std::chrono::seconds(61));
    m_desk->fault("tiers-missing=all");
    const BuyAnswer answer = buy(shown->number);
    QCOMPARE(answer.kind, BuyAnswer::PriceChanged);
    QVERIFY(answer.again);
    QVERIFY(!answer.again->quote);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
    QVERIFY(desk().orders().empty());
}

void TestPurchaseConfirm::oddPricesAreReportedOnce_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("odd");
    QTest::newRow("sound") << QByteArray() << false;
    QTest::newRow("other words") << QByteArray("tiers-spelling=map") << false;
    QTest::newRow("overlap") << QByteArray("tiers-odd=overlap") << true;
    QTest::newRow("contradiction") << QByteArray("tiers-odd=contradict") << true;
    QTest::newRow("zero") << QByteArray("tiers-odd=zero") << true;
    QTest::newRow("negative") << QByteArray("tiers-odd=negative") << true;
}

void TestPurchaseConfirm::oddPricesAreReportedOnce()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, odd);
    if (!fault.isEmpty()) {
        m_desk->fault(fault.constData());
    }
    openDesk();
    m_desk->session->start();
    QVERIFY(waitUntil([&] { return m_desk->allLoaded(); }));
    const auto reported = [this] {
        return m_desk->session->notices()
            .all()
            .filter(QStringLiteral("prices for Residential contradict"))
            .size();
    };
    QTRY_COMPARE(reported(), odd ? 1 : 0);
    m_desk->session->refresh(Area::Account);
    QVERIFY(waitUntil([&] { return m_desk->areaIs(Area::Account, AreaStatus::Loaded); }));
    QCOMPARE(reported(), odd ? 1 : 0);
}

void TestPurchaseConfirm::anotherOrderOfAnUnknownTypeNeedsAWord()
{
    m_desk->buying.looks.pauses = {std::chrono::hours(1)};
    openDesk();
    const auto first = confirm("50");
    QVERIFY(first);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(first->number).orderId;
    QTRY_COMPARE(desk().order(id)->state, OrderState::Unknown);
    const auto second = confirm("50");
    QVERIFY(second);
    QCOMPARE(buy(second->number).kind, BuyAnswer::NeedsRiskAccepted);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    QCOMPARE(buy(second->number, true).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QVERIFY(only().riskAccepted);
}

void TestPurchaseConfirm::aDamagedJournalClosesBuying()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    QVERIFY(!buy(shown->number).orderId.isEmpty());
    QTRY_COMPARE(only().state, OrderState::Completed);
    m_desk->session.reset();
    const QString path = journalPath();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.write(QByteArray(200, 'x'));
    file.close();
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    file.close();

    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, BuyingProblem::Damaged);
    QVERIFY(!confirm("50"));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    m_desk->session.reset();
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before);
    file.close();

    // Only if the user decides so.
    openDesk();
    const auto aside = desk().journal().setAside();
    QVERIFY(aside);
    QVERIFY(QFile::exists(*aside));
    QVERIFY(waitUntil([&] { return desk().isReady() && !desk().problem(); }));
}

void TestPurchaseConfirm::aMissingJournalClosesBuying()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered); // the journal is made for it
    m_desk->session->flush();
    m_desk->session.reset();
    const QString path = journalPath();
    for (const char *part : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(part));
    }
    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, BuyingProblem::Missing);
    QVERIFY(!QFile::exists(path));
}

void TestPurchaseConfirm::takenBackWhileItIsWrittenDown()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    QObject dialog;
    int answers = 0;
    desk().buy(shown->number, false, &dialog, [&](const BuyAnswer &) { ++answers; });
    desk().withdraw(&dialog);
    QTRY_COMPARE(desk().orders().size(), size_t(1));
    QVERIFY(waitUntil([&] { return !only().isUnderWay(); }));
    QCOMPARE(only().state, OrderState::NotSent);
    QTRY_COMPARE(answers, 1); // that it is ordered; its result is shown in the list
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::AlreadyUsed);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseConfirm)
#include "test_purchaseconfirm.moc"
