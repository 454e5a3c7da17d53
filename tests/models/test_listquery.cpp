// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the search of proxies and sub-users with keywords ("type:isp", "used:>80%"), the counts of
// the filters' choices, and the order by per cent used.
#include "models/store/keyquery.h"
#include "models/tables/listfilters.h"
#include "models/tables/listquery.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/models/tablemodelfixture.h"

#include <QTest>

namespace relaybook {
namespace {

using testing::ModelFixture;

constexpr qint64 gigabyte = TrafficAmount::unitsPerGb;

std::optional<TrafficAmount> gigabytes(qint64 number)
{
    return number < 0 ? std::nullopt : std::optional(TrafficAmount::fromUnits(number * gigabyte));
}

/// Negative amounts: not told.
Proxy filteredProxy(const char *name, const char *type, const char *country, qint64 used,
                    qint64 limit)
{
    Proxy made;
    made.id = ProxyId(QLatin1String(name));
    made.name = QLatin1String(name);
    made.type = QLatin1String(type);
    made.country = QLatin1String(country);
    made.trafficUsed = gigabytes(used);
    made.trafficLimit = gigabytes(limit);
    made.raw = "{}";
    return made;
}

SubUser filteredSubUser(qint64 id, const char *name, const char *service, qint64 used, qint64 left,
                        const std::optional<QString> &note)
{
    SubUser made;
    made.id = SubUserId(id);
    made.username = QLatin1String(name);
    made.serviceType = QLatin1String(service);
    made.trafficUsed = gigabytes(used);
    made.trafficLeft = gigabytes(left);
    made.note = note;
    made.raw = "{}";
    return made;
}

struct FilterFixture : ModelFixture
{
    FilterFixture()
    {
        const std::vector<Proxy> proxies{
            filteredProxy("berlin", "isp", "DE", 5, 10),
            filteredProxy("munich", "mobile", "de", 8, 10),
            filteredProxy("austin", "mobile_premium", "US", 96, 100),
            filteredProxy("reno", "isp", "US", 12, 10),
            filteredProxy("free", "isp", "AR", 70, -1),
            filteredProxy("zero", "", "", 0, 0),
        };
        const std::vector<SubUser> subUsers{
            filteredSubUser(1, "anna", "mobile", 9, 1,
                            QStringLiteral("Invoice ÄRGER 7\nsecond line")),
            filteredSubUser(2, "ben", "isp", 0, 10, QStringLiteral(" \n ")),
            filteredSubUser(3, "invoice", "isp", 2, 2, std::nullopt),
            filteredSubUser(4, "dora", "isp", -1, 4, QStringLiteral("new")),
        };
        write([&](CacheWriter &writer) {
            writer.proxies().replace(proxies, {});
            writer.subUsers().replace(subUsers, {});
        });
    }

    /// The names of the rows that are found, separated by blanks.
    template <class Model>
    [[nodiscard]] QString found(Model &model, const QString &typed)
    {
        model.setFilterText(typed);
        [&] { QTRY_VERIFY(model.isSettled()); }();
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row) {
            names.append(model.index(row, 0).data().toString());
        }
        return names.join(u' ');
    }
};

/// Makes the columns of a test of searches; what it returns adds a row: the query and the names of
/// the rows that it finds.
auto searchRows()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("names");
    return [](const char *typed, const char *names) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromLatin1(names);
    };
}

QString countsText(const std::vector<ValueCount> &counts)
{
    QStringList parts;
    for (const ValueCount &each : counts) {
        parts.append(QStringLiteral("%1=%2").arg(each.value.toLower()).arg(each.rows));
    }
    return parts.join(u' ');
}

} // namespace

class TestListQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void proxiesAreFound_data();
    void proxiesAreFound();
    void subUsersAreFound_data();
    void subUsersAreFound();
    void whatIsNotUnderstoodIsSaid_data();
    void whatIsNotUnderstoodIsSaid();
    void aFilterIsReplaced_data();
    void aFilterIsReplaced();
    void choicesAreCounted();
    void aCountIsWhatItsChoiceShows();
    void rowsAreSortedByPercentUsed();
};

void TestListQuery::proxiesAreFound_data()
{
    const auto add = searchRows();
    add("type:isp", "berlin free reno");
    add("TYPE:ISP", "berlin free reno");
    add("type:mobile", "munich"); // a whole name
    add("type:mob", "austin munich");
    add("type:premium", "austin");
    add("type:isp,mobile_premium", "austin berlin free reno");
    add("type:isp type:mobile_premium", "austin berlin free reno");
    add("type:\"\"", "zero");
    add("type:", "austin berlin free munich reno zero");
    add("type:nothing", "");
    add("country:de", "berlin munich");
    add("country:germany", "berlin munich");
    add("country:\"united states\"", "austin reno");
    add("country:us type:isp", "reno");
    add("country:us aus", "austin");
    add("used:>=80%", "austin munich reno");
    add("used:>80%", "austin reno");
    add("used:80%", "munich");
    add("used:50..96%", "austin berlin munich");
    add("used:>=100%", "reno");
    add("used:>10", "austin free reno");
    add("used:5..8", "berlin munich");
    add("used:0", "zero");
    add("50 %", "berlin");
    add("96", "austin");
    add("us", "austin reno");
    add("g", "berlin munich"); // Germany, and no gigabytes
    add("gb", "austin berlin free munich reno zero");
}

void TestListQuery::proxiesAreFound()
{
    QFETCH(QString, typed);
    FilterFixture f;
    ProxyTableModel model(*f.store, f.pool);
    QTEST(f.found(model, typed), "names");
}

void TestListQuery::subUsersAreFound_data()
{
    const auto add = searchRows();
    add("note:", "anna dora");
    add("note:\"\"", "ben invoice");
    add("note:invoice", "anna");
    add("note:ärger", "anna");
    add("note:\"second line\"", "anna");
    add("note:in note:7", "anna");
    add("service:isp", "ben dora invoice");
    add("service:mobile note:", "anna");
    add("left:<5", "anna dora invoice");
    add("left:10", "ben");
    add("used:>=50%", "anna invoice");
    add("used:90%", "anna");
    add("used:2", "invoice");
    add("type:isp", "");
    add("lef", "");
    add("left", "anna ben dora invoice");
}

void TestListQuery::subUsersAreFound()
{
    QFETCH(QString, typed);
    FilterFixture f;
    SubUserTableModel model(*f.store, f.pool);
    QTEST(f.found(model, typed), "names");
}

void TestListQuery::whatIsNotUnderstoodIsSaid_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("problems");
    QTest::newRow("a word") << QStringLiteral("used:lots") << 1;
    QTest::newRow("no number") << QStringLiteral("used:>") << 1;
    QTest::newRow("two of them") << QStringLiteral("used:> left:1..x") << 2;
    QTest::newRow("no per cent of what is left") << QStringLiteral("left:>80%") << 1;
    QTest::newRow("still being typed") << QStringLiteral("used:") << 0;
    QTest::newRow("no keyword") << QStringLiteral("http://host:80") << 0;
}

void TestListQuery::whatIsNotUnderstoodIsSaid()
{
    QFETCH(QString, typed);
    QFETCH(int, problems);
    const ListQuery query = parseListQuery(infosOf(SubUserTableModel::columnTable()), typed);
    QCOMPARE(int(query.problems.size()), problems);
    QVERIFY(query.filters.empty());
    for (const QString &problem : query.problems) {
        QVERIFY2(problem.startsWith(u'“') && problem.endsWith(u'.'), qPrintable(problem));
    }
}

void TestListQuery::aFilterIsReplaced_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QString>("now");
    const QStringList none;
    QTest::newRow("new") << QStringLiteral("berlin") << QStringList{QStringLiteral("isp")}
                         << QStringLiteral("type:isp berlin");
    QTest::newRow("two") << QString()
                         << QStringList{QStringLiteral("isp"), filterValue(QStringLiteral("a b"))}
                         << QStringLiteral("type:isp,\"a b\"");
    QTest::newRow("another") << QStringLiteral("x type:a TYPE:b \"y z\"")
                             << QStringList{filterValue({})}
                             << QStringLiteral("type:\"\" x \"y z\"");
    QTest::newRow("gone") << QStringLiteral("type:a used:> x") << none
                          << QStringLiteral("used:> x");
}

void TestListQuery::aFilterIsReplaced()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, values);
    QTEST(withFilter(typed, QStringLiteral("type"), values), "now");
}

void TestListQuery::choicesAreCounted()
{
    FilterFixture f;
    const auto columns = infosOf(ProxyTableModel::columnTable());
    const std::vector<ListFilterChoices> filters{
        {QStringLiteral("type"), {}},
        {QStringLiteral("country"), {}},
        {QStringLiteral("used"), {QStringLiteral(">=80%"), QStringLiteral(">=100%")}},
    };
    const auto counts = [&](const char *typed) {
        QStringList texts;
        for (const auto &each : countListFilters(f.store->reader(), StoreTable::Proxies, columns,
                                                 filters, QString::fromLatin1(typed))) {
            texts.append(countsText(each));
        }
        return texts.join(QStringLiteral(" | "));
    };
    QCOMPARE(counts(""), QStringLiteral("isp=3 =1 mobile=1 mobile_premium=1 | de=2 us=2 =1 ar=1"
                                        " | >=80%=3 >=100%=1"));
    // A filter's own choice does not make its other choices 0: each count is what it would show.
    QCOMPARE(counts("country:us"),
             QStringLiteral("isp=1 mobile_premium=1 | de=2 us=2 =1 ar=1 | >=80%=2 >=100%=1"));
    QCOMPARE(counts("no such row"), QStringLiteral(" |  | >=80%=0 >=100%=0"));
}

void TestListQuery::aCountIsWhatItsChoiceShows()
{
    FilterFixture f;
    const auto columns = infosOf(SubUserTableModel::columnTable());
    const std::vector<ListFilterChoices> filters{
        {QStringLiteral("service"), {}},
        {QStringLiteral("used"), {QStringLiteral(">=50%"), QStringLiteral(">=90%")}},
        {QStringLiteral("note"), {QString(), QStringLiteral("\"\"")}},
    };
    SubUserTableModel model(*f.store, f.pool);
    for (const char *typed : {"", "in", "note:", "service:isp", "used:>10%"}) {
        const QString query = QString::fromLatin1(typed);
        const auto all =
            countListFilters(f.store->reader(), StoreTable::SubUsers, columns, filters, query);
        QCOMPARE(all.size(), filters.size());
        for (size_t i = 0; i < all.size(); ++i) {
            for (const ValueCount &each : all.at(i)) {
                const QString value =
                    filters.at(i).values.isEmpty() ? filterValue(each.value) : each.value;
                const QString names =
                    f.found(model, withFilter(query, filters.at(i).keyword, {value}));
                QCOMPARE(names.split(u' ', Qt::SkipEmptyParts).size(), qsizetype(each.rows));
            }
        }
    }
}

void TestListQuery::rowsAreSortedByPercentUsed()
{
    FilterFixture f;
    ProxyTableModel model(*f.store, f.pool);
    model.setSort(ProxyTableModel::column("used-percent"), Qt::DescendingOrder);
    QCOMPARE(f.found(model, QString()), QStringLiteral("reno austin munich berlin zero free"));
    const int percent = ProxyTableModel::column("used-percent");
    QCOMPARE(model.index(0, percent).data().toString(), QStringLiteral("120 %"));
    QCOMPARE(model.index(1, percent).data().toString(), QStringLiteral("96 %"));
    QCOMPARE(model.index(5, percent).data().toString(), QStringLiteral("—"));
    SubUserTableModel subUsers(*f.store, f.pool);
    subUsers.setSort(SubUserTableModel::column("used-percent"), Qt::AscendingOrder);
    QCOMPARE(f.found(subUsers, QString()), QStringLiteral("dora ben invoice anna"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestListQuery)
#include "test_listquery.moc"
