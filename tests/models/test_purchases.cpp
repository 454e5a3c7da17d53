// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the result of an order at a real service that loses answers, refuses, sends wrong data and
// is slow: never a charge that is not in the journal in the end.
#include "tests/models/purchasefaults.h"
#include "tests/models/purchasefixture.h"

using namespace relaybook;
using namespace relaybook::testing;

class TestPurchases : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m_desk.reset(); }

    void aReceiptSettles();
    void theChargeIsThePreview_data();
    void theChargeIsThePreview();
    void everyFaultEndsKnown_data();
    void everyFaultEndsKnown();
    void anErrorThatRepeatsTheTokenIsStoredWithoutIt();
    void aRestartKnowsWhatWasSent();
    void somebodyElseBoughtMeanwhile();
    void twoProgramsBuyAtOnce_data();
    void twoProgramsBuyAtOnce();
    void withOneTokenThatIsSaid();
    void differencesAreFound_data();
    void differencesAreFound();
    void anAnswerAboutAnotherTypeIsNone();
    void aClockSetBackDecidesNothing();
    void aTransactionDatedAheadHidesNoCharge_data();
    void aTransactionDatedAheadHidesNoCharge();
    void aChargeDatedFarBackIsNotMissed_data();
    void aChargeDatedFarBackIsNotMissed();
    void twoAccountsProveNothing();
    void aDialogMayWithdrawTwice();
};

void TestPurchases::aReceiptSettles()
{
    openDesk();
    const auto shown = confirm("95");
    QVERIFY(shown);
    QCOMPARE(shown->quote->cost, *Money::parse(u"247.00"));
    const BuyAnswer answer = buy(shown->number);
    QCOMPARE(answer.kind, BuyAnswer::Ordered);
    QTRY_COMPARE(desk().order(answer.orderId)->state, OrderState::Completed);
    const TopUpOrder &order = only();
    QCOMPARE(order.decidedBy, DecidedBy::Answer);
    QCOMPARE(*order.charged, *order.expectedCost);
    QVERIFY(order.findings.empty());
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    // What changed is read again.
    const auto after = order.before.balance->minus(*order.charged);
    QTRY_COMPARE(m_desk->session->summary().balance, after);
}

void TestPurchases::theChargeIsThePreview_data()
{
    QTest::addColumn<QByteArray>("amount");
    for (const char *amount : {"1", "1.01", "7.77", "49.5", "49.99", "50", "50.01", "99.99", "100",
                               "100.01", "249.99", "250", "333.33", "499.99", "500"}) {
        QTest::newRow(amount) << QByteArray(amount);
    }
}

void TestPurchases::theChargeIsThePreview()
{
    QFETCH(QByteArray, amount);
    openDesk();
    const auto shown = confirm(amount.constData());
    QVERIFY(shown);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QCOMPARE(only().receipt->cost, shown->quote->cost);
}

void TestPurchases::everyFaultEndsKnown_data()
{
    QTest::addColumn<QByteArray>("fault");
    for (const char *fault : {"latency=200",        "drop",
                              "drop=reset",         "do-and-drop",
                              "do-and-drop=reset",  "half-answer",
                              "half-answer=20",     "half-then-hang",
                              "error-500",          "error-500=done",
                              "error-502",          "error-502=done",
                              "success-false",      "success-false=done",
                              "empty-body",         "encoding=gzip",
                              "truncated-json",     "wrong-types",
                              "numbers-as-strings", "unwrapped",
                              "redirect",           "too-many-requests=1",
                              "forbid=1005",        "forbid=1007",
                              "expire-token=0",     "rounding=up",
                              "receipt-total",      "charge-more=30",
                              "add-less=1",         "pool-used=0.5"}) {
        QTest::newRow(fault) << QByteArray(fault);
    }
}

void TestPurchases::everyFaultEndsKnown()
{
    QFETCH(QByteArray, fault);
    if (testing::isSilent(fault.constData())) {
        m_desk->giveUpSoon();
    }
    openDesk();
    const auto shown = confirm("60.33");
    QVERIFY(shown);
    m_desk->fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QVERIFY(waitUntil([&] { return !only().isUnderWay(); }));
    // "Not charged" is only reported after checks over two minutes that agree.
    if (only().state == OrderState::Unknown) {
        QVERIFY(waitUntil(
            [&] { return only().looks.size() >= 3 || only().state != OrderState::Unknown; }));
        QVERIFY(only().state != OrderState::NotDone);
        m_desk->clock.advance(std::chrono::minutes(3));
    }
    QVERIFY(waitUntil([&] { return !only().isOpen(); }));
    const auto counters = m_desk->server.counters();
    QVERIFY(counters.ordersArrived() <= 1);
    const bool charged = counters.ordersPerformed() == 1;
    QCOMPARE(only().state == OrderState::Completed, charged);
    if (charged) {
        const auto rows = m_desk->server.transactions();
        const auto cost = Money::parse(QString::fromStdString(rows.back().amount))->magnitude();
        QCOMPARE(*only().charged, cost);
    }
}

void TestPurchases::anErrorThatRepeatsTheTokenIsStoredWithoutIt()
{
    openDesk();
    const auto shown = confirm("60.33");
    QVERIFY(shown);
    const QByteArray token = m_desk->auth.bearer(TokenKind::Reseller).reveal();
    QVERIFY(token.size() > 10);
    m_desk->fault("repeat-secrets,on=topUpTraffic,next=1");
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QVERIFY(waitUntil([&] { return !only().isUnderWay(); }));
    QCOMPARE(only().state, OrderState::Refused);
    QCOMPARE(only().error->message, QStringLiteral("The token '•••' cannot be used here."));
    const auto stored = [this] {
        QByteArray all;
        for (const char *suffix : {"", "-wal", ".record"}) {
            QFile file(journalPath() + QLatin1String(suffix));
            all += file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        }
        return all;
    };
    QVERIFY(waitUntil([&] { return stored().contains("cannot be used here"); }));
    QVERIFY(!stored().contains(token));
}

void TestPurchases::aRestartKnowsWhatWasSent()
{
    openDesk();
    const auto shown = confirm("70");
    QVERIFY(shown);
    m_desk->fault("half-then-hang,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QTRY_COMPARE(m_desk->server.counters().ordersPerformed(), 1u);
    QCOMPARE(desk().order(id)->state, OrderState::Sending);
    m_desk->session.reset(); // in the middle of the answer
    openDesk();
    QVERIFY(desk().order(id) != nullptr);
    QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(only().decidedBy, DecidedBy::Evidence);
    QCOMPARE(*only().charged, shown->quote->cost);
    QCOMPARE(only().proof, TransactionId(m_desk->server.transactions().back().id));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

void TestPurchases::somebodyElseBoughtMeanwhile()
{
    openDesk();
    const auto shown = confirm("80");
    QVERIFY(shown);
    m_desk->fault("foreign-purchase=5,on=topUpTraffic,next=1");
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 2; }));
    m_desk->clock.advance(std::chrono::minutes(5));
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 5; }));
    QCOMPARE(only().state, OrderState::Unknown);
    QCOMPARE(only().looks.back().says, LookSays::Conflict);
    QCOMPARE(only().looks.back().newDebits, 2);
    const auto row = only().looks.back().candidates.front().id;
    desk().userDecides(id, PurchaseDesk::Verdict::Bought, row);
    QCOMPARE(only().state, OrderState::Completed);
    QCOMPARE(only().decidedBy, DecidedBy::User);
    QCOMPARE(only().charged, only().expectedCost);
    // And it stays so.
    openDesk();
    QCOMPARE(only().state, OrderState::Completed);
    QCOMPARE(only().proof, row);
    QCOMPARE(only().charged, only().expectedCost);
}

void TestPurchases::twoProgramsBuyAtOnce_data()
{
    QTest::addColumn<bool>("lost");
    QTest::newRow("both answered") << false;
    QTest::newRow("both answers lost") << true;
}

/// For example on two computers: each knows its own order, and neither takes the other's for it.
void TestPurchases::twoProgramsBuyAtOnce()
{
    QFETCH(bool, lost);
    // Neither looks by itself: it could before the other's order is booked.
    m_desk->buying.looks.pauses = {std::chrono::hours(1)};
    openDesk();
    const QTemporaryDir folder;
    AccountSession::Config config = m_desk->config();
    config.dataDir = folder.path();
    auto other = AccountSession::open(config, m_desk->client.get(), m_desk->auth, m_desk->clock);
    QVERIFY(other);
    PurchaseDesk &theirs = (*other)->purchases();
    QVERIFY(waitUntil([&] { return theirs.isReady(); }));
    const auto mine = confirm("60");
    QVERIFY(mine);
    std::optional<Confirmation> shown;
    const Call asking =
        theirs.prepare(residential, gb("60"), this, [&](const Result<Confirmation> &answer) {
            shown = answer.value_or(Confirmation());
        });
    QVERIFY(waitUntil([&] { return shown.has_value(); }));
    if (lost) {
        m_desk->fault("do-and-drop,on=topUpTraffic,next=2");
    }
    desk().buy(mine->number, false, this, [](const BuyAnswer &) {});
    theirs.buy(shown->number, false, this, [](const BuyAnswer &) {});
    QTRY_COMPARE(m_desk->server.counters().ordersPerformed(), 2u);
    for (PurchaseDesk *each : {&desk(), &theirs}) {
        QTRY_COMPARE(each->orders().size(), 1u);
        QVERIFY(waitUntil([&] { return !each->orders().front().isUnderWay(); }));
        if (!lost) {
            QCOMPARE(each->orders().front().state, OrderState::Completed);
            continue;
        }
        each->look(each->orders().front().id);
        QVERIFY(waitUntil([&] {
            return !each->orders().front().looks.empty() &&
                   each->orders().front().looks.back().says == LookSays::Conflict;
        }));
        QCOMPARE(each->orders().front().state, OrderState::Unknown);
        QCOMPARE(each->orders().front().looks.back().candidates.size(), 2u);
    }
    QCOMPARE(m_desk->server.counters().ordersArrived(), 2u);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), 2u);
}

void TestPurchases::withOneTokenThatIsSaid()
{
    m_desk->auth.setPersonalToken(Secret());
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 3; }));
    m_desk->clock.advance(std::chrono::minutes(5));
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 6; }));
    // The pool rose, but neither the balance nor the ledger can be read: the user decides.
    QCOMPARE(only().state, OrderState::Unknown);
    QCOMPARE(only().looks.back().says, LookSays::Incomplete);
    QCOMPARE(only().looks.back().ledger, Look::Ledger::NotRead);
    QVERIFY(only().looks.back().reading.pool > only().before.pool);
}

void TestPurchases::differencesAreFound_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<Finding::Kind>("kind");
    QTest::addColumn<Finding::Level>("level");
    using Kind = Finding::Kind;
    using Level = Finding::Level;
    QTest::newRow("more") << QByteArray("charge-more=5") << Kind::Cost << Level::Alarm;
    QTest::newRow("less") << QByteArray("add-less=0.01") << Kind::Added << Level::Alarm;
    QTest::newRow("used") << QByteArray("pool-used=0.5") << Kind::Pool << Level::Note;
    QTest::newRow("total") << QByteArray("receipt-total") << Kind::TotalInstead << Level::Note;
    QTest::newRow("rounding") << QByteArray("rounding=up") << Kind::Cost << Level::Note;
}

void TestPurchases::differencesAreFound()
{
    QFETCH(QByteArray, fault);
    QFETCH(Finding::Kind, kind);
    QFETCH(Finding::Level, level);
    openDesk();
    // 12.345 * 3.00 = 37.035 is not a whole number of cents; the sandbox uses thousandths.
    const auto shown =
        confirm(kind == Finding::Kind::Cost && level == Finding::Level::Note ? "12.344" : "60");
    QVERIFY(shown);
    m_desk->fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, OrderState::Completed);
    QVERIFY(!only().findings.empty());
    QCOMPARE(only().findings.front().kind, kind);
    QCOMPARE(only().findings.front().level, level);
}

void TestPurchases::anAnswerAboutAnotherTypeIsNone()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    m_desk->fault("other-type,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    // It was carried out, as the ledger shows.
    QVERIFY(waitUntil([&] { return desk().order(id)->state == OrderState::Completed; }));
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
    QVERIFY(!desk().order(id)->receipt);
    QVERIFY(desk().order(id)->proof);
}

void TestPurchases::aClockSetBackDecidesNothing()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    m_desk->clock.setBack(std::chrono::hours(30));
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 6; }));
    QCOMPARE(only().state, OrderState::Unknown);
    m_desk->clock.advance(std::chrono::minutes(3));
    QTRY_COMPARE(only().state, OrderState::NotDone);
}

void TestPurchases::aTransactionDatedAheadHidesNoCharge_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("done");
    for (const bool done : {true, false}) {
        const char *what = done ? "charged" : "lost";
        QTest::addRow("the newest, %s", what) << QByteArray("row-ahead=230") << done;
        QTest::addRow("the oldest, %s", what) << QByteArray("row-ahead=1") << done;
        QTest::addRow("the charge itself, %s", what) << QByteArray("row-ahead=231") << done;
    }
}

/// A transaction has a time a year too late and stays first in the list: the charge follows it.
void TestPurchases::aTransactionDatedAheadHidesNoCharge()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, done);
    m_desk->fault(fault.constData());
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    m_desk->fault(done ? "do-and-drop,on=topUpTraffic,next=1" : "drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    if (done) {
        QTRY_COMPARE(desk().order(id)->state, OrderState::Completed);
        QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
        QCOMPARE(desk().order(id)->proof, TransactionId(m_desk->server.transactions().back().id));
        QCOMPARE(desk().order(id)->charged, shown->quote->cost);
        return;
    }
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 3; }));
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::NoTrace);
    m_desk->clock.advance(std::chrono::minutes(3));
    QTRY_COMPARE(desk().order(id)->state, OrderState::NotDone);
}

void TestPurchases::aChargeDatedFarBackIsNotMissed_data()
{
    QTest::addColumn<bool>("isStored"); // the whole ledger, before the order
    QTest::addColumn<bool>("isCharged");
    for (const bool stored : {false, true}) {
        for (const bool charged : {false, true}) {
            QTest::addRow("%s, %s", stored ? "stored" : "not stored", charged ? "charged" : "lost")
                << stored << charged;
        }
    }
}

/// The service tells neither balance nor pool, and dates the charge back, below all rows that are
/// read for an order.
void TestPurchases::aChargeDatedFarBackIsNotMissed()
{
    QFETCH(bool, isStored);
    QFETCH(bool, isCharged);
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    QVERIFY(!m_desk->server.setOffer(offer));
    m_desk->fault("row-back=231:150");
    openDesk();
    AccountLedger &ledger = m_desk->session->ledger();
    if (isStored) {
        ledger.refresh();
        QTRY_COMPARE(ledger.progress().state, LedgerProgress::Complete);
    }
    const auto shown = confirm("3");
    QVERIFY(shown);
    QCOMPARE(shown->before.mark->stored.has_value(), isStored);
    m_desk->fault(isCharged ? "do-and-drop,on=topUpTraffic,next=1" : "drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    if (isCharged && isStored) { // the sync finds it, and the user decides
        QTRY_VERIFY(!desk().order(id)->looks.empty() &&
                    desk().order(id)->looks.back().says == LookSays::Conflict);
        const auto &candidates = desk().order(id)->looks.back().candidates;
        QCOMPARE(candidates.size(), size_t{1});
        const TransactionId row(m_desk->server.transactions().back().id);
        QCOMPARE(candidates.front().id, row);
        QCOMPARE(desk().order(id)->state, OrderState::Unknown);
        desk().userDecides(id, PurchaseDesk::Verdict::Bought, row);
        QCOMPARE(desk().order(id)->state, OrderState::Completed);
        QCOMPARE(desk().order(id)->proof, row);
        return;
    }
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.size() >= 3; }));
    m_desk->clock.advance(std::chrono::minutes(3));
    if (!isCharged) {
        QTRY_COMPARE(desk().order(id)->state, OrderState::NotDone);
        return;
    }
    const qint64 looks = desk().order(id)->looks.back().number;
    QVERIFY(waitUntil([&] { return desk().order(id)->looks.back().number > looks + 3; }));
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QCOMPARE(desk().order(id)->looks.back().ledger, Look::Ledger::NotCounted);
    QVERIFY(desk().order(id)->looks.back().candidates.empty());
}

/// The two tokens do not say whose they are: until a receipt's transaction was found in the ledger,
/// a ledger without a charge does not show that nothing was charged.
void TestPurchases::twoAccountsProveNothing()
{
    m_desk->buying.isOneAccount = false;
    openDesk();
    const auto lose = [this] {
        const auto shown = confirm("50");
        m_desk->fault("drop,on=topUpTraffic,next=1");
        const QString id = shown ? buy(shown->number, true).orderId : QString();
        const auto isLooked = [&] { return desk().order(id)->looks.size() >= 4; };
        return !id.isEmpty() && waitUntil(isLooked) ? id : QString();
    };
    const QString first = lose();
    QVERIFY(!first.isEmpty());
    m_desk->clock.advance(std::chrono::minutes(3));
    const qint64 looks = desk().order(first)->looks.back().number;
    QVERIFY(waitUntil([&] { return desk().order(first)->looks.back().number > looks + 3; }));
    QCOMPARE(desk().order(first)->state, OrderState::Unknown);
    QCOMPARE(desk().order(first)->looks.back().says, LookSays::Incomplete);
    QVERIFY(desk().order(first)->looks.back().mayBeOtherAccount);
    // A receipt whose transaction is listed shows that they belong together.
    const auto shown = confirm("7");
    QVERIFY(shown);
    const QString bought = buy(shown->number, true).orderId;
    QTRY_COMPARE(desk().order(bought)->state, OrderState::Completed);
    QTRY_COMPARE(desk().order(bought)->proof,
                 TransactionId(m_desk->server.transactions().back().id));
    QTRY_COMPARE(desk().order(first)->looks.back().says, LookSays::NoTrace);
    QVERIFY(waitUntil([&] {
        m_desk->clock.advance(std::chrono::minutes(1));
        return desk().order(first)->state == OrderState::NotDone;
    }));
}

/// A dialog that is closed while the order is being written, and is destroyed before that ended.
void TestPurchases::aDialogMayWithdrawTwice()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    QObject dialog;
    int answers = 0;
    desk().buy(shown->number, false, &dialog, [&](const BuyAnswer &) { ++answers; });
    desk().withdraw(&dialog);
    desk().withdraw(&dialog);
    QTRY_COMPARE(answers, 1);
    QCOMPARE(only().state, OrderState::NotSent);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::AlreadyUsed);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchases)
#include "test_purchases.moc"
