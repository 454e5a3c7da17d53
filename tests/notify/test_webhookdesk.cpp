// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the messages to the webhook over real HTTP: their order, a small number of attempts, the
// address in the keychain only, privacy mode, and the log.
#include "models/notify/webhookdesk.h"

#include "models/text/privacymode.h"
#include "tests/support/fakekeychain.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptedserver.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::FakeKeychain;
using relaybook::testing::ManualClock;
using relaybook::testing::ScriptedServer;

class TestWebhookDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theMessage();
    void privacyModeLeavesNamesAndAmountsOut();
    void messagesKeepTheirOrder();
    void aFailureIsRetriedAFewTimes();
    void aPauseThatTheServiceAsksForIsKept();
    void theFormAndTheSignature();
    void whatIsRefusedIsNotRetried();
    void theAddressIsInTheKeychainOnly();
    void aKeychainThatFailsAtStoring();
    void aKeychainThatFailsAtReplacing();
    void aKeychainThatFailsAtReading();
    void anAddressThatIsGone();
    void removingDropsWhatWaits();
    void removingDropsATest();
    void aTestIsSentOnce();
    void nothingIsSentOffline();
    void aBadAddressIsNotStored();
    void tooManyWaitingAreDropped();

private:
    void makeDesk(bool isOffline = false, std::chrono::milliseconds pause = 1ms)
    {
        m_desk = std::make_unique<WebhookDesk>(
            WebhookDesk::Parts{.keychain = m_keychain,
                               .clock = m_clock,
                               .network = [](const QString &) { return NetworkSettings(); },
                               .isOffline = isOffline,
                               .retryAfter = {pause, pause, pause}});
    }
    void storeAddress()
    {
        QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
        m_desk->setAddress({Secret(address())});
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed.front().front().toString(), QString());
    }
    [[nodiscard]] QString address() const
    {
        return m_server->url() + QStringLiteral("/hook/walrus-7?key=ostrich");
    }
    [[nodiscard]] static WebhookDesk::Message message(const char *key)
    {
        return {QStringLiteral("unknown-order"),
                QStringLiteral("account-key"),
                QStringLiteral("Main account"),
                QStringLiteral("95 GB for $247.00, order %1.").arg(QLatin1String(key)),
                QStringLiteral("The result of an order is unknown."),
                {QLatin1String(key)}};
    }
    [[nodiscard]] QJsonObject received(int number) const
    {
        return QJsonDocument::fromJson(m_server->requests().at(std::size_t(number)).body).object();
    }

    FakeKeychain m_keychain;
    ManualClock m_clock;
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<WebhookDesk> m_desk;
};

void TestWebhookDesk::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_keychain.entries.clear();
    m_keychain.error = std::nullopt;
    m_keychain.requests.clear();
    m_server = std::make_unique<ScriptedServer>();
    m_server->start();
    makeDesk();
}

void TestWebhookDesk::cleanup()
{
    setPrivacyOn(false);
    m_desk.reset();
    m_server.reset();
}

void TestWebhookDesk::theMessage()
{
    m_server->thenAnswer({});
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("17"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.front().front().toStringList(), QStringList(QStringLiteral("17")));
    QVERIFY(ended.front().back().toBool());
    QCOMPARE(m_server->requests().front().line(), QByteArray("POST /hook/walrus-7?key=ostrich"));
    QCOMPARE(m_server->requests().front().header("Content-Type"), QByteArray("application/json"));
    const QJsonObject body = received(0);
    QCOMPARE(body.keys(), (QStringList{QStringLiteral("account"), QStringLiteral("kind"),
                                       QStringLiteral("program"), QStringLiteral("text"),
                                       QStringLiteral("version")}));
    QCOMPARE(body[QStringLiteral("program")].toString(), QStringLiteral("Relaybook"));
    QCOMPARE(body[QStringLiteral("kind")].toString(), QStringLiteral("unknown-order"));
    QCOMPARE(body[QStringLiteral("account")].toString(), QStringLiteral("Main account"));
    QCOMPARE(body[QStringLiteral("text")].toString(),
             QStringLiteral("Main account: 95 GB for $247.00, order 17."));
    QVERIFY(!body[QStringLiteral("version")].toString().isEmpty());
    const std::vector<WebhookDelivery> expected{
        {m_clock.now(), QStringLiteral("unknown-order"), {WebhookOutcome::Delivered, 200}, 1}};
    QCOMPARE(m_desk->log().rows(), expected);
}

void TestWebhookDesk::privacyModeLeavesNamesAndAmountsOut()
{
    // The first attempt fails; privacy mode is turned on before the second one.
    m_server->thenAnswer({500, "{}", {}});
    m_server->thenAnswer({});
    makeDesk(false, 1h);
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("17"));
    QTRY_COMPARE(m_server->arrivals(), 1);
    QVERIFY(m_server->requests().front().body.contains("247"));
    setPrivacyOn(true);
    QTRY_VERIFY([this] {
        m_desk->retryNow();
        return m_server->arrivals() == 2;
    }());
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(received(1)[QStringLiteral("account")].toString(), QString());
    QCOMPARE(received(1)[QStringLiteral("text")].toString(),
             QStringLiteral("The result of an order is unknown."));
    QVERIFY(!m_server->requests().back().body.contains("247"));
}

void TestWebhookDesk::messagesKeepTheirOrder()
{
    m_server->thenAnswer({503, "{}", {}});
    m_server->then(
        [](const testing::Received &, const testing::Exchange &exchange) { exchange.close(); });
    m_server->thenAnswer({});
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    for (const char *key : {"1", "2", "3"}) {
        m_desk->send(message(key));
    }
    QTRY_COMPARE(ended.size(), 3);
    QStringList orders;
    for (int i = 0; i < m_server->arrivals(); ++i) {
        orders.append(received(i)[QStringLiteral("text")].toString().right(2).left(1));
    }
    QCOMPARE(orders.join(QString()), QStringLiteral("11123"));
    QCOMPARE(m_desk->log().rows().back().attempts, 3);
    QCOMPARE(m_desk->log().rows().front().attempts, 1);
}

void TestWebhookDesk::aFailureIsRetriedAFewTimes()
{
    m_server->thenAnswer({500, "{}", {}});
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QVERIFY(!ended.front().back().toBool());
    QCOMPARE(m_server->arrivals(), 4);
    QCOMPARE(m_desk->log().rows().front().result,
             (WebhookResult{WebhookOutcome::ServiceFailure, 500}));
    QCOMPARE(m_desk->log().rows().front().attempts, 4);
    // Nothing follows: the next message is the next arrival.
    m_desk->send(message("2"));
    QTRY_COMPARE(ended.size(), 2);
    QCOMPARE(m_server->arrivals(), 8);
    QVERIFY(received(4)[QStringLiteral("text")].toString().endsWith(QStringLiteral("2.")));
}

void TestWebhookDesk::aPauseThatTheServiceAsksForIsKept()
{
    m_server->thenAnswer({429, "{}", {{"Retry-After", "600"}}});
    m_server->thenAnswer({404, "{}", {{"Retry-After", "600"}}});
    m_server->thenAnswer({});
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    m_desk->send(message("2"));
    QTRY_COMPARE(m_server->arrivals(), 1);
    QTest::qWait(50); // usually it would be sent again after a millisecond
    QCOMPARE(m_server->arrivals(), 1);
    m_desk->retryNow();
    QTRY_COMPARE(ended.size(), 1);
    QTest::qWait(50); // the next message waits, too
    QCOMPARE(m_server->arrivals(), 2);
    m_desk->retryNow();
    QTRY_COMPARE(ended.size(), 2);
    QCOMPARE(m_server->arrivals(), 3);
}

void TestWebhookDesk::theFormAndTheSignature()
{
    m_server->thenAnswer({500, "{}", {}});
    m_server->thenAnswer({});
    m_desk->setForm(WebhookForm::Text);
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->setAddress({Secret(address()), Secret(QByteArray("walrus"))});
    QVERIFY(!changed.front().front().toString().isEmpty()); // no key
    QVERIFY(!m_desk->isSet());
    const Secret key(QByteArray("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
    m_desk->setAddress({Secret(address()), key});
    QTRY_VERIFY(m_desk->isSet());
    QCOMPARE(m_keychain.entries.at(m_desk->entry()).webhookKey, key);
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_server->arrivals(), 2);
    QCOMPARE(received(0).keys(), QStringList(QStringLiteral("text")));
    const auto first = m_server->requests().at(0); // copies: more arrive
    const auto second = m_server->requests().at(1);
    QVERIFY(first.header("webhook-id").startsWith("msg_"));
    QCOMPARE(second.header("webhook-id"), first.header("webhook-id")); // the same message
    const auto expected =
        webhookSignature(key, first.header("webhook-id"), m_clock.now(), first.body);
    QCOMPARE(first.header("webhook-signature"), expected.back().second);
    m_desk->send(message("2"));
    QTRY_COMPARE(ended.size(), 2);
    QVERIFY(m_server->requests().at(2).header("webhook-id") != first.header("webhook-id"));
}

void TestWebhookDesk::whatIsRefusedIsNotRetried()
{
    m_server->thenAnswer({404, "no", {}});
    m_server->thenAnswer({302, "", {{"Location", m_server->url().toUtf8() + "/other"}}});
    m_server->thenAnswer({});
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    for (const char *key : {"1", "2", "3"}) {
        m_desk->send(message(key));
    }
    QTRY_COMPARE(ended.size(), 3);
    QVERIFY(!ended.at(0).back().toBool());
    QVERIFY(!ended.at(1).back().toBool());
    QVERIFY(ended.at(2).back().toBool());
    QCOMPARE(m_server->arrivals(), 3);
    QCOMPARE(m_desk->log().rows().at(1).result, (WebhookResult{WebhookOutcome::Redirected, 302}));
    QCOMPARE(m_desk->log().rows().at(2).result,
             (WebhookResult{WebhookOutcome::Refused, 404, 0s, QStringLiteral("no")}));
}

void TestWebhookDesk::theAddressIsInTheKeychainOnly()
{
    m_server->thenAnswer({});
    storeAddress();
    QVERIFY(m_desk->entry().startsWith(QStringLiteral("webhook-")));
    QVERIFY(!m_desk->isForSession());
    QCOMPARE(m_keychain.entries.size(), std::size_t(1));
    QCOMPARE(m_keychain.entries.at(m_desk->entry()).webhookAddress, Secret(address()));
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    const QByteArray log = m_desk->log().stored();
    for (const char *part : {"walrus", "ostrich", "127.0.0.1", "http"}) {
        QVERIFY2(!log.contains(part), log.constData());
    }
    // A restart finds it by the entry's name.
    const QString entry = m_desk->entry();
    const DeliveryLog before = m_desk->log();
    makeDesk();
    QVERIFY(!m_desk->isSet());
    m_desk->restore(entry, before);
    QVERIFY(m_desk->isSet());
    QSignalSpy again(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("2"));
    QTRY_COMPARE(again.size(), 1);
    QCOMPARE(m_server->arrivals(), 2);
    QCOMPARE(m_desk->log().rows().size(), std::size_t(2));
    // Another address is stored in the same entry.
    storeAddress();
    QCOMPARE(m_desk->entry(), entry);
}

void TestWebhookDesk::aKeychainThatFailsAtStoring()
{
    m_server->thenAnswer({});
    m_keychain.error = KeychainError{KeychainError::Locked, QStringLiteral("detail")};
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->setAddress({Secret(address())});
    QTRY_COMPARE(changed.size(), 1);
    const QString problem = changed.front().front().toString();
    QVERIFY(problem.contains(QStringLiteral("until Relaybook is closed")));
    QVERIFY(!problem.contains(QStringLiteral("walrus")));
    QVERIFY(m_desk->isSet());
    QVERIFY(m_desk->isForSession());
    QVERIFY(m_desk->entry().isEmpty());
    // It works for this session.
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_server->arrivals(), 1);
    m_desk->removeAddress();
    QVERIFY(!m_desk->isSet());
}

void TestWebhookDesk::aKeychainThatFailsAtReplacing()
{
    m_server->thenAnswer({});
    storeAddress();
    const QString before = m_desk->entry();
    m_keychain.error = KeychainError{KeychainError::Locked, {}};
    m_keychain.requests.clear();
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->setAddress({Secret(m_server->url() + QStringLiteral("/other"))});
    QTRY_COMPARE(changed.size(), 1);
    const QString problem = changed.front().front().toString();
    QVERIFY2(problem.contains(QStringLiteral("earlier address")), qPrintable(problem));
    // After a restart, the earlier one is not used.
    QVERIFY(m_desk->entry().isEmpty());
    QVERIFY(m_desk->isForSession());
    QCOMPARE(m_keychain.requests, (QStringList{QStringLiteral("write %1").arg(before),
                                               QStringLiteral("remove %1").arg(before)}));
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_server->requests().front().line(), QByteArray("POST /other"));
}

void TestWebhookDesk::aKeychainThatFailsAtReading()
{
    m_server->thenAnswer({});
    storeAddress();
    m_keychain.error = KeychainError{KeychainError::Locked, {}};
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_desk->log().rows().front().result, (WebhookResult{WebhookOutcome::KeychainFailed}));
    QCOMPARE(m_desk->log().rows().front().attempts, 1); // it may ask its user each time
    QVERIFY(!ended.front().back().toBool());
    QCOMPARE(m_server->arrivals(), 0);
}

void TestWebhookDesk::anAddressThatIsGone()
{
    storeAddress();
    m_keychain.entries.clear();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    m_desk->send(message("1"));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_desk->log().rows().front().result, (WebhookResult{WebhookOutcome::NoAddress}));
    QCOMPARE(m_desk->log().rows().front().attempts, 1);
}

void TestWebhookDesk::removingDropsWhatWaits()
{
    storeAddress();
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->send(message("1")); // the server is silent
    m_desk->send(message("2"));
    QTRY_COMPARE(m_server->arrivals(), 1);
    m_desk->removeAddress();
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(ended.size(), 2);
    QVERIFY(!ended.at(0).back().toBool());
    QVERIFY(!ended.at(1).back().toBool());
    QVERIFY(!m_desk->isSet());
    QVERIFY(m_keychain.entries.empty());
    QTRY_COMPARE(m_server->gone(), 1);
    // A new address works.
    m_server->thenAnswer({});
    storeAddress();
    m_desk->send(message("3"));
    QTRY_COMPARE(ended.size(), 3);
    QVERIFY(m_server->requests().back().body.contains("order 3"));
}

void TestWebhookDesk::removingDropsATest()
{
    storeAddress();
    QSignalSpy tested(m_desk.get(), &WebhookDesk::tested);
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->test(message("1")); // the server is silent
    QTRY_COMPARE(m_server->arrivals(), 1);
    m_desk->removeAddress();
    QVERIFY(!m_desk->isTesting());
    QTRY_COMPARE(changed.size(), 1);
    QTRY_COMPARE(m_server->gone(), 1);
    // Before the address was read.
    storeAddress();
    changed.clear();
    m_keychain.hold();
    m_desk->test(message("2"));
    m_desk->removeAddress();
    m_keychain.answer();
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(!m_desk->isTesting());
    QCOMPARE(m_server->arrivals(), 1);
    QCOMPARE(tested.size(), 0);
    QVERIFY(m_desk->log().rows().empty());
}

void TestWebhookDesk::aTestIsSentOnce()
{
    m_server->thenAnswer({500, "{}", {}});
    storeAddress();
    QSignalSpy tested(m_desk.get(), &WebhookDesk::tested);
    WebhookDesk::Message test = message("1");
    test.kind = WebhookDesk::testKind;
    m_desk->test(test);
    m_desk->test(test);
    QVERIFY(m_desk->isTesting());
    QTRY_COMPARE(tested.size(), 1);
    QVERIFY(!m_desk->isTesting());
    QCOMPARE(m_server->arrivals(), 1);
    QCOMPARE(m_desk->log().rows().front().kind, QStringLiteral("test"));
}

void TestWebhookDesk::nothingIsSentOffline()
{
    makeDesk(true);
    storeAddress();
    m_keychain.requests.clear();
    QSignalSpy tested(m_desk.get(), &WebhookDesk::tested);
    m_desk->test(message("1"));
    QTRY_COMPARE(tested.size(), 1);
    QCOMPARE(m_desk->log().rows().front().result, (WebhookResult{WebhookOutcome::Offline}));
    QCOMPARE(m_server->connections(), 0);
    QVERIFY(m_keychain.requests.isEmpty());
}

void TestWebhookDesk::aBadAddressIsNotStored()
{
    QSignalSpy changed(m_desk.get(), &WebhookDesk::addressChanged);
    m_desk->setAddress({Secret(QStringLiteral("http://walrus.example/hook"))});
    QCOMPARE(changed.size(), 1);
    QVERIFY(!changed.front().front().toString().contains(QStringLiteral("walrus")));
    QVERIFY(!m_desk->isSet());
    QVERIFY(m_keychain.requests.isEmpty());
}

void TestWebhookDesk::tooManyWaitingAreDropped()
{
    storeAddress(); // the server is silent
    QSignalSpy ended(m_desk.get(), &WebhookDesk::ended);
    const int many = static_cast<int>(WebhookDesk::mostWaiting) + 2;
    for (int i = 0; i < many; ++i) {
        m_desk->send(message(QByteArray::number(i).constData()));
    }
    QCOMPARE(ended.size(), 2);
    // The one that is being sent stays.
    QCOMPARE(ended.front().front().toStringList(), QStringList(QStringLiteral("1")));
    QVERIFY(!ended.front().back().toBool());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestWebhookDesk)
#include "test_webhookdesk.moc"
