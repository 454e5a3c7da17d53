// SPDX-License-Identifier: GPL-3.0-or-later
// Tests parsing search queries and date presets: what they mean, and that writing them gives the
// same text again.

#include "models/tables/ledgerdates.h"
#include "models/tables/ledgerquery.h"

#include <QTest>

namespace relaybook {
namespace {

const QTimeZone zurich("Europe/Zurich");

LedgerFilter parsed(const QString &typed)
{
    const LedgerQuery words = parseLedgerQuery(typed, zurich);
    return words.filter;
}

} // namespace

class TestLedgerQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWord();
    void comeBack_data();
    void comeBack();
    void toIncludesItsDay();
    void problemsAreSentences_data();
    void problemsAreSentences();
    void presets();
    void daysOfAZone();
};

void TestLedgerQuery::everyWord()
{
    const LedgerQuery words = parseLedgerQuery(
        QStringLiteral("TYPE:purchase,refund amount:>100 after:2026-10-01 before:2026-11 out: "
                       "product:\"4 12\" \"quoted words\" card"),
        zurich);
    QCOMPARE(words.problems, QStringList());
    QCOMPARE(words.filter.types,
             (QStringList{QStringLiteral("purchase"), QStringLiteral("refund")}));
    QCOMPARE(words.filter.atLeast, Money::parse(u"100"));
    QVERIFY(words.filter.atLeastExclusive);
    QVERIFY(!words.filter.atMost);
    QCOMPARE(words.filter.from, parseInstant(u"2026-09-30T22:00:00Z"));
    QCOMPARE(words.filter.until, parseInstant(u"2026-10-31T23:00:00Z"));
    QVERIFY(words.filter.direction == LedgerDirection::Out);
    QCOMPARE(words.filter.product, QStringLiteral("4 12"));
    QCOMPARE(words.filter.text, QStringLiteral("\"quoted words\" card"));

    QCOMPARE(parsed(QStringLiteral("amount:10..20")).atMost, Money::parse(u"20"));
    QCOMPARE(parsed(QStringLiteral("amount:-10")).atLeast, Money::parse(u"10"));
    QCOMPARE(parsed(QStringLiteral("amount:..20")).atLeast, std::nullopt);
    QVERIFY(parsed(QStringLiteral("amount:<=5")).atMost && !parsed({}).atMost);
    QCOMPARE(parsed(QStringLiteral("amount:>1 amount:<5")).atLeast, Money::parse(u"1"));
    const LedgerFilter year = parsed(QStringLiteral("on:2025"));
    QCOMPARE(year.from, parseInstant(u"2024-12-31T23:00:00Z"));
    QCOMPARE(year.until, parseInstant(u"2025-12-31T23:00:00Z"));
    QCOMPARE(parsed(QStringLiteral("date:2026-11-01")), parsed(QStringLiteral("on:2026-11-01")));
    QVERIFY(parsed(QStringLiteral("  ")).isEmpty());
}

void TestLedgerQuery::comeBack_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed : {"type:purchase",
                              "type:purchase,refund",
                              "type:\"\"",
                              "type:\"\",purchase",
                              "type:\"two words\",refund",
                              "amount:>100",
                              "amount:>=100",
                              "amount:<0.000001",
                              "amount:10",
                              "amount:10..20",
                              "amount:>1 amount:<=5",
                              "after:2026-10-01",
                              "before:2026-10-25",
                              "on:2026-10-25",
                              "after:2026-10-01 before:2026-10-26",
                              "after:2026-10-01T12:00:00.000Z",
                              "to:9999-12-31",
                              "after:2026-10-01 to:9999-12-31",
                              "on:9999-12-31",
                              "after:9999-12-31",
                              "before:9999-12-31",
                              "after:0001-01-01",
                              "before:0001-01-01",
                              "in:",
                              "out:",
                              "product:412",
                              "product:\"a b\"",
                              "card \"two words\"",
                              ""}) {
        QTest::newRow(typed) << QString::fromLatin1(typed);
    }
}

void TestLedgerQuery::comeBack()
{
    QFETCH(QString, typed);
    QCOMPARE(ledgerQueryText(parsed(typed), zurich), typed);
}

void TestLedgerQuery::toIncludesItsDay()
{
    QCOMPARE(parsed(QStringLiteral("from:2026-10-01 to:2026-10-20")),
             parsed(QStringLiteral("after:2026-10-01 before:2026-10-21")));
    QCOMPARE(parsed(QStringLiteral("to:2026-10")), parsed(QStringLiteral("before:2026-11-01")));
    QCOMPARE(ledgerQueryText(parsed(QStringLiteral("on:9999")), zurich),
             QStringLiteral("after:9999-01-01 to:9999-12-31"));
    // East and west of Greenwich, the last day ends in the year 10000 there.
    for (const char *name : {"Pacific/Kiritimati", "America/Los_Angeles", "UTC"}) {
        const QTimeZone zone(name);
        const LedgerQuery query = parseLedgerQuery(QStringLiteral("to:9999-12-31"), zone);
        QCOMPARE(query.problems, QStringList());
        QCOMPARE(ledgerQueryText(query.filter, zone), QStringLiteral("to:9999-12-31"));
    }
}

void TestLedgerQuery::problemsAreSentences_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed :
         {"amount:much", "amount:", "amount:5..x", "amount:..", "on:tomorrow", "amount:<-50",
          "amount:>-5", "amount:-5..5", "after:2026-13-01", "before:", "in:x",
          "on:2026-10-01T12:00:00Z", "to:10000-01-01", "to:2026-10-01T12:00:00Z", "date:oct",
          "date:last-week", "after:9999-12-31T23:30:00-05:00"}) {
        QTest::newRow(typed) << QString::fromLatin1(typed);
    }
}

void TestLedgerQuery::problemsAreSentences()
{
    QFETCH(QString, typed);
    const LedgerQuery words = parseLedgerQuery(typed + QStringLiteral(" card"), zurich);
    QCOMPARE(words.problems.size(), 1);
    QVERIFY(words.problems.front().contains(typed));
    QVERIFY(words.problems.front().endsWith(u'.'));
    LedgerFilter rest;
    rest.text = QStringLiteral("card");
    QVERIFY(words.filter == rest);
}

void TestLedgerQuery::presets()
{
    const QDate today(2026, 3, 31);
    QVERIFY((daysOf(LedgerDates::Today, today) == DayRange{today, today}));
    QVERIFY((daysOf(LedgerDates::Yesterday, today) ==
             DayRange{QDate(2026, 3, 30), QDate(2026, 3, 30)}));
    QVERIFY((daysOf(LedgerDates::Last7Days, today) == DayRange{QDate(2026, 3, 25), today}));
    QVERIFY((daysOf(LedgerDates::Last30Days, today) == DayRange{QDate(2026, 3, 2), today}));
    QVERIFY((daysOf(LedgerDates::ThisMonth, today) == DayRange{QDate(2026, 3, 1), today}));
    QVERIFY(
        (daysOf(LedgerDates::LastMonth, today) == DayRange{QDate(2026, 2, 1), QDate(2026, 2, 28)}));
    QVERIFY((daysOf(LedgerDates::ThisYear, today) == DayRange{QDate(2026, 1, 1), today}));
    QVERIFY((daysOf(LedgerDates::LastMonth, QDate(2026, 1, 15)) ==
             DayRange{QDate(2025, 12, 1), QDate(2025, 12, 31)}));
}

void TestLedgerQuery::daysOfAZone()
{
    LedgerFilter filter;
    const QDate autumn(2026, 10, 25); // has 25 hours there
    setDays(filter, {autumn, autumn}, zurich);
    QCOMPARE(*filter.until - *filter.from, std::chrono::milliseconds(std::chrono::hours(25)));
    QVERIFY((daysOf(filter, zurich) == DayRange{autumn, autumn}));
    const QDate spring(2026, 3, 29);
    setDays(filter, {spring, spring}, zurich);
    QCOMPARE(*filter.until - *filter.from, std::chrono::milliseconds(std::chrono::hours(23)));
    QVERIFY(!daysOf(filter, QTimeZone::utc()));
    // A day that begins at one o'clock, because midnight is left out.
    const QTimeZone cairo("Africa/Cairo");
    const QDate late(2024, 4, 26);
    setDays(filter, {late, late}, cairo);
    QVERIFY((daysOf(filter, cairo) == DayRange{late, late}));
    QVERIFY(!daysOf(LedgerFilter(), zurich));
    filter = {};
    setDays(filter, {QDate(), spring}, zurich);
    QVERIFY(!filter.from && filter.until);
    QVERIFY((daysOf(filter, zurich) == DayRange{QDate(), spring}));
    QCOMPARE(dayIn(zurich, *parseInstant(u"2026-10-01T22:30:00Z")), QDate(2026, 10, 2));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerQuery)
#include "test_ledgerquery.moc"
