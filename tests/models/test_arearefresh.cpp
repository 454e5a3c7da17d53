// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the refresh of an area ends: after its last call and write, when it is cancelled, and
// for callers that wait for the balance.

#include "api/endpoints/account.h"
#include "models/store/accountstore.h"
#include "models/sync/accountrefresh.h"
#include "models/sync/areacalls.h"
#include "models/sync/arearefresh.h"
#include "models/sync/sessioncredentials.h"
#include "tests/models/sessionfixture.h"

#include <QSignalSpy>

namespace relaybook {

using testing::SandboxSettings;
using testing::SessionFixture;

namespace {

SandboxSettings areaSettings(std::vector<std::string> without)
{
    SandboxSettings settings;
    settings.proxies = 5;
    settings.subUsers = 5;
    settings.transactions = 40;
    settings.offer.without = {without.begin(), without.end()};
    return settings;
}

/// The parts that a session makes, with a store of their own.
struct AreaFixture
{
    explicit AreaFixture(const std::vector<std::string> &without = {})
        : service(areaSettings(without))
        , store(std::move(*AccountStore::open(service.folder.path(), service.clock)))
        , offer(*store, service.clock)
        , calls(*store, service.client.get(), offer)
        , areas(*store, service.client.get(), service.auth, offer, credentials, service.clock)
    {
        QObject::connect(&areas, &AreaRefresh::changed, &areas, [this](Area area) {
            if (area == Area::Account) {
                events.push_back(isLoading(area) ? QStringLiteral("loads")
                                                 : QStringLiteral("ended"));
            }
        });
    }
    [[nodiscard]] AreaStatus status(Area area) const { return areas.status(area, {}); }
    [[nodiscard]] bool isLoading(Area area) const
    {
        return status(area).state == AreaStatus::Loading;
    }
    [[nodiscard]] std::optional<Call> readBalance()
    {
        return areas.account().readBalance([this](Result<Money> read) {
            events.push_back(QStringLiteral("balance"));
            balance = std::move(read);
        });
    }
    [[nodiscard]] Money balanceOfService() const
    {
        return *Money::parse(QString::fromStdString(service.server.balance()));
    }
    [[nodiscard]] std::uint64_t asked(const char *operation) const
    {
        return service.server.counters().of(operation).arrived;
    }

    SessionFixture service;
    SessionCredentials credentials;
    std::unique_ptr<AccountStore> store;
    ServiceOffer offer;
    AreaCalls calls;
    AreaRefresh areas;
    QStringList events; ///< of Area::Account
    std::optional<Result<Money>> balance;
};

Stored writeNothing(CacheWriter & /*writer*/)
{
    return {};
}

} // namespace

class TestAreaRefresh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsEndWithTheirLastWrite();
    void aWriteBeforeAResetDoesNotCount();
    void aMissingCallIsNoError();
    void theFirstErrorIsKept();
    void theBalanceIsReadAfterTheRefreshThatRuns();
    void theBalanceOfTheAccountIsEnough();
    void aCancelledRefreshHasNoBalance();
    void aCancelledRefreshIsFollowedByTheOneForTheBalance();
    void aCancelEndsEveryArea();
    void credentialsOfBeforeASignOutAreNotKept();
    void aUserNameDoesNotHideThePassword();
    void ofANoteReceivedByItselfTheListReportsTheRest();
    void aRowThatIsRemovedMeanwhileStaysRemoved();
    void aRefreshOfTheFiguresKeepsTheErrorOfTheDetails();
    void pricesOfTheCategoriesStay();
};

void TestAreaRefresh::callsEndWithTheirLastWrite()
{
    AreaFixture f;
    bool isWritten = false;
    bool wasWritten = false;
    const QSignalSpy ended(&f.calls, &AreaCalls::ended);
    connect(&f.calls, &AreaCalls::ended, this, [&] { wasWritten = isWritten; });
    f.calls.send(ReadCall::Balance, GetBalance{},
                 [&](const Balance &) { f.calls.write(writeNothing, [&] { isWritten = true; }); });
    QVERIFY(f.calls.isOpen());
    QTRY_VERIFY(!f.calls.isOpen());
    QVERIFY(wasWritten);
    QCOMPARE(ended.count(), 1);
    QVERIFY(!f.calls.error());
}

void TestAreaRefresh::aWriteBeforeAResetDoesNotCount()
{
    AreaFixture f;
    QStringList done;
    const QSignalSpy ended(&f.calls, &AreaCalls::ended);
    f.calls.write(writeNothing, [&] { done.push_back(QStringLiteral("first")); });
    f.calls.reset();
    QVERIFY(!f.calls.isOpen());
    QCOMPARE(ended.count(), 0);
    f.calls.write(writeNothing, [&] { done.push_back(QStringLiteral("second")); });
    QTRY_VERIFY(!f.calls.isOpen());
    QCOMPARE(done, QStringList{QStringLiteral("second")});
    QCOMPARE(ended.count(), 1);
}

void TestAreaRefresh::aMissingCallIsNoError()
{
    AreaFixture f({"getBalance"});
    bool isAnswered = false;
    bool isMissing = false;
    const auto send = [&] {
        f.calls.send(
            ReadCall::Balance, GetBalance{}, [&](const Balance &) { isAnswered = true; },
            [&] { isMissing = true; });
    };
    send();
    QTRY_VERIFY(!f.calls.isOpen());
    QVERIFY(isMissing);
    QVERIFY(!isAnswered);
    QVERIFY(!f.calls.error());
    send();
    QVERIFY(!f.calls.isOpen());
    QCOMPARE(f.asked("getBalance"), std::uint64_t{1});
}

void TestAreaRefresh::theFirstErrorIsKept()
{
    AreaFixture f;
    ApiError first;
    first.kind = ErrorKind::Local;
    ApiError second;
    second.kind = ErrorKind::Forbidden;
    f.calls.noteError(first);
    f.calls.noteError(second);
    QCOMPARE(f.calls.error(), std::optional(first));
    f.calls.reset();
    QVERIFY(!f.calls.error());
}

/// The refresh that runs may have read the balance before the caller wanted it.
void TestAreaRefresh::theBalanceIsReadAfterTheRefreshThatRuns()
{
    AreaFixture f;
    f.areas.refresh(Area::Account);
    const auto reading = f.readBalance();
    QVERIFY(reading.has_value());
    QTRY_VERIFY(f.balance.has_value());
    QVERIFY(f.balance->has_value());
    QCOMPARE(**f.balance, f.balanceOfService());
    QCOMPARE(f.events.join(QLatin1Char(' ')), QStringLiteral("loads ended loads ended balance"));
    QCOMPARE(f.asked("getBalance"), std::uint64_t{2});
    const auto stored = f.store->read([](CacheReader &reader) { return reader.overview(); });
    QCOMPARE(stored->balance->amount, f.balanceOfService());
}

void TestAreaRefresh::theBalanceOfTheAccountIsEnough()
{
    AreaFixture f({"getBalance"});
    const auto reading = f.readBalance();
    QVERIFY(reading.has_value());
    QTRY_VERIFY(f.balance.has_value());
    QVERIFY(f.balance->has_value());
    QCOMPARE(**f.balance, f.balanceOfService());
    QCOMPARE(f.events.join(QLatin1Char(' ')), QStringLiteral("loads ended balance"));
}

void TestAreaRefresh::aCancelledRefreshHasNoBalance()
{
    AreaFixture f;
    const auto reading = f.readBalance();
    QVERIFY(reading.has_value());
    f.areas.cancel();
    QVERIFY(f.balance.has_value());
    QVERIFY(!f.balance->has_value());
    QCOMPARE(f.balance->error().kind, ErrorKind::Cancelled);
    QCOMPARE(f.status(Area::Account).state, AreaStatus::Failed);
    QCOMPARE(f.status(Area::Account).error->kind, ErrorKind::Cancelled);
    QCOMPARE(f.events.join(QLatin1Char(' ')), QStringLiteral("loads ended balance"));
    f.areas.refresh(Area::Account);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Loaded);
}

void TestAreaRefresh::aCancelledRefreshIsFollowedByTheOneForTheBalance()
{
    AreaFixture f;
    f.areas.refresh(Area::Account);
    const auto reading = f.readBalance();
    f.areas.cancel();
    QVERIFY(!f.balance.has_value());
    QVERIFY(f.isLoading(Area::Account));
    QTRY_VERIFY(f.balance.has_value());
    QVERIFY(f.balance->has_value());
    QCOMPARE(**f.balance, f.balanceOfService());
}

/// Whatever a listener starts again when it hears of the first area.
void TestAreaRefresh::aCancelEndsEveryArea()
{
    AreaFixture f;
    bool isCancelling = false;
    connect(&f.areas, &AreaRefresh::changed, this, [&](Area area) {
        if (isCancelling && area == Area::Account && !f.isLoading(area)) {
            isCancelling = false;
            f.areas.refresh(Area::Account);
            f.areas.refresh(Area::Proxies);
        }
    });
    f.areas.refresh(Area::Account);
    f.areas.refresh(Area::Proxies);
    f.areas.refresh(Area::SubUsers);
    isCancelling = true;
    f.areas.cancel();
    QVERIFY(f.isLoading(Area::Account));
    for (const Area area : {Area::Proxies, Area::SubUsers}) {
        QCOMPARE(f.status(area).state, AreaStatus::Failed);
        QCOMPARE(f.status(area).error->kind, ErrorKind::Cancelled);
    }
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Loaded);
    f.areas.refresh(Area::Proxies);
    QTRY_COMPARE(f.status(Area::Proxies).state, AreaStatus::Loaded);
    const auto stored = f.store->read([](CacheReader &reader) { return reader.overview(); });
    QVERIFY(stored->balance.has_value());
    QCOMPARE(stored->counts.proxies, qint64{5});
}

/// The list that is being stored when the user signs out was asked for before.
void TestAreaRefresh::credentialsOfBeforeASignOutAreNotKept()
{
    SessionCredentials credentials;
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("a"));
    proxy.credentials.http = Secret(QStringLiteral("http://u:p@h:1"));
    const quint64 asked = credentials.next();
    credentials.remember(std::vector{proxy}, asked);
    QVERIFY(credentials.of(proxy.id));
    credentials.clear();
    credentials.remember(std::vector{proxy}, asked);
    QVERIFY(!credentials.of(proxy.id));
    const quint64 again = credentials.next();
    credentials.remember(std::vector{proxy}, again);
    QCOMPARE(credentials.of(proxy.id)->http, proxy.credentials.http);
    // What was read by itself since the list was asked for is newer.
    Proxy changed = proxy;
    changed.credentials.http = Secret(QStringLiteral("http://u:new@h:1"));
    credentials.remember(changed, credentials.next());
    credentials.remember(std::vector{proxy}, again);
    QCOMPARE(credentials.of(proxy.id)->http, changed.credentials.http);
    credentials.remember(std::vector{proxy}, credentials.next());
    QCOMPARE(credentials.of(proxy.id)->http, proxy.credentials.http);
    // What was asked for before the list is older, although it came later.
    credentials.remember(changed, again);
    QCOMPARE(credentials.of(proxy.id)->http, proxy.credentials.http);
}

/// The answer to a saved note has the user name alone, and comes between a list and its answer.
void TestAreaRefresh::aUserNameDoesNotHideThePassword()
{
    SessionCredentials credentials;
    SubUser row;
    row.id = SubUserId(1);
    row.access.userName = QStringLiteral("ann");
    const quint64 asked = credentials.next();
    credentials.remember(row, credentials.next());
    SubUser listed = row;
    listed.access.password = Secret(QStringLiteral("p"));
    credentials.remember(std::vector{listed}, asked);
    QCOMPARE(credentials.of(row.id)->password, listed.access.password);
    credentials.remember(row, credentials.next());
    QCOMPARE(credentials.of(row.id)->password, listed.access.password);
}

void TestAreaRefresh::ofANoteReceivedByItselfTheListReportsTheRest()
{
    SubUser listed;
    listed.id = SubUserId(1);
    listed.username = QStringLiteral("as listed");
    listed.note = QStringLiteral("as listed");
    SubUser saved = listed;
    saved.username = QStringLiteral("as stored before");
    saved.note = QStringLiteral("as saved");
    saved.noteAsOf = fromMillis(1);
    SubUser other = saved;
    other.id = SubUserId(2);
    ListReading<SubUser> list;
    LaterChanges<SubUser> later;
    later.noteReceived(saved, 2);
    PageOf<SubUser> page;
    page.items = {listed};
    QVERIFY(list.add(page, 1));
    later.noteReceived(other, 3); // on no page
    list.take(later);
    QCOMPARE(list.rows.size(), size_t{1});
    QCOMPARE(list.rows.front().username, QStringLiteral("as listed"));
    QCOMPARE(list.rows.front().note, QStringLiteral("as saved"));
    QCOMPARE(list.rows.front().noteAsOf, fromMillis(1));
}

void TestAreaRefresh::aRowThatIsRemovedMeanwhileStaysRemoved()
{
    const auto subUser = [](qint64 id) {
        SubUser row;
        row.id = SubUserId(id);
        return row;
    };
    ListReading<SubUser> list;
    LaterChanges<SubUser> later;
    PageOf<SubUser> first;
    first.items = {subUser(1), subUser(2)};
    QVERIFY(list.add(first));
    later.noteRemoved(SubUserId(1));
    later.noteRemoved(SubUserId(3));
    PageOf<SubUser> second;
    second.items = {subUser(3), subUser(4), subUser(5)};
    QVERIFY(list.add(second));
    later.noteRemoved(SubUserId(5));
    later.noteReceived(subUser(5), 1); // is there again
    QCOMPARE(list.count(), 5);
    list.take(later);
    std::vector<SubUserId> left;
    for (const SubUser &row : list.rows) {
        left.push_back(row.id);
    }
    QCOMPARE(left, (std::vector{SubUserId(2), SubUserId(4), SubUserId(5)}));
}

/// It does not load them, so that it says nothing about them.
void TestAreaRefresh::aRefreshOfTheFiguresKeepsTheErrorOfTheDetails()
{
    AreaFixture f;
    f.service.fault("forbid=1005,on=getAccount");
    f.areas.refresh(Area::Account);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Failed);
    const auto error = f.status(Area::Account).error;
    QVERIFY(error && f.areas.hasFailed(Area::Account));
    for (int round = 0; round < 2; ++round) {
        f.areas.refresh(Area::Account, Lane::Refresh);
        QCOMPARE(f.status(Area::Account).error, error);
        QTRY_VERIFY(!f.areas.isOpen(Area::Account));
        QCOMPARE(f.status(Area::Account).state, AreaStatus::Failed);
        QCOMPARE(f.status(Area::Account).error, error);
        QVERIFY(!f.areas.hasFailed(Area::Account)); // what it loaded is there
    }
    // An error of the figures is over as soon as they are loaded.
    f.service.server.faults().clearAll();
    f.areas.refresh(Area::Account);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Loaded);
    f.service.fault("forbid=1005,on=getBalance");
    f.areas.refresh(Area::Account);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Failed);
    f.service.server.faults().clearAll();
    f.areas.refresh(Area::Account, Lane::Refresh);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Loaded);
}

/// The balance does not tell them; a purchase reads them.
void TestAreaRefresh::pricesOfTheCategoriesStay()
{
    AreaFixture f;
    f.service.fault("tiers-missing");
    const auto stored = [&f] {
        return *f.store->read([](CacheReader &reader) { return reader.pools(); });
    };
    f.areas.refresh(Area::Account);
    QTRY_COMPARE(f.status(Area::Account).state, AreaStatus::Loaded);
    std::vector<TrafficPool> pools = stored();
    QVERIFY(!pools.empty());
    QCOMPARE(pools.front().prices.source, PriceList::Source::FlatPrice);
    PriceList reported;
    reported.source = PriceList::Source::Categories;
    reported.tiers = {Tier{TrafficAmount(), {}, Money::fromCents(250)}};
    reported.flatPricePerGb = pools.front().prices.flatPricePerGb;
    pools.front().prices = reported;
    f.calls.write([&pools](CacheWriter &writer) {
        writer.account().putPools(pools, fromMillis(1));
        return Stored{};
    });
    QTRY_VERIFY(!f.calls.isOpen());
    for (const Lane lane : {Lane::Refresh, Lane::User}) {
        f.areas.refresh(Area::Account, lane);
        QTRY_VERIFY(!f.areas.isOpen(Area::Account));
        QCOMPARE(stored().front().prices, reported);
    }
    // Prices of its own replace them.
    f.service.server.faults().clearAll();
    f.areas.refresh(Area::Account);
    QTRY_VERIFY(!f.areas.isOpen(Area::Account));
    QCOMPARE(stored().front().prices.source, PriceList::Source::Tiers);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAreaRefresh)
#include "test_arearefresh.moc"
