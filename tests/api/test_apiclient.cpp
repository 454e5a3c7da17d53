// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how ApiClient sends calls: headers, repeats, redirects, timeouts, size limits.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "tests/api/clientfixture.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>
#include <QThreadPool>

#include <atomic>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

const QByteArray balanceAnswer = R"({"data":{"balance":"12.50","currency":"USD"}})";

} // namespace

class TestApiClient : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void whatIsSent();
    void whatAChangeSends_data();
    void whatAChangeSends();
    void readsAreRepeatedTwiceAtMost_data();
    void readsAreRepeatedTwiceAtMost();
    void aRepeatThatWorks();
    void answersThatAreNotRepeated_data();
    void answersThatAreNotRepeated();
    void undecodableChangeIsUnknown_data();
    void undecodableChangeIsUnknown();
    void aDamagedAnswerIsAskedForAgain_data();
    void aDamagedAnswerIsAskedForAgain();
    void aDamagedAnswerIsAnErrorInTheEnd();
    void wholeJsonOfAnotherFormIsNotAskedForAgain();
    void oneDamagedAnswerInTwentyIsNotSeen();
    void aDamagedAnswerToAChangeIsNotRepeated();
    void connectionsThatMayBeDeadAreNotUsed();
    void repeatsTakeNoPooledConnection();
    void redirects_data();
    void redirects();
    void encodings_data();
    void encodings();
    void redirectsEndAfterFive();
    void redirectedChangesAreNotFollowed_data();
    void redirectedChangesAreNotFollowed();
    void aSilentChangeHasItsWholeTime();
    void idleTimeout_data();
    void idleTimeout();
    void aSlowButLivingAnswerIsNoTimeout();
    void tooLarge_data();
    void tooLarge();
    void anEndlessAnswerIsNotReadAhead();
    void interimAnswers_data();
    void interimAnswers();
    void largeAnswersAreDecodedElsewhere();
    void theEndDoesNotWaitForADecoder();
    void offline();
    void reachability();
    void sixAtATimeInEachLane();
    void noCookiesAreKept();
    void errorsBearTheOperation();
};

void TestApiClient::whatIsSent()
{
    ClientFixture f;
    f.server.thenAnswer({});
    Probe probe = reads(QStringLiteral("/v1/things/a%2Fb"));
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(f.server.arrivals(), 1);
    const Received &request = f.server.requests().front();
    QCOMPARE(request.line(), QByteArray("GET /v1/things/a%2Fb"));
    QCOMPARE(request.header("Authorization"), QByteArray("Bearer 1|personal"));
    QCOMPARE(request.header("Accept"), QByteArray("application/json"));
    QVERIFY(request.header("User-Agent").startsWith("Relaybook/"));
    QCOMPARE(request.header("Cookie"), QByteArray());
    QCOMPARE(request.header("X-Reseller-Key"), QByteArray());
    QVERIFY(!request.header("Connection").contains("Upgrade")); // no HTTP/2
    QCOMPARE(request.body, QByteArray());
}

void TestApiClient::whatAChangeSends_data()
{
    QTest::addColumn<Verb>("verb");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("POST") << Verb::Post << QByteArray("POST");
    QTest::newRow("PUT") << Verb::Put << QByteArray("PUT");
    QTest::newRow("PATCH") << Verb::Patch << QByteArray("PATCH");
    QTest::newRow("DELETE") << Verb::Delete << QByteArray("DELETE");
}

void TestApiClient::whatAChangeSends()
{
    QFETCH(Verb, verb);
    QFETCH(QByteArray, name);
    ClientFixture f;
    f.server.thenAnswer({});
    Probe probe = changes(verb);
    probe.body = R"({"name":"x"})";
    const auto first = f.send(probe);
    QTRY_COMPARE(first->calls, 1);
    // An empty body is sent as {}, except for DELETE: the interface document gives that no body.
    const auto second = f.send(changes(verb));
    QTRY_COMPARE(second->calls, 1);
    QCOMPARE(f.server.arrivals(), 2);
    const Received &said = f.server.requests()[0];
    QCOMPARE(said.verb, name);
    QCOMPARE(said.body, probe.body);
    QCOMPARE(said.header("Content-Length"), QByteArray::number(probe.body.size()));
    QCOMPARE(said.header("Content-Type"), QByteArray("application/json"));
    QCOMPARE(f.server.requests()[1].body, verb == Verb::Delete ? QByteArray() : QByteArray("{}"));
}

void TestApiClient::readsAreRepeatedTwiceAtMost_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("500") << 500 << ErrorKind::ServiceFailure;
    QTest::newRow("502") << 502 << ErrorKind::ServiceFailure;
    QTest::newRow("503") << 503 << ErrorKind::ServiceFailure;
    QTest::newRow("half an answer") << 1 << ErrorKind::ServiceFailure;
    QTest::newRow("nonsense") << 2 << ErrorKind::ServiceFailure;
}

void TestApiClient::readsAreRepeatedTwiceAtMost()
{
    QFETCH(int, what);
    QFETCH(ErrorKind, kind);
    ClientFixture f;
    f.server.then([what](const Received &, const Exchange &exchange) {
        if (what >= 500) {
            exchange.answer({what, "<html>", {}});
        } else if (what == 1) {
            exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":");
            exchange.close();
        } else {
            exchange.sendRaw("what?\r\n\r\n");
            exchange.close();
        }
    });
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(describe(outcome->error->kind), describe(kind));
    QCOMPARE(f.server.arrivals(), 3);
}

void TestApiClient::aRepeatThatWorks()
{
    ClientFixture f;
    f.server.thenAnswer({500, "", {}});
    f.server.thenAnswer({503, "", {}});
    f.server.thenAnswer({200, "[1]", {}});
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->body, QByteArray("[1]"));
    QCOMPARE(f.server.arrivals(), 3);
}

void TestApiClient::answersThatAreNotRepeated_data()
{
    QTest::addColumn<bool>("reading");
    QTest::addColumn<int>("status");
    for (const int status : {400, 401, 402, 403, 404, 422}) {
        QTest::addRow("read %d", status) << true << status;
    }
    for (const int status : {400, 401, 402, 403, 404, 422, 429, 500, 502, 503}) {
        QTest::addRow("change %d", status) << false << status;
    }
}

void TestApiClient::answersThatAreNotRepeated()
{
    QFETCH(bool, reading);
    QFETCH(int, status);
    ClientFixture f;
    f.server.thenAnswer({status, "", {}});
    f.server.thenAnswer({});
    const auto outcome = f.send(reading ? reads() : changes());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->httpStatus, status);
    // A later call shows that nothing else was in progress.
    f.clock.advance(61s);
    const auto later = f.send(reads(QStringLiteral("/reseller/x"), TokenKind::None));
    QTRY_COMPARE(f.server.requests().back().target, QByteArray("/reseller/x"));
    QCOMPARE(f.server.arrivals(), 2);
}

void TestApiClient::undecodableChangeIsUnknown_data()
{
    QTest::addColumn<Probe>("probe");
    QTest::addColumn<bool>("unknown");
    QTest::newRow("read") << reads() << false;
    QTest::newRow("change") << changes() << true;
    QTest::newRow("purchase") << spends(Verb::Post, QStringLiteral("/v1/x"), TokenKind::Personal)
                              << true;
}

void TestApiClient::aDamagedAnswerIsAskedForAgain_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("white space") << QByteArray(" \r\n");
    QTest::newRow("cut off") << QByteArray("{\"data\":[{\"id\":1},{\"i");
    QTest::newRow("a page of HTML") << QByteArray("<html><body>Busy</body></html>");
    QTest::newRow("cut off, and decoded elsewhere")
        << QByteArray(R"({"data":{"balance":")" + QByteArray(100'000, '1'));
}

void TestApiClient::aDamagedAnswerIsAskedForAgain()
{
    QFETCH(QByteArray, body);
    ClientFixture f;
    f.server.thenAnswer({200, body, {}});
    f.server.thenAnswer({200, body, {}});
    f.server.thenAnswer({200, balanceAnswer, {}});
    const auto outcome = f.send(GetBalance{});
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(!outcome->error);
    QVERIFY(outcome->lines.join(u'\n').contains(QStringLiteral("12.50")));
    QCOMPARE(f.server.arrivals(), 3);
}

void TestApiClient::aDamagedAnswerIsAnErrorInTheEnd()
{
    ClientFixture f;
    f.server.thenAnswer({200, "{\"data\":", {}});
    const auto outcome = f.send(GetBalance{});
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(f.server.arrivals(), 3);
}

void TestApiClient::wholeJsonOfAnotherFormIsNotAskedForAgain()
{
    ClientFixture f;
    f.server.thenAnswer({200, R"({"data":{"balance":[]}})", {}});
    const auto outcome = f.send(GetBalance{});
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(f.server.arrivals(), 1);
}

/// What some proxies between the user and the service do.
void TestApiClient::oneDamagedAnswerInTwentyIsNotSeen()
{
    ClientFixture f;
    int answers = 0;
    f.server.then([&answers](const Received &, const Exchange &exchange) {
        ++answers;
        QByteArray body = balanceAnswer;
        if (answers % 20 == 0) {
            body.chop(answers % 40 == 0 ? body.size() : 5);
        }
        exchange.answer({200, body, {}});
    });
    constexpr int calls = 45;
    for (int call = 0; call < calls; ++call) {
        const auto outcome = f.send(GetBalance{});
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY(!outcome->error);
    }
    QCOMPARE(f.server.arrivals(), calls + 2);
}

void TestApiClient::aDamagedAnswerToAChangeIsNotRepeated()
{
    ClientFixture f;
    f.server.thenAnswer({200, "", {}});
    const auto outcome = f.send(UpdateProxy{ProxyId(QStringLiteral("a")), {}});
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QVERIFY(outcome->error->mayHaveHappened);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestApiClient::undecodableChangeIsUnknown()
{
    QFETCH(Probe, probe);
    QFETCH(bool, unknown);
    ClientFixture f;
    f.server.thenAnswer({201, "?", {}});
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(outcome->error->httpStatus, 201);
    QCOMPARE(outcome->error->jsonPath, QStringLiteral("data.cost"));
    QCOMPARE(outcome->error->mayHaveHappened, unknown);
    // A call that only reads is sent again: the answer was not JSON.
    QCOMPARE(f.server.arrivals(), probe.effect == Effect::Reads ? 3 : 1);
}

void TestApiClient::connectionsThatMayBeDeadAreNotUsed()
{
    ClientFixture f;
    f.server.thenAnswer({});
    int calls = 0;
    const auto read = [&] {
        const auto outcome = f.send(reads());
        [&] { QTRY_COMPARE(outcome->calls, 1); }();
        QVERIFY(!outcome->error);
        QCOMPARE(f.server.arrivals(), ++calls);
    };
    read();
    f.clock.advance(29s);
    read();
    QCOMPARE(f.server.connections(), 1);
    f.clock.advance(31s); // idle for too long
    read();
    QCOMPARE(f.server.connections(), 2);
    f.clock.setNow(f.clock.now() + 1h); // slept, and the monotonic clock stood still
    read();
    QCOMPARE(f.server.connections(), 3);
    f.clock.setNow(f.clock.now() - 2h); // set back
    read();
    QCOMPARE(f.server.connections(), 3);
}

/// If one of the open connections is dead, all can be, so a repeat takes a new one.
void TestApiClient::repeatsTakeNoPooledConnection()
{
    ClientFixture f;
    std::vector<Exchange> waiting;
    f.server.then([](const Received &, const Exchange &exchange) { exchange.answer({}); });
    for (int i = 0; i < 3; ++i) { // answered together, so that each needs a connection
        f.server.then([&waiting](const Received &, const Exchange &exchange) {
            waiting.push_back(exchange);
            if (waiting.size() == 3) {
                for (const Exchange &each : waiting) {
                    each.answer({});
                }
            }
        });
    }
    f.server.then([](const Received &, const Exchange &exchange) { exchange.reset(); });
    f.server.thenAnswer({});
    const auto alone = f.send(reads()); // before it, the way to the service is not known
    QTRY_COMPARE(alone->calls, 1);
    const std::vector<std::shared_ptr<Outcome>> first{f.send(reads()), f.send(reads()),
                                                      f.send(reads())};
    for (const auto &outcome : first) {
        QTRY_COMPARE(outcome->calls, 1);
        QVERIFY(!outcome->error);
    }
    QCOMPARE(f.server.connections(), 3);
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(!outcome->error);
    QCOMPARE(f.server.arrivals(), 6);
    QCOMPARE(f.server.connections(), 4);
}

void TestApiClient::redirects_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("location"); // %1 is the server's own address
    QTest::addColumn<bool>("followed");
    for (const int status : {301, 302, 303, 307, 308}) {
        QTest::addRow("%d to a path", status) << status << QByteArray("/v1/new?page=2") << true;
    }
    QTest::newRow("the same origin in full") << 302 << QByteArray("%1/v1/new?page=2") << true;
    QTest::newRow("another host") << 302 << QByteArray("https://other.example/v1/new") << false;
    QTest::newRow("another port") << 302 << QByteArray("http://127.0.0.1:1/v1/new") << false;
    QTest::newRow("another name of the host") << 302 << QByteArray("//localhost/v1/new") << false;
    QTest::newRow("another scheme") << 302 << QByteArray("ftp://127.0.0.1/v1/new") << false;
    QTest::newRow("a file") << 302 << QByteArray("file:///etc/passwd") << false;
    QTest::newRow("nowhere") << 302 << QByteArray() << false;
}

void TestApiClient::redirects()
{
    QFETCH(int, status);
    QFETCH(QByteArray, location);
    QFETCH(bool, followed);
    ClientFixture f;
    location.replace("%1", f.server.url().toLatin1());
    f.server.thenAnswer({status, "", {{"Location", location}}});
    f.server.thenAnswer({200, "[1]", {}});
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(f.server.arrivals(), followed ? 2 : 1);
    if (followed) {
        QCOMPARE(outcome->body, QByteArray("[1]"));
        QCOMPARE(f.server.requests()[1].line(), QByteArray("GET /v1/new?page=2"));
        QCOMPARE(f.server.requests()[1].header("Authorization"), QByteArray("Bearer 1|personal"));
    } else {
        QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
        QCOMPARE(outcome->error->httpStatus, status);
        QCOMPARE(outcome->error->message.contains(QStringLiteral("a redirect to other.example,")),
                 location.contains("other.example"));
    }
}

void TestApiClient::encodings_data()
{
    QTest::addColumn<QByteArray>("encoding");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isRead");
    const QByteArray packed("\x1b\x02\x00\xf8\x5b\x31\x5d", 7);
    QTest::newRow("none is named") << QByteArray() << QByteArray("[1]") << true;
    QTest::newRow("one that is none") << QByteArray("utf-8") << QByteArray(" [1]") << true;
    QTest::newRow("one that Qt does not know") << QByteArray("compress") << packed << false;
    QTest::newRow("one that it is not") << QByteArray("gzip") << QByteArray("[1]") << false;
    QTest::newRow("one that it is not, long")
        << QByteArray("gzip") << QByteArray(5000, '[') << false;
    QTest::newRow("nothing is packed") << QByteArray("compress") << QByteArray() << true;
}

void TestApiClient::encodings()
{
    QFETCH(QByteArray, encoding);
    QFETCH(QByteArray, body);
    QFETCH(bool, isRead);
    ClientFixture f;
    f.server.thenAnswer({200, body, {{"Content-Encoding", encoding}}});
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(f.server.arrivals(), 1);
    if (isRead) {
        QCOMPARE(outcome->body, body);
    } else {
        QVERIFY2(outcome->error, outcome->body.left(50).toHex().constData());
        QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
        QVERIFY2(outcome->error->message.contains(QString::fromLatin1(encoding)),
                 qPrintable(outcome->error->message));
        QVERIFY(!outcome->error->mayHaveHappened);
    }
}

void TestApiClient::redirectsEndAfterFive()
{
    ClientFixture f;
    f.server.thenAnswer({302, "", {{"Location", "/v1/things"}}});
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(f.server.arrivals(), 6);
}

void TestApiClient::redirectedChangesAreNotFollowed_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<Probe>("probe");
    for (const int status : {301, 302, 303, 307, 308}) {
        for (const Verb verb : {Verb::Post, Verb::Put, Verb::Patch, Verb::Delete}) {
            QTest::addRow("change %d, verb %d", status, static_cast<int>(verb))
                << status << changes(verb);
        }
        QTest::addRow("purchase %d", status)
            << status << spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    }
}

void TestApiClient::redirectedChangesAreNotFollowed()
{
    QFETCH(int, status);
    QFETCH(Probe, probe);
    ClientFixture f;
    f.server.thenAnswer({status, "", {{"Location", "/v1/elsewhere"}}});
    f.server.thenAnswer({200, "[1]", {}});
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QVERIFY(outcome->error->mayHaveHappened);
    QCOMPARE(f.server.arrivals(), 1);
}

/// A service may work on an order without a word: that ends by the time limit of a change only.
void TestApiClient::aSilentChangeHasItsWholeTime()
{
    ClientFixture f;
    ApiClient::Config config{*ServiceAddress::parse(f.server.url())};
    config.idleTimeout = 500ms;
    f.client = std::make_unique<ApiClient>(config, f.auth, f.pacer, f.clock);
    f.server.then([&f](const Received &, const Exchange &exchange) {
        QTimer::singleShot(1500ms, &f.server, [exchange] { exchange.answer({}); });
    });
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    QTRY_COMPARE(bought->calls, 1);
    QVERIFY(!bought->error);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestApiClient::idleTimeout_data()
{
    QTest::addColumn<Probe>("probe");
    QTest::addColumn<QByteArray>("begun");
    QTest::addColumn<bool>("unknown");
    const QByteArray half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";
    const Probe bought = spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal);
    QTest::newRow("read, nothing") << reads() << QByteArray() << false;
    QTest::newRow("read, half an answer") << reads() << half << false;
    QTest::newRow("change, nothing") << changes() << QByteArray() << true;
    QTest::newRow("change, half an answer") << changes() << half << true;
    QTest::newRow("deletion, nothing") << changes(Verb::Delete) << QByteArray() << true;
    QTest::newRow("purchase, nothing") << bought << QByteArray() << true;
    QTest::newRow("purchase, half an answer") << bought << half << true;
}

void TestApiClient::idleTimeout()
{
    QFETCH(Probe, probe);
    QFETCH(QByteArray, begun);
    QFETCH(bool, unknown);
    ClientFixture f(1s);
    f.server.then([begun](const Received &, const Exchange &exchange) { exchange.sendRaw(begun); });
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::Timeout);
    QCOMPARE(outcome->error->mayHaveHappened, unknown);
    QCOMPARE(f.server.arrivals(), 1);
}

void TestApiClient::aSlowButLivingAnswerIsNoTimeout()
{
    // Single bytes, over a longer time than the timeout: only the time without data counts.
    ClientFixture f(2s);
    QTimer drip;
    int sent = 0;
    f.server.then([&](const Received &, const Exchange &exchange) {
        exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
        QObject::connect(&drip, &QTimer::timeout, &f.server, [&sent, exchange] {
            if (sent++ < 10) {
                exchange.sendRaw("1");
            }
        });
        drip.start(300ms);
    });
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->body, QByteArray("1111111111"));
}

void TestApiClient::tooLarge_data()
{
    QTest::addColumn<bool>("announced");
    QTest::addColumn<Probe>("probe");
    QTest::newRow("read, announced") << true << reads();
    QTest::newRow("read, endless") << false << reads();
    QTest::newRow("change, announced") << true << changes();
    QTest::newRow("change, endless") << false << changes();
}

void TestApiClient::tooLarge()
{
    QFETCH(bool, announced);
    QFETCH(Probe, probe);
    ClientFixture f;
    constexpr qint64 allowed = qint64(64) * 1024 * 1024;
    QCOMPARE(f.maxAnswerBytes, allowed);
    qint64 written = 0;
    QTimer pour;
    f.server.then([&](const Received &, const Exchange &exchange) {
        if (announced) {
            exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\n[");
            return;
        }
        exchange.sendRaw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        QObject::connect(&pour, &QTimer::timeout, &f.server, [&written, exchange] {
            const QByteArray block(1024 * 1024, ' ');
            if (exchange.isOpen()) {
                exchange.sendRaw(block);
                written += block.size();
            }
        });
        pour.start(0);
    });
    const auto outcome = f.send(probe);
    QTRY_COMPARE_WITH_TIMEOUT(outcome->calls, 1, 60'000);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(outcome->error->mayHaveHappened, probe.effect != Effect::Reads);
    QCOMPARE(f.server.arrivals(), 1);
    QVERIFY(announced || written > allowed);
    QTRY_COMPARE(f.server.gone(), 1); // the rest was not waited for
}

/// Of an answer that takes as long as this test wants.
void TestApiClient::theEndDoesNotWaitForADecoder()
{
    static QSemaphore begun;
    static QSemaphore mayEnd;
    struct LongDecoded
    {
        using Response = QByteArray;
        [[nodiscard]] Request toRequest() const { return reads().toRequest(); }
        static Result<QByteArray> decode(const QByteArray &body)
        {
            begun.release();
            mayEnd.acquire();
            return body;
        }
    };
    ClientFixture f;
    constexpr int answers = 3; // one more than there are threads
    std::vector<std::shared_ptr<Outcome>> outcomes;
    for (int i = 0; i < answers; ++i) {
        f.server.thenAnswer({200, QByteArray(100'000, ' '), {}});
        outcomes.push_back(f.send(LongDecoded{}));
    }
    const auto release = qScopeGuard([] { mayEnd.release(answers); }); // also when this test fails
    QTRY_COMPARE(begun.available(), 2);
    QTRY_COMPARE(f.server.arrivals(), answers);
    f.client.reset();
    mayEnd.release(2);
    // What was begun ends, and nobody is told.
    for (auto *pool : qApp->findChildren<QThreadPool *>()) {
        QVERIFY(pool->waitForDone(30'000));
    }
    QCoreApplication::processEvents();
    for (const auto &outcome : outcomes) {
        QCOMPARE(outcome->calls, 0);
    }
}

/// A service that sends as fast as it can: what the client has not taken is not read either.
void TestApiClient::anEndlessAnswerIsNotReadAhead()
{
    std::atomic<qint64> sent = 0;
    std::atomic<quint16> port = 0;
    const std::unique_ptr<QThread> pouring(QThread::create([&] {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        port = server.serverPort();
        constexpr int patience = 10'000;
        if (!server.waitForNewConnection(patience)) {
            return;
        }
        QTcpSocket *socket = server.nextPendingConnection();
        socket->waitForReadyRead(patience);
        socket->write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        const QByteArray block(1024 * 1024, ' ');
        constexpr qint64 most = qint64(1024) * 1024 * 1024;
        while (socket->state() == QAbstractSocket::ConnectedState && sent < most) {
            sent += block.size();
            socket->write(block);
            while (socket->bytesToWrite() > 0 && socket->waitForBytesWritten(patience)) {
            }
            // Qt takes a new limit, and ends a call, only when it has read what there is.
            QThread::msleep(20);
        }
    }));
    pouring->start();
    const auto end = qScopeGuard([&pouring] { pouring->wait(); });
    QTRY_VERIFY(port != 0);
    constexpr qint64 allowed = qint64(64) * 1024 * 1024;
    ClientFixture f;
    f.client = std::make_unique<ApiClient>(
        ApiClient::Config{*ServiceAddress::parse(QStringLiteral("http://127.0.0.1:%1").arg(port)),
                          f.timeout,
                          allowed,
                          {},
                          1ms},
        f.auth, f.pacer, f.clock);
    const auto outcome = f.send(reads());
    // Other work of the program: meanwhile nothing takes the bytes.
    constexpr qint64 begun = qint64(8) * 1024 * 1024;
    QTRY_VERIFY_WITH_TIMEOUT(sent > begun, 30'000);
    QCoreApplication::processEvents(); // the head of the answer has come: the limit is set
    const qint64 before = sent;
    QThread::msleep(1000);
    const qint64 ahead = sent - before;
    QTRY_COMPARE_WITH_TIMEOUT(outcome->calls, 1, 30'000);
    QCOMPARE(outcome->error->kind, ErrorKind::NotUnderstood);
    constexpr qint64 buffers = qint64(32) * 1024 * 1024; // of the system, for both ends
    QVERIFY2(ahead < buffers, qPrintable(QString::number(ahead)));
}

void TestApiClient::interimAnswers_data()
{
    QTest::addColumn<QByteArray>("interim");
    QTest::newRow("100") << QByteArray("HTTP/1.1 100 Continue\r\n\r\n");
    QTest::newRow("102") << QByteArray("HTTP/1.1 102 Processing\r\n\r\n");
    QTest::newRow("103") << QByteArray(
        "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n");
}

void TestApiClient::interimAnswers()
{
    QFETCH(QByteArray, interim);
    ClientFixture f;
    f.server.then([interim](const Received &, const Exchange &exchange) {
        exchange.sendRaw(interim + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]");
    });
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    if (outcome->error) { // Qt 6.4 takes all but 100 for the real answer
        QVERIFY(!interim.contains(" 100 "));
        QVERIFY2(outcome->error->message.contains(QStringLiteral("interim")),
                 qPrintable(outcome->error->message));
        return;
    }
    QCOMPARE(outcome->body, QByteArray("[1]"));
}

void TestApiClient::largeAnswersAreDecodedElsewhere()
{
    struct WhereDecoded
    {
        using Response = QByteArray;
        [[nodiscard]] Request toRequest() const { return reads().toRequest(); }
        static Result<QByteArray> decode(const QByteArray &)
        {
            return QThread::currentThread() == qApp->thread() ? QByteArray("here")
                                                              : QByteArray("elsewhere");
        }
    };
    ClientFixture f;
    f.server.thenAnswer({200, QByteArray(100, ' '), {}});
    f.server.thenAnswer({200, QByteArray(100'000, ' '), {}});
    const auto small = f.send(WhereDecoded{});
    QTRY_COMPARE(small->calls, 1);
    QCOMPARE(small->body, QByteArray("here"));
    QThread *handled = nullptr;
    QByteArray where;
    Call call = f.client->send(WhereDecoded{}, &f.guard, [&](const Result<QByteArray> &result) {
        handled = QThread::currentThread();
        where = result.value_or(QByteArray());
    });
    QTRY_VERIFY(handled != nullptr);
    QCOMPARE(handled, thread());
    QCOMPARE(where, QByteArray("elsewhere"));
}

void TestApiClient::offline()
{
    ClientFixture f;
    f.server.close();
    const auto read = f.send(reads());
    const auto change = f.send(changes());
    const auto deletion = f.send(changes(Verb::Delete));
    for (const auto &outcome : {read, change, deletion}) {
        QTRY_COMPARE(outcome->calls, 1);
        QCOMPARE(outcome->error->kind, ErrorKind::Offline);
        // The body was never sent, or there was no connection: nothing can have been changed.
        QVERIFY(!outcome->error->mayHaveHappened);
    }
}

void TestApiClient::reachability()
{
    ClientFixture f;
    QSignalSpy spy(f.client.get(), &ApiClient::reachabilityChanged);
    QCOMPARE(f.client->isReachable(), std::nullopt);
    f.server.thenAnswer({404, "", {}});
    QTRY_COMPARE(f.send(reads())->calls, 0);
    const auto first = f.send(reads());
    QTRY_COMPARE(first->calls, 1);
    const auto second = f.send(reads());
    QTRY_COMPARE(second->calls, 1);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.at(0).at(0).toBool(), true);
    f.server.close();
    f.remake();
    QSignalSpy other(f.client.get(), &ApiClient::reachabilityChanged);
    const auto third = f.send(reads());
    QTRY_COMPARE(third->calls, 1);
    QCOMPARE(other.size(), 1);
    QCOMPARE(other.at(0).at(0).toBool(), false);
    QCOMPARE(f.client->isReachable(), std::optional(false));
}

void TestApiClient::sixAtATimeInEachLane()
{
    ClientFixture f;
    std::vector<std::shared_ptr<Outcome>> outcomes;
    outcomes.reserve(10);
    for (int i = 0; i < 10; ++i) {
        outcomes.push_back(f.send(reads(QStringLiteral("/v1/back")), Lane::Background));
    }
    QTRY_COMPARE(f.server.arrivals(), 6);
    // Calls of the user have a network manager of their own, and each change has its own.
    outcomes.push_back(f.send(reads(QStringLiteral("/v1/front"))));
    QTRY_COMPARE(f.server.arrivals(), 7);
    QCOMPARE(f.server.requests().back().target, QByteArray("/v1/front"));
    outcomes.push_back(f.send(changes(Verb::Post, QStringLiteral("/v1/change")), Lane::Background));
    outcomes[0]->handle = Call();
    QTRY_COMPARE(f.server.arrivals(), 8);
    QCOMPARE(f.server.requests().back().target, QByteArray("/v1/back"));
}

void TestApiClient::noCookiesAreKept()
{
    ClientFixture f;
    f.server.thenAnswer({200, "[]", {{"Set-Cookie", "session=abc; Path=/"}}});
    const auto first = f.send(reads());
    QTRY_COMPARE(first->calls, 1);
    const auto second = f.send(reads());
    QTRY_COMPARE(second->calls, 1);
    QCOMPARE(f.server.requests()[1].header("Cookie"), QByteArray());
}

void TestApiClient::errorsBearTheOperation()
{
    ClientFixture f;
    f.server.thenAnswer({422, R"({"error":{"code":2001,"message":"m","field":"name"}})", {}});
    const auto outcome = f.send(changes(Verb::Patch));
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->operation, QStringLiteral("PATCH /v1/things"));
    QVERIFY(outcome->error->curl.startsWith(QLatin1String("curl -X PATCH")));
    QVERIFY(!outcome->error->curl.contains(QLatin1String("personal\"")));
    QCOMPARE(outcome->error->fields.size(), std::size_t(1));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestApiClient)
#include "test_apiclient.moc"
