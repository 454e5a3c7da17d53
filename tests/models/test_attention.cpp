// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the list "Needs attention" with facts made by hand: what is an entry, the order, hiding,
// amounts and groups.
#include "models/attention/attention.h"
#include "tests/models/pricetables.h"

#include <QDateTime>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::gb;
using relaybook::testing::usd;

namespace {

const Instant attentionNow = Instant(std::chrono::milliseconds(1'795'000'000'000));

AttentionFacts emptyFacts()
{
    AttentionFacts facts;
    facts.now = attentionNow;
    return facts;
}

void addForecast(AttentionFacts &facts, const char *type, const char *left,
                 TrafficForecast::State state, int days, const char *perDay = "2")
{
    TrafficPool pool;
    pool.type = QString::fromLatin1(type);
    pool.left = gb(left);
    TrafficForecast forecast;
    forecast.state = state;
    forecast.madeFrom = TrafficForecast::Readings;
    forecast.likelyDays = days;
    forecast.leastDays = days;
    forecast.perDay = gb(perDay);
    facts.pools.push_back(pool);
    facts.forecasts.push_back(forecast);
}

SubUserPace::Low lowSubUser(qint64 id, const char *left, const char *perDay, qint64 days)
{
    return {SubUserId(id),
            QStringLiteral("customer%1").arg(id),
            QStringLiteral("residential"),
            gb(left),
            gb(perDay),
            days};
}

AttentionFacts::OrderFact orderFact(const char *id, OrderState state, DecidedBy by, Instant endedAt,
                                    int differences = 0)
{
    return {QString::fromLatin1(id), state, by, endedAt, differences};
}

QStringList keysOf(const std::vector<AttentionEntry> &entries)
{
    QStringList keys;
    for (const AttentionEntry &entry : entries) {
        keys.append(entry.key);
    }
    return keys;
}

QStringList keysOf(const AttentionFacts &facts)
{
    return keysOf(attentionOf(facts));
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsNothing();
    void poolsByTheirLimits_data();
    void poolsByTheirLimits();
    void proposedAmounts_data();
    void proposedAmounts();
    void balanceByWhatIsSpent();
    void lowTraffic_data();
    void lowTraffic();
    void ordersByTheirState();
    void theMostImportantIsFirst();
    void whatEndsFirstIsFirst();
    void hiddenUntil_data();
    void hiddenUntil();
    void aHiddenEntryHidesNoOther();
    void whatHappenedTogetherIsOneEntry();
    void aPoolThatMayRunOutIsAnEntry();
    void hiddenTestsStayHiddenWhenSomeWork();
    void changesOfManyPagesAreOneEntry();
    void aHiddenKindDoesNotHideWhatIsOver();
    void aKindCanBeHidden();
    void tomorrowIsAtLeastHoursAway();
    void manyAreGrouped();
};

void TestAttention::nothingIsNothing()
{
    QVERIFY(attentionOf(emptyFacts()).empty());
    AttentionFacts facts = emptyFacts();
    facts.lists.push_back({Area::Proxies, false, 0});
    facts.balance = usd("0");
    QVERIFY(attentionOf(facts).empty()); // nobody knows what is spent
}

void TestAttention::poolsByTheirLimits_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<int>("days");
    QTest::addColumn<int>("limitDays");
    QTest::addColumn<QByteArray>("limitLeft");
    QTest::addColumn<bool>("isEntry");
    const QByteArray none;
    QTest::newRow("in time") << int(TrafficForecast::Lasts) << QByteArray("20") << 6 << 5 << none
                             << false;
    QTest::newRow("soon") << int(TrafficForecast::Lasts) << QByteArray("20") << 5 << 5 << none
                          << true;
    QTest::newRow("other limit") << int(TrafficForecast::Lasts) << QByteArray("20") << 5 << 2
                                 << none << false;
    QTest::newRow("few GB") << int(TrafficForecast::Lasts) << QByteArray("20") << 90 << 5
                            << QByteArray("20") << true;
    QTest::newRow("more GB") << int(TrafficForecast::Lasts) << QByteArray("20.1") << 90 << 5
                             << QByteArray("20") << false;
    QTest::newRow("few GB, not used")
        << int(TrafficForecast::Unused) << QByteArray("1") << 0 << 5 << QByteArray("20") << false;
    QTest::newRow("nothing, never used")
        << int(TrafficForecast::Empty) << QByteArray("0") << 0 << 5 << QByteArray("20") << false;
    QTest::newRow("used up") << int(TrafficForecast::UsedUp) << QByteArray("0") << 0 << 5 << none
                             << true;
    QTest::newRow("too little is known")
        << int(TrafficForecast::TooLittle) << QByteArray("1") << 0 << 5 << none << false;
}

void TestAttention::poolsByTheirLimits()
{
    QFETCH(int, state);
    QFETCH(QByteArray, left);
    QFETCH(int, days);
    QFETCH(int, limitDays);
    QFETCH(QByteArray, limitLeft);
    QFETCH(bool, isEntry);
    AttentionFacts facts = emptyFacts();
    facts.limits.days = limitDays;
    if (!limitLeft.isEmpty()) {
        facts.limits.left = gb(limitLeft.constData());
    }
    addForecast(facts, "mobile", left.constData(), TrafficForecast::State(state), days);
    const auto entries = attentionOf(facts);
    QCOMPARE(!entries.empty(), isEntry);
    if (isEntry) {
        QCOMPARE(entries.front().kind, AttentionKind::PoolRunsOut);
        // "Never" for what runs out soon does not hide that it is used up.
        const bool isUsedUp = state == TrafficForecast::UsedUp;
        QCOMPARE(entries.front().key,
                 isUsedUp ? QStringLiteral("pool/mobile/empty") : QStringLiteral("pool/mobile"));
        QCOMPARE(entries.front().level, isUsedUp ? AttentionLevel::Act : AttentionLevel::Soon);
    }
}

void TestAttention::proposedAmounts_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<qint64>("perDay"); // units; -1: not known
    QTest::addColumn<int>("days");
    QTest::addColumn<QByteArray>("proposed"); // empty: none
    const qint64 one = TrafficAmount::unitsPerGb;
    QTest::newRow("what is left counts") << QByteArray("20") << 2 * one << 30 << QByteArray("40");
    QTest::newRow("rounded up") << QByteArray("20.1") << 2 * one << 30 << QByteArray("40");
    QTest::newRow("rounded up, not down")
        << QByteArray("19.9") << 2 * one << 30 << QByteArray("41");
    QTest::newRow("tiny use") << QByteArray("0") << qint64{1} << 30 << QByteArray("1");
    QTest::newRow("enough") << QByteArray("60") << 2 * one << 30 << QByteArray();
    QTest::newRow("not used") << QByteArray("1") << qint64{0} << 30 << QByteArray();
    QTest::newRow("not known") << QByteArray("1") << qint64{-1} << 30 << QByteArray();
    QTest::newRow("no days") << QByteArray("0") << one << 0 << QByteArray();
    QTest::newRow("too much") << QByteArray("0") << std::numeric_limits<qint64>::max() << 30
                              << QByteArray();
}

void TestAttention::proposedAmounts()
{
    QFETCH(QByteArray, left);
    QFETCH(qint64, perDay);
    QFETCH(int, days);
    QFETCH(QByteArray, proposed);
    const auto use = perDay < 0 ? std::nullopt : std::optional(TrafficAmount::fromUnits(perDay));
    const auto amount = amountForDays(gb(left.constData()), use, days);
    QCOMPARE(amount.has_value(), !proposed.isEmpty());
    if (amount) {
        QCOMPARE(amount->gbText(), QString::fromLatin1(proposed));
    }
}

void TestAttention::balanceByWhatIsSpent()
{
    AttentionFacts facts = emptyFacts();
    facts.balance = usd("30");
    facts.spentPerDay = usd("15");
    const auto entries = attentionOf(facts);
    QCOMPARE(entries.size(), size_t{1});
    QCOMPARE(entries.front().kind, AttentionKind::BalanceRunsOut);
    QCOMPARE(entries.front().days, std::optional(qint64{2}));
    QCOMPARE(entries.front().proposedMoney, std::optional(usd("420"))); // 30 days, less 30
    facts.balance = usd("82");                                          // it is shown as five days
    QCOMPARE(attentionOf(facts).front().days, std::optional(qint64{5}));
    facts.balance = usd("83"); // as six
    QVERIFY(attentionOf(facts).empty());
    facts.balance = usd("-5");
    QCOMPARE(attentionOf(facts).front().days, std::optional(qint64{0}));
    facts.spentPerDay = Money();
    QVERIFY(attentionOf(facts).empty());
}

void TestAttention::lowTraffic_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("perDay"); // empty: not known
    QTest::addColumn<bool>("byDays");
    QTest::addColumn<bool>("byAmount");
    // Five days or less, rounded; 2 GB or less.
    QTest::newRow("plenty") << QByteArray("100") << QByteArray("1") << false << false;
    QTest::newRow("five days") << QByteArray("5.4") << QByteArray("1") << true << false;
    QTest::newRow("six days") << QByteArray("5.5") << QByteArray("1") << false << false;
    QTest::newRow("little, used slowly") << QByteArray("2") << QByteArray("0.1") << false << true;
    QTest::newRow("little, not used") << QByteArray("1") << QByteArray("0") << false << false;
    QTest::newRow("little, use not known") << QByteArray("1") << QByteArray() << false << true;
    QTest::newRow("nothing, used") << QByteArray("0") << QByteArray("1") << true << true;
    QTest::newRow("nothing, no longer used")
        << QByteArray("0") << QByteArray("0") << false << false;
}

void TestAttention::lowTraffic()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, perDay);
    QFETCH(bool, byDays);
    QFETCH(bool, byAmount);
    const auto use = perDay.isEmpty() ? std::nullopt : std::optional(gb(perDay.constData()));
    QCOMPARE((LowTraffic{5, std::nullopt}.isLow(gb(left.constData()), use)), byDays);
    QCOMPARE((LowTraffic{std::nullopt, gb("2")}.isLow(gb(left.constData()), use)), byAmount);
    QVERIFY(!LowTraffic{}.isLow(gb(left.constData()), use));
}

void TestAttention::ordersByTheirState()
{
    AttentionFacts facts = emptyFacts();
    const Instant before = attentionNow - 1h;
    facts.orders = {
        orderFact("done", OrderState::Completed, DecidedBy::Answer, before),
        orderFact("unknown", OrderState::Unknown, DecidedBy::Nobody, {}),
        orderFact("found", OrderState::Completed, DecidedBy::Evidence, before),
        orderFact("notDone", OrderState::NotDone, DecidedBy::Evidence, before),
        orderFact("byUser", OrderState::NotDone, DecidedBy::User, before),
        orderFact("other", OrderState::Completed, DecidedBy::Answer, before, 1),
        orderFact("longAgo", OrderState::Completed, DecidedBy::Evidence, attentionNow - 24h * 4),
        orderFact("otherLongAgo", OrderState::Completed, DecidedBy::Answer, attentionNow - 24h * 31,
                  1),
        orderFact("ahead", OrderState::Completed, DecidedBy::Evidence, attentionNow + 24h),
    };
    QStringList keys = keysOf(facts);
    std::sort(keys.begin(), keys.end());
    QCOMPARE(
        keys,
        (QStringList{QStringLiteral("order/ahead/decided"), QStringLiteral("order/found/decided"),
                     QStringLiteral("order/notDone/decided"), QStringLiteral("order/other/differs"),
                     QStringLiteral("order/unknown/unknown")}));
}

namespace {

AttentionFacts::TestFact failedTest(qint64 subUser)
{
    AttentionFacts::TestFact fact{ProxyTestOutcome::TimedOut, Area::SubUsers, 1, {}};
    fact.newest.push_back(
        {SubUserId(subUser), QStringLiteral("customer%1").arg(subUser), attentionNow});
    return fact;
}

} // namespace

void TestAttention::theMostImportantIsFirst()
{
    AttentionFacts facts = emptyFacts();
    facts.failedTests = {failedTest(3)};
    facts.orders = {orderFact("found", OrderState::Completed, DecidedBy::Evidence, attentionNow),
                    orderFact("unknown", OrderState::Unknown, DecidedBy::Nobody, {}),
                    orderFact("other", OrderState::Completed, DecidedBy::Answer, attentionNow, 2)};
    facts.lists = {{Area::Proxies, true, 0}, {Area::SubUsers, false, 7}};
    facts.unusableTokens = {TokenKind::Reseller};
    facts.lowSubUsers = {lowSubUser(4, "1", "1", 1)};
    facts.balance = usd("1");
    facts.spentPerDay = usd("1");
    addForecast(facts, "mobile", "5", TrafficForecast::Lasts, 2);
    addForecast(facts, "residential", "0", TrafficForecast::UsedUp, 0);
    DebitRow row;
    row.id = TransactionId(1);
    facts.charges = {{{row, row}, {}, 1}, {{row, row, row}, {QStringLiteral("a")}, 2}};
    LedgerBreak gap;
    gap.laterAt = attentionNow;
    facts.gaps = {gap};
    facts.removed.push_back({Transaction(), attentionNow});
    facts.changed.push_back({TransactionId(9), {}});
    std::vector<AttentionKind> kinds;
    for (const AttentionEntry &entry : attentionOf(facts)) {
        kinds.push_back(entry.kind);
    }
    using Kind = AttentionKind;
    const std::vector<Kind> expected{
        Kind::DoubleCharge,       Kind::UnknownOrder,       Kind::DifferingOrder,
        Kind::BalanceGap,         Kind::RemovedTransaction, Kind::SignIn,
        Kind::PoolRunsOut, // used up
        Kind::PoolRunsOut,        Kind::BalanceRunsOut,     Kind::EqualPurchases,
        Kind::SubUserRunsOut,     Kind::UnreadableList,     Kind::UnreadableRows,
        Kind::ChangedTransaction, Kind::FailedProxyTest,    Kind::DecidedOrder};
    QVERIFY(kinds == expected);
}

void TestAttention::whatEndsFirstIsFirst()
{
    AttentionFacts facts = emptyFacts();
    addForecast(facts, "mobile", "9", TrafficForecast::Lasts, 4);
    addForecast(facts, "residential", "2", TrafficForecast::Lasts, 1);
    facts.lowSubUsers = {lowSubUser(1, "3", "1", 3), lowSubUser(2, "0", "1", 0),
                         lowSubUser(3, "1", "1", 1)};
    QCOMPARE(keysOf(facts),
             (QStringList{QStringLiteral("pool/residential"), QStringLiteral("pool/mobile"),
                          QStringLiteral("sub-user/2/empty"), QStringLiteral("sub-user/3"),
                          QStringLiteral("sub-user/1")}));
}

namespace {

std::vector<AttentionEntry> withoutHidden(std::vector<AttentionEntry> entries,
                                          const QHash<QString, HiddenEntry> &hidden, Instant now)
{
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [&](const auto &entry) { return isHidden(entry, hidden, now); }),
                  entries.end());
    return entries;
}

} // namespace

void TestAttention::hiddenUntil_data()
{
    QTest::addColumn<int>("after"); // hours since it was hidden
    QTest::addColumn<bool>("forEver");
    QTest::addColumn<bool>("isShown");
    QTest::newRow("at once") << 0 << false << false;
    QTest::newRow("an hour later") << 1 << false << false;
    QTest::newRow("the next day") << 20 << false << true;
    QTest::newRow("the clock jumped ahead") << 24 * 400 << false << true;
    QTest::newRow("the clock was set back") << -1 << false << true;
    QTest::newRow("it was set back for a year") << -24 * 365 << false << true;
    QTest::newRow("never, a year later") << 24 * 365 << true << false;
    QTest::newRow("never, the clock was set back") << -24 * 365 << true << false;
}

void TestAttention::hiddenUntil()
{
    QFETCH(int, after);
    QFETCH(bool, forEver);
    QFETCH(bool, isShown);
    AttentionFacts facts = emptyFacts();
    facts.lowSubUsers = {lowSubUser(1, "3", "1", 3)};
    const HiddenEntry entry{forEver ? std::nullopt : std::optional(attentionNow + 20h),
                            attentionNow};
    const QHash<QString, HiddenEntry> hidden{{QStringLiteral("sub-user/1"), entry}};
    const auto shown =
        withoutHidden(attentionOf(facts), hidden, attentionNow + std::chrono::hours(after));
    QCOMPARE(!shown.empty(), isShown);
}

void TestAttention::aHiddenEntryHidesNoOther()
{
    AttentionFacts facts = emptyFacts();
    facts.lowSubUsers = {lowSubUser(1, "3", "1", 3), lowSubUser(11, "3", "1", 3)};
    facts.failedTests = {failedTest(1)};
    const QHash<QString, HiddenEntry> hidden{
        {QStringLiteral("sub-user/1"), {std::nullopt, attentionNow}},
        {attentionOf(facts).back().key, {std::nullopt, attentionNow}}};
    QCOMPARE(keysOf(withoutHidden(attentionOf(facts), hidden, attentionNow)),
             QStringList{QStringLiteral("sub-user/11")});
    facts.failedTests.front().newest.front().at += 1min; // a newer test that failed is told again
    QCOMPARE(withoutHidden(attentionOf(facts), hidden, attentionNow).size(), size_t{2});
}

/// 1,284 tests that failed for one reason are one matter, and so are rows that changed together.
void TestAttention::whatHappenedTogetherIsOneEntry()
{
    AttentionFacts facts = emptyFacts();
    facts.failedTests = {failedTest(1), failedTest(2)};
    facts.failedTests.front().count = 1284;
    facts.failedTests.back().outcome = ProxyTestOutcome::Refused;
    for (int i = 0; i < 7; ++i) {
        TransactionVersion version;
        version.replacedAt = attentionNow - (i < 5 ? 1h : 2h);
        facts.changed.push_back({TransactionId(i + 1), {version}});
    }
    const auto entries = attentionOf(facts);
    QCOMPARE(entries.size(), size_t{5}); // of the changed ones two are alone
    QCOMPARE(entries.at(0).count, qint64{5});
    QVERIFY(!entries.at(0).isAtLeast);
    QCOMPARE(entries.at(1).count, qint64{0});
    QCOMPARE(entries.at(1).transaction, std::optional(TransactionId(6)));
    const auto many = std::find_if(entries.begin(), entries.end(), [](const AttentionEntry &entry) {
        return entry.kind == AttentionKind::FailedProxyTest && entry.count > 0;
    });
    QVERIFY(many != entries.end());
    QCOMPARE(many->count, qint64{1284});
    QCOMPARE(many->outcome, std::optional(ProxyTestOutcome::TimedOut));
    facts.areAllChanged = false;
    QVERIFY(attentionOf(facts).front().isAtLeast);
}

/// The card of the overview warns of the beginning of the range.
void TestAttention::aPoolThatMayRunOutIsAnEntry()
{
    AttentionFacts facts = emptyFacts();
    addForecast(facts, "mobile", "30", TrafficForecast::Lasts, 4);
    TrafficForecast &forecast = *facts.forecasts.front();
    forecast.madeFrom = TrafficForecast::Purchases;
    forecast.leastDays = 3;
    forecast.perDay = TrafficAmount::parseGb(u"7");
    QVERIFY(forecast.mayRunOut() && !forecast.runsOut());
    facts.boughtFrom = {7800, 48902, false};
    const auto entries = attentionOf(facts);
    QCOMPARE(entries.size(), size_t{1});
    QCOMPARE(entries.front().kind, AttentionKind::PoolRunsOut);
    QVERIFY(!entries.front().days); // purchases alone do not say that it will
    QCOMPARE(entries.front().proposed, TrafficAmount::parseGb(u"180"));
    QVERIFY(entries.front().boughtFrom == facts.boughtFrom); // the text says what it is made from
    forecast.leastDays = 6;
    QVERIFY(attentionOf(facts).empty());
}

/// A proxy of those that were hidden together works again: the others are nothing new.
void TestAttention::hiddenTestsStayHiddenWhenSomeWork()
{
    AttentionFacts facts = emptyFacts();
    AttentionFacts::TestFact fact = failedTest(1);
    fact.newest.push_back({SubUserId(2), QStringLiteral("customer2"), attentionNow - 1h});
    fact.newest.push_back({SubUserId(3), QStringLiteral("customer3"), attentionNow - 2h});
    fact.count = 4;
    facts.failedTests = {fact};
    const QHash<QString, HiddenEntry> hidden{
        {attentionOf(facts).front().key, {std::nullopt, attentionNow}}};
    QVERIFY(withoutHidden(attentionOf(facts), hidden, attentionNow).empty());
    facts.failedTests.front().count = 3; // a line each
    facts.failedTests.front().newest.erase(facts.failedTests.front().newest.begin());
    QCOMPARE(attentionOf(facts).size(), size_t{2});
    QVERIFY(withoutHidden(attentionOf(facts), hidden, attentionNow).empty());
    facts.failedTests.front().newest.front().at = attentionNow + 1min;
    QCOMPARE(withoutHidden(attentionOf(facts), hidden, attentionNow).size(), size_t{1});
}

/// Pages of a ledger are stored one after the other.
void TestAttention::changesOfManyPagesAreOneEntry()
{
    AttentionFacts facts = emptyFacts();
    for (int i = 0; i < 60; ++i) {
        TransactionVersion version;
        version.replacedAt = attentionNow + std::chrono::seconds(i * 20);
        facts.changed.push_back({TransactionId(i + 1), {version}});
    }
    const auto entries = attentionOf(facts);
    QCOMPARE(entries.size(), size_t{1});
    QCOMPARE(entries.front().count, qint64{60});
}

/// What is over is a warning, whatever else of its kind is hidden.
void TestAttention::aHiddenKindDoesNotHideWhatIsOver()
{
    AttentionFacts facts = emptyFacts();
    facts.lowSubUsers = {lowSubUser(1, "0", "1", 0), lowSubUser(2, "0.5", "1", 0),
                         lowSubUser(3, "3", "1", 3)};
    addForecast(facts, "mobile", "0", TrafficForecast::UsedUp, 0);
    addForecast(facts, "residential", "9", TrafficForecast::Lasts, 4);
    const HiddenEntry forEver{std::nullopt, attentionNow};
    const QHash<QString, HiddenEntry> hidden{{hidingKeyOf(AttentionKind::SubUserRunsOut), forEver},
                                             {hidingKeyOf(AttentionKind::PoolRunsOut), forEver}};
    QCOMPARE(keysOf(withoutHidden(attentionOf(facts), hidden, attentionNow)),
             (QStringList{QStringLiteral("pool/mobile/empty"), QStringLiteral("sub-user/1/empty"),
                          QStringLiteral("sub-user/2")}));
}

void TestAttention::aKindCanBeHidden()
{
    AttentionFacts facts = emptyFacts();
    facts.lowSubUsers = {lowSubUser(1, "3", "1", 3), lowSubUser(11, "3", "1", 3)};
    facts.failedTests = {failedTest(1)};
    const QHash<QString, HiddenEntry> hidden{
        {hidingKeyOf(AttentionKind::SubUserRunsOut), {std::nullopt, attentionNow}}};
    const auto shown = withoutHidden(attentionOf(facts), hidden, attentionNow);
    QCOMPARE(shown.size(), size_t{1});
    QCOMPARE(shown.front().kind, AttentionKind::FailedProxyTest);
    QSet<QString> keys;
    int hideable = 0;
    for (int kind = 0; kind <= static_cast<int>(AttentionKind::DecidedOrder); ++kind) {
        const QString key = hidingKeyOf(static_cast<AttentionKind>(kind));
        hideable += key.isEmpty() ? 0 : 1;
        keys.insert(key);
        QCOMPARE(key.isEmpty(), kind < static_cast<int>(AttentionKind::PoolRunsOut));
    }
    QCOMPARE(keys.size(), hideable + 1);
}

void TestAttention::tomorrowIsAtLeastHoursAway()
{
    for (int hour = 0; hour < 24; ++hour) {
        const QDateTime at(QDate(2026, 11, 20), QTime(hour, 30));
        const Instant now = fromMillis(at.toMSecsSinceEpoch());
        const Instant until = tomorrow(now);
        QVERIFY(until >= now + 4h);
        QVERIFY(until <= now + 25h);
        const QDate day = QDateTime::fromMSecsSinceEpoch(toMillis(until)).date();
        QCOMPARE(day, QDate(2026, 11, 21));
    }
}

void TestAttention::manyAreGrouped()
{
    AttentionFacts facts = emptyFacts();
    QVERIFY(groupedAttention(attentionOf(facts)).empty());
    facts.lowSubUsers = {lowSubUser(1, "3", "1", 3)};
    auto groups = groupedAttention(attentionOf(facts));
    QCOMPARE(groups.size(), size_t{1});
    QCOMPARE(groups.front().shown.size(), size_t{1});
    QCOMPARE(groups.front().more, qint64{0});
    for (qint64 id = 2; id <= 1000; ++id) {
        facts.lowSubUsers.push_back(lowSubUser(id, "3", "1", 3));
    }
    facts.lists = {{Area::Proxies, true, 0}};
    groups = groupedAttention(attentionOf(facts));
    QCOMPARE(groups.size(), size_t{2});
    QCOMPARE(groups.front().shown.size(), size_t{20});
    QCOMPARE(groups.front().more, qint64{980});
    QCOMPARE(groups.back().shown.front().kind, AttentionKind::UnreadableList);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAttention)
#include "test_attention.moc"
