// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which rows of a paginated list are new since an earlier reading: by their ids only, with
// wrong times, removed rows, and pages that shift or are empty.
#include "models/orders/listwalk.h"

#include <QTest>

using namespace relaybook;
using namespace std::chrono_literals;

namespace {

struct ListRow
{
    qint64 id = 0;
    Instant createdAt{};
};

struct ListPage
{
    std::vector<ListRow> items;
    std::vector<int> unreadable;
    std::optional<PageMeta> meta;
    NextPage next;
};

using Walk = ListWalk<ListRow>;
using Ids = std::vector<qint64>;

/// The rows first, first ± 1 … last, one minute apart.
std::vector<ListRow> rowsOf(qint64 first, qint64 last)
{
    std::vector<ListRow> rows;
    const qint64 step = first <= last ? 1 : -1;
    for (qint64 id = first; id != last + step; id += step) {
        rows.push_back({id, Instant(std::chrono::minutes(id))});
    }
    return rows;
}

/// A list of a service, starting with the row that it lists first.
struct ServiceList
{
    std::vector<ListRow> rows;
    qint64 perPage = 100;

    [[nodiscard]] ListPage page(qint64 number) const
    {
        const auto total = static_cast<qint64>(rows.size());
        const qint64 begin = std::min((number - 1) * perPage, total);
        ListPage page;
        page.items.assign(rows.begin() + begin, rows.begin() + std::min(begin + perPage, total));
        page.meta =
            PageMeta{number, std::max<qint64>(1, (total + perPage - 1) / perPage), perPage, total};
        return page;
    }
    [[nodiscard]] Walk walk(const std::vector<Walk::Mark> &until = {}) const
    {
        Walk walk;
        for (std::optional next = PageRequest(); next; next = walk.nextPage(until)) {
            walk.add(next->number, page(next->number));
        }
        return walk;
    }
    [[nodiscard]] Walk::Mark mark() const { return *walk().mark(); }
    /// What is new since the mark; nothing if that can't be told.
    [[nodiscard]] std::optional<Ids> newSince(const Walk::Mark &mark) const
    {
        const Walk read = walk({mark});
        const auto ids = read.since(mark).ids;
        return read.covers(mark) ? std::optional(Ids(ids.begin(), ids.end())) : std::nullopt;
    }
};

} // namespace

class TestListWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutATotalTheEndIsAnEmptyPage();
    void theNewestEndIsLookedFor();
    void theNewestEndIsNoLimit();
    void anUnknownOrderNeedsTheWholeList();
    void linksAreFollowed();
    void newRowsAreFound_data();
    void newRowsAreFound();
    void theCountShowsRowsFarBack_data() { newRowsAreFound_data(); }
    void theCountShowsRowsFarBack();
    void withoutACountOnlyTheWholeListShowsAll();
    void anErrorOfAPageForTheCountLosesNothing();
    void removedRows();
    void rowsOfOneTimeInAnotherOrder();
    void wholeLists();
    void aLongWayBack();
    void severalMarksInOneWalk();
    void theOrderOfTheList();
    void fewRowsOnTheLastPage();
    void pagesThatShift();
    void pagesThatLie();
};

void TestListWalk::newRowsAreFound_data()
{
    QTest::addColumn<qint64>("place"); // of the new row in the list
    QTest::addColumn<qint64>("count");
    QTest::addColumn<bool>("oldestFirst");
    for (const bool oldestFirst : {false, true}) {
        for (const qint64 count : {1, 30, 101, 230}) {
            for (const qint64 place : {0, 1, 15, 60}) {
                if (place < count) {
                    QTest::addRow("%lld of %lld%s", place, count,
                                  oldestFirst ? ", oldest first" : "")
                        << place << count << oldestFirst;
                }
            }
        }
    }
}

/// Wherever the new row is among the known ones, and whatever times they have.
void TestListWalk::newRowsAreFound()
{
    QFETCH(qint64, place);
    QFETCH(qint64, count);
    QFETCH(bool, oldestFirst);
    constexpr qint64 added = 999;
    for (const auto off : {0h, 1h, -8h, 24h * 365}) {
        ServiceList list{rowsOf(count, 1)};
        for (qint64 i = 0; i < place; ++i) {
            list.rows[size_t(i)].createdAt += 24h * 365; // why they are listed before the new one
        }
        std::vector<ListRow> after = list.rows;
        after.insert(after.begin() + place, {added, Instant(std::chrono::minutes(count)) + off});
        if (oldestFirst) {
            std::reverse(list.rows.begin(), list.rows.end());
            std::reverse(after.begin(), after.end());
        }
        const Walk::Mark mark = list.mark();
        QVERIFY(mark.ids.size() <= Walk::Mark::mostIds);
        const bool isInMark = place < qint64(mark.ids.size()) || mark.isWhole;
        QCOMPARE(list.newSince(mark), Ids());
        QCOMPARE(ServiceList{after}.newSince(mark), isInMark ? Ids{added} : Ids());
    }
}

/// One with an old date is listed behind all rows that were received.
void TestListWalk::theCountShowsRowsFarBack()
{
    QFETCH(qint64, place);
    QFETCH(qint64, count);
    QFETCH(bool, oldestFirst);
    for (const qint64 newer : {0, 18, 500}) {
        std::vector<ListRow> rows = rowsOf(count, 1);
        std::vector<ListRow> after = rows;
        after.insert(after.end() - place, {9999, rows.back().createdAt});
        const std::vector<ListRow> added = rowsOf(count + newer, count + 1);
        after.insert(after.begin(), added.begin(), newer == 0 ? added.begin() : added.end());
        std::vector<ListRow> others = after;
        others.erase(std::find_if(others.begin(), others.end(),
                                  [](const ListRow &row) { return row.id == 9999; }));
        if (oldestFirst) {
            for (auto *list : {&rows, &after, &others}) {
                std::reverse(list->begin(), list->end());
            }
        }
        const Walk::Mark mark = ServiceList{rows}.mark();
        QCOMPARE(mark.total, std::optional(count));
        const Walk read = ServiceList{after}.walk({mark});
        QVERIFY(read.covers(mark));
        const bool isSeen = read.since(mark).ids.contains(9999);
        QCOMPARE(read.since(mark).isAll, isSeen);
        // Without it, nothing is missing; nor is it if the list is short.
        QVERIFY(ServiceList{others}.walk({mark}).since(mark).isAll);
        QVERIFY(isSeen || count > 100);
        // A mark of an earlier version has no count.
        Walk::Mark old = mark;
        old.total.reset();
        QCOMPARE(ServiceList{others}.walk({old}).since(old).isAll, old.isWhole);
    }
}

void TestListWalk::withoutACountOnlyTheWholeListShowsAll()
{
    for (const qint64 count : {60, 150}) {
        const auto read = [](const std::vector<ListRow> &rows,
                             const std::vector<Walk::Mark> &until) {
            const ServiceList list{rows};
            Walk walk(100, Walk::Count::Wanted);
            for (std::optional next = PageRequest(); next; next = walk.nextPage(until)) {
                ListPage page = list.page(next->number);
                page.meta.reset();
                page.next.isPaged = true;
                walk.add(next->number, page);
            }
            return walk;
        };
        const std::vector<ListRow> rows = rowsOf(count, 1);
        const Walk::Mark whole{{}, true};
        const auto mark = read(rows, {whole}).mark();
        QVERIFY(mark && !mark->total);
        QCOMPARE(mark->isWhole, count <= qint64(Walk::Mark::mostIds));
        std::vector<ListRow> after = rows;
        after.push_back({9999, rows.back().createdAt});
        const Walk later = read(after, {*mark});
        QCOMPARE(later.since(mark).isAll, mark->isWhole);
        QCOMPARE(later.since(mark).ids.contains(9999), mark->isWhole);
    }
}

/// The list has no count, so page 2 is requested, although all marks were met on page 1.
void TestListWalk::anErrorOfAPageForTheCountLosesNothing()
{
    const ServiceList list{rowsOf(60, 1)};
    const Walk::Mark mark = list.mark();
    for (const int status : {0, 404, 500, 503}) {
        ListPage page = ServiceList{rowsOf(61, 1)}.page(1);
        page.meta.reset();
        page.next.isPaged = true;
        Walk walk(100, Walk::Count::Wanted);
        walk.add(1, page);
        QCOMPARE(walk.nextPage({mark})->number, 2);
        QVERIFY(!Walk(walk).addError(status, {Walk::Mark{{-1}, false}}) || status == 404);
        QVERIFY(walk.addError(status, {mark}));
        if (status == 404) { // it may be a limit: a page across it is requested
            QVERIFY(walk.nextPage({mark})->perPage > 0);
            QVERIFY(walk.addError(500, {mark}));
        }
        QVERIFY(!walk.nextPage({mark}));
        QVERIFY(walk.isComplete());
        QCOMPARE(walk.since(mark).ids, std::set<qint64>{61});
        QVERIFY(!walk.since(mark).isAll);
    }
}

void TestListWalk::removedRows()
{
    const ServiceList list{rowsOf(230, 1)};
    const Walk::Mark mark = list.mark();
    for (const size_t gone : {0, 50, 99}) {
        ServiceList after = list;
        after.rows.erase(after.rows.begin() + qint64(gone));
        after.rows.insert(after.rows.begin(), {231, {}});
        QCOMPARE(after.newSince(mark), Ids{231});
    }
    // So many are gone that the rest may be those with a time in the future, and the new ones
    // further back: the list is read to its end.
    ServiceList after = list;
    after.rows.erase(after.rows.begin() + 2, after.rows.begin() + 100);
    QCOMPARE(after.newSince(mark), Ids());
    QCOMPARE(after.walk({mark}).rows().size(), after.rows.size());
    after.rows.erase(after.rows.begin(), after.rows.begin() + 2);
    QCOMPARE(after.newSince(mark), std::nullopt); // none is left
}

/// The rows at the end of the first page have the same time, and change places with the next ones.
void TestListWalk::rowsOfOneTimeInAnotherOrder()
{
    ServiceList list{rowsOf(230, 1)};
    const Walk::Mark mark = list.mark();
    std::reverse(list.rows.begin() + 95, list.rows.begin() + 105);
    QCOMPARE(list.newSince(mark), Ids());
    list.rows.insert(list.rows.begin() + 50, {231, {}});
    QCOMPARE(list.newSince(mark), Ids{231});
}

void TestListWalk::wholeLists()
{
    const ServiceList none;
    QVERIFY(none.mark().isWhole);
    QCOMPARE(none.newSince(none.mark()), Ids());
    const ServiceList one{rowsOf(1, 1)};
    QCOMPARE(one.newSince(none.mark()), Ids{1});
    QVERIFY(one.mark().isWhole);
    QCOMPARE(ServiceList{rowsOf(130, 1)}.newSince(none.mark())->size(), size_t{130});
    // What is not among the known rows is new, also if it has the earliest time.
    QCOMPARE((ServiceList{{{1, {}}, {0, {}}}}.newSince(one.mark())), Ids{0});
    QCOMPARE(none.newSince(one.mark()), Ids()); // the only row was removed
    QVERIFY(!ServiceList{rowsOf(101, 1)}.mark().isWhole);
}

void TestListWalk::aLongWayBack()
{
    const Walk::Mark mark = ServiceList{rowsOf(50, 1)}.mark();
    QCOMPARE(ServiceList{rowsOf(1050, 1)}.newSince(mark)->size(), size_t{1000});
    const ServiceList far{rowsOf(5000, 1)};
    QCOMPARE(far.newSince(mark), std::nullopt);
    QCOMPARE(far.walk({mark}).rows().size(), size_t{100 * Walk::mostPages});
    // The first of the known rows has a time in the future, so it stays first. A page without known
    // rows is then not the end of the new ones.
    ServiceList pinned{rowsOf(250, 1)};
    const Walk::Mark before = pinned.mark();
    std::vector<ListRow> added = rowsOf(600, 251);
    pinned.rows.insert(pinned.rows.begin() + 1, added.begin(), added.end());
    QCOMPARE(pinned.newSince(before)->size(), added.size());
}

void TestListWalk::severalMarksInOneWalk()
{
    const Walk::Mark early = ServiceList{rowsOf(150, 1)}.mark();
    const Walk::Mark late = ServiceList{rowsOf(400, 1)}.mark();
    const Walk walk = ServiceList{rowsOf(410, 1)}.walk({late, early});
    QVERIFY(walk.covers(late) && walk.covers(early));
    QCOMPARE(walk.since(late).ids.size(), size_t{10});
    QCOMPARE(walk.since(early).ids.size(), size_t{260});
    // A mark that was not reached: all may be new.
    const Walk brief = ServiceList{rowsOf(410, 1)}.walk({late});
    QVERIFY(!brief.covers(early));
    QCOMPARE(brief.since(early).ids.size(), brief.rows().size());
    QVERIFY(!brief.covers(std::nullopt));
    QCOMPARE(brief.since(std::nullopt).ids.size(), brief.rows().size());
}

void TestListWalk::theOrderOfTheList()
{
    std::vector<ListRow> rows = rowsOf(10, 1);
    QVERIFY(orderOfList(rows) < 0);
    for (const size_t ahead : {0, 4, 8, 9}) {
        std::vector<ListRow> wrong = rows;
        wrong[ahead].createdAt += 24h * 365;
        QVERIFY(orderOfList(wrong) < 0);
        std::reverse(wrong.begin(), wrong.end());
        QVERIFY(orderOfList(wrong) > 0);
    }
    for (ListRow &row : rows) {
        row.createdAt = {};
    }
    QVERIFY(orderOfList(rows) < 0);
    std::reverse(rows.begin(), rows.end());
    QVERIFY(orderOfList(rows) > 0);
    QCOMPARE(orderOfList(std::vector<ListRow>()), 0);
}

/// One row with a time in the future is alone on the last page: new rows come before it.
void TestListWalk::fewRowsOnTheLastPage()
{
    ServiceList list{rowsOf(1, 201)};
    list.rows.back().createdAt += 24h * 365;
    const Walk::Mark mark = list.mark();
    QVERIFY(mark.ids.size() > 1);
    list.rows.insert(list.rows.end() - 1, {202, Instant(202min)});
    QCOMPARE(list.newSince(mark), Ids{202});
}

void TestListWalk::pagesThatShift()
{
    ServiceList list{rowsOf(300, 1)};
    const Walk::Mark mark = list.mark();
    list.rows = rowsOf(350, 1);
    Walk walk;
    walk.add(1, list.page(1));
    list.rows = rowsOf(360, 1); // meanwhile
    walk.add(2, list.page(2));
    QVERIFY(walk.covers(mark));
    QCOMPARE(walk.since(mark).ids.size(), size_t{50});
    QCOMPARE(walk.rows().size(), size_t{190});
}

void TestListWalk::pagesThatLie()
{
    const ServiceList list{rowsOf(150, 1)};
    // Too few pages are reported: the list is not whole.
    Walk few;
    ListPage page = list.page(1);
    page.meta->lastPage = 1;
    few.add(1, page);
    QVERIFY(!few.mark()->isWhole);
    QVERIFY(!few.covers(Walk::Mark{{1}, false}));
    // An empty page is not the newest end, nor the way back: the list is read again, several times.
    page.items.clear();
    page.meta->lastPage = 4;
    const ServiceList longer{rowsOf(350, 1)};
    Walk gap;
    gap.add(1, longer.page(1));
    gap.add(2, page);
    QVERIFY(gap.nextPage({}) == PageRequest());
    QVERIFY(gap.rows().empty() && !gap.mark());
    gap.add(1, longer.page(1));
    QCOMPARE(gap.mark()->ids, longer.mark().ids);
    Walk empty;
    for (int i = 0; i < 5; ++i) {
        QVERIFY(i == 0 || empty.nextPage({}) == PageRequest());
        empty.add(1, page);
    }
    QVERIFY(!empty.nextPage({}) && !empty.mark() && !empty.isComplete());
    QVERIFY(!empty.covers(std::nullopt));
    // The list is in another order than on the page before.
    Walk turned;
    turned.add(1, ServiceList{rowsOf(1, 120)}.page(1));
    QCOMPARE(turned.nextPage({})->number, 2);
    turned.add(2, ServiceList{rowsOf(120, 1)}.page(2));
    QCOMPARE(turned.nextPage({})->number, 1);
    turned.add(1, ServiceList{rowsOf(120, 1)}.page(1));
    QCOMPARE(turned.rows().front().id, qint64(120));
    // A row that can't be read may be any.
    Walk unreadable;
    page = ServiceList{rowsOf(30, 1)}.page(1);
    page.unreadable = {1};
    unreadable.add(1, page);
    QVERIFY(!unreadable.isComplete() && !unreadable.mark()->isWhole);
    // The total counts rows that are not listed.
    Walk more;
    page = ListPage();
    page.meta = PageMeta{1, 1, 100, 7};
    more.add(1, page);
    QVERIFY(!more.mark());
}

/// A service that does not say how many rows there are: not even a short page is the end.
void TestListWalk::withoutATotalTheEndIsAnEmptyPage()
{
    for (const bool oldestFirst : {false, true}) {
        for (const qint64 count : {0, 1, 20, 100, 130}) {
            ServiceList list{count > 0 ? rowsOf(1, count) : std::vector<ListRow>()};
            const qint64 newest = count;
            if (!oldestFirst) {
                std::reverse(list.rows.begin(), list.rows.end());
            }
            const auto page = [&list](qint64 number) {
                ListPage page = list.page(number);
                page.meta.reset();
                return page;
            };
            const Walk::Mark far{{-1}, false};
            for (const bool isError : {false, true}) {
                Walk walk;
                qint64 number = 1;
                for (; (number - 1) * 100 < count || number == 1; ++number) {
                    QVERIFY(!walk.covers(far) && !walk.covers(std::nullopt));
                    QVERIFY(number == 1 || walk.nextPage({far})->number == number);
                    walk.add(number, page(number));
                }
                if (count == 0) { // an empty first page is the end
                    QVERIFY(walk.mark()->isWhole);
                    continue;
                }
                // With the oldest rows first, the newest end has not been seen.
                QCOMPARE(walk.mark().has_value(), !oldestFirst && count > 1);
                QCOMPARE(walk.nextPage({far})->number, number);
                QVERIFY(!walk.addError(403, {far}));
                if (isError && count != 130) {
                    QVERIFY(walk.addError(404, {far})); // it may be a limit
                    QVERIFY(walk.nextPage({far})->perPage > 1 && !walk.covers(std::nullopt));
                    continue;
                }
                if (isError) {
                    QVERIFY(walk.addError(404, {far}));
                }
                // An empty page after a full one is requested twice.
                while (!isError && walk.nextPage({far})) {
                    walk.add(number, page(number));
                }
                QVERIFY(!walk.nextPage({far}));
                QVERIFY(walk.covers(std::nullopt));
                QCOMPARE(walk.rows().size(), size_t(count));
                QCOMPARE(walk.mark()->ids.front(), newest);
                QCOMPARE(walk.mark()->isWhole, count <= 100);
            }
        }
    }
}

/// The oldest rows come first, and the service says that there are fewer pages than there are.
void TestListWalk::theNewestEndIsLookedFor()
{
    ServiceList list{rowsOf(1, 700), 50};
    const auto read = [&list](qint64 lastPage, qint64 total, qint64 reported) {
        Walk walk;
        for (std::optional next = PageRequest(); next; next = walk.nextPage({})) {
            list.perPage = next->perPage > 0 ? next->perPage : 50;
            ListPage page = list.page(next->number);
            page.meta = PageMeta{next->number, lastPage, reported, total};
            walk.add(next->number, page);
        }
        return walk;
    };
    // Counted for larger pages, capped, an old count, of the page only.
    for (const Walk &walk :
         {read(7, 700, 100), read(6, 300, 50), read(13, 650, 50), read(2, 50, 50)}) {
        const bool hasNewest = walk.mark() && walk.mark()->ids.front() == 700;
        QVERIFY(hasNewest || !walk.covers(Walk::Mark{{1}, false}));
        QVERIFY(hasNewest || !walk.isComplete());
    }
    const Walk stale = read(13, 650, 50);
    QVERIFY(stale.newest() && stale.newest()->id == 700);
    // The number of the page has no effect.
    Walk ignored;
    int pages = 0;
    for (std::optional next = PageRequest(); next && pages < 30; next = ignored.nextPage({})) {
        ListPage page = list.page(1);
        page.meta = PageMeta{0, 14, 50, 700};
        ignored.add(next->number, page);
        ++pages;
    }
    QVERIFY(pages < 30 && !ignored.mark() && !ignored.isComplete());
    // Page 1 is shorter than the others, so the last page is not where its rows put it.
    Walk shorter;
    for (std::optional next = PageRequest(); next; next = shorter.nextPage({})) {
        list.perPage = next->perPage > 0 ? next->perPage : 50;
        ListPage page = list.page(next->number);
        if (next->number == 1) {
            page.items.resize(45);
        }
        page.meta = PageMeta{next->number, 14, 50, 700};
        shorter.add(next->number, page);
    }
    QVERIFY(shorter.newest() && shorter.newest()->id == 700);
}

/// Every page after page 10 is page 10, or an error: a limit, or the end.
void TestListWalk::theNewestEndIsNoLimit()
{
    enum Manner { Clamped, ClampedSilently, Limit, End, EndOf500, EmptyEnd };
    for (const Manner manner : {Clamped, ClampedSilently, Limit, End, EndOf500, EmptyEnd}) {
        const bool isLimit = manner <= Limit;
        ServiceList list{rowsOf(1, isLimit ? 1500 : 1000)};
        Walk walk;
        int requests = 0;
        for (std::optional next = PageRequest(); next && requests < 30; next = walk.nextPage({})) {
            ++requests;
            list.perPage = next->perPage > 0 ? next->perPage : 100;
            const bool isBeyond = isLimit ? next->number * list.perPage > 1000
                                          : (next->number - 1) * list.perPage >= 1000;
            if (isBeyond && manner >= Limit && manner != EmptyEnd) {
                QVERIFY(walk.addError(manner == EndOf500 ? 500 : 404, {}));
                continue;
            }
            const qint64 number = isBeyond && isLimit ? 10 : next->number;
            ListPage page = list.page(number);
            page.meta = PageMeta{manner == ClampedSilently ? 0 : number, 10, list.perPage, 1000};
            walk.add(next->number, page);
        }
        QVERIFY(requests < 30);
        QCOMPARE(walk.isComplete(), !isLimit);
        QCOMPARE(walk.mark().has_value(), !isLimit);
        QVERIFY(isLimit || walk.newest()->id == 1000);
    }
}

/// All rows of a page have one time, and their ids say nothing either: the newest may be anywhere.
void TestListWalk::anUnknownOrderNeedsTheWholeList()
{
    ServiceList list;
    for (qint64 id = 0; id < 150; ++id) {
        list.rows.push_back({id * 7919 % 151, Instant()});
    }
    QCOMPARE(orderOfList(list.rows), 0);
    const Walk walk = list.walk();
    QVERIFY(walk.isComplete() && walk.rows().size() == 150);
    QVERIFY(!walk.mark() && walk.newest() == nullptr); // 100 of them say nothing
    // A new row at the end of the list must not be taken for an old one.
    const Walk::Mark old{{list.rows[0].id, list.rows[50].id}, false};
    ServiceList after = list;
    after.rows.push_back({999, Instant()});
    QVERIFY(!after.walk().covers(old));
    QVERIFY(after.walk().since(old).ids.count(999) == 1);
    after.rows.erase(after.rows.begin(), after.rows.begin() + 60);
    ServiceList few = after;
    few.rows.pop_back();
    QVERIFY(few.mark().isWhole);
    QCOMPARE(after.newSince(few.mark()), Ids{999});
    Walk half;
    half.add(1, list.page(1));
    QVERIFY(!half.mark() && !half.isComplete());
}

/// Rows of small pages with links: the mark is on the third one.
void TestListWalk::linksAreFollowed()
{
    ServiceList list{rowsOf(30, 1), 10};
    const Walk::Mark mark{{5, 4, 3, 2, 1}, false};
    Walk walk;
    QString links;
    for (std::optional next = PageRequest(); next; next = walk.nextPage({mark})) {
        links += next->query + u' ';
        ListPage page = list.page(next->number);
        page.meta.reset();
        page.next.isGiven = true;
        page.next.isSet = next->number < 3;
        page.next.query =
            page.next.isSet ? QStringLiteral("after=%1").arg(next->number) : QString();
        walk.add(next->number, page);
        QCOMPARE(walk.covers(mark), next->number == 3);
    }
    QCOMPARE(links, QStringLiteral(" after=1 after=2 "));
    QCOMPARE(walk.since(mark).ids.size(), size_t{25});
    QVERIFY(walk.mark()->isWhole);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestListWalk)
#include "test_listwalk.moc"
