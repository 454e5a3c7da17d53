// SPDX-License-Identifier: GPL-3.0-or-later
// Tests two and three orders that overlap in time, with the same or different types and amounts,
// any of which the service carried out: a transaction never proves two of them, and none is
// reported wrongly.
#include "tests/models/purchasefixture.h"
#include "tests/support/matrixpart.h"

#include "api/endpoints/reseller.h"

#include <set>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

/// What happens to an order at the service.
enum class OrderFate {
    Receipt, ///< carried out and answered
    Done,    ///< carried out, the answer lost
    Lost,    ///< the request lost: never carried out
    Late,    ///< the answer lost, carried out after the orders that follow
};
constexpr std::pair<OrderFate, const char *> fates[] = {{OrderFate::Receipt, "receipt"},
                                                        {OrderFate::Done, "done"},
                                                        {OrderFate::Lost, "lost"},
                                                        {OrderFate::Late, "late"}};

QByteArray nameOf(const std::vector<OrderFate> &all)
{
    QByteArray name;
    for (const OrderFate fate : all) {
        name += ' ' + QByteArray(fates[static_cast<size_t>(fate)].second);
    }
    return name.trimmed();
}

} // namespace

Q_DECLARE_METATYPE(std::vector<OrderFate>)

class TestPurchaseOverlap : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup()
    {
        m_desk.reset();
        m_true.clear();
    }

    void theReceiptOfTheSecondProvesNothingOfTheFirst();
    void overlapping_data();
    void overlapping();
    void aRowIsTakenOnce();
    void aForeignRowIsNotTakenForTheFirst();
    void aLedgerThatIsBehindProvesNothing();

private:
    struct Truth
    {
        QString id;
        TransactionId row; ///< of the service's own list
        bool done = false;
    };

    [[nodiscard]] TransactionId newestRow() const
    {
        return TransactionId(m_desk->server.transactions().back().id);
    }
    /// Makes both types cost the same, so that only their names differ.
    void equalPrices();
    void place(OrderFate fate, const QString &type, const QByteArray &amount);
    void bookLate(Truth &truth, const QString &type, const QByteArray &amount);
    void waitForLooks();
    void checkAll();
    void decideAll();

    std::vector<Truth> m_true;
    QObject m_here;
};

void TestPurchaseOverlap::equalPrices()
{
    auto prices = m_desk->server.prices();
    for (auto &type : prices) {
        type.tiers = prices.front().tiers;
        type.flatPerGb = prices.front().flatPerGb;
    }
    m_desk->server.setPrices(prices);
}

void TestPurchaseOverlap::place(OrderFate fate, const QString &type, const QByteArray &amount)
{
    std::optional<Result<Confirmation>> got;
    const Call call = desk().prepare(type, gb(amount.constData()), &m_here,
                                     [&](const Result<Confirmation> &answer) { got = answer; });
    QVERIFY(waitUntil([&] { return got.has_value(); }));
    QVERIFY(got->has_value());
    if (fate == OrderFate::Done) {
        m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    } else if (fate != OrderFate::Receipt) {
        m_desk->fault("drop,on=topUpTraffic,next=1");
    }
    BuyAnswer answer;
    // The checks may find the charge of an earlier order in the meantime: then it is confirmed once
    // more.
    for (std::optional<quint64> number = (*got)->number; number;) {
        answer = buy(*number, true);
        number.reset();
        if (answer.kind == BuyAnswer::OtherOrder) {
            number = answer.again->number;
            continue;
        }
        QCOMPARE(answer.kind, BuyAnswer::Ordered);
        QVERIFY(waitUntil([&] { return !desk().order(answer.orderId)->isUnderWay(); }));
        if (const auto again = desk().takeNewPrice(answer.orderId)) {
            number = again->number;
        }
    }
    const bool done = fate == OrderFate::Receipt || fate == OrderFate::Done;
    m_true.push_back({answer.orderId, done ? newestRow() : TransactionId(), done});
}

/// Like a service that had the order in a queue.
void TestPurchaseOverlap::bookLate(Truth &truth, const QString &type, const QByteArray &amount)
{
    bool answered = false;
    const Call call = m_desk->client->send(
        TopUpTraffic{gb(amount.constData()), type}, &m_here,
        [&](const Result<TopUpReceipt> &receipt) { answered = receipt.has_value(); });
    QVERIFY(waitUntil([&] { return answered; }));
    truth.row = newestRow();
    truth.done = true;
}

void TestPurchaseOverlap::waitForLooks()
{
    const auto settled = [this] {
        for (const TopUpOrder &order : desk().orders()) {
            const bool decided = !order.isOpen() || (order.looks.size() >= 6 &&
                                                     order.looks.back().says == LookSays::Conflict);
            if (!decided) {
                return false;
            }
        }
        return true;
    };
    for (int round = 0; round < 3; ++round) {
        std::map<QString, Instant> last;
        for (const TopUpOrder &order : desk().orders()) {
            last[order.id] = order.looks.empty() ? Instant() : order.looks.back().reading.at;
        }
        const auto lookedAgain = [&] {
            for (const TopUpOrder &order : desk().orders()) {
                if (order.isOpen() &&
                    (order.looks.empty() || order.looks.back().reading.at <= last[order.id])) {
                    return false;
                }
            }
            return true;
        };
        QVERIFY(waitUntil([&] { return lookedAgain(); }));
        m_desk->clock.advance(std::chrono::minutes(1));
    }
    m_desk->clock.advance(std::chrono::minutes(2));
    QVERIFY(waitUntil([&] { return settled(); }));
}

void TestPurchaseOverlap::checkAll()
{
    std::set<TransactionId> proofs;
    for (const Truth &truth : m_true) {
        const TopUpOrder &order = *desk().order(truth.id);
        if (order.proof) {
            QVERIFY2(proofs.insert(*order.proof).second, "one row proves two orders");
        }
        if (order.isOpen()) {
            QCOMPARE(order.looks.back().says, LookSays::Conflict);
            continue;
        }
        QCOMPARE(order.state, truth.done ? OrderState::Completed : OrderState::NotDone);
        if (order.proof && order.decidedBy == DecidedBy::Evidence) {
            const auto row = m_desk->server.transaction(order.proof->value());
            QCOMPARE(order.charged, Money::parse(QString::fromStdString(row->amount))->magnitude());
        }
    }
}

/// Decides like a user who knows the truth: for every order in doubt there is a row to select, or
/// none is right.
void TestPurchaseOverlap::decideAll()
{
    for (const Truth &truth : m_true) {
        QVERIFY(waitUntil([&] {
            return !desk().order(truth.id)->looks.empty() || !desk().order(truth.id)->isOpen();
        }));
        if (!desk().order(truth.id)->isOpen()) {
            continue;
        }
        if (truth.done) {
            const auto &seen = desk().order(truth.id)->looks.back().candidates;
            const bool offered = std::any_of(
                seen.begin(), seen.end(), [&](const auto &each) { return each.id == truth.row; });
            QVERIFY(offered);
            desk().userDecides(truth.id, PurchaseDesk::Verdict::Bought, truth.row);
        } else {
            desk().userDecides(truth.id, PurchaseDesk::Verdict::NotBought);
        }
    }
}

/// Buy 3 GB, and the request is lost; buy 3 GB again, and the receipt arrives. The service carried
/// out one order.
void TestPurchaseOverlap::theReceiptOfTheSecondProvesNothingOfTheFirst()
{
    openDesk();
    place(OrderFate::Lost, residential, "3");
    place(OrderFate::Receipt, residential, "3");
    waitForLooks();
    QCOMPARE(desk().order(m_true[0].id)->state, OrderState::NotDone);
    QCOMPARE(desk().order(m_true[1].id)->state, OrderState::Completed);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), 1u);
}

void TestPurchaseOverlap::overlapping_data()
{
    QTest::addColumn<std::vector<OrderFate>>("all");
    QTest::addColumn<bool>("sameType");
    QTest::addColumn<bool>("sameAmount");
    const auto rows = [](const std::vector<OrderFate> &all) {
        for (const bool sameType : {true, false}) {
            for (const bool sameAmount : {true, false}) {
                if (!isInPart()) {
                    continue;
                }
                QTest::addRow("%s, %s type, %s amount", nameOf(all).constData(),
                              sameType ? "same" : "other", sameAmount ? "same" : "other")
                    << all << sameType << sameAmount;
            }
        }
    };
    for (const auto &[first, name1] : fates) {
        for (const auto &[second, name2] : fates) {
            rows({first, second});
            for (const auto &[third, name3] : fates) {
                if (second != OrderFate::Late && third != OrderFate::Late) {
                    rows({first, second, third});
                }
            }
        }
    }
}

void TestPurchaseOverlap::overlapping()
{
    QFETCH(std::vector<OrderFate>, all);
    QFETCH(bool, sameType);
    QFETCH(bool, sameAmount);
    equalPrices();
    openDesk();
    const auto typeOf = [sameType](size_t i) {
        return sameType || i % 2 == 0 ? residential : QStringLiteral("mobile");
    };
    const auto amountOf = [sameAmount](size_t i) {
        return QByteArray::number(sameAmount ? 3 : int(3 + i));
    };
    for (size_t i = 0; i < all.size() && !QTest::currentTestFailed(); ++i) {
        place(all[i], typeOf(i), amountOf(i));
    }
    for (size_t i = 0; i < all.size() && !QTest::currentTestFailed(); ++i) {
        if (all[i] == OrderFate::Late) {
            bookLate(m_true[i], typeOf(i), amountOf(i));
        }
    }
    waitForLooks();
    if (QTest::currentTestFailed()) {
        return;
    }
    checkAll();
    const bool anyLate = std::find(all.begin(), all.end(), OrderFate::Late) != all.end();
    for (const Truth &truth : m_true) {
        // Different costs distinguish the orders in every case.
        QVERIFY(sameAmount || anyLate || !desk().order(truth.id)->isOpen());
    }
    // One decision may make the others clear; together they end with what the service's list says.
    decideAll();
    if (QTest::currentTestFailed()) {
        return;
    }
    waitForLooks();
    checkAll();
    for (const Truth &truth : m_true) {
        QVERIFY(!desk().order(truth.id)->isOpen());
    }
}

void TestPurchaseOverlap::aRowIsTakenOnce()
{
    openDesk();
    place(OrderFate::Late, residential, "3");
    place(OrderFate::Lost, residential, "3");
    bookLate(m_true[0], residential, "3");
    waitForLooks();
    for (const Truth &truth : m_true) {
        QCOMPARE(desk().order(truth.id)->state, OrderState::Unknown);
        QCOMPARE(desk().order(truth.id)->looks.back().says, LookSays::Conflict);
    }
    desk().userDecides(m_true[0].id, PurchaseDesk::Verdict::Bought, m_true[0].row);
    desk().userDecides(m_true[1].id, PurchaseDesk::Verdict::Bought, m_true[0].row);
    QCOMPARE(desk().order(m_true[0].id)->proof, m_true[0].row);
    QCOMPARE(desk().order(m_true[1].id)->state, OrderState::Unknown);
    waitForLooks();
    QCOMPARE(desk().order(m_true[1].id)->state, OrderState::NotDone);
}

/// The pool rose by the second order only, and somebody else spent the same amount.
void TestPurchaseOverlap::aForeignRowIsNotTakenForTheFirst()
{
    equalPrices();
    openDesk();
    place(OrderFate::Lost, residential, "3");
    place(OrderFate::Receipt, residential, "3");
    Truth foreign;
    bookLate(foreign, QStringLiteral("mobile"), "3");
    waitForLooks();
    QCOMPARE(desk().order(m_true[0].id)->state, OrderState::Unknown);
    QCOMPARE(desk().order(m_true[0].id)->looks.back().says, LookSays::Conflict);
}

/// If the ledger does not have the row of a receipt yet, it says nothing about other orders either.
void TestPurchaseOverlap::aLedgerThatIsBehindProvesNothing()
{
    sandbox::Offer offer; // balances would show that something is missing
    offer.without = {"getResellerBalance", "getBalance"};
    QVERIFY(!m_desk->server.setOffer(offer));
    openDesk();
    place(OrderFate::Lost, residential, "3");
    m_desk->fault("vanished-row=231");
    place(OrderFate::Receipt, residential, "4");
    const QString id = m_true[0].id;
    QVERIFY(waitUntil([&] { return !desk().order(id)->looks.empty(); }));
    for (int i = 0; i < 5; ++i) {
        const auto looked = desk().order(id)->looks.back().reading.at;
        m_desk->clock.advance(std::chrono::minutes(1));
        QVERIFY(waitUntil([&] {
            return desk().order(id)->looks.back().reading.at >= looked + std::chrono::minutes(1);
        }));
        QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    }
    QCOMPARE(desk().order(id)->looks.back().says, LookSays::Incomplete);
    // An hour later, no row is waited for any more.
    m_desk->clock.advance(std::chrono::hours(1));
    waitForLooks();
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(SimulatedApplication, TestPurchaseOverlap)
#include "test_purchaseoverlap.moc"
