// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the function that classifies the result of an attempt, as a table.

#include "api/http/classify.h"
#include "api/http/redactedcurl.h"
#include "tests/support/describe.h"

#include <QTest>

using namespace relaybook;
using relaybook::testing::describe;
using EndedBy = AttemptFacts::EndedBy;

namespace {

constexpr auto noError = QNetworkReply::NoError;

Request requestOf(Effect effect)
{
    Request request;
    request.verb = effect == Effect::Reads ? Verb::Get : Verb::Post;
    request.path = QStringLiteral("/v1/things");
    request.effect = effect;
    return request;
}

} // namespace

class TestClassify : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void kinds_data();
    void kinds();
    void outcome_data();
    void outcome();
    void success();
    void bodies_data();
    void bodies();
    void protections_data();
    void protections();
    void errorsOfEdits_data();
    void errorsOfEdits();
    void onlyWhatIsReadIsPackedWrongly_data();
    void onlyWhatIsReadIsPackedWrongly();
    void reasonsAreSentences();
    void retryAfterIsKept();
    void repeats_data();
    void repeats();
    void wrongProxyPasswordIsNotRepeated();
    void curl();
};

void TestClassify::kinds_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QNetworkReply::NetworkError>("network");
    QTest::addColumn<EndedBy>("endedBy");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<ErrorKind>("kind");
    const auto answer = [](const char *name, int status, ErrorKind kind, const char *body = "") {
        QTest::newRow(name) << status << QNetworkReply::UnknownContentError << EndedBy::Itself
                            << QByteArray(body) << kind;
    };
    const auto silence = [](const char *name, QNetworkReply::NetworkError network, ErrorKind kind) {
        QTest::newRow(name) << 0 << network << EndedBy::Itself << QByteArray() << kind;
    };
    const auto ended = [](const char *name, EndedBy by, ErrorKind kind, int status = 0) {
        QTest::newRow(name) << status << QNetworkReply::OperationCanceledError << by << QByteArray()
                            << kind;
    };
    silence("refused", QNetworkReply::ConnectionRefusedError, ErrorKind::Offline);
    silence("no such host", QNetworkReply::HostNotFoundError, ErrorKind::Offline);
    silence("no route", QNetworkReply::UnknownNetworkError, ErrorKind::Offline);
    silence("proxy refused", QNetworkReply::ProxyConnectionRefusedError, ErrorKind::Offline);
    silence("proxy password", QNetworkReply::ProxyAuthenticationRequiredError, ErrorKind::Offline);
    silence("closed", QNetworkReply::RemoteHostClosedError, ErrorKind::ServiceFailure);
    silence("resend refused", QNetworkReply::ContentReSendError, ErrorKind::ServiceFailure);
    silence("nonsense", QNetworkReply::ProtocolFailure, ErrorKind::ServiceFailure);
    silence("handshake", QNetworkReply::SslHandshakeFailedError, ErrorKind::Tls);
    ended("timeout", EndedBy::IdleTimeout, ErrorKind::Timeout);
    ended("too slow", EndedBy::TooSlow, ErrorKind::Timeout);
    ended("too slow in a success", EndedBy::TooSlow, ErrorKind::Timeout, 200);
    ended("too slow in a refusal", EndedBy::TooSlow, ErrorKind::NotEnoughMoney, 402);
    ended("too slow in a failure", EndedBy::TooSlow, ErrorKind::ServiceFailure, 500);
    ended("cancelled", EndedBy::Caller, ErrorKind::Cancelled);
    ended("too large", EndedBy::TooLarge, ErrorKind::NotUnderstood, 200);
    ended("redirect elsewhere", EndedBy::ForeignRedirect, ErrorKind::NotUnderstood, 307);
    ended("timeout in a success", EndedBy::IdleTimeout, ErrorKind::Timeout, 200);
    ended("timeout in a refusal", EndedBy::IdleTimeout, ErrorKind::NotEnoughMoney, 402);
    answer("401", 401, ErrorKind::Unauthorized);
    answer("402", 402, ErrorKind::NotEnoughMoney);
    answer("403", 403, ErrorKind::Forbidden);
    answer("404", 404, ErrorKind::NotFound);
    answer("422", 422, ErrorKind::Validation);
    answer("429", 429, ErrorKind::TooManyRequests);
    answer("500", 500, ErrorKind::ServiceFailure);
    answer("502 in HTML", 502, ErrorKind::ServiceFailure, "<html>");
    answer("503", 503, ErrorKind::ServiceFailure);
    answer("304", 304, ErrorKind::NotUnderstood);
    answer("400", 400, ErrorKind::Refused);
    answer("400, promo code", 400, ErrorKind::Refused, R"({"error":{"code":4003,"message":"x"}})");
    answer("400, validation", 400, ErrorKind::Validation,
           R"({"error":{"code":2001,"message":"x"}})");
    answer("400, token", 400, ErrorKind::Unauthorized, R"({"error":{"code":1004,"message":"x"}})");
    answer("400, two factors", 400, ErrorKind::Forbidden,
           R"({"error":{"code":1006,"message":"x"}})");
    answer("410, gone", 410, ErrorKind::NotFound, R"({"error":{"code":3002,"message":"x"}})");
    answer("409, money", 409, ErrorKind::NotEnoughMoney,
           R"({"error":{"code":"4001","message":"x"}})");
    answer("a success that broke off", 200, ErrorKind::ServiceFailure);
}

void TestClassify::kinds()
{
    QFETCH(int, status);
    QFETCH(QNetworkReply::NetworkError, network);
    QFETCH(EndedBy, endedBy);
    QFETCH(QByteArray, body);
    QFETCH(ErrorKind, kind);
    AttemptFacts facts;
    facts.status = status;
    facts.networkError = network;
    facts.endedBy = endedBy;
    facts.body = body;
    const auto error = classify(requestOf(Effect::Reads), facts);
    QVERIFY(error);
    QCOMPARE(describe(error->kind), describe(kind));
    QCOMPARE(error->httpStatus, status);
    QCOMPARE(error->operation, QStringLiteral("GET /v1/things"));
    QVERIFY(!error->mayHaveHappened);
}

void TestClassify::outcome_data()
{
    QTest::addColumn<Effect>("effect");
    QTest::addColumn<int>("status");
    QTest::addColumn<QNetworkReply::NetworkError>("network");
    QTest::addColumn<EndedBy>("endedBy");
    QTest::addColumn<bool>("wasSent");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("unknown");

    const auto both = [](const QByteArray &name, int status, QNetworkReply::NetworkError network,
                         bool wasSent, const char *body, bool changes, bool spends,
                         EndedBy by = EndedBy::Itself) {
        QTest::addRow("change: %s", name.constData())
            << Effect::Changes << status << network << by << wasSent << QByteArray(body) << changes;
        QTest::addRow("purchase: %s", name.constData())
            << Effect::Spends << status << network << by << wasSent << QByteArray(body) << spends;
    };
    const auto content = QNetworkReply::UnknownContentError;
    const char *said = R"({"error":{"code":4004,"message":"unavailable"}})";
    both("never connected", 0, QNetworkReply::ConnectionRefusedError, false, "", false, false);
    both("certificate", 0, QNetworkReply::SslHandshakeFailedError, false, "", false, false);
    both("closed before the body", 0, QNetworkReply::RemoteHostClosedError, false, "", false,
         false);
    both("closed", 0, QNetworkReply::RemoteHostClosedError, true, "", true, true);
    both("resend refused", 0, QNetworkReply::ContentReSendError, true, "", true, true);
    both("offline in mid-call", 0, QNetworkReply::UnknownNetworkError, true, "", true, true);
    both("timeout before it was sent", 0, content, false, "", false, false, EndedBy::IdleTimeout);
    both("timeout", 0, content, true, "", true, true, EndedBy::IdleTimeout);
    both("too slow", 0, content, true, "", true, true, EndedBy::TooSlow);
    both("too slow in a success", 200, content, true, "{", true, true, EndedBy::TooSlow);
    both("402 that arrived too slowly", 402, content, true, "", false, false, EndedBy::TooSlow);
    both("cancelled", 0, content, true, "", true, true, EndedBy::Caller);
    both("too large", 200, content, true, "", true, true, EndedBy::TooLarge);
    both("redirect", 307, noError, true, "", true, true, EndedBy::ForeignRedirect);
    both("half a success", 200, QNetworkReply::RemoteHostClosedError, true, "{", true, true);
    both("500", 500, content, true, said, true, true);
    both("502 in HTML", 502, content, true, "<html>", true, true);
    both("503", 503, content, true, said, true, true);
    both("401", 401, content, true, "", false, false);
    both("402 without a body", 402, content, true, "", false, false);
    both("403", 403, content, true, "", false, false);
    both("422", 422, content, true, "", false, false);
    both("429", 429, content, true, "", false, false);
    both("402 that never ended", 402, content, true, "", false, false, EndedBy::IdleTimeout);
    both("400 that says so", 400, content, true, said, false, false);
    both("400 without a word", 400, content, true, "", true, true);
    both("400 in HTML", 400, content, true, "<html>", true, true);
    both("404 that says so", 404, content, true, said, false, false);
    both("404 without a word", 404, content, true, "", true, true);
    both("404 in HTML", 404, content, true, "<html>", true, true);
    both("400 that broke off", 400, content, true, "", true, true, EndedBy::TooSlow);
    // Only what the contract calls a refusal is one. An edit, which can be repeated safely, also
    // believes other statuses.
    const char *words = R"({"message":"The request was not processed."})";
    const char *noCode = R"({"error":{"message":"not found"}})";
    const char *foreignCode = R"({"error":{"code":404,"message":"no route"}})";
    const char *failure = R"({"error":{"code":5001,"message":"unavailable"}})";
    const char *gone = R"({"error":{"code":3006,"message":"no such product"}})";
    const std::pair<const char *, const char *> bodies[] = {
        {"without a word", ""}, {"with a message", words}, {"with a known code", said}};
    for (const auto &[with, body] : bodies) {
        for (const int status : {408, 409, 410, 413, 425, 451}) {
            const bool changes = status == 408 && *body == 0;
            both(QByteArray::number(status) + ", " + with, status, content, true, body, changes,
                 true);
        }
        for (const int status : {401, 402, 403, 405, 422, 429, 501}) {
            both(QByteArray::number(status) + ", " + with, status, content, true, body, false,
                 false);
        }
    }
    for (const int status : {400, 404}) {
        const QByteArray name = QByteArray::number(status);
        both(name + " with words", status, content, true, words, true, true);
        both(name + " without a code", status, content, true, noCode, true, true);
        both(name + " with a foreign code", status, content, true, foreignCode, true, true);
        both(name + " with a failure's code", status, content, true, failure, true, true);
        both(name + " with a code", status, content, true, gone, false, false);
    }
}

void TestClassify::outcome()
{
    QFETCH(Effect, effect);
    QFETCH(int, status);
    QFETCH(QNetworkReply::NetworkError, network);
    QFETCH(EndedBy, endedBy);
    QFETCH(bool, wasSent);
    QFETCH(QByteArray, body);
    QFETCH(bool, unknown);
    AttemptFacts facts;
    facts.status = status;
    facts.networkError = network;
    facts.endedBy = endedBy;
    facts.wasSent = wasSent;
    facts.body = body;
    const auto error = classify(requestOf(effect), facts);
    QVERIFY(error);
    QCOMPARE(error->mayHaveHappened, unknown);
    QVERIFY(!mayRepeat(requestOf(effect), *error));
}

void TestClassify::success()
{
    for (const int status : {200, 201, 202, 204}) {
        AttemptFacts facts;
        facts.status = status;
        QVERIFY(!classify(requestOf(Effect::Spends), facts));
    }
}

void TestClassify::bodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char *name, const char *body, const QStringList &lines) {
        QTest::newRow(name) << QByteArray(body)
                            << QStringList({QStringLiteral("error: Validation"),
                                            QStringLiteral("status: 422")}) +
                                   lines;
    };
    row("all of it",
        R"({"error":{"code":2003,"message":"m","description":"d","field":"name",
            "errors":[{"field":"name","message":"too long"},{"field":"country","message":"c"}]}})",
        {QStringLiteral("code: 2003"), QStringLiteral("message: m"),
         QStringLiteral("description: d"), QStringLiteral("field: name - too long"),
         QStringLiteral("field: country - c")});
    row("a field without errors", R"({"error":{"code":2001,"message":"m","field":"city"}})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m"),
         QStringLiteral("field: city - m")});
    row("a field beside other errors",
        R"({"error":{"code":2001,"message":"m","field":"a","errors":[{"field":"b","message":"n"}]}})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m"), QStringLiteral("field: a - m"),
         QStringLiteral("field: b - n")});
    row("nulls",
        R"({"error":{"code":2001,"message":"m","description":null,"field":null,"errors":null}})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m")});
    row("a code as a text", R"({"error":{"code":"2001","message":"m"}})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m")});
    row("errors by field", R"({"message":"m","errors":{"name":["n1","n2"],"city":"c"}})",
        {QStringLiteral("message: m"), QStringLiteral("field: name - n1"),
         QStringLiteral("field: name - n2"), QStringLiteral("field: city - c")});
    row("errors as texts", R"({"error":{"code":2001,"message":"m","errors":["one"]}})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m"),
         QStringLiteral("field:  - one")});
    row("a text", R"({"error":"broken","description":"d"})",
        {QStringLiteral("message: broken"), QStringLiteral("description: d")});
    row("unwrapped", R"({"code":2001,"message":"m"})",
        {QStringLiteral("code: 2001"), QStringLiteral("message: m")});
    row("nothing said", R"({"data":1})", {});
    row("a list", R"([1])", {});
    row("no body", "", {});
    row("HTML", "<html><h1>422</h1></html>", {});
    row("cut off", R"({"error":{"code":2001,"mess)", {});
}

void TestClassify::bodies()
{
    QFETCH(QByteArray, body);
    QFETCH(QStringList, lines);
    AttemptFacts facts;
    facts.status = 422;
    facts.networkError = QNetworkReply::UnknownContentError;
    facts.body = body;
    const auto error = classify(requestOf(Effect::Reads), facts);
    QVERIFY(error);
    QCOMPARE(describe(*error), lines);
}

void TestClassify::errorsOfEdits_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("unknown");
    const QByteArray words = R"({"error":{"message":"The name is taken."}})";
    QTest::newRow("404 without a body") << 404 << QByteArray() << false;
    QTest::newRow("404 in HTML") << 404 << QByteArray("<html>") << false;
    QTest::newRow("400 with a reason") << 400 << words << false;
    QTest::newRow("400 without a body") << 400 << QByteArray() << true;
    QTest::newRow("400 in HTML") << 400 << QByteArray("<html>") << true;
    QTest::newRow("409") << 409 << QByteArray() << false;
    QTest::newRow("500 with a reason") << 500 << words << true;
    QTest::newRow("502") << 502 << QByteArray("<html>") << true;
}

void TestClassify::errorsOfEdits()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(bool, unknown);
    AttemptFacts facts;
    facts.status = status;
    facts.networkError = QNetworkReply::UnknownContentError;
    facts.wasSent = true;
    facts.body = body;
    const auto error = classify(requestOf(Effect::Changes), facts);
    QVERIFY(error);
    QCOMPARE(editError(*error).mayHaveHappened, unknown);
}

void TestClassify::onlyWhatIsReadIsPackedWrongly_data()
{
    QTest::addColumn<QNetworkReply::NetworkError>("network");
    QTest::addColumn<ErrorKind>("kind");
    using Reply = QNetworkReply;
    QTest::newRow("Qt cannot unpack it") << Reply::UnknownContentError << ErrorKind::NotUnderstood;
    QTest::newRow("the network failed") << Reply::UnknownNetworkError << ErrorKind::ServiceFailure;
    QTest::newRow("closed") << Reply::RemoteHostClosedError << ErrorKind::ServiceFailure;
    QTest::newRow("broken parts") << Reply::ProtocolFailure << ErrorKind::ServiceFailure;
}

void TestClassify::onlyWhatIsReadIsPackedWrongly()
{
    QFETCH(QNetworkReply::NetworkError, network);
    QFETCH(ErrorKind, kind);
    AttemptFacts facts;
    facts.status = 200;
    facts.encoding = "gzip";
    facts.wasSent = true;
    facts.networkError = network;
    const auto error = classify(requestOf(Effect::Reads), facts);
    QVERIFY(error);
    QCOMPARE(describe(error->kind), describe(kind));
    QCOMPARE(error->message.contains(QStringLiteral("gzip")), kind == ErrorKind::NotUnderstood);
    // Whether a purchase was carried out is unknown in each case.
    const auto bought = classify(requestOf(Effect::Spends), facts);
    QVERIFY(bought);
    QVERIFY(bought->mayHaveHappened);
}

void TestClassify::reasonsAreSentences()
{
    AttemptFacts facts;
    facts.networkError = QNetworkReply::UnknownNetworkError;
    facts.networkText = QStringLiteral("Unknown error");
    QCOMPARE(classify(requestOf(Effect::Reads), facts).value_or(ApiError()).message,
             QStringLiteral("the network failed, and the system gave no reason"));
    facts.networkError = QNetworkReply::ConnectionRefusedError;
    facts.networkText.clear();
    QCOMPARE(classify(requestOf(Effect::Reads), facts).value_or(ApiError()).message,
             QStringLiteral("the service refused the connection"));
    facts.networkText = QStringLiteral("Connection refused");
    QCOMPARE(classify(requestOf(Effect::Reads), facts).value_or(ApiError()).message,
             QStringLiteral("Connection refused"));
}

void TestClassify::retryAfterIsKept()
{
    AttemptFacts facts;
    facts.status = 429;
    facts.retryAfter = std::chrono::seconds(17);
    const auto error = classify(requestOf(Effect::Changes), facts);
    QVERIFY(error);
    QCOMPARE(error->retryAfter, std::optional(std::chrono::seconds(17)));
}

void TestClassify::repeats_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<int>("retryAfter");
    QTest::addColumn<bool>("repeated");
    const auto row = [](ErrorKind kind, bool repeated, int retryAfter = -1) {
        QTest::addRow("%s, retry after %d", qPrintable(describe(kind)), retryAfter)
            << kind << retryAfter << repeated;
    };
    row(ErrorKind::Offline, true);
    row(ErrorKind::ServiceFailure, true);
    row(ErrorKind::ServiceFailure, true, 2);
    row(ErrorKind::ServiceFailure, false, 60);
    row(ErrorKind::TooManyRequests, true, 60);
    for (const ErrorKind kind :
         {ErrorKind::Tls, ErrorKind::Timeout, ErrorKind::Cancelled, ErrorKind::Unauthorized,
          ErrorKind::Forbidden, ErrorKind::NotFound, ErrorKind::Validation,
          ErrorKind::NotEnoughMoney, ErrorKind::Refused, ErrorKind::NotUnderstood, ErrorKind::Local,
          ErrorKind::TokenUnavailable, ErrorKind::ViewOnly, ErrorKind::BadSettings}) {
        row(kind, false);
    }
}

/// Pages of protections say nothing about tokens or permissions. What they mean for an order is
/// decided by the status alone.
void TestClassify::protections_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("mitigated");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("mayHaveHappened");
    const auto row = [](const char *name, int status, const char *body, bool mitigated,
                        ErrorKind kind, bool mayHaveHappened) {
        QTest::newRow(name) << status << QByteArray(body) << mitigated << kind << mayHaveHappened;
    };
    row("Cloudflare", 403, "<!DOCTYPE html><title>Just a moment...</title>", true,
        ErrorKind::Blocked, false);
    row("Cloudflare 503", 503, "\n<html>Checking your browser: DDoS protection by Cloudflare",
        false, ErrorKind::Blocked, true);
    row("Cloudflare 429", 429, "<html>error 1015", false, ErrorKind::Blocked, false);
    row("DDoS-Guard", 403, "<!doctype html><title>DDoS-Guard</title>", false, ErrorKind::Blocked,
        false);
    row("Imperva", 403, "<html>Request unsuccessful. Incapsula incident ID", false,
        ErrorKind::Blocked, false);
    row("a web server", 403, "<html><h1>403 Forbidden</h1><center>nginx", false, ErrorKind::Blocked,
        false);
    row("a header only", 403, "", true, ErrorKind::Blocked, false);
    row("a gateway", 503, "<html><h1>503 Service Unavailable</h1>", false,
        ErrorKind::ServiceFailure, true);
    row("the service", 403, R"({"error":{"code":1005,"message":"<b>no</b>"}})", false,
        ErrorKind::Forbidden, false);
    row("the service, empty", 403, "", false, ErrorKind::Forbidden, false);
    row("a web server's limit", 429, "<html><h1>429 Too Many Requests</h1><center>nginx", false,
        ErrorKind::TooManyRequests, false);
    row("the service, 429", 429, "{}", false, ErrorKind::TooManyRequests, false);
    row("another status", 401, "<html>", false, ErrorKind::Unauthorized, false);
}

void TestClassify::protections()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(bool, mitigated);
    QFETCH(ErrorKind, kind);
    QFETCH(bool, mayHaveHappened);
    AttemptFacts facts;
    facts.wasSent = true;
    facts.status = status;
    facts.networkError = QNetworkReply::ContentAccessDenied;
    facts.body = body;
    facts.isMitigated = mitigated;
    const auto error = classify(requestOf(Effect::Spends), facts);
    QVERIFY(error);
    QCOMPARE(error->kind, kind);
    QCOMPARE(error->mayHaveHappened, mayHaveHappened);
    QVERIFY(!mayRepeat(requestOf(Effect::Spends), *error));
    QCOMPARE(mayRepeat(requestOf(Effect::Reads), *error), kind == ErrorKind::Blocked ||
                                                              kind == ErrorKind::ServiceFailure ||
                                                              kind == ErrorKind::TooManyRequests);
}

/// A proxy locks out who comes again and again with a wrong password.
void TestClassify::wrongProxyPasswordIsNotRepeated()
{
    ApiError error;
    error.kind = ErrorKind::Offline;
    error.proxy = ProxyProblem::Refused;
    QVERIFY(mayRepeat(requestOf(Effect::Reads), error));
    error.proxy = ProxyProblem::SignIn;
    QVERIFY(!mayRepeat(requestOf(Effect::Reads), error));
}

void TestClassify::repeats()
{
    QFETCH(ErrorKind, kind);
    QFETCH(int, retryAfter);
    QFETCH(bool, repeated);
    ApiError error;
    error.kind = kind;
    if (retryAfter >= 0) {
        error.retryAfter = std::chrono::seconds(retryAfter);
    }
    QCOMPARE(mayRepeat(requestOf(Effect::Reads), error), repeated);
    QVERIFY(!mayRepeat(requestOf(Effect::Changes), error));
    QVERIFY(!mayRepeat(requestOf(Effect::Spends), error));
}

void TestClassify::curl()
{
    Request request;
    request.verb = Verb::Put;
    request.path = QStringLiteral("/v1/proxies/a");
    request.query.addQueryItem(QStringLiteral("page"), QStringLiteral("2"));
    request.token = TokenKind::Personal;
    request.effect = Effect::Changes;
    request.body = R"({"name":"it's","password":"hush"})";
    request.resellerKey = Secret(QStringLiteral("key"));
    QCOMPARE(redactedCurl(request),
             QString::fromUtf8("curl -X PUT \"$SERVICE/v1/proxies/a?page=2\" "
                               "-H \"Accept: application/json\" "
                               "-H \"Authorization: Bearer $TOKEN\" "
                               "-H \"X-Reseller-Key: $RESELLER_KEY\" "
                               "-H \"Content-Type: application/json\" "
                               "--data '{\"name\":\"it'\\''s\",\"password\":\"•••\"}'"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestClassify)
#include "test_classify.moc"
