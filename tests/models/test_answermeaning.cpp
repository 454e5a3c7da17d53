// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what the service's answer to an order means for the order: all statuses with all kinds of
// bodies, as the client classifies them.

#include "api/http/classify.h"
#include "models/orders/answermeaning.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace relaybook;
using EndedBy = AttemptFacts::EndedBy;
using enum AnswerMeaning;

namespace {

Request orderRequest()
{
    Request request;
    request.verb = Verb::Post;
    request.path = QStringLiteral("/reseller/topup-traffic");
    request.effect = Effect::Spends;
    return request;
}

AttemptFacts answered(int status, const QByteArray &body)
{
    AttemptFacts facts;
    facts.status = status;
    facts.body = body;
    facts.wasSent = true;
    facts.networkError = QNetworkReply::UnknownContentError;
    return facts;
}

QByteArray bodyWith(int code)
{
    return R"({"error":{"code":)" + QByteArray::number(code) + R"(,"message":"words"}})";
}

/// The contract's table of codes, without 5001 to 5003: they mean that the service failed.
bool isCodeOfRefusal(int code)
{
    const std::vector<int> codes = {1001, 1002, 1003, 1004, 1005, 1006, 1007, 2001, 2002,
                                    2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011,
                                    2012, 2013, 3001, 3002, 3003, 3004, 3005, 3006, 3007,
                                    3008, 4001, 4002, 4003, 4004, 4005};
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

AnswerMeaning expectedOf(int status, int code)
{
    switch (status) {
    case 401:
    case 402:
    case 403:
    case 422:
    case 429:
        return Refused;
    case 405:
    case 501:
        return NotOffered;
    case 400:
    case 404:
        return isCodeOfRefusal(code) ? Refused : Unknown;
    default:
        return Unknown;
    }
}

} // namespace

class TestAnswerMeaning : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void statusesWithCodes();
    void statusesWithoutCodes_data();
    void statusesWithoutCodes();
    void withoutAnAnswer_data();
    void withoutAnAnswer();
    void unreadableSuccess();
    void aTokenThatIsRefused();
};

void TestAnswerMeaning::statusesWithCodes()
{
    for (int status = 300; status < 600; ++status) {
        for (const int code :
             {0,    1,    404,  1000, 1001, 1004, 1007, 1008, 2000, 2001, 2013, 2014, 3000,
              3001, 3006, 3008, 3009, 4000, 4001, 4005, 4006, 5000, 5001, 5003, 9999, -1}) {
            const auto error = classify(orderRequest(), answered(status, bodyWith(code)));
            const QByteArray which = QByteArray::number(status) + " with " + bodyWith(code);
            QVERIFY2(error, which.constData());
            const AnswerMeaning meaning = meaningOf(*error);
            QVERIFY2(meaning == expectedOf(status, code), which.constData());
            QVERIFY2(error->mayHaveHappened == (meaning == Unknown), which.constData());
        }
    }
}

void TestAnswerMeaning::statusesWithoutCodes_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("no body") << QByteArray();
    QTest::newRow("HTML") << QByteArray("<html><h1>4001</h1></html>");
    QTest::newRow("a message") << QByteArray(R"({"message":"The request was not processed."})");
    QTest::newRow("an error without a code") << QByteArray(R"({"error":{"message":"not found"}})");
    QTest::newRow("a text") << QByteArray(R"({"error":"not found"})");
    QTest::newRow("null as a code") << QByteArray(R"({"error":{"code":null,"message":"no"}})");
    QTest::newRow("a word as a code") << QByteArray(R"({"error":{"code":"gone","message":"no"}})");
    QTest::newRow("other JSON") << QByteArray(R"({"data":{"code":4001}})");
    QTest::newRow("a list") << QByteArray("[4001]");
    QTest::newRow("cut off") << QByteArray(R"({"error":{"code":4001,"mess)");
}

void TestAnswerMeaning::statusesWithoutCodes()
{
    QFETCH(QByteArray, body);
    for (int status = 300; status < 600; ++status) {
        const auto error = classify(orderRequest(), answered(status, body));
        QVERIFY2(error, QByteArray::number(status).constData());
        const AnswerMeaning meaning = meaningOf(*error);
        QVERIFY2(meaning == expectedOf(status, 0), QByteArray::number(status).constData());
        QVERIFY2(error->mayHaveHappened == (meaning == Unknown),
                 QByteArray::number(status).constData());
    }
}

void TestAnswerMeaning::withoutAnAnswer_data()
{
    QTest::addColumn<QNetworkReply::NetworkError>("network");
    QTest::addColumn<EndedBy>("endedBy");
    QTest::addColumn<bool>("wasSent");
    QTest::addColumn<AnswerMeaning>("meaning");
    const auto row = [](const char *name, QNetworkReply::NetworkError network, bool wasSent,
                        AnswerMeaning meaning, EndedBy by = EndedBy::Itself) {
        QTest::newRow(name) << network << by << wasSent << meaning;
    };
    const auto aborted = QNetworkReply::OperationCanceledError;
    row("no connection", QNetworkReply::ConnectionRefusedError, false, NotSent);
    row("no such host", QNetworkReply::HostNotFoundError, false, NotSent);
    row("certificate", QNetworkReply::SslHandshakeFailedError, false, NotSent);
    row("the proxy", QNetworkReply::ProxyConnectionRefusedError, false, NotSent);
    row("timeout before it was sent", aborted, false, NotSent, EndedBy::IdleTimeout);
    row("closed", QNetworkReply::RemoteHostClosedError, true, Unknown);
    row("timeout", aborted, true, Unknown, EndedBy::IdleTimeout);
    row("too slow", aborted, true, Unknown, EndedBy::TooSlow);
    row("cancelled", aborted, true, Unknown, EndedBy::Caller);
}

void TestAnswerMeaning::withoutAnAnswer()
{
    QFETCH(QNetworkReply::NetworkError, network);
    QFETCH(EndedBy, endedBy);
    QFETCH(bool, wasSent);
    QFETCH(AnswerMeaning, meaning);
    AttemptFacts facts;
    facts.networkError = network;
    facts.endedBy = endedBy;
    facts.wasSent = wasSent;
    const auto error = classify(orderRequest(), facts);
    QVERIFY(error);
    QCOMPARE(meaningOf(*error), meaning);

    for (const ErrorKind kind :
         {ErrorKind::Local, ErrorKind::TokenUnavailable, ErrorKind::ViewOnly,
          ErrorKind::BadSettings, ErrorKind::NotOffered, ErrorKind::Unauthorized}) {
        ApiError unsent;
        unsent.kind = kind;
        QCOMPARE(meaningOf(unsent), NotSent);
    }
}

void TestAnswerMeaning::unreadableSuccess()
{
    for (const int status : {200, 201, 202, 204}) {
        ApiError error;
        error.kind = ErrorKind::NotUnderstood;
        error.httpStatus = status;
        error.serviceCode = 4001;
        error.mayHaveHappened = true;
        QCOMPARE(meaningOf(error), Unknown);
        // A success whose body broke off.
        const auto half = classify(orderRequest(), answered(status, bodyWith(4001)));
        QVERIFY(half);
        QCOMPARE(meaningOf(*half), Unknown);
    }
}

/// The order waited for a token. Whatever the answer to that call is, the order was not sent.
void TestAnswerMeaning::aTokenThatIsRefused()
{
    for (const int status : {0, 200, 401, 403, 404, 405, 422, 429, 500, 501}) {
        ApiError error;
        error.httpStatus = status;
        error.isOfToken = true;
        QCOMPARE(meaningOf(error), NotSent);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAnswerMeaning)
#include "test_answermeaning.moc"
