// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: how long the store takes for the queries of the transactions page: keys, a search
// query as it is typed, other sort orders, totals, the ledger check; and for the two lists their
// orders, searches, and the counts of their filters.
// Usage: querybench CACHE-FILE, made by fillstore.

#include "models/store/cacheconnection.h"
#include "models/store/dailytotals.h"
#include "models/store/keyquery.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/ledgertotals.h"
#include "models/tables/listfilters.h"
#include "models/tables/listquery.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace relaybook;

namespace {

constexpr double nanosecondsInOne = 1e6;

double since(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / nanosecondsInOne;
}

void keys(Connection &connection, const char *name, const KeyQuery &query)
{
    QElapsedTimer timer;
    timer.start();
    double first = -1;
    const Keys all = readKeys(connection, query, [&](const Keys &) { first = since(timer); });
    const double whole = since(timer);
    std::printf("%-34s first %7.1f ms, all %7.1f ms, %zu rows\n", name, first < 0 ? whole : first,
                whole, all.size());
}

template <class Work>
double timed(const char *name, Work work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    const double took = since(timer);
    std::printf("%-34s %7.1f ms\n", name, took);
    return took;
}

KeyQuery queryBy(const char *order)
{
    KeyQuery query;
    query.orderBy = order;
    query.descending = true;
    return query;
}

struct MeasuredList
{
    const char *name;
    StoreTable table;
    std::vector<ColumnInfo> columns;
    std::vector<const char *> queries;
    std::vector<ListFilterChoices> filters;
};

void measureList(Connection &connection, const MeasuredList &list)
{
    std::printf("%s\n", list.name);
    KeyQuery query;
    query.table = list.table;
    for (const ColumnInfo &column : list.columns) {
        query.orderBy = column.sort.expression;
        query.descending = true;
        keys(connection, column.name, query);
    }
    query.orderBy = list.columns.front().sort.expression;
    query.descending = false;
    for (const char *typed : list.queries) {
        const QString text = QString::fromLatin1(typed);
        query.terms = parseListQuery(list.columns, text).terms();
        keys(connection, typed, query);
        timed("  counts of the filters", [&] {
            return countListFilters(connection, list.table, list.columns, list.filters, text);
        });
    }
}

void measureLists(Connection &connection)
{
    const ListFilterChoices used{QStringLiteral("used"),
                                 {QStringLiteral(">=50%"), QStringLiteral(">=80%"),
                                  QStringLiteral(">=95%"), QStringLiteral(">=100%")}};
    measureList(connection,
                {"proxies",
                 StoreTable::Proxies,
                 infosOf(ProxyTableModel::columnTable()),
                 {"", "c", "us", "argentina", "every 10", "5000", "8.8 GB", "Nov 20, 2026", "zzz",
                  "http", "gw.example.net:5000", "type:mobile", "country:us used:>80%"},
                 {{QStringLiteral("type"), {}}, {QStringLiteral("country"), {}}, used}});
    measureList(connection, {"sub-users",
                             StoreTable::SubUsers,
                             infosOf(SubUserTableModel::columnTable()),
                             {"", "c", "us", "5000", "8.8 GB", "Nov 20, 2026", "zzz",
                              "service:mobile", "note:invoice left:<5"},
                             {{QStringLiteral("service"), {}},
                              used,
                              {QStringLiteral("note"), {QString(), QStringLiteral("\"\"")}}}});
}

void measure(Connection &connection)
{
    keys(connection, "by date", queryBy("created_ms"));
    for (const char *order :
         {"type", "balance_after - balance_before", "balance_before", "balance_after",
          "description COLLATE NOCASE", "product_id", "coalesce(updated_ms, -1)"}) {
        keys(connection, order, queryBy(order));
    }
    for (const char *typed : {"r", "re", "res", "ca", "card", "card 42", "ord-7", "6000", "600012",
                              "zurich", "nothing", "\"card ending\""}) {
        KeyQuery query = queryBy("created_ms");
        query.ledger.text = QString::fromLatin1(typed);
        keys(connection, typed, query);
        timed("  its totals", [&] { return totalsOf(connection, query.ledger); });
    }
    for (const char *typed : {"240.00", "10 GB", "Nov 20, 2026"}) {
        KeyQuery query = queryBy("created_ms");
        query.ledger.text = QString::fromLatin1(typed);
        keys(connection, typed, query);
        timed("  its totals", [&] { return totalsOf(connection, query.ledger); });
    }
    measureLists(connection);
    LedgerFilter filter;
    timed("totals by type", [&] { return totalsOf(connection, filter, ByType::Yes); });
    timed("totals of all", [&] { return totalsOf(connection, filter); });
    filter.types = QStringList{QStringLiteral("purchase")};
    timed("totals of a type", [&] { return totalsOf(connection, filter); });
    const auto newest = totalsOf(connection, filter).newest;
    filter.from = slotStart(slotOf(newest.value_or(Instant{}) - std::chrono::hours(24 * 365)));
    timed("totals of a type and a year", [&] { return totalsOf(connection, filter); });
    filter.from.reset();
    filter.types = QStringList{QStringLiteral("deposit")};
    filter.atLeast = Money::fromCents(1000);
    timed("totals of a type and amount", [&] { return totalsOf(connection, filter); });
    timed("daily totals",
          [&] { return dailyTotals(connection, {.zone = QTimeZone::utc()}).days.size(); });
    for (int round = 0; round < 2; ++round) {
        const double scan = timed("sum(length(raw))", [&] {
            return connection.number("SELECT sum(length(raw)) FROM transactions");
        });
        const double proof =
            timed("the proof", [&] { return scanChain(connection, SystemClock().now()); });
        std::printf("%-34s %7.2f (target 1.5)\n", "ratio", proof / scan);
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc != 2) {
        std::fputs("querybench CACHE-FILE\n", stderr);
        return 2;
    }
    auto opened = openCache(QString::fromLocal8Bit(argv[1]), Connection::Purpose::Reader);
    const auto done = !opened ? StoreResult<Stored>(tl::unexpected(opened.error())) : guarded([&] {
        measure(**opened);
        return Stored{};
    });
    if (!done) {
        std::fprintf(stderr, "%s\n", qPrintable(done.error().detail));
        return 1;
    }
    return 0;
}
