// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the advice for an amount by comparing it with a search through every amount that can be
// ordered.
#include "tests/models/pricetables.h"

#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;

class TestAdviser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theAdviserOverAGrid_data();
    void theAdviserOverAGrid();
    void theAdviserByHand();
    void theLargestThatFits();
    void stretchesSayWhatQuotesSay();
};

void TestAdviser::theAdviserOverAGrid_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 40; ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

/// Compares every amount up to the last tier and beyond with all larger ones: there is a hint
/// exactly if a larger amount costs no more, it names the cheapest one, and a dead range is where
/// there is a hint.
void TestAdviser::theAdviserOverAGrid()
{
    QFETCH(int, seed);
    Dice dice(static_cast<std::uint32_t>(seed));
    const sandbox::TypePrice type = randomType(dice, 150);
    const PriceList prices = overTheWire(type, "from-to");
    const std::int64_t step = orderStep().units();
    std::int64_t last = 0;
    for (const Tier &each : prices.tiers) {
        last = std::max(last, each.from.units() / step);
    }
    // From the beginning of the last tier, a larger amount always costs more.
    const std::int64_t most = last + 2;
    const std::vector<DeadRange> dead = deadRanges(prices);
    std::optional<Quote> cheapest; // of the amounts above the current one
    for (std::int64_t steps = most; steps >= 1; --steps) {
        const TrafficAmount amount = TrafficAmount::fromUnits(steps * step);
        const auto asked = quote(prices, amount);
        const Advice advice = advise(prices, amount);
        const auto isNotDearer = [](const Quote &a, const Quote &b) {
            return compareCosts(a.amount, a.ratePerGb, b.amount, b.ratePerGb) <= 0;
        };
        const bool better = asked && cheapest && isNotDearer(*cheapest, *asked);
        const std::string where = description(type) + " at " + amount.gbText().toStdString();
        QVERIFY2(advice.cheaper.has_value() == better, where.c_str());
        if (better) {
            QVERIFY2(advice.cheaper->offer == *cheapest, where.c_str());
            QVERIFY2(advice.cheaper->offer.cost <= asked->cost, where.c_str());
            QCOMPARE(advice.cheaper->saved, *asked->cost.minus(cheapest->cost));
        }
        const bool isDead = std::any_of(dead.begin(), dead.end(), [&](const DeadRange &range) {
            return range.from <= amount && amount < range.to;
        });
        QVERIFY2(isDead == better, where.c_str());
        if (advice.next) {
            QVERIFY2(quote(prices, advice.next->atStart.amount) == advice.next->atStart,
                     where.c_str());
            QVERIFY2(amount.plus(advice.next->missing) == advice.next->atStart.amount,
                     where.c_str());
        }
        if (asked && (!cheapest || !isNotDearer(*cheapest, *asked))) {
            cheapest = *asked;
        }
    }
}

void TestAdviser::theAdviserByHand()
{
    // Mock-up 6: 95 GB cost $247.00, and 100 GB cost $240.00.
    const Advice advice = advise(published(), gb("95"));
    QVERIFY(advice.cheaper);
    QCOMPARE(advice.cheaper->offer.amount, gb("100"));
    QCOMPARE(advice.cheaper->offer.cost, usd("240"));
    QCOMPARE(advice.cheaper->saved, usd("7"));
    QCOMPARE(advice.next->missing, gb("5"));
    QCOMPARE(advice.next->savedPerGb, usd("0.20"));
    // 240 / 2.60 is 92.307...: the first amount that costs more than 100 GB is 92.31.
    QVERIFY(!advise(published(), gb("92.30")).cheaper);
    QVERIFY(advise(published(), gb("92.31")).cheaper);
    // An equal price counts: 130 / 2.6 = 50 and 43.34 * 3 = 130.02 compared with 50 * 2.60 = 130.
    QVERIFY(advise(listOf({tier("1", nullptr, "3"), tier("30", nullptr, "2")}), gb("20")).cheaper);
    QVERIFY(
        !advise(listOf({tier("1", nullptr, "3"), tier("30", nullptr, "2")}), gb("19.99")).cheaper);
    // No hint from the beginning of the last tier.
    QVERIFY(!advise(published(), gb("500")).cheaper);
    QVERIFY(!advise(published(), gb("500")).next);
}

void TestAdviser::theLargestThatFits()
{
    Dice dice(99);
    for (int round = 0; round < 60; ++round) {
        const sandbox::TypePrice type = randomType(dice, 60);
        const PriceList prices = overTheWire(type, "from-to");
        const Money money = Money::fromUnits(dice.roll(0, 3'000'000'000));
        std::int64_t best = 0; // by trying all amounts
        for (std::int64_t steps = 1; steps <= 1'500; ++steps) {
            const auto cost = quote(prices, TrafficAmount::fromUnits(steps * orderStep().units()));
            best = cost && cost->highest <= money ? steps : best;
        }
        const auto found = largestFor(prices, money);
        if (found && found->amount.units() / orderStep().units() > 1'500) {
            QVERIFY(found->highest <= money);
            continue;
        }
        QCOMPARE(found ? found->amount.units() / orderStep().units() : 0, best);
    }
    QCOMPARE(largestFor(published(), usd("247"))->amount, gb("102.91"));
    QVERIFY(!largestFor(published(), usd("2.99")));
}

void TestAdviser::stretchesSayWhatQuotesSay()
{
    Dice dice(3);
    for (int round = 0; round < 200; ++round) {
        const sandbox::TypePrice type = randomType(dice, 5'000);
        PriceList prices = overTheWire(type, "from-to");
        if (dice.oneIn(3)) {
            prices.tiers.front().pricePerGb = Money();
        }
        const auto stretches = priceStretches(prices);
        QVERIFY(!stretches.empty());
        QCOMPARE(stretches.front().from, orderStep());
        QVERIFY(!stretches.back().to);
        for (std::size_t each = 0; each + 1 < stretches.size(); ++each) {
            QCOMPARE(*stretches[each].to, stretches[each + 1].from);
        }
        for (const std::int64_t bytes : interestingBytes(type, dice)) {
            if (bytes <= 0) {
                continue;
            }
            const TrafficAmount amount = TrafficAmount::fromBytes(bytes);
            const auto here =
                std::find_if(stretches.begin(), stretches.end(), [&](const PriceStretch &each) {
                    return each.from <= amount && (!each.to || amount < *each.to);
                });
            const auto found = quote(prices, amount);
            QCOMPARE(found ? std::optional(found->ratePerGb) : std::nullopt,
                     here->ratePerGb ? std::optional(*here->ratePerGb) : std::nullopt);
            QCOMPARE(found ? std::nullopt : std::optional(found.error()),
                     here->ratePerGb ? std::nullopt : std::optional(here->ratePerGb.error()));
        }
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAdviser)
#include "test_adviser.moc"
