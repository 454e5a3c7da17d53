// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the search finds what the tables show: every text of every column finds its row, and
// numbers and dates are found by their value.
#include "models/store/searchterms.h"
#include "models/tables/ledgerquery.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/models/tablemodelfixture.h"
#include "tests/support/waituntil.h"

#include <QLocale>
#include <QTest>

namespace relaybook {
namespace {

using testing::ledgerRow;
using testing::ModelFixture;
using testing::someProxy;
using testing::someSubUser;
using testing::waitUntil;

constexpr qint64 gigabyte = TrafficAmount::unitsPerGb;
const QString uuid = QStringLiteral("0a847110-1b2c-4711-8d9e-a47110bcdef0");

Proxy otherProxy(const char *id)
{
    Proxy made;
    made.id = ProxyId(QLatin1String(id));
    made.name = QStringLiteral("Spider (%1)").arg(QLatin1String(id));
    made.raw = "{}";
    return made;
}

std::vector<Proxy> shownProxies()
{
    Proxy argentina = otherProxy("first");
    argentina.country = QStringLiteral("AR");
    argentina.type = QStringLiteral("isp");
    argentina.behavior = QStringLiteral("keep");
    argentina.trafficUsed = TrafficAmount::fromUnits(240 * gigabyte + gigabyte / 3);
    argentina.host = QStringLiteral("px.example");
    argentina.portHttp = 31'128;
    argentina.portSocks5 = 31'129;
    argentina.login = QStringLiteral("User-81f2");
    Proxy half = otherProxy("second");
    half.country = QStringLiteral("US");
    half.region = QStringLiteral("New York");
    half.type = QStringLiteral("quantum_v2");
    half.behavior = QStringLiteral("rotate");
    half.rotateType = rotateAtInterval;
    half.rotateIntervalMinutes = 30;
    half.trafficUsed = TrafficAmount::fromUnits(gigabyte / 250);
    half.trafficLimit = TrafficAmount::fromUnits(1500 * gigabyte);
    half.createdAt = fromMillis(1'795'176'000'000);
    Proxy each = otherProxy("third");
    each.rotateType = rotateEachRequest;
    each.trafficLimit = TrafficAmount::fromUnits(gigabyte / 2);
    each.updatedAt = fromMillis(1'709'208'000'000); // February 29
    Proxy hourly = otherProxy("hourly");
    hourly.id = ProxyId(uuid);
    hourly.name = QStringLiteral("every proxy of the hourly ones");
    hourly.rotateType = rotateAtInterval;
    hourly.rotateIntervalMinutes = 60;
    hourly.host = QStringLiteral("px.example");
    hourly.portHttp = 30'659;
    hourly.raw = R"({"id":"p","product":{"id":418,"name":"R\u00e9volver plan"},
        "traffic_stats":{"today_mb":31245,"yesterday_mb":0},"share":12.75,
        "expires":"2027-03-04T05:06:07Z","flags":["Sticky",true],"rating":"4.50",
        "password":"swordfish","created_at":"2025-05-06T07:08:09Z"})";
    return {someProxy(1), argentina, half, each, hourly};
}

std::vector<SubUser> shownSubUsers()
{
    SubUser unnamed = someSubUser(77);
    unnamed.username.clear();
    SubUser plain = someSubUser(2);
    plain.trafficLeft = TrafficAmount::fromUnits(gigabyte / 333);
    return {someSubUser(1), plain, unnamed};
}

std::vector<Transaction> shownTransactions()
{
    Transaction large = ledgerRow(9);
    large.id = TransactionId(88);
    large.type = QStringLiteral("chargeback");
    large.balanceBefore = Money::fromCents(-123'456'78);
    large.balanceAfter = Money::fromCents(0);
    large.description = QStringLiteral("Łódź – correction of -17.25 (order #A-7)");
    large.userId = QStringLiteral("1042");
    large.createdAt += std::chrono::hours(24 * 500);
    return {ledgerRow(1), ledgerRow(2), ledgerRow(7), large};
}

/// Finds the row of each cell by the text of that cell.
template <class Model, class Search>
void findEveryCell(Model &model, Search search)
{
    search(QString());
    QVERIFY(waitUntil([&model] { return model.isSettled(); }));
    QHash<qint64, QStringList> texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString text = model.index(row, column).data().toString();
            if (!text.isEmpty() && text != format::nothing()) {
                texts[model.keyAt(row)].append(text);
            }
        }
    }
    QVERIFY(texts.size() > 2);
    for (auto row = texts.cbegin(); row != texts.cend(); ++row) {
        for (const QString &text : row.value()) {
            search(text);
            QVERIFY(waitUntil([&model] { return model.isSettled(); }));
            QVERIFY2(model.rowOf(row.key()) >= 0, qPrintable(text));
        }
    }
}

} // namespace

class TestSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void everyCellOfProxiesIsFound();
    void everyCellOfSubUsersIsFound();
    void everyCellOfTransactionsIsFound();
    void everyCellIsFoundInOtherLanguages_data();
    void everyCellIsFoundInOtherLanguages();
    void listsAreFoundByWhatIsShown_data();
    void listsAreFoundByWhatIsShown();
    void amountsAreFoundByValue_data();
    void amountsAreFoundByValue();
    void trafficIsFoundInTexts_data();
    void trafficIsFoundInTexts();
    void datesAreRecognized();
    void datesOfOtherLocalesAreRecognized();
    void decimalsHaveAPointOrAComma_data();
    void decimalsHaveAPointOrAComma();
};

void TestSearch::everyCellOfProxiesIsFound()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) { writer.proxies().replace(shownProxies(), {}); });
    ProxyTableModel model(*f.store, f.pool);
    findEveryCell(model, [&model](const QString &text) { model.setFilterText(text); });
}

void TestSearch::everyCellOfSubUsersIsFound()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().replace(shownSubUsers(), {});
        writer.subUsers().add(SubUserId(1), QStringLiteral("Berlin office"), {});
    });
    SubUserTableModel model(*f.store, f.pool);
    findEveryCell(model, [&model](const QString &text) { model.setFilterText(text); });
}

/// Some languages group digits by a blank that is not the one of the keyboard.
void TestSearch::everyCellIsFoundInOtherLanguages_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"fr_FR", "ru_RU", "pl_PL", "uk_UA", "de_DE", "en_IN", "en_GB",
                                 "fi_FI", "sv_SE", "ar_EG", "ar_MA"}) {
        QTest::newRow(language) << QString::fromLatin1(language);
    }
}

void TestSearch::everyCellIsFoundInOtherLanguages()
{
    QFETCH(QString, language);
    QLocale::setDefault(QLocale(language));
    everyCellOfProxiesIsFound();
    everyCellOfSubUsersIsFound();
    everyCellOfTransactionsIsFound();
}

void TestSearch::everyCellOfTransactionsIsFound()
{
    ModelFixture f;
    const auto put = [](CacheWriter &writer) {
        TransactionPage page;
        page.items = shownTransactions();
        writer.ledger().putPages({page}, {});
    };
    f.write(put);
    TransactionTableModel model(*f.store, f.pool);
    const auto search = [&model](const QString &text) {
        LedgerFilter filter;
        filter.text = text;
        model.setLedgerFilter(filter);
    };
    findEveryCell(model, search);
    f.write([](CacheWriter &writer) {
        while (writer.ledgerIndex().addPending(100) > 0) {
        }
    });
    findEveryCell(model, search);
    for (const char *typed : {"1042", "Transaction 88"}) { // the detail pane shows them
        search(QLatin1String(typed));
        QTRY_VERIFY(model.isSettled());
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.rowOf(88) >= 0);
    }
}

void TestSearch::listsAreFoundByWhatIsShown_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    const auto add = [](const char *typed, const char *found) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromLatin1(found);
    };
    add("argentina", "first");
    add("\"united states\"", "second,proxy-1");
    add("Argen", "first");
    add("31128", "first");
    add("user-81F2", "first");
    add("every 30", "second");
    add("\"every 30\"", "second");
    add("Every 30 min", "second");
    add("\"Every 30 min\"", "second");
    add("30 min", "second");
    add("every 30 mi", "second");
    add("every 3", "");
    add("every 60", "hourly");
    add("every 306", ""); // the port of one that is named “every proxy”
    add("every 30659", "hourly");
    add("30659", "hourly");
    add("306", "hourly");
    add("0659", "");
    add("4711", ""); // in an id, and in no number
    add("http", "first,hourly,proxy-1");
    add("socks5", "first,proxy-1");
    add("so", "");
    add("px.example:30659", "hourly");
    add("PX.example:31129", "first");
    add("px.example:31128:User-81f2:\u2022\u2022\u2022\u2022\u2022\u2022", "first");
    add("http://User-81f2:\u2022\u2022\u2022\u2022\u2022\u2022@px.example:31128", "first");
    add("socks5://User-81f2:\u2022\u2022\u2022\u2022\u2022\u2022@px.example:31129", "first");
    add("http://User-81f2:swordfish@px.example:31128", "");
    add("\"240.3 GB\"", "first");
    add("every request", "proxy-1,third");
    add("240.3 GB", "first");
    add("240.3", "first");
    add("240.4", "");
    add("40.3", "");
    add("1,500", "second");
    add("Nov 20, 2026", "second");
    add("Feb 29, 2024 12:00", "third");
    add("Feb 29, 2024 12:01", "");
    add("Spider (second)", "second");
    add("swordfish", "");
    // Fields without a column, of numbers only the whole one.
    add("revolver", "hourly");
    add("\"R\u00e9volver plan\"", "hourly");
    add("sticky", "hourly");
    add("418", "hourly");
    add("41", "");
    add("31245", "hourly");
    add("3124", "");
    add("12.75", "hourly");
    add("2.75", "");
    add("12", "");
    add("4.50", "hourly");
    add("2027-03-04T05:06:07Z", "hourly");
    add("2027-03-04", "hourly");
    add("2027", "");
    add("2025", "");
    add("83270000000", ""); // more than any amount of traffic
}

void TestSearch::listsAreFoundByWhatIsShown()
{
    QFETCH(QString, typed);
    QFETCH(QString, found);
    ModelFixture f;
    std::vector<Proxy> proxies = shownProxies();
    proxies.front().id = ProxyId(QStringLiteral("proxy-1"));
    proxies.front().country = QStringLiteral("us");
    f.write([proxies](CacheWriter &writer) { writer.proxies().replace(proxies, {}); });
    ProxyTableModel model(*f.store, f.pool);
    model.setFilterText(typed);
    QTRY_VERIFY(model.isSettled());
    QStringList ids;
    for (int row = 0; row < model.rowCount(); ++row) {
        ids.append(model.at(row)->id.value());
    }
    ids.replaceInStrings(uuid, QStringLiteral("hourly"));
    ids.sort();
    QStringList expected = found.split(u',', Qt::SkipEmptyParts);
    expected.sort();
    QCOMPARE(ids, expected);
}

void TestSearch::amountsAreFoundByValue_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Keys>("found");
    const auto add = [](const char *typed, const Keys &found) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << found;
    };
    // 1: 0 to 240; 2: 240 to 0; 3: 0 to 1240; 4: 1240 to 1000, with 240 in its text;
    // 5: 1000 to 1005, with "-240" in its text; 6: a listed amount of 777
    add("240", {1, 2, 4, 5});
    add("240.00", {1, 2, 4});
    add("$240.00", {1, 2, 4});
    add("+240", {1});
    add("-240", {2, 4, 5});
    add("\u2212$240.00", {2, 4});
    add("1,240", {3, 4});
    add("$1,240.00", {3, 4});
    add("1240", {3, 4});
    add("40", {});
    add("777", {6});
    add("240 note", {4, 5});
}

void TestSearch::amountsAreFoundByValue()
{
    QFETCH(QString, typed);
    QFETCH(Keys, found);
    const auto dollars = [](qint64 whole) { return Money::fromCents(whole * 100).units(); };
    std::vector<Transaction> rows;
    const auto add = [&](qint64 before, qint64 after, const char *text) {
        const auto id = static_cast<qint64>(rows.size()) + 1;
        rows.push_back(testing::row(id, 1'700'000'000 + id, dollars(before), dollars(after)));
        rows.back().description = QString::fromLatin1(text);
    };
    add(0, 240, "one");
    add(240, 0, "two");
    add(0, 1240, "three");
    add(1240, 1000, "note");
    add(1000, 1005, "note of -240");
    add(1005, 1006, "six");
    rows.back().amount = Money::fromCents(77'700);
    testing::StoreFixture f;
    f.put(rows);
    QCOMPARE(f.found(typed), found);
    f.index();
    QCOMPARE(f.found(typed), found);
}

/// An amount of traffic in a text is no money, and not the end of a longer number.
void TestSearch::trafficIsFoundInTexts_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Keys>("found");
    const auto add = [](const char *typed, const Keys &found) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << found;
    };
    // 1: $10.00, 2: "10 GB", 3: "2.10 GB", 4: "110 GB", 5: "1,500 GB of 10"
    add("10 GB", {2});
    add("10 gb", {2});
    add("\"10 GB\"", {2});
    add("\"GB of 10\"", {5}); // a text
    add("10", {1, 2, 3, 5});
    add("$10.00", {1, 2});
    add("2.10 GB", {3});
    add("110 GB", {4});
    add("1,500 GB", {5});
    add("10 GB note", {2});
    add("GB", {2, 3, 4, 5});
}

void TestSearch::trafficIsFoundInTexts()
{
    QFETCH(QString, typed);
    QFETCH(Keys, found);
    std::vector<Transaction> rows;
    const auto add = [&](qint64 amount, const char *text) {
        const auto id = static_cast<qint64>(rows.size()) + 1;
        const qint64 before = rows.empty() ? 0 : rows.back().balanceAfter->units();
        rows.push_back(testing::row(id, 1'700'000'000 + id, before,
                                    before + Money::fromCents(amount * 100).units()));
        rows.back().description = QString::fromLatin1(text);
    };
    add(10, "one");
    add(3, "note 10 GB");
    add(4, "note 2.10 GB");
    add(5, "note 110 GB");
    add(6, "note 1,500 GB of 10");
    testing::StoreFixture f;
    f.put(rows);
    QCOMPARE(f.found(typed), found);
    f.index();
    QCOMPARE(f.found(typed), found);
}

void TestSearch::datesAreRecognized()
{
    const auto days = [](const char *typed) {
        QStringList found;
        for (const TypedTerm &term : typedTerms(QString::fromUtf8(typed))) {
            for (const auto &[from, until] : term.times) {
                found.append(QStringLiteral("%1..%2").arg(instantText(from), instantText(until)));
            }
        }
        return found.join(u' ');
    };
    const QString day = days("Nov 20, 2026");
    QCOMPARE(day, QStringLiteral("2026-11-20T00:00:00.000Z..2026-11-21T00:00:00.000Z"));
    QCOMPARE(days("2026-11-20"), day);
    QCOMPARE(days("20 november 2026"), day);
    QCOMPARE(days("\"Nov 20, 2026\""), day);
    QCOMPARE(days("card Nov 20, 2026 paid"), day);
    QCOMPARE(days("Nov 20, 2026 18:05"),
             QStringLiteral("2026-11-20T18:05:00.000Z..2026-11-20T18:06:00.000Z"));
    QCOMPARE(days("Feb 2024"),
             QStringLiteral("2024-02-01T00:00:00.000Z..2024-03-01T00:00:00.000Z"));
    QVERIFY(days("Nov 20").contains(day));
    QCOMPARE(days("2026-11-20T18:05:07Z"),
             QStringLiteral("2026-11-20T18:05:07.000Z..2026-11-20T18:05:08.000Z"));
    QCOMPARE(days("2026-11-20T18:05:07+02:00"),
             QStringLiteral("2026-11-20T16:05:07.000Z..2026-11-20T16:05:08.000Z"));
    QCOMPARE(days("may"), QString());
    QCOMPARE(days("2026"), QString());
    QCOMPARE(days("20"), QString());
}

void TestSearch::datesOfOtherLocalesAreRecognized()
{
    const auto minuteOf = [](const char *locale, const char *typed) {
        QLocale::setDefault(QLocale(QLatin1String(locale)));
        const auto terms = typedTerms(QString::fromUtf8(typed));
        return terms.size() == 1 && terms.front().times.size() == 1
                   ? instantText(terms.front().times.front().first)
                   : QString();
    };
    const QString minute = QStringLiteral("2026-11-02T18:05:00.000Z");
    QCOMPARE(minuteOf("de_DE", "02.11.2026 18:05"), minute);
    QCOMPARE(minuteOf("de_DE", "2.11.2026 18:05"), minute);
    QCOMPARE(minuteOf("fr_FR", "02/11/2026 18:05"), minute);
    QCOMPARE(minuteOf("en_IN", "02/11/2026 6:05 pm"), minute);
    QCOMPARE(minuteOf("en_US", "11/02/2026 18:05"), minute);
    QCOMPARE(minuteOf("sv_SE", "2026-11-02 18:05"), minute);
    QCOMPARE(minuteOf("fi_FI", "2.11.2026 18.05"), minute);
    QCOMPARE(minuteOf("de_DE", "32.11.2026"), QString());
    QCOMPARE(minuteOf("de_DE", "10.0.0.1"), QString());
}

void TestSearch::decimalsHaveAPointOrAComma_data()
{
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("number");
    const auto add = [](const char *locale, const char *typed, const char *number) {
        QTest::addRow("%s in %s", typed, locale)
            << QString::fromLatin1(locale) << QString::fromUtf8(typed)
            << QString::fromLatin1(number);
    };
    for (const char *locale : {"en_US", "de_DE", "fr_FR", "en_IN", "ar_EG"}) {
        add(locale, "5.02", "5.02");
        add(locale, "5,02", "5.02");
        add(locale, "0.125", "0.125");
        add(locale, "0,125", "0.125");
        add(locale, "12345", "12345");
    }
    add("en_US", "1,234", "1234");
    add("en_US", "1.234", "1.234");
    add("en_US", "1,234.5", "1234.5");
    add("de_DE", "1.234", "1234");
    add("de_DE", "1,234", "1.234");
    add("de_DE", "1.234,5", "1234.5");
    add("fr_FR", "1\u202f234,5", "1234.5");
    add("en_IN", "12,34,567.5", "1234567.5");
    add("en_US", "10.0.0.1", "");
    add("fr_FR", "10.0.0.1", "");
}

void TestSearch::decimalsHaveAPointOrAComma()
{
    QFETCH(QString, locale);
    QFETCH(QString, typed);
    QFETCH(QString, number);
    QLocale::setDefault(QLocale(locale));
    const auto terms = typedTerms(typed);
    QCOMPARE(terms.size(), 1U);
    QCOMPARE(terms.front().number.value_or(TypedNumber()).text, number);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSearch)
#include "test_search.moc"
