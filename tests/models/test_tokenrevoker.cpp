// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that tokens which a sign-in by e-mail created are revoked: after a check that led to no
// connection, when the account is closed, and when the program ends. No second token is created for
// the same check.

#include "api/http/apiclient.h"
#include "api/http/serviceconnection.h"
#include "models/accounts/signin.h"
#include "models/accounts/tokenrevoker.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"

#include <QSignalSpy>
#include <QTest>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::Exchange;
using testing::ManualClock;
using testing::Received;
using testing::ScriptedServer;

/// A service that issues tokens and answers as a test says.
struct RevokingService
{
    RevokingService()
    {
        server.start();
        server.then([this](const Received &request, const Exchange &exchange) {
            lines.append(request.line());
            bearers.append(request.header("Authorization"));
            if (request.verb == "POST") {
                ++issued;
                QByteArray body = issueAnswer;
                exchange.answer({201, body.replace("#", QByteArray::number(issued)), {}});
            } else if (request.verb == "DELETE") {
                if (revokeStatus != 0) {
                    exchange.answer({revokeStatus, R"({"message":"done"})", {}});
                }
            } else if (request.target.startsWith("/v1/account/transactions")) {
                exchange.answer({accountStatus, R"({"data":[]})", {}});
            } else {
                exchange.answer({accountStatus, accountStatus == 200 ? accountBody : "{}", {}});
            }
        });
    }
    [[nodiscard]] TokenRevoker::Connect connect()
    {
        return [this](const QString &address,
                      const NetworkSettings &) -> Result<std::unique_ptr<ServiceConnection>> {
            ApiClient::Config config{*ServiceAddress::parse(address)};
            config.repeatPause = 1ms;
            return std::make_unique<ServiceConnection>(config, clock);
        };
    }
    [[nodiscard]] SignInInput input() const
    {
        SignInInput input;
        input.address = server.url();
        input.email = QStringLiteral("ada@example.net");
        input.password = Secret(QByteArray("swordfish"));
        return input;
    }
    [[nodiscard]] QByteArrayList revoked() const
    {
        QByteArrayList found;
        for (const QByteArray &line : lines) {
            if (line.startsWith("DELETE")) {
                found.append(line);
            }
        }
        return found;
    }

    ManualClock clock;
    ScriptedServer server;
    QByteArray issueAnswer =
        R"({"data":{"token":"7#|abcdef","token_id":7#,"token_type":"Bearer"}})";
    QByteArray accountBody = R"({"data":{"id":1,"name":"Ada","email":"ada@example.net"}})";
    int accountStatus = 200;
    int revokeStatus = 200;
    int issued = 0;
    QByteArrayList lines;
    QByteArrayList bearers;
};

} // namespace

class TestTokenRevoker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCheckThatNobodyUsedIsRevoked();
    void theTokenInUseStays();
    void aFailedCheckCreatesNoSecondToken();
    void anEarlierTokenThatIsRefusedIsReplaced();
    void anIdIsNotGuessed_data();
    void anIdIsNotGuessed();
    void aServiceWithoutRevoking_data();
    void aServiceWithoutRevoking();
    void theEndWaitsForNobodyLong();

private:
    static void check(SignIn &signIn, const SignInInput &input)
    {
        QSignalSpy finished(&signIn, &SignIn::finished);
        signIn.check(input);
        QTRY_COMPARE(finished.size(), 1);
    }
};

void TestTokenRevoker::aCheckThatNobodyUsedIsRevoked()
{
    RevokingService service;
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    QVERIFY(signIn->result().has_value());
    QVERIFY(signIn->tokenLeft().isEmpty());
    QVERIFY(service.revoked().isEmpty());
    signIn.reset();
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked(), QByteArrayList{QByteArray("DELETE /v1/auth/tokens/71")});
    QCOMPARE(service.bearers.last(), QByteArray("Bearer 71|abcdef"));
}

void TestTokenRevoker::theTokenInUseStays()
{
    RevokingService service;
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    const Secret token = signIn->result()->personalToken;
    const auto id = revoker.takeOver(token);
    QCOMPARE(id, std::optional(TokenId(71)));
    QVERIFY(!revoker.takeOver(token).has_value()); // one account is responsible for it
    signIn.reset();
    QVERIFY(!revoker.isRevoking());
    QVERIFY(service.revoked().isEmpty());
    // The next sign-in does not touch it.
    signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    signIn.reset();
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked(), QByteArrayList{QByteArray("DELETE /v1/auth/tokens/72")});
    revoker.revoke(service.server.url(), {}, token, *id);
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked().last(), QByteArray("DELETE /v1/auth/tokens/71"));
    QCOMPARE(service.revoked().size(), 2);
}

void TestTokenRevoker::aFailedCheckCreatesNoSecondToken()
{
    RevokingService service;
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    service.accountStatus = 403;
    check(*signIn, service.input());
    check(*signIn, service.input());
    service.accountStatus = 200;
    check(*signIn, service.input());
    QVERIFY(signIn->result().has_value());
    QCOMPARE(service.issued, 1);
    // Another password is another attempt.
    SignInInput other = service.input();
    other.password = Secret(QByteArray("swordfish2"));
    check(*signIn, other);
    QCOMPARE(service.issued, 2);
    signIn.reset();
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked().size(), 2);
}

void TestTokenRevoker::anEarlierTokenThatIsRefusedIsReplaced()
{
    RevokingService service;
    TokenRevoker revoker(service.connect());
    SignIn signIn(service.connect(), &revoker);
    check(signIn, service.input());
    service.accountStatus = 401;
    check(signIn, service.input());
    QCOMPARE(service.issued, 2);
    QVERIFY(!signIn.result().has_value());
}

void TestTokenRevoker::anIdIsNotGuessed_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("the token alone")
        << QByteArray(R"({"data":{"token":"12|abcdef"}})") << QByteArray();
    QTest::newRow("an id of something")
        << QByteArray(R"({"data":{"token":"12|abcdef","id":4}})") << QByteArray();
    QTest::newRow("an id that the token has too")
        << QByteArray(R"({"data":{"token":"12|abcdef","id":12}})") << QByteArray("12");
    QTest::newRow("a token's id as text")
        << QByteArray(R"({"data":{"token":"abcdef","token_id":"12"}})") << QByteArray("12");
}

void TestTokenRevoker::anIdIsNotGuessed()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, id);
    RevokingService service;
    service.issueAnswer = answer;
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    QVERIFY(signIn->result().has_value());
    QCOMPARE(signIn->tokenLeft().isEmpty(), !id.isEmpty());
    signIn.reset();
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked(), id.isEmpty()
                                    ? QByteArrayList()
                                    : QByteArrayList{QByteArray("DELETE /v1/auth/tokens/" + id)});
}

void TestTokenRevoker::aServiceWithoutRevoking_data()
{
    QTest::addColumn<int>("status");
    for (const int status : {401, 404, 405, 500, 501}) {
        QTest::addRow("%d", status) << status;
    }
}

/// It is requested once; nothing more happens.
void TestTokenRevoker::aServiceWithoutRevoking()
{
    QFETCH(int, status);
    RevokingService service;
    service.revokeStatus = status;
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    signIn.reset();
    QVERIFY(revoker.isRevoking());
    QTRY_VERIFY(!revoker.isRevoking());
    QCOMPARE(service.revoked().size(), 1);
    revoker.revokeUnused();
    QVERIFY(!revoker.isRevoking());
}

void TestTokenRevoker::theEndWaitsForNobodyLong()
{
    RevokingService service;
    service.revokeStatus = 0; // never answers
    TokenRevoker revoker(service.connect());
    auto signIn = std::make_unique<SignIn>(service.connect(), &revoker);
    check(*signIn, service.input());
    signIn.reset();
    revoker.waitForEnd(50ms);
    QVERIFY(revoker.isRevoking());
    QTRY_COMPARE(service.revoked().size(), 1);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestTokenRevoker)
#include "test_tokenrevoker.moc"
