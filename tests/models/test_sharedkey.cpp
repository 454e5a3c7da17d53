// SPDX-License-Identifier: GPL-3.0-or-later
// Tests signing in with a Reseller Key that something else uses too: each exchange of the key makes
// the service refuse the access token of the one before.

#include "api/http/apiclient.h"
#include "api/http/serviceconnection.h"
#include "models/accounts/signin.h"
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

/// A service that refuses so many calls with an access token before it accepts one.
struct SharedKeyService
{
    SharedKeyService()
    {
        server.start();
        server.then([this](const Received &request, const Exchange &exchange) {
            if (request.target.endsWith("/reseller/access-token")) {
                ++exchanges;
                exchange.answer({exchangeStatus,
                                 R"({"data":{"access_token":"t)" + QByteArray::number(exchanges) +
                                     R"(","expires_at":null}})",
                                 {}});
                return;
            }
            ++reads;
            const bool refused = reads <= refusals;
            exchange.answer({refused ? 401 : 200,
                             refused ? R"({"message":"A newer one replaced it.","code":1004})"
                                     : R"({"data":{"traffic_balance_gb":7}})",
                             {}});
        });
    }
    SignInFindings signIn()
    {
        SignIn signIn(
            [this](const QString &address,
                   const NetworkSettings &) -> Result<std::unique_ptr<ServiceConnection>> {
                ApiClient::Config config{*ServiceAddress::parse(address)};
                config.repeatPause = 1ms;
                return std::make_unique<ServiceConnection>(config, clock);
            });
        SignInInput input;
        input.address = server.url();
        input.resellerKey = Secret(QByteArray("0b9f2a64-5a0e-4a3f-9f0e-4d2c7a5f1b11"));
        QSignalSpy finished(&signIn, &SignIn::finished);
        signIn.check(input);
        if (finished.isEmpty()) {
            finished.wait(30'000);
        }
        return signIn.findings();
    }

    ManualClock clock;
    ScriptedServer server;
    int refusals = 0;
    int exchangeStatus = 200;
    int exchanges = 0;
    int reads = 0;
};

} // namespace

class TestSharedKey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReplacedTokenIsExchangedAgain();
    void refusalsEnd();
    void aWrongKeyIsTriedOnce();
};

void TestSharedKey::aReplacedTokenIsExchangedAgain()
{
    SharedKeyService service;
    service.refusals = 2;
    QCOMPARE(service.signIn().reseller.state, SignInFindings::Check::State::Accepted);
    QCOMPARE(service.exchanges, 3);
}

void TestSharedKey::refusalsEnd()
{
    SharedKeyService service;
    service.refusals = 1000;
    const SignInFindings found = service.signIn();
    QCOMPARE(found.reseller.state, SignInFindings::Check::State::Refused);
    QCOMPARE(found.reseller.error->kind, ErrorKind::Unauthorized);
    QCOMPARE(service.reads, 4);
    QCOMPARE(service.exchanges, 4);
}

void TestSharedKey::aWrongKeyIsTriedOnce()
{
    SharedKeyService service;
    service.exchangeStatus = 401;
    QCOMPARE(service.signIn().reseller.state, SignInFindings::Check::State::Refused);
    QCOMPARE(service.exchanges, 1);
    QCOMPARE(service.reads, 0);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSharedKey)
#include "test_sharedkey.moc"
