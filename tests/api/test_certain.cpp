// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the client with a service that offers only the certain operations (contract, "What is
// certain") and answers nothing that is not certain. prism.sh runs it with the part of the
// interface document that is marked as certain.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "api/types/quote.h"
#include "tests/api/contractfixture.h"

#include <algorithm>

using namespace relaybook;
using namespace relaybook::testing;

class TestCertain : public ContractFixture
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void signIn();
    void signInWithAWrongPassword();
    void exchangeOfTheKey();
    void exchangeOfAWrongKey();
    void theLedger();
    void pricesWithoutPools();
    void buying();
    void ordersThatAreRefused();
    void changingAProxy();
    void aChangeThatIsRefused();
    void notes();
    void whatIsGone();
    void cleanupTestCase();
};

void TestCertain::initTestCase()
{
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    const QString problem = open(offer);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestCertain::signIn()
{
    const auto token =
        ask(IssueToken{access().email, access().password, QStringLiteral("Relaybook test")});
    VERIFY_OK(token);
    AuthSession auth;
    auth.setPersonalToken(token->token);
    const auto ledger = askWith(auth, ListTransactions{1, 1});
    VERIFY_OK(ledger);
    QCOMPARE(ledger->items.size(), std::size_t(1));
}

void TestCertain::signInWithAWrongPassword()
{
    const auto token = ask(IssueToken{access().email, Secret(QStringLiteral("wrong")),
                                      QStringLiteral("Relaybook test")});
    QVERIFY(!token);
    QCOMPARE(describe(token.error().kind), QStringLiteral("Unauthorized"));
}

void TestCertain::exchangeOfTheKey()
{
    VERIFY_OK(ask(GetResellerBalance{}));
    // This ends the token that the client holds; the client exchanges the key again by itself.
    const auto token = ask(IssueResellerToken{access().resellerKey});
    VERIFY_OK(token);
    QVERIFY(!token->token.isEmpty());
    VERIFY_OK(ask(GetResellerBalance{}));
}

void TestCertain::exchangeOfAWrongKey()
{
    AuthSession auth;
    auth.setResellerKey(Secret(QStringLiteral("00000000-0000-4000-8000-000000000000")));
    const auto balance = askWith(auth, GetResellerBalance{});
    QVERIFY(!balance);
    QCOMPARE(describe(balance.error().kind), QStringLiteral("Unauthorized"));
}

void TestCertain::theLedger()
{
    const auto first = ask(ListTransactions{1, 20});
    VERIFY_OK(first);
    QVERIFY(first->meta.has_value());
    QVERIFY(first->unreadable.empty());
    QCOMPARE(first->items.size(), std::size_t(20));
    const auto second = ask(ListTransactions{2, 20});
    VERIFY_OK(second);
    QCOMPARE(first->items.back().balanceBefore, second->items.front().balanceAfter);
}

void TestCertain::pricesWithoutPools()
{
    const auto balance = ask(GetResellerBalance{});
    VERIFY_OK(balance);
    QVERIFY(!balance->trafficBalance.has_value());
    QVERIFY(!balance->pools.empty());
    for (const TrafficPool &pool : balance->pools) {
        QVERIFY2(!pool.left.has_value(), qPrintable(pool.type));
        QVERIFY2(pool.prices.source == PriceList::Source::Tiers, qPrintable(pool.type));
        QVERIFY2(!pool.prices.flatPricePerGb.has_value(), qPrintable(pool.type));
    }
}

void TestCertain::buying()
{
    const auto prices = ask(GetResellerBalance{});
    VERIFY_OK(prices);
    const TrafficPool &pool = prices->pools.front();
    const auto amount = TrafficAmount::parseGb(u"1.25");
    const auto quoted = quote(pool.prices, *amount);
    QVERIFY(quoted.has_value());
    const auto before = ask(ListTransactions{1, 1});
    VERIFY_OK(before);
    const auto receipt = ask(TopUpTraffic{*amount, pool.type});
    VERIFY_OK(receipt);
    QCOMPARE(receipt->proxyType, pool.type);
    QCOMPARE(receipt->amountAdded, *amount);
    QCOMPARE(receipt->cost, quoted->cost);
    const auto after = ask(ListTransactions{1, 1});
    VERIFY_OK(after);
    QCOMPARE(after->items.front().balanceBefore, before->items.front().balanceAfter);
    QCOMPARE(after->items.front().change(), Money().minus(receipt->cost));
}

void TestCertain::ordersThatAreRefused()
{
    const auto prices = ask(GetResellerBalance{});
    VERIFY_OK(prices);
    const auto tooMuch =
        ask(TopUpTraffic{*TrafficAmount::parseGb(u"90000"), prices->pools.front().type});
    QVERIFY(!tooMuch);
    QCOMPARE(describe(tooMuch.error().kind), QStringLiteral("NotEnoughMoney"));
    QVERIFY(!tooMuch.error().mayHaveHappened);
    const auto unknown =
        ask(TopUpTraffic{*TrafficAmount::parseGb(u"1"), QStringLiteral("satellite")});
    QVERIFY(!unknown);
    QCOMPARE(describe(unknown.error().kind), QStringLiteral("Validation"));
    QVERIFY(!unknown.error().mayHaveHappened);
}

void TestCertain::changingAProxy()
{
    const ProxyId id(access().proxyId);
    ProxyEdit edit;
    edit.name = QString::fromUtf8("Ä new name, with \"quotes\"");
    const auto named = ask(UpdateProxy{id, edit});
    VERIFY_OK(named);
    QCOMPARE(named->id, id);
    QCOMPARE(named->name, *edit.name);
    QVERIFY(named->credentials.http.reveal().startsWith("http://"));
    edit = {};
    edit.behavior = named->behavior == QLatin1String("keep") ? QStringLiteral("rotate")
                                                             : QStringLiteral("keep");
    const auto turned = ask(UpdateProxy{id, edit});
    VERIFY_OK(turned);
    QCOMPARE(turned->behavior, *edit.behavior);
    QCOMPARE(turned->name, named->name);
    QCOMPARE(turned->country, named->country);
}

void TestCertain::aChangeThatIsRefused()
{
    ProxyEdit edit;
    edit.country = QStringLiteral("ZZ");
    const auto answer = ask(UpdateProxy{ProxyId(access().proxyId), edit});
    QVERIFY(!answer);
    QCOMPARE(describe(answer.error().kind), QStringLiteral("Validation"));
    QVERIFY(!answer.error().mayHaveHappened);
}

void TestCertain::notes()
{
    const SubUserId id(access().subUserId);
    for (const QString &note :
         {QString::fromUtf8("pays late — \"always\"\nsecond line"), QString()}) {
        const auto answer = ask(UpdateSubUserNote{id, note});
        VERIFY_OK(answer);
        QCOMPARE(answer->note.value_or(QString()), note);
    }
}

void TestCertain::whatIsGone()
{
    ProxyEdit edit;
    edit.name = QStringLiteral("n");
    const auto proxy =
        ask(UpdateProxy{ProxyId(QStringLiteral("00000000-0000-4000-8000-000000000000")), edit});
    QVERIFY(!proxy);
    QCOMPARE(describe(proxy.error().kind), QStringLiteral("NotFound"));
    QCOMPARE(proxy.error().serviceCode, 3002);
    QVERIFY(!proxy.error().mayHaveHappened);
    const auto note = ask(UpdateSubUserNote{SubUserId(999'999'999), QStringLiteral("x")});
    QVERIFY(!note);
    QCOMPARE(describe(note.error().kind), QStringLiteral("NotFound"));
    QVERIFY(!note.error().mayHaveHappened);
}

/// Checks that all certain operations were called, and no other one.
void TestCertain::cleanupTestCase()
{
    if (sandboxServer() == nullptr) {
        return;
    }
    std::vector<std::string> called;
    for (const auto &[operation, count] : sandboxServer()->counters().operations) {
        called.push_back(operation);
    }
    std::vector<std::string> certain = sandbox::certainOperationIds();
    std::sort(certain.begin(), certain.end());
    QCOMPARE(called, certain);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestCertain)
#include "test_certain.moc"
