// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which page the sync reads next, with services of every kind: a simulated service in memory
// answers, and in the end no row is missing and none was read without need.

#include "models/sync/ledgerplan.h"
#include "tests/models/testdata.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

namespace relaybook {
namespace {

constexpr qint64 patience = 2000; ///< requests after which a run is one that never ends

/// A ledger of numbered rows, served in pages like a service.
struct Service
{
    qint64 rows = 0; ///< 1 to rows, the highest is the newest
    qint64 maxPerPage = 100;
    bool oldestFirst = false;
    bool reportsMeta = true;
    qint64 totalOff = 0;
    qint64 lastPageOff = 0;
    QSet<qint64> emptyPages;
    bool repeatsLastRow = false;
    int growsEvery = 0; ///< a new row after every so many pages
    int served = 0;
    std::vector<qint64> asked;

    TransactionPage page(qint64 number)
    {
        asked.push_back(number);
        TransactionPage page;
        qint64 first = (number - 1) * maxPerPage;
        qint64 end = std::min(rows, first + maxPerPage);
        if (repeatsLastRow && first > 0) {
            --first;
        }
        if (emptyPages.contains(number)) {
            end = first;
        }
        for (qint64 i = first; i < end; ++i) {
            page.items.push_back(testing::ledgerRow(oldestFirst ? i + 1 : rows - i));
        }
        if (reportsMeta) {
            const qint64 last = (rows + maxPerPage - 1) / maxPerPage;
            page.meta = PageMeta{number, last + lastPageOff, maxPerPage, rows + totalOff};
        }
        ++served;
        if (growsEvery > 0 && served % growsEvery == 0) {
            ++rows;
        }
        return page;
    }
};

/// The computer's side: the stored rows, and what is remembered from run to run.
struct Computer
{
    QSet<qint64> held;
    LedgerState state;
    int inFlight = 6;
    qint64 stopAfter = patience; ///< answers after which the program ends
    bool search = false;         ///< as "Check ledger" does

    /// Runs until it is finished or stopped; returns false if it never ends.
    bool run(Service &service)
    {
        LedgerPlan plan(state, held.size(), 100, 5);
        if (search) {
            plan.check();
        }
        std::deque<std::pair<qint64, TransactionPage>> answers;
        qint64 answered = 0;
        while (answered < stopAfter) {
            while (answers.size() < static_cast<size_t>(inFlight)) {
                const auto page = plan.next();
                if (!page) {
                    break;
                }
                // Read now, answered later: rows move between pages in the meantime.
                answers.emplace_back(*page, service.page(*page));
            }
            if (answers.empty()) {
                if (!plan.isDone()) {
                    return false;
                }
                const auto verdict = plan.conclude(held.size());
                state = plan.state();
                if (verdict != LedgerState::Verdict::None) {
                    return true;
                }
                continue;
            }
            // Out of order, as networks are.
            const bool fromBack = answered % 3 == 1;
            const auto answer = fromBack ? answers.back() : answers.front();
            if (fromBack) {
                answers.pop_back();
            } else {
                answers.pop_front();
            }
            take(plan, answer.first, answer.second);
            ++answered;
        }
        state = plan.state();
        return stopAfter < patience;
    }

    void take(LedgerPlan &plan, qint64 number, const TransactionPage &page)
    {
        const qint64 expected = plan.answered(factsOf(number, page));
        const auto before = held.size();
        for (const Transaction &row : page.items) {
            held.insert(row.id.value());
        }
        plan.stored(expected, held.size() - before);
    }

    [[nodiscard]] bool hasAll(const Service &service) const
    {
        for (qint64 number = 1; number <= service.rows; ++number) {
            if (!held.contains(testing::ledgerRow(number).id.value())) {
                return false;
            }
        }
        return held.size() == service.rows;
    }
};

using Verdict = LedgerState::Verdict;

} // namespace

class TestLedgerPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServiceThatIgnoresThePageEnds();
    void unreadablePagesEndToo();
    void rowsThatGoAndRowsThatComeAreTwoThings();
    void aPageThatDoesNotSayHowLargeItIs();
    void everyServiceIsReadWhole_data();
    void everyServiceIsReadWhole();
    void theNewestComesFirst();
    void anOldestFirstListIsReadFromItsEnd();
    void aRefreshReadsOnlyWhatIsNew_data();
    void aRefreshReadsOnlyWhatIsNew();
    void aRunThatStoppedGoesOn_data();
    void aRunThatStoppedGoesOn();
    void manyNewRowsAreReadBackToKnownGround();
    void aRefreshThatStoppedHasNoVerdict_data();
    void aRefreshThatStoppedHasNoVerdict();
    void aCheckThatStoppedHasLostNothing();
    void withoutATotalASearchReadsEveryPage();
    void withoutATotalAFailedPageComesAgain();
    void linksAreFollowed();
    void anErrorAfterTheEnd_data();
    void anErrorAfterTheEnd();
    void smallerPagesShowWhetherAnErrorIsTheEnd_data();
    void smallerPagesShowWhetherAnErrorIsTheEnd();
    void aLinkOutweighsTheTotal();
    void aCappedTotal();
    void aTotalThatWasMissingOnce();
    void aTotalThatIsFarTooLargeEnds();
    void aRowOnTwoPages();
    void smallerPagesThanReported();
    void linksWithoutPageNumbersOutweighTheTotal();
    void aFullPageAgainProvesNothing();
    void anotherOrderThanBefore();
    void aSmallerPageThanBefore();
    void anEmptyPageIsAnHonestGap();
    void anEmptyPageHeals();
    void aTotalThatLiesIsSearchedOnce();
    void aListThatIsAnotherIsReadAgain();
    void aRowThatVanishedIsSearchedOnce();
    void failedPagesComeAgain();
    void newRowsAreReadInBetween();
    void newRowsBeginAPage();
    void factsOfAPage();
};

/// Without a total, pages are loaded until one is empty, or has the rows of the page before.
void TestLedgerPlan::aServiceThatIgnoresThePageEnds()
{
    LedgerPlan plan({}, 0, 100, 5);
    PageFacts facts;
    facts.order = ListOrder::NewestFirst;
    for (qint64 id = 30; id > 0; --id) {
        facts.ids.emplace_back(id);
    }
    for (qint64 page = 1; page <= 2; ++page) {
        QCOMPARE(plan.next(), std::optional<qint64>(page));
        QVERIFY(!plan.isDone());
        facts.page = page;
        (void)plan.answered(facts);
    }
    QVERIFY(plan.isDone());
}

/// The same if none of the rows can be read.
void TestLedgerPlan::unreadablePagesEndToo()
{
    LedgerPlan plan({}, 0, 100, 5);
    TransactionPage answer;
    answer.unreadable = {{std::nullopt, QString(), "{}"}, {TransactionId(7), QString(), "[7]"}};
    const auto read = [&plan, &answer](qint64 page) {
        QCOMPARE(plan.next(), std::optional<qint64>(page));
        (void)plan.answered(factsOf(page, answer));
    };
    read(1);
    answer.unreadable.front().raw = "{\"x\":1}";
    read(2);
    QVERIFY(!plan.isDone());
    read(3);
    QVERIFY(plan.isDone());
}

void TestLedgerPlan::everyServiceIsReadWhole_data()
{
    QTest::addColumn<Service>("service");
    QTest::addColumn<qint64>("mostRequests");
    const auto add = [](const char *name, qint64 most, const std::function<void(Service &)> &set) {
        Service service;
        service.rows = 1234;
        set(service);
        QTest::newRow(name) << service << most;
    };
    add("newest first", 13, [](Service &) {});
    add("oldest first", 13, [](Service &s) { s.oldestFirst = true; });
    add("small pages", 62, [](Service &s) { s.maxPerPage = 20; });
    add("no rows", 1, [](Service &s) { s.rows = 0; });
    add("one row", 1, [](Service &s) { s.rows = 1; });
    add("exactly one page", 2, [](Service &s) { s.rows = 100; });
    add("one row more than a page", 2, [](Service &s) { s.rows = 101; });
    add("last_page too low", 13, [](Service &s) { s.lastPageOff = -5; });
    add("last_page too high", 14, [](Service &s) { s.lastPageOff = 50; });
    add("each page begins with the last row of the one before", 13,
        [](Service &s) { s.repeatsLastRow = true; });
    add("the same, oldest first", 13, [](Service &s) {
        s.repeatsLastRow = true;
        s.oldestFirst = true;
    });
    add("no meta at all", 25, [](Service &s) { s.reportsMeta = false; });
}

void TestLedgerPlan::everyServiceIsReadWhole()
{
    QFETCH(Service, service);
    QFETCH(qint64, mostRequests);
    for (const int inFlight : {1, 6}) {
        Service fresh = service;
        Computer computer;
        computer.inFlight = inFlight;
        QVERIFY(computer.run(fresh));
        QVERIFY(computer.hasAll(fresh));
        QVERIFY(computer.state.verdict == Verdict::Agrees);
        QVERIFY2(static_cast<qint64>(fresh.asked.size()) <= mostRequests,
                 qPrintable(QString::number(fresh.asked.size())));
    }
}

void TestLedgerPlan::theNewestComesFirst()
{
    Service service;
    service.rows = 1000;
    Computer computer;
    QVERIFY(computer.run(service));
    QVERIFY((service.asked == std::vector<qint64>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

void TestLedgerPlan::anOldestFirstListIsReadFromItsEnd()
{
    Service service;
    service.rows = 1000;
    service.oldestFirst = true;
    Computer computer;
    QVERIFY(computer.run(service));
    QVERIFY((service.asked == std::vector<qint64>{1, 10, 9, 8, 7, 6, 5, 4, 3, 2}));
    service.asked.clear();
    service.rows += 3;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY((service.asked == std::vector<qint64>{10, 11}));
}

void TestLedgerPlan::aRefreshReadsOnlyWhatIsNew_data()
{
    QTest::addColumn<qint64>("news");
    QTest::addColumn<qint64>("requests");
    QTest::newRow("nothing new") << qint64{0} << qint64{1};
    QTest::newRow("one row") << qint64{1} << qint64{1};
    QTest::newRow("a page less the overlap") << qint64{95} << qint64{1};
    QTest::newRow("a page, and then the overlap") << qint64{100} << qint64{2};
    QTest::newRow("three pages") << qint64{250} << qint64{3};
}

void TestLedgerPlan::aRefreshReadsOnlyWhatIsNew()
{
    QFETCH(qint64, news);
    QFETCH(qint64, requests);
    Service service;
    service.rows = 5000;
    Computer computer;
    QVERIFY(computer.run(service));
    service.asked.clear();
    service.rows += news;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QCOMPARE(static_cast<qint64>(service.asked.size()), requests);
}

void TestLedgerPlan::aRunThatStoppedGoesOn_data()
{
    QTest::addColumn<qint64>("stopAfter");
    QTest::addColumn<bool>("oldestFirst");
    QTest::addColumn<int>("growsEvery");
    for (const qint64 stop : {1, 2, 7, 20, 44}) {
        for (const bool oldestFirst : {false, true}) {
            for (const int grows : {0, 1, 3}) {
                QTest::addRow("after %d pages%s, a row every %d pages", static_cast<int>(stop),
                              oldestFirst ? ", oldest first" : "", grows)
                    << stop << oldestFirst << grows;
            }
        }
    }
}

void TestLedgerPlan::aRunThatStoppedGoesOn()
{
    QFETCH(qint64, stopAfter);
    QFETCH(bool, oldestFirst);
    QFETCH(int, growsEvery);
    Service service;
    service.rows = 5000;
    service.oldestFirst = oldestFirst;
    service.growsEvery = growsEvery;
    Computer computer;
    computer.stopAfter = stopAfter;
    QVERIFY(computer.run(service));
    computer.stopAfter = patience;
    service.rows += 7; // while the program was not running
    const auto before = static_cast<qint64>(service.asked.size());
    QVERIFY(computer.run(service));
    service.growsEvery = 0;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.verdict == Verdict::Agrees);
    // Not from the start: what was read before is not read again, except for the edges.
    constexpr qint64 edges = 12;
    const auto requests = static_cast<qint64>(service.asked.size()) - before;
    QVERIFY2(requests <= 51 - stopAfter + edges, qPrintable(QString::number(requests)));
}

void TestLedgerPlan::manyNewRowsAreReadBackToKnownGround()
{
    Service service;
    service.rows = 5000;
    Computer computer;
    QVERIFY(computer.run(service));
    // Stopped in the middle of reading 1,000 new rows: two ranges are stored, with a gap between
    // them.
    service.rows += 1000;
    service.asked.clear();
    computer.stopAfter = 3;
    computer.inFlight = 1;
    QVERIFY(computer.run(service));
    computer.stopAfter = patience;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY2(service.asked.size() <= 13, qPrintable(QString::number(service.asked.size())));
}

void TestLedgerPlan::aRefreshThatStoppedHasNoVerdict_data()
{
    QTest::addColumn<bool>("reportsMeta");
    QTest::newRow("with a total") << true;
    QTest::newRow("without") << false;
}

void TestLedgerPlan::aRefreshThatStoppedHasNoVerdict()
{
    QFETCH(bool, reportsMeta);
    Service service;
    service.rows = 3000;
    service.reportsMeta = reportsMeta;
    Computer computer;
    QVERIFY(computer.run(service));
    QVERIFY(computer.state.verdict == Verdict::Agrees);
    // The newest of eleven pages arrived, and then the program ended.
    service.rows += 1000;
    computer.inFlight = 1;
    computer.stopAfter = 1;
    QVERIFY(computer.run(service));
    QVERIFY(computer.state.verdict == Verdict::None);
    // What is between that page and the known rows is read, whether the service reports a total or
    // not.
    computer.stopAfter = patience;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.verdict == Verdict::Agrees);
}

void TestLedgerPlan::aCheckThatStoppedHasLostNothing()
{
    Service service;
    service.rows = 3000;
    Computer computer;
    QVERIFY(computer.run(service));
    const auto runAgain = [&](qint64 stopAfter, bool check) {
        computer.stopAfter = stopAfter;
        computer.search = check;
        service.served = 0;
        return computer.run(service);
    };
    QVERIFY(runAgain(4, true));
    QVERIFY(computer.state.verdict == Verdict::Agrees);
    QVERIFY(runAgain(patience, false));
    QCOMPARE(service.served, 1); // a refresh, as if nothing had been
    QVERIFY(computer.state.verdict == Verdict::Agrees);

    // What was added since is still missing, and nothing else.
    service.rows += 1000;
    computer.inFlight = 1;
    QVERIFY(runAgain(2, true));
    QVERIFY(computer.state.verdict == Verdict::None);
    QVERIFY(runAgain(patience, false));
    QVERIFY2(service.served <= 11, qPrintable(QString::number(service.served)));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.verdict == Verdict::Agrees);

    // A complete run has the same result.
    QVERIFY(runAgain(patience, true));
    QCOMPARE(service.served, 40);
    QVERIFY(computer.state.verdict == Verdict::Agrees);
}

void TestLedgerPlan::withoutATotalASearchReadsEveryPage()
{
    Service service;
    service.rows = 1234;
    service.reportsMeta = false;
    Computer computer;
    QVERIFY(computer.run(service));
    service.asked.clear();
    QVERIFY(computer.run(service));
    QVERIFY(service.asked.size() < 10); // a refresh ends at known rows
    service.asked.clear();
    computer.search = true;
    QVERIFY(computer.run(service));
    for (qint64 page = 1; page <= 13; ++page) {
        QVERIFY(std::count(service.asked.begin(), service.asked.end(), page) == 1);
    }
    QVERIFY(computer.state.verdict == Verdict::Agrees);
}

void TestLedgerPlan::withoutATotalAFailedPageComesAgain()
{
    Service service;
    service.rows = 250;
    service.reportsMeta = false;
    LedgerPlan plan({}, 0, 100, 5);
    QCOMPARE(plan.next(), std::optional<qint64>(1));
    plan.answered(factsOf(1, service.page(1)));
    plan.stored(100, 100);
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    QCOMPARE(plan.next(), std::nullopt); // page 2 may be the end
    plan.failed(2);
    QVERIFY(!plan.isDone());
    QVERIFY(plan.state().verdict == Verdict::None);
    for (qint64 page = 2; page <= 4; ++page) {
        QVERIFY(!plan.isDone());
        QCOMPARE(plan.next(), std::optional(page));
        plan.answered(factsOf(page, service.page(page)));
    }
    QVERIFY(plan.isDone() && plan.isWhole());
    QCOMPARE(plan.next(), std::nullopt);
}

namespace {

/// A page of rows that no other page has.
PageFacts factsWithLink(qint64 page, qint64 rows, const NextPage &next)
{
    PageFacts facts;
    facts.page = page;
    facts.order = ListOrder::NewestFirst;
    for (qint64 row = 0; row < rows; ++row) {
        facts.ids.emplace_back(10'000 - page * 100 - row);
    }
    facts.next = next;
    return facts;
}

NextPage linkTo(const char *query)
{
    NextPage next;
    next.isGiven = true;
    next.query = QString::fromLatin1(query);
    next.isSet = !next.query.isEmpty();
    return next;
}

} // namespace

void TestLedgerPlan::linksAreFollowed()
{
    const auto read = [](const std::vector<PageFacts> &pages) -> QString {
        LedgerPlan plan({}, 0, 100, 5);
        QString links;
        std::set<TransactionId> held;
        for (const PageFacts &page : pages) {
            if (plan.next() != page.page) {
                return QStringLiteral("page %1 was not requested").arg(page.page);
            }
            links += plan.request(page.page).query + u' ';
            held.insert(page.ids.begin(), page.ids.end());
            plan.answered(page);
        }
        if (!plan.isDone()) {
            return QStringLiteral("not done");
        }
        const bool isWhole = plan.isWhole();
        const bool agrees = plan.conclude(static_cast<qint64>(held.size())) == Verdict::Agrees;
        return links + (isWhole ? u"whole" : u"not whole") + (agrees == isWhole ? u"" : u"?");
    };
    const PageFacts first = factsWithLink(1, 20, linkTo("cursor=b"));
    const PageFacts second = factsWithLink(2, 20, linkTo("cursor=c"));
    QCOMPARE(read({first, second, factsWithLink(3, 7, linkTo(""))}),
             QStringLiteral(" cursor=b cursor=c whole"));
    QCOMPARE(read({first, factsWithLink(2, 20, linkTo(""))}), QStringLiteral(" cursor=b whole"));
    QCOMPARE(read({first, factsWithLink(2, 7, {})}), QStringLiteral(" cursor=b whole"));
    // A full page without the member, the same page again, an empty page that says more.
    QCOMPARE(read({first, factsWithLink(2, 20, {})}), QStringLiteral(" cursor=b not whole"));
    PageFacts again = first;
    again.page = 2;
    QCOMPARE(read({first, again}), QStringLiteral(" cursor=b not whole"));
    QCOMPARE(read({first, factsWithLink(2, 0, linkTo("cursor=c"))}),
             QStringLiteral(" cursor=b not whole"));
    // Nothing at all after a link, or after a page that said more without one.
    QCOMPARE(read({first, factsWithLink(2, 0, {})}), QStringLiteral(" cursor=b not whole"));
    QCOMPARE(read({first, factsWithLink(2, 0, linkTo(""))}), QStringLiteral(" cursor=b whole"));
    NextPage more;
    more.isSet = true;
    QCOMPARE(read({factsWithLink(1, 20, more), factsWithLink(2, 0, {})}),
             QStringLiteral("  not whole"));
    // A page that failed is requested with its link again.
    LedgerPlan plan({}, 0, 100, 5);
    (void)plan.next();
    plan.answered(first);
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    QVERIFY(!plan.answeredWithError(2, 404));
    plan.failed(2);
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    QCOMPARE(plan.request(2).query, QStringLiteral("cursor=b"));
}

void TestLedgerPlan::anErrorAfterTheEnd_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<qint64>("rowsOfLast");
    QTest::addColumn<bool>("isEnd");
    QTest::addColumn<bool>("isWhole");
    for (const int status : {400, 404, 422}) {
        QTest::addRow("%d after a short page", status) << status << qint64{7} << true << true;
    }
    QTest::addRow("403") << 403 << qint64{7} << false << false;
    // The network layer has repeated the call. After a full page it may be about one row.
    QTest::addRow("500 after a short page") << 500 << qint64{7} << true << true;
    QTest::addRow("500 after a full page") << 500 << qint64{20} << false << false;
}

void TestLedgerPlan::anErrorAfterTheEnd()
{
    QFETCH(int, status);
    QFETCH(qint64, rowsOfLast);
    QFETCH(bool, isEnd);
    QFETCH(bool, isWhole);
    LedgerPlan plan({}, 0, 100, 5);
    (void)plan.next();
    QVERIFY(!plan.answeredWithError(1, status)); // the call is missing
    plan.answered(factsWithLink(1, 20, {}));
    (void)plan.next();
    plan.answered(factsWithLink(2, rowsOfLast, {}));
    QCOMPARE(plan.next(), std::optional<qint64>(3));
    QCOMPARE(plan.answeredWithError(3, status), isEnd);
    QCOMPARE(plan.isDone(), isEnd);
    QCOMPARE(plan.isWhole(), isWhole);
}

namespace {

/// Answers a page of rows 1, 2, 3…, or with an HTTP status.
struct UncountedService
{
    qint64 rows = 0;
    qint64 mostPerPage = 100;
    qint64 lastPage = 1000;     ///< pages after it are errors
    qint64 lastRow = 1'000'000; ///< pages that would end after it are errors
    bool ignoresSize = false;
    qint64 hiddenAfter =
        1'000'000; ///< pages that begin after this row are errors, if they are full
    int requests = 0;

    QString read(LedgerPlan &plan)
    {
        qint64 held = 0;
        while (const auto page = plan.next()) {
            const PageRequest request = plan.request(*page);
            const qint64 size = ignoresSize ? mostPerPage : std::min(mostPerPage, request.perPage);
            const qint64 first = (request.number - 1) * size;
            ++requests;
            const bool isError = first >= rows || request.number > lastPage ||
                                 first + size > lastRow ||
                                 (first >= hiddenAfter && size == mostPerPage);
            if (isError) {
                if (!plan.answeredWithError(*page, 404)) {
                    return QStringLiteral("failed");
                }
                continue;
            }
            PageFacts facts;
            facts.page = *page;
            for (qint64 row = first; row < std::min(rows, first + size); ++row) {
                facts.ids.emplace_back(row + 1);
                held = std::max(held, row + 1);
            }
            plan.answered(facts);
        }
        const bool agrees = plan.conclude(held) == Verdict::Agrees;
        return plan.isWhole() == agrees ? QString::number(held) + (agrees ? u"" : u" unproven")
                                        : QStringLiteral("contradiction");
    }
};

} // namespace

void TestLedgerPlan::smallerPagesShowWhetherAnErrorIsTheEnd_data()
{
    QTest::addColumn<UncountedService>("service");
    QTest::addColumn<int>("requests");
    QTest::addColumn<QString>("result");
    const auto add = [](const char *name, int requests, const QString &result,
                        const UncountedService &service) {
        QTest::newRow(name) << service << requests << result;
    };
    add("full pages to the end", 9, QStringLiteral("700"), {700});
    add("one full page", 3, QStringLiteral("100"), {100});
    add("one short page", 3, QStringLiteral("49"), {49});
    add("one row", 3, QStringLiteral("1"), {1});
    add("a short last page", 9, QStringLiteral("720"), {720});
    add("a limit on pages", 9, QStringLiteral("700 unproven"), {900, 100, 7});
    add("a limit on rows", 9, QStringLiteral("700 unproven"), {900, 100, 1000, 700});
    add("smaller pages than requested, and a limit on pages", 3, QStringLiteral("20 unproven"),
        {900, 20, 1});
    add("more rows on smaller pages", 9, QStringLiteral("792 unproven"),
        {900, 100, 1000, 1'000'000, false, 700});
    add("the page size has no effect", 9, QStringLiteral("700 unproven"),
        {700, 100, 1000, 1'000'000, true});
}

void TestLedgerPlan::smallerPagesShowWhetherAnErrorIsTheEnd()
{
    QFETCH(UncountedService, service);
    QFETCH(int, requests);
    LedgerPlan plan({}, 0, 100, 5);
    QTEST(service.read(plan), "result");
    QCOMPARE(service.requests, requests);
}

/// 300 of 700 rows are counted, and the page of the last of them says that more follow.
void TestLedgerPlan::aLinkOutweighsTheTotal()
{
    LedgerState stored;
    qint64 held = 0;
    const auto run = [&stored, &held](const NextPage &onLast) {
        LedgerPlan plan(stored, held, 100, 5);
        while (const auto page = plan.next()) {
            PageFacts facts = factsWithLink(*page, 100, *page < 3 ? linkTo("page=2") : onLast);
            facts.meta = PageMeta{*page, 3, 100, 300};
            const qint64 expected = plan.answered(facts);
            held += expected;
            plan.stored(expected, expected);
        }
        const Verdict verdict = plan.conclude(held);
        stored = plan.state();
        return verdict;
    };
    QVERIFY(run(linkTo("page=4")) == Verdict::Searched);
    QCOMPARE(held, qint64{300});
    QVERIFY(run(linkTo("page=4")) == Verdict::Searched); // a refresh loads that page again
    QVERIFY(run(linkTo("")) == Verdict::Agrees);
    QVERIFY(run(linkTo("")) == Verdict::Agrees);
}

/// 300 of 700 rows are counted: then they are loaded without a total, now and in later runs.
void TestLedgerPlan::aCappedTotal()
{
    for (const qint64 lastPage : {3, 7}) {
        Computer computer;
        int requests = 0;
        bool isEmptyOnce = false;
        const auto run = [&](bool isCheck = false) {
            LedgerPlan plan(computer.state, computer.held.size(), 100, 5);
            if (isCheck) {
                plan.check();
            }
            requests = 0;
            do {
                while (const auto page = plan.next()) {
                    const bool isEmpty =
                        *page > 7 || (*page == 4 && std::exchange(isEmptyOnce, false));
                    PageFacts facts = factsWithLink(*page, isEmpty ? 0 : 100, {});
                    facts.meta = PageMeta{*page, lastPage, 100, 300};
                    const qint64 expected = plan.answered(facts);
                    const auto before = computer.held.size();
                    for (const TransactionId id : facts.ids) {
                        computer.held.insert(id.value());
                    }
                    plan.stored(expected, computer.held.size() - before);
                    ++requests;
                }
            } while (plan.lookAfterLastPage(computer.held.size()) && requests < 100);
            const Verdict verdict = plan.conclude(computer.held.size());
            QVERIFY(!plan.showsRemoved());
            QVERIFY(verdict == Verdict::Agrees);
            computer.state = plan.state();
        };
        run();
        QCOMPARE(computer.held.size(), 700);
        QCOMPARE(requests, 3 + 1 + 7 + 2); // an empty page after a full one is requested twice
        run();
        QCOMPARE(requests, 1);
        run(true);
        QCOMPARE(requests, 3 + 1 + 7 + 2);
        // One empty answer after the last counted page does not show that rows are removed.
        isEmptyOnce = true;
        run(true);
        QVERIFY(!isEmptyOnce);
        QCOMPARE(requests, 3 + 2 + 7 + 2);
    }
}

/// One answer had no total. When every page is loaded again, the total shows that a row is gone.
void TestLedgerPlan::aTotalThatWasMissingOnce()
{
    LedgerState uncounted;
    uncounted.order = ListOrder::NewestFirst;
    uncounted.perPage = 100;
    uncounted.verdict = Verdict::Agrees;
    LedgerPlan plan(uncounted, 67, 100, 5);
    plan.check();
    QCOMPARE(plan.next(), std::optional(qint64{1}));
    PageFacts facts = factsWithLink(1, 66, {});
    facts.meta = PageMeta{1, 1, 100, 66};
    const qint64 expected = plan.answered(facts);
    plan.stored(expected, 0);
    QVERIFY(!plan.next());
    QCOMPARE(plan.total(), std::optional(qint64{66}));
    // Until its end an interrupted run loses nothing.
    QVERIFY(plan.state().verdict == Verdict::Agrees);
    QVERIFY(!plan.state().total);
    QVERIFY(plan.showsRemoved());
}

/// It does not go on until page 10^10.
void TestLedgerPlan::aTotalThatIsFarTooLargeEnds()
{
    Service service;
    service.rows = 250;
    service.totalOff = 1'000'000'000'000;
    Computer computer;
    QVERIFY(computer.run(service));
    QVERIFY(service.served < 200);
    QVERIFY(computer.state.verdict != Verdict::Agrees);
}

/// The list is one row longer than its total says.
void TestLedgerPlan::aRowOnTwoPages()
{
    for (const bool hasRow : {true, false}) {
        LedgerPlan plan({}, 0, 100, 5);
        QSet<qint64> held;
        std::vector<qint64> asked;
        const auto read = [&] {
            while (const auto page = plan.next()) {
                asked.push_back(*page);
                PageFacts facts;
                facts.page = *page;
                facts.order = ListOrder::NewestFirst;
                facts.meta = PageMeta{*page, 8, 100, 700};
                const qint64 first = 701 - (*page - 1) * 100; // row 701 is row 550 again
                for (qint64 row = first; row > std::max<qint64>(hasRow ? 0 : 1, first - 100);
                     --row) {
                    facts.ids.emplace_back(row == 701 ? 550 : row);
                }
                const auto before = held.size();
                for (const TransactionId id : facts.ids) {
                    held.insert(id.value());
                }
                const qint64 expected = plan.answered(facts);
                plan.stored(expected, held.size() - before);
            }
        };
        read();
        QCOMPARE(held.size(), 699);
        QVERIFY(plan.lookAfterLastPage(held.size()));
        read();
        QCOMPARE(asked.back(), 8);
        QCOMPARE(held.size(), hasRow ? 700 : 699);
        QVERIFY(!plan.lookAfterLastPage(held.size())); // once
        QCOMPARE(plan.conclude(held.size()) == Verdict::Agrees, hasRow);
    }
}

/// 20 rows a page, although the service says 100.
void TestLedgerPlan::smallerPagesThanReported()
{
    for (const bool oldestFirst : {false, true}) {
        LedgerState stored;
        qint64 held = 0;
        const auto run = [&](qint64 rows) {
            LedgerPlan plan(stored, held, 100, 5);
            int requests = 0;
            while (const auto page = plan.next()) {
                PageFacts facts;
                facts.page = *page;
                facts.order = oldestFirst ? ListOrder::OldestFirst : ListOrder::NewestFirst;
                facts.meta = PageMeta{*page, (rows + 19) / 20, 100, rows};
                for (qint64 i = (*page - 1) * 20; i < std::min(rows, *page * 20); ++i) {
                    facts.ids.emplace_back(oldestFirst ? i + 1 : rows - i);
                }
                const qint64 expected = plan.answered(facts);
                held = rows;
                plan.stored(expected, expected);
                ++requests;
            }
            const bool agrees = plan.conclude(held) == Verdict::Agrees;
            stored = plan.state();
            return agrees ? requests : -1;
        };
        QCOMPARE(run(700), 35);
        QCOMPARE(stored.perPage, 20);
        QVERIFY(run(703) <= 2);
    }
}

/// Page numbers have no effect there.
void TestLedgerPlan::linksWithoutPageNumbersOutweighTheTotal()
{
    LedgerPlan plan({}, 0, 100, 5);
    for (qint64 page = 1; page <= 3; ++page) {
        QCOMPARE(plan.next(), std::optional(page));
        QCOMPARE(plan.next(), std::nullopt);
        PageFacts facts = factsWithLink(page, 100, linkTo(page < 3 ? "cursor=b" : ""));
        if (page == 2) {
            facts.next = linkTo("cursor=c");
        }
        facts.meta = PageMeta{0, 3, 100, 300};
        plan.answered(facts);
    }
    QVERIFY(plan.isDone() && plan.isWhole());
    QVERIFY(plan.conclude(300) == Verdict::Agrees);
    QVERIFY(plan.conclude(301) == Verdict::Searched); // one of the stored rows was not listed
}

/// The service ignores `page`, so there may be rows that no page shows.
void TestLedgerPlan::aFullPageAgainProvesNothing()
{
    LedgerPlan plan({}, 0, 100, 5);
    PageFacts facts = factsWithLink(1, 100, {});
    for (qint64 page = 1; page <= 2; ++page) {
        QCOMPARE(plan.next(), std::optional<qint64>(page));
        facts.page = page;
        plan.answered(facts);
    }
    QVERIFY(plan.isDone() && !plan.isWhole());
    QVERIFY(plan.conclude(100) == Verdict::Searched);
    QVERIFY(plan.state().verdict == Verdict::Searched);
}

void TestLedgerPlan::anotherOrderThanBefore()
{
    Service service;
    service.rows = 3000;
    Computer computer;
    computer.stopAfter = 12;
    QVERIFY(computer.run(service));
    service.oldestFirst = true;
    computer.stopAfter = patience;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.order == ListOrder::OldestFirst);
}

void TestLedgerPlan::aSmallerPageThanBefore()
{
    Service service;
    service.rows = 3000;
    Computer computer;
    computer.stopAfter = 12;
    QVERIFY(computer.run(service));
    service.maxPerPage = 25;
    computer.stopAfter = patience;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QCOMPARE(computer.state.perPage, 25);
}

void TestLedgerPlan::anEmptyPageIsAnHonestGap()
{
    Service service;
    service.rows = 1000;
    service.emptyPages = {4};
    Computer computer;
    QVERIFY(computer.run(service));
    QCOMPARE(computer.held.size(), 900);
    QVERIFY(computer.state.verdict == Verdict::Searched);
    // It was requested twice; the others are not read again, because the place of the gap is known.
    QCOMPARE(std::count(service.asked.begin(), service.asked.end(), 4), 2);
    QCOMPARE(service.asked.size(), size_t{11});
}

void TestLedgerPlan::anEmptyPageHeals()
{
    Service service;
    service.rows = 1000;
    service.emptyPages = {4};
    Computer computer;
    QVERIFY(computer.run(service));
    service.emptyPages.clear();
    service.asked.clear();
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.verdict == Verdict::Agrees);
    // The page, and its neighbours for the overlap.
    QVERIFY((service.asked == std::vector<qint64>{1, 3, 4, 5}));
}

void TestLedgerPlan::aTotalThatLiesIsSearchedOnce()
{
    Service service;
    service.rows = 1000;
    service.totalOff = 7;
    Computer computer;
    QVERIFY(computer.run(service));
    QVERIFY(computer.hasAll(service));
    QVERIFY(computer.state.verdict == Verdict::Searched);
    service.asked.clear();
    QVERIFY(computer.run(service));
    QVERIFY(computer.state.verdict == Verdict::Searched);
    QVERIFY2(service.asked.size() <= 4, qPrintable(QString::number(service.asked.size())));
}

void TestLedgerPlan::aListThatIsAnotherIsReadAgain()
{
    Service service;
    service.rows = 5000;
    Computer computer;
    QVERIFY(computer.run(service));
    // As many rows as before, but the newest 300 are different: this is only seen by reading them.
    const qint64 offset = 600'000;
    for (qint64 number = 4701; number <= 5000; ++number) {
        computer.held.remove(offset + number);
        computer.held.insert(offset + 100'000 + number);
    }
    QVERIFY(computer.run(service));
    for (qint64 number = 1; number <= 5000; ++number) {
        QVERIFY(computer.held.contains(offset + number));
    }
    QVERIFY(computer.state.verdict == Verdict::Searched);
}

void TestLedgerPlan::aRowThatVanishedIsSearchedOnce()
{
    Service service;
    service.rows = 1000;
    Computer computer;
    QVERIFY(computer.run(service));
    computer.held.insert(1); // a row that the service no longer has
    service.asked.clear();
    QVERIFY(computer.run(service));
    QVERIFY(computer.state.verdict == Verdict::Searched);
    QCOMPARE(service.asked.size(), size_t{11});
    service.asked.clear();
    QVERIFY(computer.run(service));
    QCOMPARE(service.asked.size(), size_t{1});
}

void TestLedgerPlan::failedPagesComeAgain()
{
    LedgerPlan plan({}, 0, 100, 5);
    QCOMPARE(plan.next(), std::optional<qint64>(1));
    QCOMPARE(plan.next(), std::nullopt); // nothing is known before the first answer
    plan.failed(1);
    QVERIFY(!plan.isDone());
    QCOMPARE(plan.next(), std::optional<qint64>(1));
    Service service;
    service.rows = 250;
    plan.answered(factsOf(1, service.page(1)));
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    QCOMPARE(plan.next(), std::optional<qint64>(3));
    QCOMPARE(plan.next(), std::nullopt);
    plan.releaseAll();
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    QCOMPARE(plan.missing(), 150);
}

void TestLedgerPlan::newRowsAreReadInBetween()
{
    Service service;
    service.rows = 2000;
    LedgerPlan plan({}, 0, 100, 5);
    Computer computer;
    const auto answer = [&](qint64 page) { computer.take(plan, page, service.page(page)); };
    QVERIFY(!plan.nextNewest()); // the first page is the newest, and has not been asked for
    const qint64 first = plan.next().value();
    QCOMPARE(first, 1);
    QVERIFY(!plan.nextNewest()); // it is under way
    answer(first);
    QCOMPARE(plan.next(), std::optional<qint64>(1)); // once more: rows may have come since
    answer(1);
    const qint64 old = plan.next().value();
    QVERIFY(old > 1);
    service.rows += 3;
    QCOMPARE(plan.nextNewest(), std::optional<qint64>(1));
    answer(1);
    QCOMPARE(computer.held.size(), 103);
    answer(old); // three rows of it stood on the page before
    while (const auto page = plan.next()) {
        answer(*page);
    }
    QVERIFY(plan.isDone());
    QVERIFY(computer.hasAll(service));
    QCOMPARE(plan.conclude(computer.held.size()), Verdict::Agrees);
}

/// The last page was full, so the new rows are on a page that nobody knew of.
void TestLedgerPlan::newRowsBeginAPage()
{
    Service service;
    service.rows = 2000;
    service.oldestFirst = true;
    LedgerPlan plan({}, 0, 100, 5);
    Computer computer;
    const auto answer = [&](qint64 page) { computer.take(plan, page, service.page(page)); };
    answer(plan.next().value());
    answer(plan.next().value());
    service.rows += 3;
    QCOMPARE(plan.nextNewest(), std::optional<qint64>(20));
    answer(20);
    QCOMPARE(plan.next(), std::optional<qint64>(21));
    answer(21);
    QVERIFY(plan.next().value() < 20);
    QVERIFY(plan.sawNewest());
}

void TestLedgerPlan::factsOfAPage()
{
    TransactionPage page = testing::ledgerPage(1, 3);
    page.items.push_back(page.items.back());
    page.unreadable.resize(2);
    page.meta = PageMeta{4, 9, 20, 180};
    const PageFacts facts = factsOf(4, page);
    QCOMPARE(facts.rows(), 5);
    QVERIFY(facts.order == ListOrder::NewestFirst);
    QVERIFY(facts.meta == page.meta);
    std::reverse(page.items.begin(), page.items.end());
    QVERIFY(factsOf(4, page).order == ListOrder::OldestFirst);
    page.items.resize(1);
    QVERIFY(factsOf(4, page).order == ListOrder::Unknown);
    // Rows of the same time are distinguished by their ids.
    page = testing::ledgerPage(1, 2);
    page.items[0].createdAt = page.items[1].createdAt;
    QVERIFY(factsOf(1, page).order == ListOrder::NewestFirst);
}

/// The service gives neither the page number nor the number of rows per page: the first page shows
/// it.
void TestLedgerPlan::aPageThatDoesNotSayHowLargeItIs()
{
    LedgerPlan plan({}, 0, 100, 0);
    const auto answer = [&plan](qint64 page, qint64 rows) {
        PageFacts facts = factsWithLink(page, rows, {});
        facts.meta = PageMeta{0, 3, 0, 30};
        plan.answered(facts);
    };
    QCOMPARE(plan.next(), std::optional<qint64>(1));
    answer(1, 12);
    QCOMPARE(plan.state().perPage, 12);
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    answer(2, 12);
    QCOMPARE(plan.next(), std::optional<qint64>(3));
    answer(3, 6);
    QVERIFY(plan.isDone());
    QCOMPARE(plan.missing(), 0);
}

/// As many rows added as removed: the added ones are read, although the number of rows is the same.
void TestLedgerPlan::rowsThatGoAndRowsThatComeAreTwoThings()
{
    constexpr qint64 perPage = 10;
    LedgerPlan plan({}, 0, perPage, 0);
    const auto answer = [&plan](qint64 page, qint64 total, qint64 rows = 10) {
        PageFacts facts = factsWithLink(page, rows, {});
        facts.meta = PageMeta{page, 3, perPage, total};
        plan.answered(facts);
    };
    QCOMPARE(plan.next(), std::optional<qint64>(1));
    answer(1, 30);
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    answer(2, 30);
    QCOMPARE(plan.next(), std::optional<qint64>(3));
    answer(3, 27, 7); // three of the rows that were read are removed
    QCOMPARE(plan.total(), std::optional<qint64>(27));
    QCOMPARE(plan.missing(), 3); // they moved to the page before
    QCOMPARE(plan.next(), std::optional<qint64>(2));
    answer(2, 30); // three new ones
    std::set<qint64> asked;
    while (const auto page = plan.next()) {
        asked.insert(*page);
        QVERIFY(asked.size() <= 3);
        answer(*page, 30);
    }
    QVERIFY(asked.contains(1));
    QVERIFY(plan.isDone());
    QCOMPARE(plan.missing(), 0);
    // A page after the end says nothing about the total.
    plan.lookAt(9);
    QCOMPARE(plan.next(), std::optional<qint64>(9));
    answer(9, 0, 0);
    QCOMPARE(plan.total(), std::optional<qint64>(30));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerPlan)
#include "test_ledgerplan.moc"
