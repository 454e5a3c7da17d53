// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which warnings a channel tells: which entries are warnings, each once, the pauses between
// messages, restarts, and clocks that jump.
#include "models/notify/chattext.h"
#include "models/notify/deliverylog.h"
#include "models/notify/warningchannel.h"

#include <QTest>

#include <algorithm>

using namespace relaybook;
using namespace std::chrono_literals;

namespace {

const Instant warningStart = fromMillis(1'795'176'000'000);
constexpr WarningChannel::Limits oneMessage{1min, false};
constexpr WarningChannel::Limits hourly{1h, true};

Warning warningOf(WarningKind kind, const char *key, const char *account = "main")
{
    Warning warning;
    warning.kind = kind;
    warning.account = QString::fromLatin1(account);
    warning.entry.key = QString::fromLatin1(key);
    return warning;
}

Warning unknownOrder(const char *key, const char *account = "main")
{
    return warningOf(WarningKind::UnknownOrder, key, account);
}

AttentionEntry entryWith(AttentionKind kind, std::optional<qint64> days, const char *left)
{
    AttentionEntry entry;
    entry.kind = kind;
    entry.days = days;
    entry.left = *TrafficAmount::parseGb(QString::fromLatin1(left));
    return entry;
}

/// As a sink does that delivers at once.
std::vector<std::vector<Warning>> tell(WarningChannel &channel, const std::vector<Warning> &present,
                                       Instant now)
{
    auto messages = channel.take(present, now);
    for (const auto &message : messages) {
        for (const Warning &each : message) {
            channel.noteTold({each.key()}, now);
        }
    }
    return messages;
}

} // namespace

class TestWarningChannel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsAWarning();
    void oldReadingsOfTrafficAreNone();
    void eachIsToldOnce();
    void whatGoesAndComesBackIsToldAfterADay();
    void severalAreOneMessage();
    void aPauseHoldsBackWhatIsNew();
    void kindsHavePausesOfTheirOwn();
    void aRestartForgetsNothing();
    void whatWasToldBeforeARestartIsNotToldInTheMiddle();
    void whatWasNotDeliveredIsToldAfterARestart();
    void whatIsForgottenIsTakenAfterThePause();
    void aClockThatJumpsBackNeitherBlocksNorFloods_data();
    void aClockThatJumpsBackNeitherBlocksNorFloods();
    void aFutureStampInTheFileCounts();
    void accountsAreApart();
    void nothingIsStoredInClear();
    void theSizeIsLimited();
    void damagedTextCountsAsNeverTold();
    void theLogKeepsAHundred();
    void chatsFindNoLink_data();
    void chatsFindNoLink();
};

void TestWarningChannel::whatIsAWarning()
{
    const auto kindOf = [](AttentionKind kind, std::optional<qint64> days, const char *left) {
        return warningKindOf(entryWith(kind, days, left));
    };
    using Kind = std::optional<WarningKind>;
    const Kind traffic = WarningKind::OutOfTraffic;
    QCOMPARE(kindOf(AttentionKind::PoolRunsOut, 0, "3"), traffic);
    QCOMPARE(kindOf(AttentionKind::PoolRunsOut, 1, "3"), Kind());
    QCOMPARE(kindOf(AttentionKind::PoolRunsOut, std::nullopt, "3"), Kind());
    QCOMPARE(kindOf(AttentionKind::PoolRunsOut, std::nullopt, "0"), traffic);
    QCOMPARE(kindOf(AttentionKind::SubUserRunsOut, 0, "3"), traffic);
    QCOMPARE(kindOf(AttentionKind::SubUserRunsOut, 2, "3"), Kind());
    QCOMPARE(kindOf(AttentionKind::BalanceRunsOut, 0, "0"), Kind());
    QCOMPARE(kindOf(AttentionKind::UnknownOrder, {}, "3"), Kind(WarningKind::UnknownOrder));
    QCOMPARE(kindOf(AttentionKind::DoubleCharge, {}, "3"), Kind(WarningKind::DoubleCharge));
    QCOMPARE(kindOf(AttentionKind::EqualPurchases, {}, "3"), Kind());
    QCOMPARE(kindOf(AttentionKind::DecidedOrder, {}, "3"), Kind());
    QCOMPARE(kindOf(AttentionKind::FailedProxyTest, {}, "0"), Kind());
}

void TestWarningChannel::oldReadingsOfTrafficAreNone()
{
    const std::vector<AttentionEntry> entries{entryWith(AttentionKind::PoolRunsOut, 0, "3"),
                                              entryWith(AttentionKind::SubUserRunsOut, 0, "3"),
                                              entryWith(AttentionKind::UnknownOrder, {}, "3")};
    const auto loaded = [&entries](const std::vector<Area> &areas) {
        return warningsOf(QStringLiteral("main"), entries, [&areas](Area area) {
            return std::find(areas.begin(), areas.end(), area) != areas.end();
        });
    };
    QCOMPARE(loaded({}).size(), std::size_t(1));
    QCOMPARE(loaded({}).front().kind, WarningKind::UnknownOrder);
    QCOMPARE(loaded({Area::Account}).size(), std::size_t(2));
    QCOMPARE(loaded({Area::Account}).front().entry.kind, AttentionKind::PoolRunsOut);
    QCOMPARE(loaded({Area::SubUsers}).size(), std::size_t(2));
    QCOMPARE(loaded({Area::SubUsers}).front().entry.kind, AttentionKind::SubUserRunsOut);
    QCOMPARE(loaded({Area::Account, Area::SubUsers}).size(), std::size_t(3));
}

void TestWarningChannel::eachIsToldOnce()
{
    WarningChannel channel(oneMessage);
    const std::vector<Warning> present{unknownOrder("a")};
    QCOMPARE(tell(channel, present, warningStart).size(), std::size_t(1));
    // As long as it is there, also after a day.
    for (int hour = 0; hour < 80; ++hour) {
        QVERIFY(tell(channel, present, warningStart + hour * 1h).empty());
    }
}

void TestWarningChannel::whatGoesAndComesBackIsToldAfterADay()
{
    WarningChannel channel(oneMessage);
    const std::vector<Warning> present{unknownOrder("a")};
    QCOMPARE(tell(channel, present, warningStart).size(), std::size_t(1));
    QVERIFY(tell(channel, {}, warningStart + 1h).empty());
    QVERIFY(tell(channel, present, warningStart + 2h).empty());
    QVERIFY(tell(channel, {}, warningStart + 3h).empty());
    QCOMPARE(tell(channel, present, warningStart + 25h).size(), std::size_t(1));
}

void TestWarningChannel::severalAreOneMessage()
{
    WarningChannel channel(oneMessage);
    const auto messages = tell(channel,
                               {unknownOrder("a"), warningOf(WarningKind::OutOfTraffic, "b"),
                                warningOf(WarningKind::DoubleCharge, "c", "other")},
                               warningStart);
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front().size(), std::size_t(3));
}

void TestWarningChannel::aPauseHoldsBackWhatIsNew()
{
    WarningChannel channel(oneMessage);
    QCOMPARE(tell(channel, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    const std::vector<Warning> more{unknownOrder("a"), unknownOrder("b"), unknownOrder("c")};
    QVERIFY(tell(channel, more, warningStart + 59s).empty());
    const auto messages = tell(channel, more, warningStart + 60s);
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front().size(), std::size_t(2));
    // One that is solved before the pause ends is never told.
    QVERIFY(tell(channel, {unknownOrder("d")}, warningStart + 70s).empty());
    QVERIFY(tell(channel, {}, warningStart + 200s).empty());
}

void TestWarningChannel::kindsHavePausesOfTheirOwn()
{
    WarningChannel channel(hourly);
    const Warning traffic = warningOf(WarningKind::OutOfTraffic, "t");
    QCOMPARE(tell(channel, {unknownOrder("a"), unknownOrder("b")}, warningStart).size(),
             std::size_t(1));
    QCOMPARE(tell(channel, {unknownOrder("c"), traffic}, warningStart + 1min).size(),
             std::size_t(1));
    QVERIFY(tell(channel, {unknownOrder("c"), traffic}, warningStart + 59min).empty());
    const auto later = tell(channel, {unknownOrder("c"), unknownOrder("d")}, warningStart + 60min);
    QCOMPARE(later.size(), std::size_t(1));
    QCOMPARE(later.front().size(), std::size_t(2));
}

void TestWarningChannel::aRestartForgetsNothing()
{
    WarningChannel before(hourly);
    QCOMPARE(tell(before, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    WarningChannel after(hourly, before.stored());
    QVERIFY(tell(after, {unknownOrder("a"), unknownOrder("b")}, warningStart + 59min).empty());
    const auto messages = tell(after, {unknownOrder("a"), unknownOrder("b")}, warningStart + 61min);
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front().size(), std::size_t(1));
    QCOMPARE(messages.front().front().entry.key, QStringLiteral("b"));
    // After a day, a start tells what is still there.
    WarningChannel nextDay(hourly, after.stored());
    QCOMPARE(tell(nextDay, {unknownOrder("a")}, warningStart + 25h).size(), std::size_t(1));
}

void TestWarningChannel::whatWasToldBeforeARestartIsNotToldInTheMiddle()
{
    WarningChannel before(hourly);
    QCOMPARE(tell(before, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    WarningChannel after(hourly, before.stored());
    QVERIFY(tell(after, {unknownOrder("a")}, warningStart + 1h).empty());
    QVERIFY(tell(after, {unknownOrder("a")}, warningStart + 25h).empty());
    QVERIFY(tell(after, {unknownOrder("a")}, warningStart + 80h).empty());
    QVERIFY(tell(after, {}, warningStart + 81h).empty());
    QCOMPARE(tell(after, {unknownOrder("a")}, warningStart + 82h).size(), std::size_t(1));
}

void TestWarningChannel::whatIsForgottenIsTakenAfterThePause()
{
    WarningChannel channel(hourly);
    const std::vector<Warning> present{unknownOrder("a"), unknownOrder("b")};
    QCOMPARE(channel.take(present, warningStart).size(), std::size_t(1));
    channel.noteTold({unknownOrder("b").key()}, warningStart + 1min);
    channel.forget({unknownOrder("a").key(), unknownOrder("unknown").key()});
    QVERIFY(channel.take(present, warningStart + 59min).empty());
    const auto messages = channel.take(present, warningStart + 60min);
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front(), std::vector<Warning>{unknownOrder("a")});
}

void TestWarningChannel::whatWasNotDeliveredIsToldAfterARestart()
{
    WarningChannel before(hourly);
    QCOMPARE(before.take({unknownOrder("a")}, warningStart).size(), std::size_t(1));
    const QByteArray stored = before.stored();
    QVERIFY(before.take({unknownOrder("a")}, warningStart + 2h).empty());
    // The pause holds all the same.
    WarningChannel after(hourly, stored);
    QVERIFY(after.take({unknownOrder("a")}, warningStart + 30min).empty());
    QCOMPARE(after.take({unknownOrder("a")}, warningStart + 61min).size(), std::size_t(1));
}

void TestWarningChannel::aClockThatJumpsBackNeitherBlocksNorFloods_data()
{
    QTest::addColumn<qint64>("hours");
    QTest::newRow("an hour") << qint64(1);
    QTest::newRow("a day") << qint64(24);
    QTest::newRow("a year") << qint64(24 * 365);
    QTest::newRow("thirty years") << qint64(24 * 365 * 30);
}

void TestWarningChannel::aClockThatJumpsBackNeitherBlocksNorFloods()
{
    QFETCH(qint64, hours);
    WarningChannel channel(hourly);
    QCOMPARE(tell(channel, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    const Instant back = warningStart - std::chrono::hours(hours);
    const std::vector<Warning> present{unknownOrder("a"), unknownOrder("b")};
    QVERIFY(tell(channel, present, back).empty());
    QVERIFY(tell(channel, present, back + 59min).empty());
    const auto messages = tell(channel, present, back + 60min);
    QCOMPARE(messages.size(), std::size_t(1)); // not "a" again
    QCOMPARE(messages.front().size(), std::size_t(1));
    // Forward again, to where it was.
    QVERIFY(tell(channel, present, warningStart + 3h).empty());
}

void TestWarningChannel::aFutureStampInTheFileCounts()
{
    WarningChannel before(hourly);
    QCOMPARE(tell(before, {unknownOrder("a")}, warningStart + 24h * 300).size(), std::size_t(1));
    WarningChannel after(hourly, before.stored());
    QVERIFY(tell(after, {unknownOrder("a"), unknownOrder("b")}, warningStart).empty());
    QCOMPARE(tell(after, {unknownOrder("a"), unknownOrder("b")}, warningStart + 1h).size(),
             std::size_t(1));
}

void TestWarningChannel::accountsAreApart()
{
    WarningChannel channel(oneMessage);
    QCOMPARE(tell(channel, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    QCOMPARE(tell(channel, {unknownOrder("a"), unknownOrder("a", "other")}, warningStart + 2min)
                 .front()
                 .front()
                 .account,
             QStringLiteral("other"));
}

void TestWarningChannel::nothingIsStoredInClear()
{
    WarningChannel channel(oneMessage);
    QCOMPARE(tell(channel, {unknownOrder("sub-user/4711", "zebra-account")}, warningStart).size(),
             std::size_t(1));
    QVERIFY(!channel.stored().contains("4711"));
    QVERIFY(!channel.stored().contains("zebra"));
}

void TestWarningChannel::theSizeIsLimited()
{
    WarningChannel channel(oneMessage);
    const int many = static_cast<int>(WarningChannel::mostKept) + 100;
    for (int i = 0; i < many; ++i) {
        channel.noteTold({QStringLiteral("/%1").arg(i)}, warningStart + std::chrono::seconds(i));
    }
    constexpr qsizetype bytesOfOne = 40;
    QVERIFY(channel.stored().size() < (WarningChannel::mostKept + 10) * bytesOfOne);
    // The newest are kept.
    const Instant now = warningStart + std::chrono::seconds(many);
    const auto numbered = [](int number) {
        Warning warning;
        warning.kind = WarningKind::UnknownOrder;
        warning.account = QString();
        warning.entry.key = QString::number(number);
        return warning;
    };
    for (const int number : {0, 99}) {
        WarningChannel read(oneMessage, channel.stored());
        QCOMPARE(read.take({numbered(number)}, now).size(), std::size_t(1));
    }
    for (const int number : {100, many - 1}) {
        WarningChannel read(oneMessage, channel.stored());
        QVERIFY(read.take({numbered(number)}, now).empty());
    }
}

void TestWarningChannel::damagedTextCountsAsNeverTold()
{
    for (const QByteArray text : {"", "x", "[1,2]", R"({"told":3,"pauses":[]})",
                                  R"({"told":{"a":"b"},"pauses":{"all":null}})"}) {
        WarningChannel channel(oneMessage, text);
        QCOMPARE(tell(channel, {unknownOrder("a")}, warningStart).size(), std::size_t(1));
    }
}

void TestWarningChannel::theLogKeepsAHundred()
{
    DeliveryLog log;
    for (int i = 0; i < 130; ++i) {
        log.add({warningStart + std::chrono::minutes(i),
                 QStringLiteral("test"),
                 {WebhookOutcome::Refused, 400 + i},
                 1 + i % 4});
    }
    QCOMPARE(log.rows().size(), DeliveryLog::mostKept);
    QCOMPARE(log.rows().front().result.status, 529);
    const DeliveryLog read(log.stored());
    QCOMPARE(read.rows(), log.rows());
    QVERIFY(DeliveryLog("x").rows().empty());
    QVERIFY(DeliveryLog("[[1],[1,\"test\",99,200,1],{}]").rows().empty());
}

void TestWarningChannel::chatsFindNoLink_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sent");
    QTest::newRow("plain") << "12.5 GB left. Top up."
                           << "12.5 GB left. Top up.";
    QTest::newRow("address") << "see https://evil.example/x"
                             << QStringLiteral("see https:∕∕evil․example∕x");
    QTest::newRow("host") << "evil.com" << QStringLiteral("evil․com");
    QTest::newRow("e-mail") << "ada@example.com" << QStringLiteral("ada＠example․com");
    QTest::newRow("mention") << "@all <!channel>" << QStringLiteral("＠all ‹!channel›");
    QTest::newRow("slack link") << "<http://a.b|x> & y" << QStringLiteral("‹http:∕∕a․b|x› ＆ y");
    QTest::newRow("markdown") << "[x](a.b) *b* _c_ `d`" << QStringLiteral("x (a․b) b c d");
    QTest::newRow("lines") << "a\nb\tc"
                           << "a b c";
    QTest::newRow("isolates") << QString(u"a " + QString(QChar(0x2068)) + u"b" + QChar(0x2069))
                              << "a b";
}

void TestWarningChannel::chatsFindNoLink()
{
    QFETCH(QString, text);
    QFETCH(QString, sent);
    QCOMPARE(chatText(text), sent);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestWarningChannel)
#include "test_warningchannel.moc"
