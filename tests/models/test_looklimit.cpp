// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a look at what became of an order ends, over real HTTP: with a service that answers
// every call in time, but so slowly that all of them together would take hours.

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/buying/accountreader.h"
#include "models/serving/subuserreader.h"
#include "models/store/accountstore.h"
#include "models/sync/serviceoffer.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrlQuery>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::Exchange;
using testing::ManualClock;
using testing::Received;
using testing::ScriptedServer;

constexpr int pages = 15;

/// Each list has 15 pages of three rows.
QByteArray pageOf(int page)
{
    QByteArrayList rows;
    for (int i = 0; i < 3 && page <= pages; ++i) {
        const QByteArray id = QByteArray::number(1000 - 3 * page - i);
        rows.push_back(
            R"({"id":)" + id + R"(,"username":"u)" + id +
            R"(","type":"deposit","amount":"1","balance_before":"1","balance_after":"2",)"
            R"("description":"x","created_at":"2026-01-01T00:00:00Z"})");
    }
    return R"({"data":[)" + rows.join(',') + R"(],"meta":{"current_page":)" +
           QByteArray::number(page) + R"(,"last_page":15,"per_page":3,"total":45}})";
}

struct SlowService
{
    SlowService()
    {
        server.start();
        server.then([this](const Received &request, const Exchange &exchange) {
            const QUrl url(QString::fromUtf8(request.target));
            const int page =
                std::max(1, QUrlQuery(url).queryItemValue(QStringLiteral("page")).toInt());
            ++calls;
            const bool isList = request.target.contains("transactions") ||
                                request.target.contains("history") ||
                                url.path().endsWith(QLatin1String("sub-users"));
            const QByteArray body =
                isList
                    ? pageOf(page)
                    : QByteArray(
                          R"({"data":{"id":1,"username":"u","balance":"5","access_token":"2|token"}})");
            QTimer::singleShot(50ms, &server, [exchange, body] {
                exchange.answer({200, body, {}});
            });
        });
        auth.setPersonalToken(Secret(QByteArray("1|token")));
        auth.setResellerKey(Secret(QByteArray("0b6c2f0e-1111-4000-8000-7a6b5c4d3e2f")));
        store = std::move(*AccountStore::open(folder.path(), clock));
        offer = std::make_unique<ServiceOffer>(*store, clock);
    }
    void connectWith(std::chrono::milliseconds look)
    {
        ApiClient::Config config{*ServiceAddress::parse(server.url())};
        config.answerLimits.look = look;
        client = std::make_unique<ApiClient>(config, auth, pacer, clock);
    }

    QTemporaryDir folder;
    ManualClock clock;
    ScriptedServer server;
    int calls = 0;
    AuthSession auth;
    Pacer pacer{clock};
    std::unique_ptr<ApiClient> client;
    std::unique_ptr<AccountStore> store;
    std::unique_ptr<ServiceOffer> offer;
};

} // namespace

class TestLookLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLookAtTheLedgerEnds();
    void aLookAtAHistoryEnds();
    void aLongListOfNamesIsReadToItsEnd();
    void waitingForLimitsIsNotCounted();
};

void TestLookLimit::aLookAtTheLedgerEnds()
{
    for (const bool isInTime : {true, false}) {
        SlowService service;
        service.connectWith(isInTime ? 60s : 300ms);
        AccountReader reader(*service.client, service.auth, service.clock, 3,
                             [] { return std::nullopt; });
        std::optional<AccountSnapshot> seen;
        const Call call = reader.read(
            {QStringLiteral("residential"), {TransactionMark{{TransactionId(1)}, false}}},
            &service.server, [&seen](const AccountSnapshot &snapshot) { seen = snapshot; });
        QTRY_VERIFY_WITH_TIMEOUT(seen, 30'000);
        QVERIFY(!reader.isReading());
        QCOMPARE(seen->ledgerState == Look::Ledger::Whole, isInTime);
        QCOMPARE(seen->ledger.covers(std::nullopt), isInTime);
        QCOMPARE(seen->error && seen->error->kind == ErrorKind::Timeout, !isInTime);
        QVERIFY(seen->balance); // it was received in time
        QCOMPARE(service.calls >= pages, isInTime);
    }
}

void TestLookLimit::aLookAtAHistoryEnds()
{
    for (const bool isInTime : {true, false}) {
        SlowService service;
        service.connectWith(isInTime ? 60s : 300ms);
        SubUserReader reader(*service.client, *service.offer, service.clock);
        SubUserReader::Want want;
        want.subUser = SubUserId(1);
        want.until = {AllocationMark{{1}, false}};
        std::optional<SubUserSnapshot> seen;
        const Call call = reader.read(
            want, &service.server, [&seen](const SubUserSnapshot &snapshot) { seen = snapshot; });
        QTRY_VERIFY_WITH_TIMEOUT(seen, 30'000);
        QCOMPARE(seen->reading.history == SubUserReading::History::Whole, isInTime);
        QCOMPARE(seen->error && seen->error->kind == ErrorKind::Timeout, !isInTime);
        QVERIFY(seen->reading.presence == SubUserReading::Presence::There);
    }
}

/// Each page gives it more time.
void TestLookLimit::aLongListOfNamesIsReadToItsEnd()
{
    SlowService service;
    service.connectWith(300ms);
    SubUserReader reader(*service.client, *service.offer, service.clock);
    SubUserReader::Want want;
    want.names = {QStringLiteral("u997")};
    std::optional<SubUserSnapshot> seen;
    const Call call = reader.read(want, &service.server,
                                  [&seen](const SubUserSnapshot &snapshot) { seen = snapshot; });
    QTRY_VERIFY_WITH_TIMEOUT(seen, 30'000);
    QVERIFY(!seen->error);
    QCOMPARE(seen->listed->size(), size_t{45});
    QCOMPARE(seen->reading.named.size(), size_t{1});
}

void TestLookLimit::waitingForLimitsIsNotCounted()
{
    SlowService service;
    service.connectWith(300ms);
    service.pacer.refused(Budget::Reseller, 60s);
    service.pacer.refused(Budget::Personal, 60s);
    AccountReader reader(*service.client, service.auth, service.clock, 3,
                         [] { return std::nullopt; });
    std::optional<AccountSnapshot> seen;
    const Call call = reader.read({QStringLiteral("residential"), {}}, &service.server,
                                  [&seen](const AccountSnapshot &snapshot) { seen = snapshot; });
    QTest::qWait(900);
    QVERIFY(!seen && service.calls == 0);
    service.clock.advance(61s);
    QTRY_VERIFY_WITH_TIMEOUT(seen, 30'000);
    QVERIFY(seen->balance && service.calls > 0);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLookLimit)
#include "test_looklimit.moc"
