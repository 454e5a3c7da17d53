// SPDX-License-Identifier: GPL-3.0-or-later
// Tests reading a test page's answer: forms of bodies and of exit addresses, limits, and that the
// size of the pieces in which it arrives makes no difference.

#include "api/proxytest/pageanswer.h"
#include "tests/api/proxytestfixture.h"

#include <QTest>

using namespace relaybook;

namespace {

constexpr qint64 limit = 1000;
using End = ProxyTestOutcome;

/// The answer after `bytes` in pieces of this size, and then the end of the connection.
PageAnswer answerOf(const QByteArray &bytes, qsizetype piece)
{
    PageAnswer answer(limit);
    for (qsizetype at = 0; at < bytes.size() && !answer.isOver(); at += piece) {
        QByteArray received = bytes.mid(at, piece);
        answer.take(received);
    }
    if (!answer.isOver()) {
        answer.end();
    }
    return answer;
}

QByteArray withLength(const QByteArray &body)
{
    return "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" +
           body;
}

} // namespace

class TestPageAnswer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answers_data();
    void answers();
    void addresses_data();
    void addresses();
    void endsWithoutTheConnection();
};

void TestPageAnswer::answers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<End>("outcome");
    const QByteArray ok("HTTP/1.1 200 OK\r\n");
    const QByteArray body(R"({"ip":"203.0.113.7"})");
    const QByteArray chunked = ok + "transfer-ENCODING: Chunked\r\n\r\n";
    QTest::newRow("length") << withLength(body) << End::Works;
    QTest::newRow("until the end") << ok + "\r\n" + body << End::Works;
    QTest::newRow("bare line feeds") << "HTTP/1.0 200 OK\nA: b\n\n" + body << End::Works;
    QTest::newRow("chunks") << chunked + "4;x=y\r\n{\"ip\r\n10\r\n\":\"203.0.113.7\"}\r\n0\r\n\r\n"
                            << End::Works;
    QTest::newRow("chunks without the last") << chunked + "4\r\n{\"ip\r\n"
                                             << End::ClosedAfterTunnel;
    QTest::newRow("no chunk") << chunked + "{\"ip\":1}\r\n" << End::PageUnreadable;
    QTest::newRow("negative chunk") << chunked + "-5\r\n" << End::PageUnreadable;
    QTest::newRow("endless chunk size") << chunked + QByteArray(5000, '0') << End::PageUnreadable;
    QTest::newRow("a long line before each byte")
        << chunked + QByteArray("1;" + QByteArray(1000, 'x') + "\r\n{\r\n").repeated(200)
        << End::PageTooLarge;
    QTest::newRow("empty lines without end")
        << chunked + QByteArray("\r\n").repeated(100'000) << End::PageTooLarge;
    QTest::newRow("interim") << "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + withLength(body)
                             << End::Works;
    QTest::newRow("only interim") << QByteArray("HTTP/1.1 100 Continue\r\n\r\n")
                                  << End::ClosedAfterTunnel;
    QTest::newRow("cut body") << withLength(body).chopped(1) << End::ClosedAfterTunnel;
    QTest::newRow("cut head") << ok << End::ClosedAfterTunnel;
    QTest::newRow("404") << QByteArray("HTTP/1.1 404 Not Found\r\n\r\n") << End::PageRefused;
    QTest::newRow("no HTTP") << QByteArray("SSH-2.0-x\r\n\r\n") << End::PageUnreadable;
    QTest::newRow("no status") << QByteArray("HTTP/1.1 fine\r\n\r\n") << End::PageUnreadable;
    QTest::newRow("odd length") << ok + "Content-Length: much\r\n\r\n" << End::PageUnreadable;
    QTest::newRow("said too large") << ok + "Content-Length: 1001\r\n\r\n" << End::PageTooLarge;
    QTest::newRow("too large") << ok + "\r\n" + QByteArray(2000, 'x') << End::PageTooLarge;
    QTest::newRow("too large in chunks")
        << chunked + "7d0\r\n" + QByteArray(2000, 'x') << End::PageTooLarge;
    QTest::newRow("endless head") << ok + "A: " + QByteArray(HttpHead::largest, 'x')
                                  << End::PageUnreadable;
    QTest::newRow("endless interim")
        << QByteArray("HTTP/1.1 100 C\r\n\r\n").repeated(2000) << End::PageUnreadable;
    QTest::newRow("no address") << withLength("<html>") << End::NoAddress;
    QTest::newRow("empty") << withLength("") << End::NoAddress;
}

void TestPageAnswer::answers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(End, outcome);
    for (const qsizetype piece : {bytes.size(), qsizetype{1}, qsizetype{7}}) {
        const PageAnswer answer = answerOf(bytes, piece);
        QCOMPARE(answer.outcome(), outcome);
        QCOMPARE(answer.exit().address,
                 outcome == End::Works ? QStringLiteral("203.0.113.7") : QString());
    }
}

void TestPageAnswer::addresses_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("country");
    const auto row = [](const char *body, const char *address, const char *country) {
        QTest::newRow(QByteArray(body).simplified().constData())
            << QByteArray(body) << QString::fromLatin1(address) << QString::fromLatin1(country);
    };
    row(R"({"ip":"203.0.113.7","country":"DE"})", "203.0.113.7", "DE");
    row(R"({"ip":"203.0.113.7","country":null})", "203.0.113.7", "");
    row(R"({"ip":"203.0.113.7","country":"Germany","country_code":"de"})", "203.0.113.7", "DE");
    row(R"({"query":"203.0.113.7","countryCode":"DE","status":"success"})", "203.0.113.7", "DE");
    row(R"({"origin":"203.0.113.7, 198.51.100.1"})", "203.0.113.7", "");
    row(R"({"ip":"2001:DB8::1","country":{"code":"DE"}})", "2001:db8::1", "DE");
    row(R"({"proxy":{"ip":"203.0.113.7"},"country":{"code":"DE","name":"Germany"}})", "203.0.113.7",
        "DE");
    row(R"({"ip":"203.0.113.7","providers":{"a":{"country":""},"b":{"country":"US"},"c":7}})",
        "203.0.113.7", "US");
    row(R"("203.0.113.7")", "203.0.113.7", "");
    row(R"("203.0.113.7)", "", "");
    row(R"({"proxy":"203.0.113.7"})", "", "");
    row("203.0.113.7\n", "203.0.113.7", "");
    row("2001:db8::1", "2001:db8::1", "");
    row("fl=1\nip=203.0.113.7\nts=2\nloc=DE\n", "203.0.113.7", "DE");
    row("fe80::1%password-of-somebody", "fe80::1", "");
    row(R"({"ip":"here"})", "", "");
    row(R"({"ip":7})", "", "");
    row(R"({"ip":"203.0.113.7")", "", "");
    row("{", "", "");
    row("[]", "", "");
    row("1", "", "");
    row("<html>203.0.113.7</html>", "", "");
}

void TestPageAnswer::addresses()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, address);
    QFETCH(QString, country);
    const ExitAddress found = exitAddressIn(body);
    QCOMPARE(found.address, address);
    QCOMPARE(found.country, country);
}

/// Some servers keep the connection open.
void TestPageAnswer::endsWithoutTheConnection()
{
    PageAnswer answer(limit);
    QByteArray whole = withLength(R"({"ip":"203.0.113.7"})") + "more";
    answer.take(whole);
    QVERIFY(answer.isOver());
    QVERIFY(whole.isEmpty());
    QCOMPARE(answer.outcome(), End::Works);
    answer.end();
    QCOMPARE(answer.outcome(), End::Works);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPageAnswer)
#include "test_pageanswer.moc"
