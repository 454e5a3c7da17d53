// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a list replaces the stored rows only if it is proven to be whole, with services that
// page and end their lists in every way that was reported, over real HTTP.

#include "api/endpoints/proxies.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/store/accountstore.h"
#include "models/sync/arearefresh.h"
#include "models/sync/serviceoffer.h"
#include "models/sync/sessioncredentials.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"

#include <QTemporaryDir>
#include <QTest>
#include <QUrlQuery>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::Answer;
using testing::Exchange;
using testing::ManualClock;
using testing::Received;
using testing::ScriptedServer;

/// Answers one request for the list of proxies.
using ListService = std::function<Answer(const QUrlQuery &query, int request)>;

QByteArray rowsOf(int first, int last)
{
    QByteArrayList rows;
    for (int i = first; i <= last; ++i) {
        rows.push_back(R"({"id":"p)" + QByteArray::number(i) + R"("})");
    }
    return '[' + rows.join(',') + ']';
}

/// {"data": the rows, more members}
Answer listOf(int first, int last, const QByteArray &more = {})
{
    return {
        200, R"({"data":)" + rowsOf(first, last) + (more.isEmpty() ? "" : ",") + more + '}', {}};
}

int pageIn(const QUrlQuery &query)
{
    const QString page = query.queryItemValue(QStringLiteral("page"));
    return page.isEmpty() ? 1 : page.toInt();
}

/// Pages of so many rows of a list of 10.
Answer numbered(int page, int perPage, const QByteArray &more = {})
{
    constexpr int count = 10;
    return listOf((page - 1) * perPage + 1, std::min(count, page * perPage), more);
}

/// An area whose store has the rows 1 to 10 and one that the service does not have any more.
struct EndsFixture
{
    explicit EndsFixture(ListService listService)
        : service(std::move(listService))
    {
        server.start();
        server.then([this](const Received &request, const Exchange &exchange) {
            paths.push_back(request.target);
            const int query = request.target.indexOf('?');
            exchange.answer(service(
                QUrlQuery(query < 0 ? QString() : QString::fromUtf8(request.target.mid(query + 1))),
                static_cast<int>(paths.size())));
        });
        auth.setPersonalToken(Secret(QByteArray("1|token")));
        ApiClient::Config config{*ServiceAddress::parse(server.url())};
        config.repeatPause = 1ms;
        client = std::make_unique<ApiClient>(config, auth, pacer, clock);
        store = std::move(*AccountStore::open(folder.path(), clock));
        offer = std::make_unique<ServiceOffer>(*store, clock);
        areas =
            std::make_unique<AreaRefresh>(*store, client.get(), auth, *offer, credentials, clock);
    }
    void storeRows()
    {
        std::vector<Proxy> rows(11);
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].id = ProxyId(QStringLiteral("p%1").arg(i == 10 ? 99 : i + 1));
        }
        bool isStored = false;
        store->write(
            [&rows](CacheWriter &writer) {
                writer.proxies().replace(rows, fromMillis(1), {});
                return Stored{};
            },
            areas.get(), [&isStored](const StoreResult<Stored> & /*result*/) { isStored = true; });
        QTRY_VERIFY(isStored);
    }
    void refresh()
    {
        areas->refresh(Area::Proxies);
        QTRY_VERIFY_WITH_TIMEOUT(!areas->isOpen(Area::Proxies), 60'000);
    }
    [[nodiscard]] qint64 storedRows() const
    {
        return store->read([](CacheReader &reader) { return reader.overview(); })->counts.proxies;
    }

    QTemporaryDir folder;
    ManualClock clock;
    ScriptedServer server;
    ListService service;
    std::vector<QByteArray> paths;
    AuthSession auth;
    Pacer pacer{clock};
    std::unique_ptr<ApiClient> client;
    SessionCredentials credentials;
    std::unique_ptr<AccountStore> store;
    std::unique_ptr<ServiceOffer> offer;
    std::unique_ptr<AreaRefresh> areas;
};

} // namespace

class TestListEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeLists_data();
    void wholeLists();
    void notWholeRemovesNothing_data();
    void notWholeRemovesNothing();
    void anEmptyListIsReadTwice();
    void aListThatChangesIsReadAgain();
    void aLinkKeepsTheHost();
    void anAnswerAboutAnotherObject();
};

void TestListEnds::wholeLists_data()
{
    QTest::addColumn<ListService>("service");
    QTest::addColumn<size_t>("requests");
    const auto row = [](const char *name, size_t requests, const ListService &service) {
        QTest::newRow(name) << service << requests;
    };
    row("one page, nothing else", 2, [](const QUrlQuery &, int) { return listOf(1, 10); });
    row("one page with a total", 1,
        [](const QUrlQuery &, int) { return listOf(1, 10, R"("total":10)"); });
    row("numbered pages with a total", 3, [](const QUrlQuery &query, int) {
        return numbered(pageIn(query), 4, R"("meta":{"last_page":3,"per_page":4,"total":10})");
    });
    row("fewer rows a page than promised", 5, [](const QUrlQuery &query, int) {
        return numbered(pageIn(query), 2, R"("meta":{"last_page":1,"per_page":100,"total":10})");
    });
    row("only the first page has a total", 2, [](const QUrlQuery &query, int) {
        const int page = pageIn(query);
        return numbered(page, 5,
                        page == 1 ? R"("meta":{"last_page":2,"per_page":5,"total":10})" : "");
    });
    row("links, and a total that is capped", 3, [](const QUrlQuery &query, int) {
        const int page = std::max(1, query.queryItemValue(QStringLiteral("after")).toInt());
        const QByteArray next =
            page < 3
                ? "\"http://other.example/x?after=" + QByteArray::number(page + 1) + "&a=b%26c\""
                : QByteArray("null");
        return numbered(page, 4,
                        R"("meta":{"last_page":1,"total":4},"links":{"next":)" + next + '}');
    });
    row("a cursor in meta, no total", 2, [](const QUrlQuery &query, int) {
        const bool second =
            query.queryItemValue(QStringLiteral("cursor"), QUrl::FullyDecoded) == u"a/b+c=";
        return numbered(second ? 2 : 1, 5,
                        second ? R"("meta":{"next_cursor":null})"
                               : R"("meta":{"next_cursor":"a/b+c="})");
    });
    row("the last page has no link", 3, [](const QUrlQuery &query, int) {
        const int page = pageIn(query);
        return numbered(page, 4,
                        page < 3 ? R"("next_page_url":"/v1/proxies?page=)" +
                                       QByteArray::number(page + 1) + '"'
                                 : QByteArray());
    });
    row("a cursor to an empty page that has none", 2, [](const QUrlQuery &query, int) {
        return query.hasQueryItem(QStringLiteral("cursor"))
                   ? Answer{200, R"({"data":[],"next_cursor":null})", {}}
                   : listOf(1, 10, R"("next_cursor":"b")");
    });
    row("more is said without a link", 3, [](const QUrlQuery &query, int) {
        const int page = pageIn(query);
        return numbered(page, 4,
                        page < 3 ? R"("has_more":true)" : R"("has_more":false,"total":10)");
    });
    row("no total: pages until one is empty", 8,
        [](const QUrlQuery &query, int) { return numbered(pageIn(query), 5, R"("per_page":5)"); });
    for (const int status : {400, 404, 422, 500}) {
        QTest::addRow("no total: after a short page %d", status) << ListService([status](
                                                                                    const QUrlQuery
                                                                                        &query,
                                                                                    int) {
            const int page = pageIn(query);
            return page > 3 ? Answer{status, "{}", {}} : numbered(page, 4, R"("per_page":4)");
        }) << size_t(status == 500 ? 12 : 8); // a read is asked three times in all
    }
    row("no total: page is ignored", 4,
        [](const QUrlQuery &, int) { return listOf(1, 10, R"("per_page":20)"); });
    row("no total: page is ignored, a null link", 2, [](const QUrlQuery &, int) {
        return listOf(1, 10, R"("per_page":10,"next_page_url":null)");
    });
    row("the total is below the rows, the pages go on", 8, [](const QUrlQuery &query, int) {
        return numbered(pageIn(query), 5, R"("meta":{"last_page":2,"per_page":5,"total":5})");
    });
    row("the total is capped", 8, [](const QUrlQuery &query, int) {
        return numbered(pageIn(query), 4, R"("meta":{"per_page":4,"total":8})");
    });
    row("the total is reached on a full page", 3, [](const QUrlQuery &query, int) {
        return numbered(pageIn(query), 5, R"("meta":{"per_page":5,"total":10})");
    });
    row("an empty page by mistake", 9, [](const QUrlQuery &query, int request) {
        return request == 3 ? Answer{200, R"({"data":[]})", {}}
                            : numbered(pageIn(query), 4, R"("per_page":4)");
    });
    row("no more, in other words", 2, [](const QUrlQuery &, int) {
        return listOf(1, 10, R"("has_more":"no","next":false,"error":null,"errors":[])");
    });
    row("an object with numbers as keys", 1, [](const QUrlQuery &, int) {
        QByteArrayList rows;
        for (int i = 1; i <= 10; ++i) {
            rows.push_back('"' + QByteArray::number(2 * i) + R"(":{"id":"p)" +
                           QByteArray::number(i) + R"("})");
        }
        return Answer{200, R"({"data":{)" + rows.join(',') + R"(},"total":10})", {}};
    });
}

void TestListEnds::wholeLists()
{
    QFETCH(ListService, service);
    QFETCH(size_t, requests);
    EndsFixture f(service);
    f.storeRows();
    QCOMPARE(f.storedRows(), qint64{11});
    f.refresh();
    QVERIFY(!f.areas->hasFailed(Area::Proxies));
    QCOMPARE(f.storedRows(), qint64{10});
    QCOMPARE(f.paths.size(), requests);
}

void TestListEnds::notWholeRemovesNothing_data()
{
    QTest::addColumn<ListService>("service");
    const auto row = [](const char *name, const ListService &service) {
        QTest::newRow(name) << service;
    };
    row("page 2 has no meta and no rows", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? numbered(1, 4, R"("meta":{"last_page":3,"total":10})")
                                  : Answer{200, R"({"data":[]})", {}};
    });
    row("fewer rows than the total", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 9, R"("total":10)")
                                  : Answer{200, R"({"data":[],"total":10})", {}};
    });
    row("a link that leads to the same page", [](const QUrlQuery &, int) {
        return listOf(1, 10, R"("total":10,"links":{"next":"/v1/proxies?page=2"})");
    });
    row("more is always said", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 10, R"("has_more":true,"total":10)")
                                  : Answer{200, R"({"data":[],"has_more":true,"total":10})", {}};
    });
    row("more is said, then nothing", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 10, R"("has_more":true)")
                                  : Answer{200, R"({"data":[]})", {}};
    });
    row("a link, then nothing", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 10, R"("next":"?page=2")")
                                  : Answer{200, R"({"data":[]})", {}};
    });
    row("more is said, then an error", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 10, R"("has_more":true,"next":null,"per_page":20)")
                                  : Answer{404, "{}", {}};
    });
    row("more is said at the total, then an error", [](const QUrlQuery &query, int) {
        return pageIn(query) == 1 ? listOf(1, 10, R"("has_more":true,"total":10)")
                                  : Answer{404, "{}", {}};
    });
    row("a full page that is repeated, no total",
        [](const QUrlQuery &, int) { return listOf(1, 10, R"("per_page":10)"); });
    row("a full page without a link after pages that had one", [](const QUrlQuery &query, int) {
        const int page = pageIn(query);
        return numbered(page, 5, page == 1 ? R"("next":"?page=2")" : "");
    });
    // The first four rows are sent again and again.
    for (const char *more :
         {R"("meta":{"pagination":{"total":10,"total_pages":3,"current_page":1}})",
          R"("pagination":{"total":10})",
          R"("meta":{"last_page":5})",
          R"("total_count":10,"total_pages":3)",
          R"("page":{"totalElements":10,"totalPages":3})",
          R"("_links":{"next":{"href":"/v1/proxies?p=2"}})",
          R"("meta":{"next_page":2})",
          R"("next_page_token":"abc")",
          R"("limit":4,"offset":0,"count":4)",
          R"("hasMore":true)",
          R"("has_more":"yes")",
          R"("links":{"last":"/v1/proxies?page=3"})",
          R"("meta":{"truncated":true})",
          R"("next":true)",
          R"("next":{"page":2})",
          R"("total":4,"meta":{"total":10})",
          R"("meta":{"total":-1,"per_page":4,"current_page":1})",
          R"("meta":{"total":0,"per_page":4})",
          R"("meta":{"total":4,"last_page":5,"per_page":4})",
          R"("meta":{"total":9223372036854775807,"per_page":9223372036854775807})"}) {
        QTest::addRow("one page says %s", more)
            << ListService([more](const QUrlQuery &, int) { return listOf(1, 4, more); });
    }
    row("status 206", [](const QUrlQuery &, int) {
        return Answer{206, R"({"data":)" + rowsOf(1, 4) + '}', {}};
    });
    row("a Link header", [](const QUrlQuery &, int) {
        return Answer{200, rowsOf(1, 4), {{"Link", R"(</v1/proxies?page=2>; rel="next")"}}};
    });
    row("the last page is repeated", [](const QUrlQuery &query, int) {
        return numbered(std::min(pageIn(query), 2), 4, R"("per_page":8)");
    });
    row("pages are counted from 0", [](const QUrlQuery &query, int) {
        const int page = query.hasQueryItem(QStringLiteral("page")) ? pageIn(query) : 0;
        return numbered(page + 1, 4, R"("per_page":4,"current_page":)" + QByteArray::number(page));
    });
    row("another page than the one requested", [](const QUrlQuery &query, int) {
        const int page = 2 * pageIn(query) - 1;
        return numbered(page, 2,
                        R"("per_page":2,"total":4,"current_page":)" + QByteArray::number(page));
    });
    for (const char *error :
         {R"({"status":"error","message":"busy","data":null})",
          R"({"code":5001,"message":"busy","data":[]})", R"({"error":"timeout","data":[]})",
          R"({"errors":["x"],"data":null})", R"({"ok":false,"data":[]})",
          R"({"error":{"code":1,"message":"busy"},"data":[]})"}) {
        QTest::addRow("no rows but %s", error) << ListService([error](const QUrlQuery &, int) {
            return Answer{200, error, {}};
        });
        QTest::addRow("on page 2 %s", error) << ListService([error](const QUrlQuery &query, int) {
            return pageIn(query) == 1 ? numbered(1, 4, R"("per_page":4)") : Answer{200, error, {}};
        });
    }
    for (const int status : {404, 422, 500}) {
        QTest::addRow("an error after a full page %d", status)
            << ListService([status](const QUrlQuery &query, int) {
                   return pageIn(query) > 2 ? Answer{status, "{}", {}}
                                            : numbered(pageIn(query), 5, R"("per_page":5)");
               });
        QTest::addRow("an error before the total %d", status)
            << ListService([status](const QUrlQuery &query, int) {
                   return pageIn(query) > 2
                              ? Answer{status, "{}", {}}
                              : numbered(pageIn(query), 4, R"("meta":{"per_page":4,"total":10})");
               });
        QTest::addRow("a link that fails %d", status)
            << ListService([status](const QUrlQuery &query, int) {
                   return pageIn(query) > 1 ? Answer{status, "{}", {}}
                                            : numbered(1, 4, R"("per_page":9,"next":"?page=2")");
               });
    }
    row("an error that is no end", [](const QUrlQuery &query, int) {
        return pageIn(query) > 3 ? Answer{403, "{}", {}}
                                 : numbered(pageIn(query), 4, R"("per_page":4)");
    });
}

void TestListEnds::notWholeRemovesNothing()
{
    QFETCH(ListService, service);
    EndsFixture f(service);
    f.storeRows();
    f.refresh();
    QVERIFY(f.areas->hasFailed(Area::Proxies));
    QCOMPARE(f.storedRows(), qint64{11});
    QVERIFY(f.paths.size() < 10); // it ends
}

/// 204, {"data": {}} and [] are empty lists; where rows are stored, one more answer has to agree.
void TestListEnds::anEmptyListIsReadTwice()
{
    const std::vector<Answer> empties{
        {204, "", {}}, {200, R"({"data":{}})", {}}, {200, R"({"data":[],"total":0})", {}}};
    for (const Answer &empty : empties) {
        EndsFixture once([&empty](const QUrlQuery &, int request) {
            return request == 1 ? empty : listOf(1, 10);
        });
        once.storeRows();
        once.refresh();
        QCOMPARE(once.storedRows(), qint64{10});
        EndsFixture twice([&empty](const QUrlQuery &, int) { return empty; });
        twice.storeRows();
        twice.refresh();
        QCOMPARE(twice.storedRows(), qint64{0});
        QCOMPARE(twice.paths.size(), size_t{2});
        QVERIFY(!twice.areas->hasFailed(Area::Proxies));
        twice.refresh(); // nothing is stored any more
        QCOMPARE(twice.paths.size(), size_t{3});
    }
    // An empty body is no list.
    EndsFixture nothing([](const QUrlQuery &, int) { return Answer{200, "", {}}; });
    nothing.storeRows();
    nothing.refresh();
    QVERIFY(nothing.areas->hasFailed(Area::Proxies));
    QCOMPARE(nothing.storedRows(), qint64{11});
}

/// A row that was deleted between two pages moves another one past them: the sums still agree.
void TestListEnds::aListThatChangesIsReadAgain()
{
    const auto shifting = [](int changes) {
        return [changes](const QUrlQuery &query, int request) {
            if (pageIn(query) == 1) {
                return listOf(1, 5, R"("meta":{"last_page":2,"per_page":5,"total":10})");
            }
            return request <= 2 * changes
                       ? listOf(7, 10, R"("meta":{"last_page":2,"per_page":5,"total":9})")
                       : listOf(6, 10, R"("meta":{"last_page":2,"per_page":5,"total":10})");
        };
    };
    EndsFixture once(shifting(1));
    once.storeRows();
    once.refresh();
    QVERIFY(!once.areas->hasFailed(Area::Proxies));
    QCOMPARE(once.storedRows(), qint64{10});
    QCOMPARE(once.paths.size(), size_t{5}); // the last page is full
    EndsFixture always(shifting(100));
    always.storeRows();
    always.refresh();
    QVERIFY(always.areas->hasFailed(Area::Proxies));
    QCOMPARE(always.storedRows(), qint64{11});
    QCOMPARE(always.paths.size(), size_t{4});
}

void TestListEnds::aLinkKeepsTheHost()
{
    EndsFixture f([](const QUrlQuery &query, int) {
        const bool second = query.hasQueryItem(QStringLiteral("after"));
        return numbered(second ? 2 : 1, 5,
                        second ? R"("next":null)"
                               : R"("next":"https://evil.example/v2/all?after=x%20y%26z&n=5")");
    });
    f.refresh();
    QCOMPARE(f.storedRows(), qint64{10});
    QCOMPARE(f.paths.size(), size_t{2});
    QCOMPARE(f.paths.back(), QByteArray("/v1/proxies?after=x%20y%26z&n=5"));
}

void TestListEnds::anAnswerAboutAnotherObject()
{
    EndsFixture f([](const QUrlQuery &, int) {
        return Answer{200, R"({"data":{"id":"P2","username":"other","note":"x"}})", {}};
    });
    const auto ask = [&f](const auto &endpoint) {
        using Endpoint = std::decay_t<decltype(endpoint)>;
        std::optional<Result<typename Endpoint::Response>> result;
        const Call call = f.client->send(endpoint, f.areas.get(),
                                         [&result](auto answer) { result = std::move(answer); });
        [&result] { QTRY_VERIFY(result.has_value()); }();
        return std::move(*result);
    };
    const auto read = ask(GetProxy{ProxyId(QStringLiteral("p1"))});
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::NotUnderstood);
    QCOMPARE(read.error().jsonPath, QStringLiteral("data.id"));
    QVERIFY(!read.error().mayHaveHappened);
    QVERIFY(ask(GetProxy{ProxyId(QStringLiteral("p2"))})); // ids differ in case only
    const auto changed = ask(UpdateProxy{ProxyId(QStringLiteral("p1")), {}});
    QVERIFY(!changed);
    QVERIFY(changed.error().mayHaveHappened);
    f.auth.setResellerKey(Secret(QByteArray("0b9f2a64-5a0e-4a3f-9f0e-4d2c7a5f1b11")));
    f.service = [](const QUrlQuery &, int) {
        return Answer{
            200, R"({"data":{"access_token":"t","id":2,"username":"other","note":"x"}})", {}};
    };
    QCOMPARE(ask(GetSubUser{SubUserId(1)}).error().jsonPath, QStringLiteral("data.id"));
    QVERIFY(ask(GetSubUser{SubUserId(2)}));
    const auto noted = ask(UpdateSubUserNote{SubUserId(1), QStringLiteral("x")});
    QVERIFY(!noted && noted.error().mayHaveHappened);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestListEnds)
#include "test_listends.moc"
