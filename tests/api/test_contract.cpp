// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the client with a whole service, operation by operation. prism.sh puts a validating proxy
// between them, so nothing may be sent here that the interface document forbids.

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "tests/api/contractfixture.h"

#include <set>

using namespace relaybook;
using namespace relaybook::testing;

class TestContract : public ContractFixture
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void signIn();
    void signInWithAWrongPassword();
    void exchangeOfTheKey();
    void exchangeOfAWrongKey();
    void aRevokedToken();
    void theAccount();
    void theLedger();
    void theLedgerInLargePages();
    void categories();
    void planAndTraffic();
    void proxies();
    void changingAProxy();
    void changingAProxyBack();
    void aChangeThatIsRefused();
    void creatingAndDeletingAProxy();
    void places();
    void theResellerBalance();
    void buying();
    void buyingTooMuch();
    void buyingWhatIsNotSold();
    void analytics();
    void subUsers();
    void notes();
    void creatingMovingAndDeleting();
    void blocklist();
    void whitelist();
    void whatIsGone();

private:
    [[nodiscard]] Proxy anyProxy();
    [[nodiscard]] SubUser anySubUser();
};

void TestContract::initTestCase()
{
    const QString problem = open({});
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

Proxy TestContract::anyProxy()
{
    const auto list = ask(ListProxies{});
    return list && !list->items.empty() ? list->items.front() : Proxy();
}

SubUser TestContract::anySubUser()
{
    const auto list = ask(ListSubUsers{});
    return list && !list->items.empty() ? list->items.front() : SubUser();
}

// ------------------------------------------------------------------------------------- sign-in

void TestContract::signIn()
{
    const auto token =
        ask(IssueToken{access().email, access().password, QStringLiteral("Relaybook test")});
    VERIFY_OK(token);
    QVERIFY(!token->token.isEmpty());
    QVERIFY(token->account.has_value());
    QCOMPARE(token->account->email, access().email);
    AuthSession auth;
    auth.setPersonalToken(token->token);
    const auto account = askWith(auth, GetAccount{});
    VERIFY_OK(account);
    QCOMPARE(account->email, access().email);
}

void TestContract::signInWithAWrongPassword()
{
    const auto token = ask(IssueToken{access().email, Secret(QStringLiteral("wrong")),
                                      QStringLiteral("Relaybook test")});
    QVERIFY(!token);
    QCOMPARE(describe(token.error().kind), QStringLiteral("Unauthorized"));
    QCOMPARE(token.error().serviceCode, 1002);
}

void TestContract::exchangeOfTheKey()
{
    const auto token = ask(IssueResellerToken{access().resellerKey});
    VERIFY_OK(token);
    QVERIFY(!token->token.isEmpty());
    // It may have ended the token that the client holds; the client gets a new one by itself.
    VERIFY_OK(ask(GetResellerBalance{}));
    const auto again = ask(IssueResellerToken{access().resellerKey});
    VERIFY_OK(again);
    VERIFY_OK(ask(GetResellerBalance{}));
}

void TestContract::exchangeOfAWrongKey()
{
    AuthSession auth;
    auth.setResellerKey(Secret(QStringLiteral("00000000-0000-4000-8000-000000000000")));
    const auto balance = askWith(auth, GetResellerBalance{});
    QVERIFY(!balance);
    QCOMPARE(describe(balance.error().kind), QStringLiteral("Unauthorized"));
    QCOMPARE(balance.error().operation, QStringLiteral("GET /reseller/balance"));
}

void TestContract::aRevokedToken()
{
    const auto token =
        ask(IssueToken{access().email, access().password, QStringLiteral("to be revoked")});
    VERIFY_OK(token);
    // Tokens look like "1|abc…" (contract section 1); the part before the bar is the id.
    const QByteArray &bytes = token->token.reveal();
    const qint64 id = bytes.left(bytes.indexOf('|')).toLongLong();
    QVERIFY(id > 0);
    VERIFY_OK(ask(RevokeToken{TokenId(id)}));
    AuthSession auth;
    auth.setPersonalToken(token->token);
    const auto account = askWith(auth, GetAccount{});
    QVERIFY(!account);
    QCOMPARE(describe(account.error().kind), QStringLiteral("Unauthorized"));
    QCOMPARE(account.error().serviceCode, 1004);
}

// ------------------------------------------------------------------------------------- account

void TestContract::theAccount()
{
    const auto account = ask(GetAccount{});
    VERIFY_OK(account);
    const auto balance = ask(GetBalance{});
    VERIFY_OK(balance);
    QCOMPARE(account->balance, balance->amount);
    QCOMPARE(balance->currency, QStringLiteral("USD"));
}

void TestContract::theLedger()
{
    const auto first = ask(ListTransactions{1, 20});
    VERIFY_OK(first);
    QVERIFY(first->meta.has_value());
    QCOMPARE(first->meta->perPage, 20);
    QCOMPARE(first->items.size(), std::size_t(20));
    QVERIFY(first->unreadable.empty());
    QCOMPARE(first->meta->lastPage, (first->meta->total + 19) / 20);
    const auto last = ask(ListTransactions{first->meta->lastPage, 20});
    VERIFY_OK(last);
    QCOMPARE(qint64(last->items.size()), first->meta->total - (first->meta->lastPage - 1) * 20);
    const auto beyond = ask(ListTransactions{first->meta->lastPage + 1, 20});
    VERIFY_OK(beyond);
    QVERIFY(beyond->items.empty());
}

void TestContract::theLedgerInLargePages()
{
    const auto balance = ask(GetBalance{});
    VERIFY_OK(balance);
    std::vector<Transaction> rows;
    qint64 total = 1;
    for (qint64 page = 1; qint64(rows.size()) < total; ++page) {
        const auto answer = ask(ListTransactions{page, 1000});
        VERIFY_OK(answer);
        QVERIFY(answer->meta && answer->meta->perPage <= 1000 && !answer->items.empty());
        total = answer->meta->total;
        rows.insert(rows.end(), answer->items.begin(), answer->items.end());
    }
    QCOMPARE(qint64(rows.size()), total);
    std::set<TransactionId> ids;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ids.insert(rows[i].id);
        QVERIFY(rows[i].change().has_value());
        QCOMPARE(rows[i].change()->magnitude(), rows[i].amount->magnitude());
        if (i > 0) {
            QCOMPARE(rows[i - 1].balanceBefore, rows[i].balanceAfter); // newest first
        }
    }
    QCOMPARE(ids.size(), rows.size());
    QCOMPARE(rows.front().balanceAfter, balance->amount);
}

void TestContract::categories()
{
    const auto list = ask(ListCategories{});
    VERIFY_OK(list);
    QVERIFY(!list->items.empty());
    for (const Category &category : list->items) {
        QVERIFY(!category.slug.isEmpty());
        QVERIFY(!category.prices.tiers.empty());
        QVERIFY(category.prices.unreadable.isEmpty());
    }
}

void TestContract::planAndTraffic()
{
    const auto plan = ask(GetPlan{});
    VERIFY_OK(plan);
    QVERIFY(!plan->isEmpty());
    const auto traffic = ask(GetAccountTraffic{QStringLiteral("24h")});
    VERIFY_OK(traffic);
    QVERIFY(!traffic->isEmpty());
}

// ------------------------------------------------------------------------------------- proxies

void TestContract::proxies()
{
    const auto list = ask(ListProxies{});
    VERIFY_OK(list);
    QVERIFY(list->items.size() > 1);
    QVERIFY(list->meta.has_value());
    QCOMPARE(list->meta->total, qint64(list->items.size()));
    const Proxy &first = list->items.front();
    const auto one = ask(GetProxy{first.id});
    VERIFY_OK(one);
    QCOMPARE(one->id, first.id);
    QCOMPARE(one->name, first.name);
    QVERIFY(one->credentials.http.reveal().startsWith("http://"));
    QVERIFY(one->credentials.socks5.reveal().startsWith("socks5://"));
    const QByteArray &address = one->credentials.http.reveal();
    const QByteArray password = address.mid(address.indexOf(':', 7) + 1,
                                            address.lastIndexOf('@') - address.indexOf(':', 7) - 1);
    QVERIFY(password.size() > 4);
    QVERIFY(!one->raw.contains(password));
    const auto traffic = ask(ListProxyTraffic{});
    VERIFY_OK(traffic);
    QVERIFY(!traffic->items.empty());
}

void TestContract::changingAProxy()
{
    const Proxy before = anyProxy();
    ProxyEdit edit;
    edit.name = QString::fromUtf8("Ä new name, with \"quotes\"");
    const auto named = ask(UpdateProxy{before.id, edit});
    VERIFY_OK(named);
    QCOMPARE(named->name, *edit.name);
    QCOMPARE(named->country, before.country);
    QCOMPARE(named->behavior, before.behavior);
    edit = {};
    edit.behavior = QStringLiteral("rotate");
    edit.rotateType = QStringLiteral("interval");
    edit.rotateIntervalMinutes = 30;
    edit.trafficLimit = TrafficAmount::parseGb(u"12.5");
    edit.lifetimeMinutes = 60;
    const auto rotating = ask(UpdateProxy{before.id, edit});
    VERIFY_OK(rotating);
    QCOMPARE(rotating->behavior, *edit.behavior);
    QCOMPARE(rotating->name, named->name);
    const auto after = ask(GetProxy{before.id});
    VERIFY_OK(after);
    QCOMPARE(after->name, named->name);
    QCOMPARE(after->behavior, *edit.behavior);
}

void TestContract::changingAProxyBack()
{
    const Proxy before = anyProxy();
    const auto countries = ask(ListCountries{});
    VERIFY_OK(countries);
    QVERIFY(countries->items.size() > 1);
    ProxyEdit edit;
    edit.country = countries->items.back().code;
    edit.region = QString();
    edit.city = QString();
    const auto moved = ask(UpdateProxy{before.id, edit});
    VERIFY_OK(moved);
    QCOMPARE(moved->country, *edit.country);
    QCOMPARE(moved->region, QString());
    QCOMPARE(moved->city, QString());
}

void TestContract::aChangeThatIsRefused()
{
    ProxyEdit edit;
    edit.country = QStringLiteral("ZZ");
    const auto answer = ask(UpdateProxy{anyProxy().id, edit});
    QVERIFY(!answer);
    QCOMPARE(describe(answer.error().kind), QStringLiteral("Validation"));
    QVERIFY(!answer.error().mayHaveHappened);
    QVERIFY(!answer.error().fields.empty());
    QCOMPARE(answer.error().fields.front().field, QStringLiteral("country"));
}

void TestContract::creatingAndDeletingAProxy()
{
    NewProxy wanted;
    wanted.type = anyProxy().type;
    wanted.country = QStringLiteral("DE");
    wanted.behavior = QStringLiteral("keep");
    wanted.options.name = QStringLiteral("made by a test");
    const auto created = ask(CreateProxy{wanted});
    VERIFY_OK(created);
    QCOMPARE(created->name, *wanted.options.name);
    QCOMPARE(created->country, wanted.country);
    VERIFY_OK(ask(DeleteProxy{created->id}));
    const auto gone = ask(GetProxy{created->id});
    QVERIFY(!gone);
    QCOMPARE(describe(gone.error().kind), QStringLiteral("NotFound"));
    QCOMPARE(gone.error().serviceCode, 3002);
}

void TestContract::places()
{
    const auto countries = ask(ListCountries{QStringLiteral("residential")});
    VERIFY_OK(countries);
    QVERIFY(!countries->items.empty());
    const QString country = countries->items.front().code;
    const auto regions = ask(ListRegions{country, QStringLiteral("residential")});
    VERIFY_OK(regions);
    const auto cities = ask(ListCities{country, QString()});
    VERIFY_OK(cities);
    QVERIFY(!cities->items.empty());
    QVERIFY(!cities->items.front().name.isEmpty());
}

// ------------------------------------------------------------------------------------- reseller

void TestContract::theResellerBalance()
{
    const auto balance = ask(GetResellerBalance{});
    VERIFY_OK(balance);
    QVERIFY(balance->trafficBalance.has_value());
    QVERIFY(!balance->pools.empty());
    for (const TrafficPool &pool : balance->pools) {
        QVERIFY2(pool.left.has_value(), qPrintable(pool.type));
        QVERIFY2(pool.prices.source == PriceList::Source::Tiers, qPrintable(pool.type));
        QVERIFY(pool.prices.unreadable.isEmpty());
    }
}

void TestContract::buying()
{
    const auto pools = ask(GetResellerBalance{});
    VERIFY_OK(pools);
    const TrafficPool &pool = pools->pools.front();
    const auto before = ask(GetBalance{});
    VERIFY_OK(before);
    const auto amount = TrafficAmount::parseGb(u"1.25");
    const auto receipt = ask(TopUpTraffic{*amount, pool.type});
    VERIFY_OK(receipt);
    QCOMPARE(receipt->proxyType, pool.type);
    QCOMPARE(receipt->amountAdded, *amount);
    const auto after = ask(GetBalance{});
    VERIFY_OK(after);
    QCOMPARE(before->amount->minus(*after->amount), receipt->cost);
    const auto poolsAfter = ask(GetResellerBalance{});
    VERIFY_OK(poolsAfter);
    QCOMPARE(poolsAfter->pools.front().left, pool.left->plus(*amount));
    const auto ledger = ask(ListTransactions{1, 20});
    VERIFY_OK(ledger);
    QCOMPARE(ledger->items.front().change(), Money().minus(receipt->cost));
    QCOMPARE(ledger->items.front().balanceAfter, after->amount);
}

void TestContract::buyingTooMuch()
{
    const auto pools = ask(GetResellerBalance{});
    VERIFY_OK(pools);
    const auto receipt =
        ask(TopUpTraffic{*TrafficAmount::parseGb(u"90000"), pools->pools.front().type});
    QVERIFY(!receipt);
    QCOMPARE(describe(receipt.error().kind), QStringLiteral("NotEnoughMoney"));
    QVERIFY(!receipt.error().mayHaveHappened);
}

void TestContract::buyingWhatIsNotSold()
{
    const auto receipt =
        ask(TopUpTraffic{*TrafficAmount::parseGb(u"1"), QStringLiteral("satellite")});
    QVERIFY(!receipt);
    QCOMPARE(describe(receipt.error().kind), QStringLiteral("Validation"));
    QVERIFY(!receipt.error().mayHaveHappened);
}

void TestContract::analytics()
{
    const auto answer = ask(GetAnalytics{});
    VERIFY_OK(answer);
    QVERIFY(answer->subUsers.has_value());
    QVERIFY(!answer->days.empty());
}

// ------------------------------------------------------------------------------------- sub-users

void TestContract::subUsers()
{
    const auto list = ask(ListSubUsers{});
    VERIFY_OK(list);
    QVERIFY(list->items.size() > 1);
    const SubUser &first = list->items.front();
    const auto one = ask(GetSubUser{first.id});
    VERIFY_OK(one);
    QCOMPARE(one->id, first.id);
    QCOMPARE(one->username, first.username);
    QVERIFY(one->trafficLeft.has_value());
    const auto traffic = ask(GetSubUserTraffic{first.id});
    VERIFY_OK(traffic);
    QCOMPARE(traffic->left, one->trafficLeft);
    const auto history = ask(ListSubUserAllocations{first.id, 1, 20});
    VERIFY_OK(history);
    QVERIFY(history->meta.has_value());
}

void TestContract::notes()
{
    const SubUser subUser = anySubUser();
    for (const QString &note :
         {QString::fromUtf8("pays late — \"always\"\nsecond line"), QString()}) {
        const auto answer = ask(UpdateSubUserNote{subUser.id, note});
        VERIFY_OK(answer);
        const auto after = ask(GetSubUser{subUser.id});
        VERIFY_OK(after);
        QCOMPARE(after->note.value_or(QString()), note);
    }
}

void TestContract::creatingMovingAndDeleting()
{
    const auto pools = ask(GetResellerBalance{});
    VERIFY_OK(pools);
    const QString type = pools->pools.front().type;
    const auto created =
        ask(CreateSubUser{{QStringLiteral("made-by-a-test"), *TrafficAmount::parseGb(u"0.5"), type,
                           QStringLiteral("a note")}});
    VERIFY_OK(created);
    QCOMPARE(created->username, QStringLiteral("made-by-a-test"));
    QCOMPARE(created->trafficLeft, TrafficAmount::parseGb(u"0.5"));
    const auto added = ask(AddSubUserTraffic{created->id, *TrafficAmount::parseGb(u"0.25")});
    VERIFY_OK(added);
    QCOMPARE(added->moved, TrafficAmount::parseGb(u"0.25"));
    QCOMPARE(added->newBalance, TrafficAmount::parseGb(u"0.75"));
    const auto history = ask(ListSubUserAllocations{created->id, 1, 20});
    VERIFY_OK(history);
    QVERIFY(!history->items.empty());
    const auto dropped = ask(DropSubUserTraffic{created->id, std::nullopt});
    VERIFY_OK(dropped);
    QCOMPARE(dropped->moved, TrafficAmount::parseGb(u"0.75"));
    const auto tooMuch = ask(AddSubUserTraffic{created->id, *TrafficAmount::parseGb(u"9999999")});
    QVERIFY(!tooMuch);
    QVERIFY(!tooMuch.error().mayHaveHappened);
    VERIFY_OK(ask(DeleteSubUser{created->id}));
    const auto gone = ask(GetSubUser{created->id});
    QVERIFY(!gone);
    QCOMPARE(describe(gone.error().kind), QStringLiteral("NotFound"));
}

void TestContract::blocklist()
{
    const SubUserId id = anySubUser().id;
    const auto added = ask(AddBlocked{id, QStringLiteral("*.ads.example"), QStringLiteral("ads")});
    VERIFY_OK(added);
    const auto bulk =
        ask(AddBlockedBulk{id, {QStringLiteral("one.example"), QStringLiteral("two.example")}});
    VERIFY_OK(bulk);
    const auto list = ask(ListBlocked{id});
    VERIFY_OK(list);
    QVERIFY(list->items.size() >= 3);
    const auto found =
        std::find_if(list->items.begin(), list->items.end(), [](const AccessRule &rule) {
            return rule.pattern == QLatin1String("*.ads.example");
        });
    QVERIFY(found != list->items.end());
    QCOMPARE(found->comment, QStringLiteral("ads"));
    VERIFY_OK(ask(RemoveBlocked{id, found->id}));
    const auto after = ask(ListBlocked{id});
    VERIFY_OK(after);
    QCOMPARE(after->items.size(), list->items.size() - 1);
}

void TestContract::whitelist()
{
    const SubUserId id = anySubUser().id;
    VERIFY_OK(ask(AddAllowed{id, QStringLiteral("203.0.113.0/24"), QStringLiteral("office")}));
    VERIFY_OK(ask(AddAllowed{id, QStringLiteral("198.51.100.7"), QString(), true}));
    const auto list = ask(ListAllowed{id});
    VERIFY_OK(list);
    QVERIFY(list->items.size() >= 2);
    QVERIFY(!list->items.back().pattern.isEmpty());
    for (const AccessRule &rule : list->items) {
        VERIFY_OK(ask(RemoveAllowed{id, rule.id}));
    }
    const auto after = ask(ListAllowed{id});
    VERIFY_OK(after);
    QVERIFY(after->items.empty());
}

void TestContract::whatIsGone()
{
    const SubUserId nobody(999'999'999);
    const auto subUser = ask(GetSubUser{nobody});
    QVERIFY(!subUser);
    QCOMPARE(describe(subUser.error().kind), QStringLiteral("NotFound"));
    const auto note = ask(UpdateSubUserNote{nobody, QStringLiteral("x")});
    QVERIFY(!note);
    QCOMPARE(describe(note.error().kind), QStringLiteral("NotFound"));
    QVERIFY(!note.error().mayHaveHappened);
    const auto moved = ask(AddSubUserTraffic{nobody, *TrafficAmount::parseGb(u"1")});
    QVERIFY(!moved);
    QCOMPARE(describe(moved.error().kind), QStringLiteral("NotFound"));
    QVERIFY(!moved.error().mayHaveHappened);
    const auto proxy =
        ask(GetProxy{ProxyId(QStringLiteral("00000000-0000-4000-8000-000000000000"))});
    QVERIFY(!proxy);
    QCOMPARE(describe(proxy.error().kind), QStringLiteral("NotFound"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestContract)
#include "test_contract.moc"
