// SPDX-License-Identifier: GPL-3.0-or-later
// Tests services that offer only some operations: one with only the certain operations is a
// complete service; one that lacks any single operation lacks nothing else.

#include "api/http/serviceconnection.h"
#include "models/account/addedrows.h"
#include "models/accounts/signin.h"
#include "models/store/accountstore.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/serviceoffer.h"
#include "tests/models/ledgerstate.h"

#include <QFile>
#include <QSignalSpy>

namespace relaybook {

using testing::SandboxSettings;
using testing::SessionFixture;

namespace {

sandbox::Offer certainOnly()
{
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    return offer;
}

SandboxSettings smallAccount(sandbox::Offer offer)
{
    SandboxSettings settings;
    settings.proxies = 5;
    settings.subUsers = 5;
    settings.transactions = 40;
    settings.offer = std::move(offer);
    return settings;
}

bool isAtRest(const SessionFixture &f)
{
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        const auto state = f.session->status(area).state;
        if (state == AreaStatus::Loading || state == AreaStatus::NeverLoaded) {
            return false;
        }
    }
    return f.areaIs(Area::Transactions, AreaStatus::NotOffered) ||
           f.ledgerIs(LedgerProgress::Complete) || f.ledgerIs(LedgerProgress::Failed);
}

/// As the program does by itself: what the service was found not to have is not asked again.
void refreshEach(const SessionFixture &f)
{
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        f.session->refresh(area);
    }
}

std::uint64_t asked(const SessionFixture &f, const char *operation)
{
    return f.server.counters().of(operation).arrived;
}

ProxyId proxyOf(const SessionFixture &f, size_t index)
{
    return ProxyId(QString::fromStdString(f.server.proxyIds().at(index)));
}

/// Signs in like the dialog, with these secrets.
std::optional<SignInResult> signIn(const SessionFixture &f, bool personal, bool reseller)
{
    SignIn signIn([&f](const QString &address,
                       const NetworkSettings &) -> Result<std::unique_ptr<ServiceConnection>> {
        const auto service = ServiceAddress::parse(address);
        if (!service) {
            return tl::unexpected<ApiError>(service.error());
        }
        return std::make_unique<ServiceConnection>(
            ApiClient::Config{.service = *service, .tls = {}}, f.clock);
    });
    SignInInput input;
    input.address = f.url();
    if (personal) {
        input.personalToken = Secret(QString::fromStdString(f.access.personalToken));
    }
    if (reseller) {
        input.resellerKey = Secret(QString::fromStdString(f.access.resellerKey));
    }
    QSignalSpy finished(&signIn, &SignIn::finished);
    signIn.check(input);
    if (finished.isEmpty() && !finished.wait(30'000)) {
        return std::nullopt;
    }
    return signIn.result();
}

} // namespace

class TestServiceOffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCertainCallsAreEnough();
    void eachSecretConnectsAlone();
    void anEmailConnectsToo();
    void whatIsMissingIsAskedOnceADay();
    void aListThatComesLaterIsMatchedById();
    void otherAnswersOfAMissingCall_data();
    void otherAnswersOfAMissingCall();
    void eachOperationMayBeMissing_data();
    void eachOperationMayBeMissing();
    void aProxyIsEditedWithoutAList();
    void anUnknownProxyStaysInTheTable();
    void aNoteIsSavedWithoutReading();
    void addedRowsOutliveTheStore();
    void theAccountReportsTheBalanceToo();
};

void TestServiceOffer::theCertainCallsAreEnough()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    QTRY_COMPARE(testing::stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
    QVERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    QVERIFY(f.areaIs(Area::SubUsers, AreaStatus::NotOffered));
    const auto newest = f.server.transactions().back();
    QTRY_VERIFY(f.session->summary().balanceFrom == AccountSummary::BalanceFrom::NewestTransaction);
    const AccountSummary &summary = f.session->summary();
    QCOMPARE(summary.balance, Money::parse(QString::fromStdString(newest.balanceAfter)));
    QVERIFY(summary.balanceAsOf == parseInstant(QString::fromStdString(newest.createdAt)));
    QVERIFY(!summary.name.isEmpty());
    QVERIFY(!summary.userId.isEmpty());
    QVERIFY(!summary.pools.empty());
    for (const TrafficPool &pool : summary.pools) {
        QVERIFY(!pool.left);
        QVERIFY(!pool.prices.tiers.empty());
    }
    QTRY_VERIFY(f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent);
    QVERIFY(f.session->ledger().check().verdict().balanceNotReported);
    QVERIFY(!f.session->ledger().check().verdict().balanceCompared);
    QVERIFY(f.session->notices().all().isEmpty());
}

void TestServiceOffer::eachSecretConnectsAlone()
{
    const SessionFixture f(smallAccount(certainOnly()));
    const auto both = signIn(f, true, true);
    QVERIFY(both.has_value());
    QVERIFY(!both->userId.isEmpty());
    QVERIFY(both->isNamed());
    const auto token = signIn(f, true, false);
    QVERIFY(token.has_value());
    QVERIFY(token->isNamed());
    const auto key = signIn(f, false, true);
    QVERIFY(key.has_value());
    QVERIFY(!key->isNamed());
}

void TestServiceOffer::anEmailConnectsToo()
{
    const SessionFixture f(smallAccount(certainOnly()));
    SignIn signIn([&f](const QString &address,
                       const NetworkSettings &) -> Result<std::unique_ptr<ServiceConnection>> {
        return std::make_unique<ServiceConnection>(
            ApiClient::Config{.service = *ServiceAddress::parse(address), .tls = {}}, f.clock);
    });
    SignInInput input;
    input.address = f.url();
    input.email = QString::fromStdString(f.access.email);
    input.password = Secret(QString::fromStdString(f.access.password));
    QSignalSpy finished(&signIn, &SignIn::finished);
    signIn.check(input);
    QVERIFY(finished.wait(30'000));
    QVERIFY(signIn.result().has_value());
    QVERIFY(signIn.result()->isNamed());
}

void TestServiceOffer::whatIsMissingIsAskedOnceADay()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    QCOMPARE(asked(f, "listProxies"), std::uint64_t{1});
    QCOMPARE(asked(f, "getBalance"), std::uint64_t{1});
    refreshEach(f);
    QTRY_VERIFY(isAtRest(f));
    f.close();
    f.open(); // it is remembered
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    QCOMPARE(asked(f, "listProxies"), std::uint64_t{1});
    QCOMPARE(asked(f, "getBalance"), std::uint64_t{1});
    f.clock.advance(std::chrono::hours(25));
    refreshEach(f);
    QTRY_VERIFY(isAtRest(f));
    QTRY_COMPARE(asked(f, "listProxies"), std::uint64_t{2});
    f.session->lookAgain(Area::Proxies);
    QTRY_COMPARE(asked(f, "listProxies"), std::uint64_t{3});
    QTRY_VERIFY(isAtRest(f));
    f.session->refreshAll(); // as the user does
    QTRY_COMPARE(asked(f, "listProxies"), std::uint64_t{4});
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
}

void TestServiceOffer::aListThatComesLaterIsMatchedById()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    const ProxyId listed = proxyOf(f, 0);
    const ProxyId foreign(QStringLiteral("1b4e28ba-2fa1-11d2-883f-0016d3cca427"));
    QVERIFY(f.session->addedRows().addProxies({listed, foreign}));
    QTRY_COMPARE(f.session->summary().proxies, 2);
    QVERIFY(!isReported(*f.session->rows().proxy(listed)));
    QVERIFY(!f.server.setOffer({}));
    f.session->lookAgain(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    // Five that are in the list, one of them added before, and the one that is in no list.
    QTRY_COMPARE(f.session->summary().proxies, 6);
    QVERIFY(isReported(*f.session->rows().proxy(listed)));
    QVERIFY(!isReported(*f.session->rows().proxy(foreign)));
}

void TestServiceOffer::otherAnswersOfAMissingCall_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("404") << int(sandbox::MissingAnswer::Status404);
    QTest::newRow("405") << int(sandbox::MissingAnswer::Status405);
    QTest::newRow("501") << int(sandbox::MissingAnswer::Status501);
    QTest::newRow("404 with a page") << int(sandbox::MissingAnswer::HtmlPage404);
    QTest::newRow("404 with a JSON body") << int(sandbox::MissingAnswer::Json404);
    QTest::newRow("200 with a page") << int(sandbox::MissingAnswer::HtmlPage200);
}

void TestServiceOffer::otherAnswersOfAMissingCall()
{
    QFETCH(int, kind);
    sandbox::Offer offer = certainOnly();
    offer.missingAnswer = static_cast<sandbox::MissingAnswer>(kind);
    SessionFixture f(smallAccount(offer));
    f.open();
    // Before the first real answer, a page may be that of a network that asks for a sign-in.
    f.session->refresh(Area::Transactions);
    QTRY_COMPARE(testing::stateOf(f), QStringLiteral("complete"));
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    QTRY_COMPARE(testing::stateOf(f), QStringLiteral("complete"));
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::NotOffered));
    QVERIFY(!f.session->summary().pools.empty());
}

void TestServiceOffer::eachOperationMayBeMissing_data()
{
    QTest::addColumn<QString>("operation");
    for (const std::string &operation : sandbox::operationIds()) {
        QTest::newRow(operation.c_str()) << QString::fromStdString(operation);
    }
}

/// If any one operation is missing, every part of the account that does not need it is complete.
void TestServiceOffer::eachOperationMayBeMissing()
{
    QFETCH(QString, operation);
    sandbox::Offer offer;
    offer.without = {operation.toStdString()};
    SessionFixture f(smallAccount(offer));
    const bool noExchange = operation == QLatin1String("issueResellerToken");
    const auto signedIn = signIn(f, true, !noExchange);
    QVERIFY(signedIn.has_value());
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    const auto stateWithout = [&](const char *listCall, bool isReseller) {
        if (noExchange && isReseller) {
            return AreaStatus::Failed; // reported as such: without an exchange, a key gives no
                                       // access
        }
        return operation == QLatin1String(listCall) ? AreaStatus::NotOffered : AreaStatus::Loaded;
    };
    QTRY_VERIFY(f.areaIs(Area::Proxies, stateWithout("listProxies", false)));
    QTRY_VERIFY(f.areaIs(Area::SubUsers, stateWithout("listSubUsers", true)));
    QTRY_VERIFY(f.areaIs(Area::Transactions, stateWithout("listTransactions", false)));
    QTRY_VERIFY(f.areaIs(Area::Account, stateWithout("", true)));
    if (operation != QLatin1String("listTransactions")) {
        QTRY_COMPARE(testing::stateOf(f), QStringLiteral("complete"));
        QCOMPARE(f.ledgerDifference(), QString());
        QTRY_VERIFY(f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent);
    }
    QTRY_VERIFY(f.session->summary().balance.has_value());
    if (operation != QLatin1String("listProxies")) {
        QCOMPARE(f.session->summary().proxies, 5);
    }
    if (operation != QLatin1String("listSubUsers") && !noExchange) {
        QCOMPARE(f.session->summary().subUsers, 5);
    }
    if (operation != QLatin1String("getResellerBalance") && !noExchange) {
        QVERIFY(!f.session->summary().pools.empty());
    }
}

void TestServiceOffer::aProxyIsEditedWithoutAList()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    const ProxyId id = proxyOf(f, 0);
    QVERIFY(f.session->addedRows().addProxies({id}));
    QTRY_COMPARE(f.session->summary().proxies, 1);
    ProxyEdit edit;
    edit.name = QStringLiteral("renamed");
    std::optional<Result<ProxySaved>> saved;
    const Call call = f.session->actions().saveProxy(
        id, edit, this, [&](const Result<ProxySaved> &answer) { saved = answer; });
    QTRY_VERIFY(saved.has_value());
    QVERIFY(saved->has_value());
    QVERIFY((*saved)->leftOut.isEmpty());
    const auto row = f.session->rows().proxy(id);
    QVERIFY(row && isReported(*row));
    QCOMPARE(row->name, QStringLiteral("renamed"));
    QVERIFY(!row->type.isEmpty());
    QVERIFY(f.session->credentials().of(id).has_value());
    // The row exists only on this computer: it is removed here, and the service is not told.
    f.session->addedRows().remove(std::vector{id});
    QTRY_COMPARE(f.session->summary().proxies, 0);
    QCOMPARE(asked(f, "deleteProxy"), std::uint64_t{0});
}

void TestServiceOffer::anUnknownProxyStaysInTheTable()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    const ProxyId id(QStringLiteral("1b4e28ba-2fa1-11d2-883f-0016d3cca427"));
    QVERIFY(f.session->addedRows().addProxies({id}));
    QTRY_COMPARE(f.session->summary().proxies, 1);
    ProxyEdit edit;
    edit.name = QStringLiteral("renamed");
    std::optional<Result<ProxySaved>> saved;
    const Call call = f.session->actions().saveProxy(
        id, edit, this, [&](const Result<ProxySaved> &answer) { saved = answer; });
    QTRY_VERIFY(saved.has_value());
    QVERIFY(!saved->has_value());
    QVERIFY(saved->error().kind == ErrorKind::NotFound);
    QCOMPARE(saved->error().serviceCode, 3002);
    f.session->flush();
    QVERIFY(f.session->rows().proxy(id).has_value());
}

void TestServiceOffer::aNoteIsSavedWithoutReading()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    const SubUserId id(f.server.subUserIds().at(0));
    QVERIFY(f.session->addedRows().addSubUsers({{id, QStringLiteral("Berlin office")}}));
    QTRY_COMPARE(f.session->summary().subUsers, 1);
    QVERIFY(!isNoteKnown(*f.session->rows().subUser(id)));
    for (const QString &note : {QStringLiteral("Invoice 2231 paid"), QString()}) {
        std::optional<Result<SubUser>> saved;
        const Call call = f.session->actions().saveNote(
            id, note, this, [&](const Result<SubUser> &answer) { saved = answer; });
        QTRY_VERIFY(saved.has_value());
        QVERIFY(saved->has_value());
        const auto row = f.session->rows().subUser(id);
        QVERIFY(row && isNoteKnown(*row) && row->noteAsOf);
        QCOMPARE(row->note.value_or(QString()), note);
        QCOMPARE(row->localName, QStringLiteral("Berlin office"));
    }
    f.session->flush();
    const auto earlier = f.session->kept().earlierNotes(id);
    QCOMPARE(earlier.size(), size_t{1});
    QCOMPARE(earlier.front().text, QStringLiteral("Invoice 2231 paid"));
    QCOMPARE(asked(f, "getSubUser"), std::uint64_t{0});
    // The search finds the local name.
    auto model = f.session->queries().makeSubUserModel();
    model->setFilterText(QStringLiteral("berlin"));
    QTRY_COMPARE(model->rowCount(), 1);
}

void TestServiceOffer::addedRowsOutliveTheStore()
{
    SessionFixture f(smallAccount(certainOnly()));
    f.open();
    const ProxyId id = proxyOf(f, 0);
    QVERIFY(f.session->addedRows().addProxies({id}));
    QVERIFY(f.session->addedRows().addSubUsers({{SubUserId(7), QStringLiteral("Seven")}}));
    const QString folder = f.close();
    for (const auto &part : {"", "-wal", "-shm"}) {
        QFile::remove(folder + QStringLiteral("/cache.sqlite") + QLatin1String(part));
    }
    f.open();
    QTRY_COMPARE(f.session->summary().proxies, 1);
    QTRY_COMPARE(f.session->summary().subUsers, 1);
    QVERIFY(f.session->rows().proxy(id).has_value());
    QCOMPARE(f.session->rows().subUser(SubUserId(7))->localName, QStringLiteral("Seven"));
}

/// Without the call for the balance alone, the account's call gives it; without a balance there,
/// the ledger does.
void TestServiceOffer::theAccountReportsTheBalanceToo()
{
    sandbox::Offer offer;
    offer.without = {"getBalance"};
    SessionFixture f(smallAccount(offer));
    f.open();
    f.session->start();
    QTRY_VERIFY(isAtRest(f));
    QTRY_VERIFY(f.session->summary().balance.has_value());
    QVERIFY(f.session->summary().balanceFrom == AccountSummary::BalanceFrom::Service);
    QTRY_VERIFY(f.session->ledger().check().verdict().state == LedgerCheckResult::Consistent);
    QVERIFY(f.session->ledger().check().verdict().balanceCompared);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestServiceOffer)
#include "test_serviceoffer.moc"
