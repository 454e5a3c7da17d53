// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that a changing call arrives exactly once, whatever happens to its connection. By itself,
// QNetworkAccessManager 6.4 sends it again: see theNetworkManagerAloneRepeats().

#include "tests/api/clientfixture.h"
#include "tests/support/allpairs.h"
#include "tests/support/wine.h"

#include <QNetworkReply>
#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

enum class Ending { Close, Reset, HalfStatusLine, HeadersOnly, HalfBody };

void end(Ending ending, const Exchange &exchange)
{
    switch (ending) {
    case Ending::Close:
        exchange.close();
        break;
    case Ending::Reset:
        exchange.reset();
        break;
    case Ending::HalfStatusLine:
        exchange.sendRaw("HTTP/1.1 20");
        exchange.close();
        break;
    case Ending::HeadersOnly:
        exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n");
        exchange.close();
        break;
    case Ending::HalfBody:
        exchange.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"data\":");
        exchange.close();
        break;
    }
}

const QMap<Ending, const char *> &endings()
{
    static const QMap<Ending, const char *> names{{Ending::Close, "close"},
                                                  {Ending::Reset, "reset"},
                                                  {Ending::HalfStatusLine, "half a status line"},
                                                  {Ending::HeadersOnly, "headers only"},
                                                  {Ending::HalfBody, "half a body"}};
    return names;
}

} // namespace

class TestOneArrival : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void theNetworkManagerAloneRepeats();
    void onlyOnce_data();
    void onlyOnce();
    void afterEarlierCalls_data();
    void afterEarlierCalls();
    void readsMayComeAgain_data();
    void readsMayComeAgain();

private:
    TestCertificate m_certificate = TestCertificate::make();
};

/// The reason for all these precautions: without them, the same call arrives more than once.
void TestOneArrival::theNetworkManagerAloneRepeats()
{
    ScriptedServer server;
    server.start();
    server.then([](const Received &, const Exchange &exchange) { exchange.close(); });
    QNetworkAccessManager manager;
    QNetworkRequest request(QUrl(server.url() + QStringLiteral("/v1/things")));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    const std::unique_ptr<QNetworkReply> reply(manager.post(request, QByteArray("{}")));
    QTRY_VERIFY(reply->isFinished());
    if (server.arrivals() < 2) {
        QSKIP("This Qt does not repeat a POST by itself any more.");
    }
    QVERIFY(server.arrivals() >= 2);
}

void TestOneArrival::onlyOnce_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<Verb>("verb");
    QTest::addColumn<Effect>("effect");
    QTest::addColumn<Ending>("ending");
    const std::pair<Verb, const char *> verbs[] = {
        {Verb::Post, "POST"}, {Verb::Put, "PUT"}, {Verb::Patch, "PATCH"}, {Verb::Delete, "DELETE"}};
    const auto kinds = endings().keys();
    for (const auto &row : allPairs({2, std::size(verbs), 2, std::size_t(kinds.size())})) {
        const bool tls = row[0] == 1;
        const auto &[verb, name] = verbs[row[1]];
        const Effect effect = row[2] == 0 ? Effect::Changes : Effect::Spends;
        const Ending ending = kinds.at(qsizetype(row[3]));
        QTest::addRow("%s %s %s, %s", tls ? "https" : "http", name,
                      effect == Effect::Spends ? "purchase" : "change", endings().value(ending))
            << tls << verb << effect << ending;
    }
}

void TestOneArrival::onlyOnce()
{
    QFETCH(bool, tls);
    if (tls) {
        NEED_TLS_SERVER();
    }
    QFETCH(Verb, verb);
    QFETCH(Effect, effect);
    QFETCH(Ending, ending);
    ClientFixture f(std::chrono::seconds(15), tls ? std::optional(m_certificate) : std::nullopt);
    f.server.then([ending](const Received &, const Exchange &exchange) { end(ending, exchange); });
    Probe probe = changes(verb);
    probe.effect = effect;
    if (verb != Verb::Delete) {
        probe.body = R"({"amount_gb":95,"proxy_type":"mobile"})";
    }
    const auto outcome = f.send(probe);
    QTRY_COMPARE(outcome->calls, 1);
    QVERIFY(outcome->error);
    QVERIFY2(outcome->error->mayHaveHappened, qPrintable(outcome->lines.join(u'\n')));
    QCOMPARE(describe(outcome->error->kind), QStringLiteral("ServiceFailure"));
    QCOMPARE(f.server.arrivals(), 1);
    QCOMPARE(f.server.requests().front().body, probe.body);
    // Nothing arrives later either: the next call that the server sees is a read.
    f.server.thenAnswer({});
    const auto later = f.send(reads());
    QTRY_COMPARE(later->calls, 1);
    QCOMPARE(f.server.requests().back().verb, QByteArray("GET"));
    QCOMPARE(std::count_if(f.server.requests().begin(), f.server.requests().end(),
                           [](const Received &request) { return request.verb != "GET"; }),
             1);
}

void TestOneArrival::afterEarlierCalls_data()
{
    QTest::addColumn<bool>("tls");
    QTest::newRow("http") << false;
    QTest::newRow("https") << true;
}

/// Earlier calls leave connections open; a change sent on one of those would fail together with it.
void TestOneArrival::afterEarlierCalls()
{
    QFETCH(bool, tls);
    if (tls) {
        NEED_TLS_SERVER();
    }
    ClientFixture f(std::chrono::seconds(15), tls ? std::optional(m_certificate) : std::nullopt);
    bool closing = false;
    f.server.then([&closing](const Received &, const Exchange &exchange) {
        if (closing) {
            exchange.close();
        } else {
            exchange.answer({});
        }
    });
    for (int i = 0; i < 3; ++i) {
        const auto read = f.send(reads());
        QTRY_COMPARE(read->calls, 1);
        const auto change = f.send(changes());
        QTRY_COMPARE(change->calls, 1);
        QVERIFY(!change->error);
    }
    const int before = f.server.arrivals();
    const int connections = f.server.connections();
    closing = true;
    const auto bought = f.send(spends(Verb::Post, QStringLiteral("/v1/buy"), TokenKind::Personal));
    QTRY_COMPARE(bought->calls, 1);
    QVERIFY(bought->error->mayHaveHappened);
    QCOMPARE(f.server.arrivals(), before + 1);
    // A new one; Qt 6.8 opens another one besides, on which nothing is sent.
    QVERIFY(f.server.connections() > connections);
}

/// The same ways to end a connection, with a call that only reads: it is repeated by ApiClient, at
/// most twice, and by nothing else.
void TestOneArrival::readsMayComeAgain_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<Ending>("ending");
    for (const bool tls : {false, true}) {
        for (auto ending = endings().begin(); ending != endings().end(); ++ending) {
            QTest::addRow("%s, %s", tls ? "https" : "http", ending.value()) << tls << ending.key();
        }
    }
}

void TestOneArrival::readsMayComeAgain()
{
    QFETCH(bool, tls);
    if (tls) {
        NEED_TLS_SERVER();
    }
    QFETCH(Ending, ending);
    ClientFixture f(std::chrono::seconds(15), tls ? std::optional(m_certificate) : std::nullopt);
    f.server.thenAnswer({}); // the connection that this leaves open is used again
    f.server.then([ending](const Received &, const Exchange &exchange) { end(ending, exchange); });
    const auto first = f.send(reads());
    QTRY_COMPARE(first->calls, 1);
    const auto outcome = f.send(reads());
    QTRY_COMPARE(outcome->calls, 1);
    QCOMPARE(outcome->error->kind, ErrorKind::ServiceFailure);
    QVERIFY(!outcome->error->mayHaveHappened);
    QCOMPARE(f.server.arrivals(), 1 + 3);
    QCOMPARE(f.server.requests().back().body, QByteArray());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOneArrival)
#include "test_onearrival.moc"
