// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no secret is logged or part of an error: a whole session with all debug logging on,
// with good and bad answers.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "tests/api/clientfixture.h"
#include "tests/support/wine.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QMutex>
#include <QStringBuilder>
#include <QUrl>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a message handler is a function
QMutex logMutex;
QStringList logLines;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void keepLine(QtMsgType /*type*/, const QMessageLogContext &context, const QString &message)
{
    const QMutexLocker lock(&logMutex);
    logLines += QString::fromLatin1(context.category) + QLatin1String(": ") + message;
}

/// Every secret of this session; each is long enough not to appear by chance.
const QByteArrayList secrets{"sekret-password",     "9|sekret-personal", "sekret-reseller-key",
                             "sekret-access-token", "sekret-proxy-word", "sekret-sub-word"};

QByteArray quoted(QByteArray json)
{
    return json.replace('\'', '"');
}

Answer answerTo(const QByteArray &target)
{
    if (target == "/v1/auth/token") {
        return {201, quoted("{'data':{'token':'9|sekret-personal','token_type':'Bearer'}}"), {}};
    }
    if (target == "/reseller/access-token") {
        return {200, quoted("{'data':{'access_token':'sekret-access-token'}}"), {}};
    }
    if (target.startsWith("/v1/proxies/")) {
        return {200,
                quoted("{'data':{'id':'a','proxy_http':'http://user:sekret-proxy-word@h:1',"
                       "'proxy_socks5':'socks5:\\/\\/user:sekret-proxy-word@h:2'}}"),
                {}};
    }
    if (target.startsWith("/reseller/sub-users/")) {
        return {
            200,
            quoted("{'data':{'id':7,'username':'u','proxy':{'proxy_password':'sekret-sub-word'},"
                   "'proxy_config':['h:1:u:sekret-sub-word']}}"),
            {}};
    }
    return {422, quoted("{'error':{'code':2001,'message':'no'}}"), {}};
}

/// An error that repeats what was sent, as such and within other text.
QByteArray repeating(const Received &request)
{
    const QString token = QString::fromLatin1(request.header("Authorization")).mid(7);
    const QString key = QString::fromLatin1(request.header("X-Reseller-Key"));
    const QString sent = QString::fromUtf8(request.body);
    const QString encoded = QString::fromLatin1(QUrl::toPercentEncoding(token));
    const QJsonObject error{
        {QStringLiteral("code"), 1004},
        {QStringLiteral("message"), QString(u"no token '" % token % u"', key=" % key)},
        {QStringLiteral("description"), QString(u"in" % token % u"_" % encoded % u"\n" % sent)},
        {QStringLiteral("errors"), QJsonObject{{QString(u"header " % token),
                                                QString(token.section(u'|', -1) % u'/' % key)}}}};
    return QJsonDocument(QJsonObject{{QStringLiteral("error"), error}}).toJson();
}

} // namespace

class TestRedaction : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLoggingCategory::setFilterRules(QStringLiteral("*.debug=true"));
        m_before = qInstallMessageHandler(keepLine);
    }
    void cleanupTestCase() { qInstallMessageHandler(m_before); }
    void cleanup();
    void aWholeSession_data();
    void aWholeSession();

private:
    template <class Endpoint>
    void call(ClientFixture &f, const Endpoint &endpoint);

    QtMessageHandler m_before = nullptr;
    QStringList m_texts; ///< what errors and kept values say
};

void TestRedaction::cleanup()
{
    m_texts.clear();
    const QMutexLocker lock(&logMutex);
    logLines.clear();
}

template <class Endpoint>
void TestRedaction::call(ClientFixture &f, const Endpoint &endpoint)
{
    int calls = 0;
    Call handle =
        f.client->send(endpoint, &f.guard, [&](const Result<typename Endpoint::Response> &result) {
            ++calls;
            if (!result) {
                m_texts += describe(result.error());
                m_texts += result.error().curl + result.error().operation;
                m_texts += result.error().message + result.error().description;
                for (const FieldError &field : result.error().fields) {
                    m_texts += field.field + field.message;
                }
            } else if constexpr (requires { result->raw; }) {
                m_texts += QString::fromUtf8(result->raw);
            }
        });
    QTRY_COMPARE(calls, 1);
}

void TestRedaction::aWholeSession_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<int>("fault"); // 0 none, 1 closed, 2 HTML, 3 cut off, others repeat secrets
    for (const bool tls : {false, true}) {
        for (const int fault : {0, 1, 2, 3, 401, 422}) {
            QTest::addRow("%s, fault %d", tls ? "https" : "http", fault) << tls << fault;
        }
    }
}

void TestRedaction::aWholeSession()
{
    QFETCH(bool, tls);
    if (tls) {
        NEED_TLS_SERVER();
    }
    QFETCH(int, fault);
    ClientFixture f(std::chrono::seconds(15),
                    tls ? std::optional(TestCertificate::make()) : std::nullopt);
    f.auth.setPersonalToken(Secret(QStringLiteral("9|sekret-personal")));
    f.auth.setResellerKey(Secret(QStringLiteral("sekret-reseller-key")));
    f.server.then([fault](const Received &request, const Exchange &exchange) {
        Answer answer = answerTo(request.target);
        const bool exempt = fault == 401 && request.target == "/reseller/access-token";
        if (fault == 1) {
            exchange.close();
            return;
        }
        if (fault == 2) {
            answer.body = "<html>" + request.header("Authorization") + "</html>";
        } else if (fault == 3) {
            answer.body.chop(3);
        } else if (fault > 400 && !exempt) {
            answer = {fault, repeating(request), {}};
        }
        exchange.answer(answer);
    });
    const Secret password(QStringLiteral("sekret-password"));
    call(f, IssueToken{QStringLiteral("a@b.example"), password, QStringLiteral("test")});
    call(f, GetProxy{ProxyId(QStringLiteral("a"))});
    ProxyEdit edit;
    edit.name = QStringLiteral("new");
    call(f, UpdateProxy{ProxyId(QStringLiteral("a")), edit});
    call(f, GetSubUser{SubUserId(7)});
    call(f, UpdateSubUserNote{SubUserId(7), QStringLiteral("a note")});
    call(f, TopUpTraffic{*TrafficAmount::parseGb(u"1"), QStringLiteral("mobile")});
    call(f, ListTransactions{1, 20});
    call(f, RevokeToken{TokenId(3)});

    const QMutexLocker lock(&logMutex);
    const QByteArray everything = (logLines + m_texts).join(u'\n').toUtf8();
    for (const QByteArray &secret : secrets) {
        QVERIFY2(!everything.contains(secret), secret.constData());
    }
    if (fault > 400) { // it is masked, not left out
        QVERIFY(everything.contains("no token '•••', key="));
        QVERIFY(everything.contains("in•••_•••"));
    }
    // There is something to search in: every call wrote a line.
    QVERIFY(everything.contains("relaybook.http: GET /v1/proxies/a"));
    QVERIFY(everything.contains("relaybook.http: POST /v1/auth/token"));
    // The log contains no query either; the "Details" of an error may show it.
    QVERIFY(!logLines.join(u'\n').contains(QLatin1String("per_page")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestRedaction)
#include "test_redaction.moc"
