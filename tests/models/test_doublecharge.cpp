// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which equal debits of the ledger count as one purchase that may have been charged twice:
// with rows and orders made by hand, and in a stored ledger.
#include "models/attention/doublecharge.h"
#include "tests/models/pricetables.h"

#include <QTest>

#include <algorithm>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::gb;
using relaybook::testing::usd;

namespace {

const Instant chargeStart = Instant(std::chrono::milliseconds(1'790'000'000'000));
const TransactionId rowBefore(10);
const TransactionId rowLater(90); // of the next day

DebitRow chargeRow(qint64 id, std::chrono::minutes at, const char *paid = "24.50",
                   const char *amount = "10")
{
    DebitRow row;
    row.id = TransactionId(id);
    row.at = chargeStart + at;
    row.paid = usd(paid);
    row.type = QStringLiteral("purchase");
    row.description = QStringLiteral("Residential");
    if (amount != nullptr) {
        row.proxyType = QStringLiteral("residential");
        row.amount = gb(amount);
    }
    return row;
}

RefundRow refundRow(qint64 id, std::chrono::minutes at, const char *paid = "24.50")
{
    return {TransactionId(id), chargeStart + at, usd(paid)};
}

TopUpOrder placedOrder(const char *id, std::chrono::minutes at,
                       OrderState state = OrderState::Completed)
{
    TopUpOrder order;
    order.id = QString::fromLatin1(id);
    order.proxyType = QStringLiteral("residential");
    order.amount = gb("10");
    order.ratePerGb = usd("2.45");
    order.expectedCost = usd("24.50");
    order.state = state;
    order.preparedAt = chargeStart + at;
    order.sentAt = order.preparedAt;
    order.endedAt = order.preparedAt;
    order.before.mark = TransactionMark{{rowBefore}, false};
    if (state == OrderState::Completed) {
        order.charged = usd("24.50");
    }
    return order;
}

TopUpOrder locatedOrder(const char *id, std::chrono::minutes at, qint64 proof)
{
    TopUpOrder order = placedOrder(id, at);
    order.proof = TransactionId(proof);
    return order;
}

struct ChargeCase
{
    std::vector<DebitRow> rows;
    std::vector<RefundRow> refunds;
    std::vector<TopUpOrder> orders; ///< newest first
    int found = 0;                  ///< how many groups are reported
    int orderedHere = 0;            ///< of the first group: orders that explain rows
    int unexplained = 0;
};

std::vector<DoubleCharge> chargesOf(const ChargeCase &test)
{
    DoubtfulRows rows;
    rows.equal = equalDebits(test.rows);
    rows.refunds = test.refunds;
    return doubleCharges(rows, test.orders, [&](TransactionId id) -> std::optional<Instant> {
        const auto found = std::find_if(test.rows.begin(), test.rows.end(),
                                        [id](const DebitRow &row) { return row.id == id; });
        if (id == rowLater) {
            return chargeStart + 60 * 19min;
        }
        return id == rowBefore            ? std::optional(chargeStart - 5min)
               : found == test.rows.end() ? std::nullopt
                                          : std::optional(found->at);
    });
}

} // namespace

Q_DECLARE_METATYPE(ChargeCase)

class TestDoubleCharge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cases_data();
    void cases();
    void aRefundBelongsToTheNewestPurchases();
    void theKeyNamesTheRows();
    void groupsAreOfEqualRowsOnly();
};

void TestDoubleCharge::cases_data()
{
    QTest::addColumn<ChargeCase>("test");
    const auto add = [](const char *name, const ChargeCase &test) { QTest::newRow(name) << test; };
    const auto two = [] { return std::vector{chargeRow(11, 0min), chargeRow(12, 3min)}; };
    const auto far = [](TopUpOrder order, std::chrono::minutes off) {
        order.preparedAt += off;
        order.sentAt = order.preparedAt;
        return order;
    };

    // One order here.
    add("one order, not located", {two(), {}, {placedOrder("a", 0min)}, 1, 1, 1});
    add("one order, located", {two(), {}, {locatedOrder("a", 0min, 11)}, 1, 1, 1});
    add("one order, result unknown",
        {two(), {}, {placedOrder("a", 0min, OrderState::Unknown)}, 1, 1, 1});
    add("one order, three rows", {{chargeRow(11, 0min), chargeRow(12, 3min), chargeRow(13, 9min)},
                                  {},
                                  {placedOrder("a", 0min)},
                                  1,
                                  1,
                                  2});
    add("one order, one row", {{chargeRow(11, 0min)}, {}, {placedOrder("a", 0min)}, 0, 0, 0});
    add("one order, 10 minutes",
        {{chargeRow(11, 0min), chargeRow(12, 10min)}, {}, {placedOrder("a", 0min)}, 1, 1, 1});
    add("one order, 11 minutes",
        {{chargeRow(11, 0min), chargeRow(12, 11min)}, {}, {placedOrder("a", 0min)}, 0, 0, 0});
    add("one order, another that moved nothing",
        {two(),
         {},
         {placedOrder("b", 3min, OrderState::NotDone), placedOrder("a", 0min)},
         1,
         1,
         1});
    add("one order, another that was refused",
        {two(),
         {},
         {placedOrder("b", 3min, OrderState::Refused), placedOrder("a", 0min)},
         1,
         1,
         1});

    // Evidence counts for one order only.
    add("two orders, not located",
        {two(), {}, {placedOrder("b", 3min), placedOrder("a", 0min)}, 0, 0, 0});
    add("two orders, located",
        {two(), {}, {locatedOrder("b", 3min, 12), locatedOrder("a", 0min, 11)}, 0, 0, 0});
    add("two orders, one located",
        {two(), {}, {placedOrder("b", 3min), locatedOrder("a", 0min, 11)}, 0, 0, 0});
    add("two orders, one unknown",
        {two(),
         {},
         {placedOrder("b", 3min, OrderState::Unknown), placedOrder("a", 0min)},
         0,
         0,
         0});
    add("two orders, three rows", {{chargeRow(11, 0min), chargeRow(12, 3min), chargeRow(13, 4min)},
                                   {},
                                   {placedOrder("b", 3min), placedOrder("a", 0min)},
                                   1,
                                   2,
                                   1});
    add("two orders, one has its row elsewhere",
        {two(), {}, {locatedOrder("b", 3min, 99), placedOrder("a", 0min)}, 1, 1, 1});
    add("two orders with the same proof count once",
        {two(), {}, {locatedOrder("b", 3min, 11), locatedOrder("a", 0min, 11)}, 1, 1, 1});
    {
        TopUpOrder after = placedOrder("b", 3min); // saw both rows before it was sent
        after.before.mark = TransactionMark{{TransactionId(12), TransactionId(11)}, false};
        add("an order after both rows explains neither",
            {two(), {}, {after, placedOrder("a", 0min)}, 1, 1, 1});
    }
    {
        TopUpOrder between =
            placedOrder("b", 3min); // the first row was there, so it has the second
        between.before.mark = TransactionMark{{TransactionId(11), rowBefore}, false};
        add("the newer order takes the newer row",
            {two(), {}, {between, placedOrder("a", 0min)}, 0, 0, 0});
    }
    {
        TopUpOrder second = placedOrder("b", 3min);
        second.before.mark = TransactionMark{{TransactionId(11), rowBefore}, false};
        add("the first row is dated ahead, and stays the newest",
            {{chargeRow(11, 8min), chargeRow(12, 3min)},
             {},
             {second, placedOrder("a", 0min)},
             0,
             0,
             0});
        add("the first row is dated ahead, and one order has two",
            {{chargeRow(11, 8min), chargeRow(12, 3min), chargeRow(13, 4min)},
             {},
             {second, placedOrder("a", 0min)},
             1,
             2,
             1});
    }
    {
        TopUpOrder seen = placedOrder("a", 0min, OrderState::Unknown);
        seen.dismissed = {TransactionId(11), TransactionId(12)};
        add("rows that the user dismissed", {two(), {}, {seen}, 1, 0, 1});
    }

    // Not the same purchase.
    {
        TopUpOrder other = placedOrder("a", 0min);
        other.amount = gb("20");
        add("an order of another amount", {two(), {}, {other}, 1, 0, 1});
        other = placedOrder("a", 0min);
        other.proxyType = QStringLiteral("mobile");
        add("an order of another type", {two(), {}, {other}, 1, 0, 1});
        other = placedOrder("a", 0min);
        other.charged = usd("25.00");
        add("an order of another price", {two(), {}, {other}, 1, 0, 1});
        other = placedOrder("a", 0min, OrderState::Unknown);
        other.expectedCost.reset();
        other.ratePerGb.reset();
        add("an order whose price was not known", {two(), {}, {other}, 1, 1, 1});
    }
    add("another amount of money", {{chargeRow(11, 0min), chargeRow(12, 3min, "24.51")},
                                    {},
                                    {placedOrder("a", 0min)},
                                    0,
                                    0,
                                    0});
    add("another amount of traffic", {{chargeRow(11, 0min), chargeRow(12, 3min, "24.50", "11")},
                                      {},
                                      {placedOrder("a", 0min)},
                                      0,
                                      0,
                                      0});

    // Nothing was ordered here: weaker words.
    add("no order", {two(), {}, {}, 1, 0, 1});
    add("no order, no amount of traffic",
        {{chargeRow(11, 0min, "5", nullptr), chargeRow(12, 1min, "5", nullptr)}, {}, {}, 0, 0, 0});
    add("one order, no amount of traffic",
        {{chargeRow(11, 0min, "24.50", nullptr), chargeRow(12, 1min, "24.50", nullptr)},
         {},
         {placedOrder("a", 0min)},
         1,
         1,
         1});

    // Clocks.
    add("rows dated ahead",
        {{chargeRow(11, 60 * 24 * 400min), chargeRow(12, 60 * 24 * 400min + 2min)},
         {},
         {locatedOrder("a", 0min, 11)},
         1,
         1,
         1});
    add("this computer's clock was a month behind",
        {two(), {}, {far(placedOrder("a", 0min), -60 * 24 * 30min)}, 1, 1, 1});
    add("it was a month ahead, and both were ordered here",
        {two(),
         {},
         {far(placedOrder("b", 3min), 60 * 24 * 30min), placedOrder("a", 0min)},
         0,
         0,
         0});
    {
        TopUpOrder old = far(placedOrder("old", 0min), -60 * 24 * 30min);
        old.before.mark = TransactionMark{{TransactionId(1)}, false}; // no longer stored
        add("an old order that was never located explains nothing",
            {two(), {}, {placedOrder("a", 0min), old}, 1, 1, 1});
    }

    {
        // More than a hundred rows are between them: the mark does not have those of yesterday.
        TopUpOrder later = far(placedOrder("b", 0min), 60 * 20min);
        later.before.mark = TransactionMark{{rowLater}, false};
        add("an order of the next day explains no row of yesterday",
            {two(), {}, {later, locatedOrder("a", 0min, 11)}, 1, 1, 1});
    }

    // Refunds.
    add("refunded", {two(), {refundRow(13, 30min)}, {placedOrder("a", 0min)}, 0, 0, 0});
    add("refunded, no order", {two(), {refundRow(13, 30min)}, {}, 0, 0, 0});
    add("a refund before it", {two(), {refundRow(9, -30min)}, {placedOrder("a", 0min)}, 1, 1, 1});
    add("a refund of another amount",
        {two(), {refundRow(13, 30min, "24.00")}, {placedOrder("a", 0min)}, 1, 1, 1});
    add("three rows, one refunded",
        {{chargeRow(11, 0min), chargeRow(12, 3min), chargeRow(13, 4min)},
         {refundRow(14, 30min)},
         {placedOrder("a", 0min)},
         1,
         1,
         1});
    add("one refund for two double charges",
        {{chargeRow(11, 0min), chargeRow(12, 3min), chargeRow(21, 60min), chargeRow(22, 61min)},
         {refundRow(30, 90min)},
         {},
         1,
         0,
         1});
}

void TestDoubleCharge::cases()
{
    QFETCH(ChargeCase, test);
    const auto found = chargesOf(test);
    QCOMPARE(static_cast<int>(found.size()), test.found);
    if (!found.empty()) {
        QCOMPARE(static_cast<int>(found.front().orders.size()), test.orderedHere);
        QCOMPARE(found.front().isOrderedHere(), test.orderedHere > 0);
        QCOMPARE(found.front().unexplained, test.unexplained);
    }
    // The order in which rows are read does not matter.
    std::reverse(test.rows.begin(), test.rows.end());
    QVERIFY(chargesOf(test) == found);
}

/// Two equal purchases of long ago are no reason to accuse the service of one that it refunded.
void TestDoubleCharge::aRefundBelongsToTheNewestPurchases()
{
    ChargeCase test;
    test.rows = {chargeRow(11, 0min), chargeRow(12, 3min), chargeRow(21, 28'800min),
                 chargeRow(22, 28'801min)};
    test.refunds = {refundRow(30, 28'830min)};
    const auto found = chargesOf(test);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().rows.front().id, TransactionId(11));
    test.refunds.clear();
    const auto unrefunded = chargesOf(test);
    QCOMPARE(unrefunded.size(), std::size_t{2});
    QCOMPARE(unrefunded.front().rows.front().id, TransactionId(11)); // in the order of the rows
}

void TestDoubleCharge::theKeyNamesTheRows()
{
    ChargeCase test{{chargeRow(11, 0min), chargeRow(12, 3min)}, {}, {}, 0, 0, 0};
    const QString key = keyOf(chargesOf(test).front());
    QCOMPARE(key, QStringLiteral("double/11/12"));
    test.orders = {placedOrder("a", 0min)}; // the same rows
    QCOMPARE(keyOf(chargesOf(test).front()), key);
    test.rows.push_back(chargeRow(13, 5min)); // one more is a new matter
    QVERIFY(keyOf(chargesOf(test).front()) != key);
}

void TestDoubleCharge::groupsAreOfEqualRowsOnly()
{
    DebitRow other = chargeRow(13, 1min);
    other.proxyType = QStringLiteral("mobile");
    DebitRow upper = chargeRow(14, 2min);
    upper.proxyType = QStringLiteral("Residential");
    DebitRow words = chargeRow(15, 4min); // the amount is known, so the words don't matter
    words.description = QStringLiteral("Residential, again");
    const auto groups = equalDebits(
        {chargeRow(11, 0min), other, upper, words, chargeRow(16, 15min), chargeRow(17, 24min)});
    QCOMPARE(groups.size(), size_t{2});
    QCOMPARE(groups.at(0).size(), size_t{3});
    QCOMPARE(groups.at(0).back().id, TransactionId(15));
    QCOMPARE(groups.at(1).size(), size_t{2});
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestDoubleCharge)
#include "test_doublecharge.moc"
