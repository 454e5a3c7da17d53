// SPDX-License-Identifier: GPL-3.0-or-later
// What a page or a dialog gets of an account: areas, actions, drafts, and what is told about them.

#include "models/accountactions.h"
#include "models/store/accountkey.h"
#include "tests/models/sessionfixture.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

namespace relaybook {
namespace {

using testing::SandboxSettings;
using testing::SessionFixture;

/// What came back from an action.
template <class T>
struct Outcome
{
    int calls = 0;
    std::optional<T> value;
    std::optional<ApiError> error;
    Call call;

    auto handler()
    {
        return [this](const Result<T> &result) {
            ++calls;
            value = result ? std::optional(*result) : std::nullopt;
            error = result ? std::nullopt : std::optional(result.error());
        };
    }
};

/// Small lists and everything loaded.
class Loaded : public SessionFixture
{
public:
    Loaded()
        : SessionFixture(SandboxSettings{12, 10, 150, 100, false})
    {
        open();
        session->start();
        [this] { QTRY_VERIFY(allLoaded()); }();
        proxy = ProxyId(QString::fromStdString(server.proxyIds().front()));
        subUser = SubUserId(server.subUserIds().front());
    }

    [[nodiscard]] QJsonObject proxyThere() const
    {
        return QJsonDocument::fromJson(
                   QByteArray::fromStdString(server.proxy(proxy.value().toStdString()).value()))
            .object();
    }
    [[nodiscard]] QString noteThere() const
    {
        return QJsonDocument::fromJson(
                   QByteArray::fromStdString(server.subUser(subUser.value()).value()))
            .object()
            .value(QStringLiteral("note"))
            .toString();
    }

    QObject guard;
    ProxyId proxy;
    SubUserId subUser;
};

} // namespace

class TestAccountSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingIsLoaded();
    void statesOfAFirstStart();
    void personalTokenOnly();
    void resellerKeyOnly();
    void aTokenThatComesLater();
    void pagedListsAreWhole();
    void rowsFollowTheService();
    void aFailedRefreshKeepsWhatIsThere_data();
    void aFailedRefreshKeepsWhatIsThere();
    void credentialsStayInMemory();
    void offlineShowsWhatIsStored();
    void storedAccountsAreFound();
    void aNewerStoreIsRefused();
    void theCacheCanBeRemoved();

    void aNoteIsSaved_data();
    void aNoteIsSaved();
    void aNoteThatIsRefused();
    void aNoteWithoutAnAnswer();
    void aNoteForSomebodyWhoIsGone();
    void aProxyIsSaved();
    void aFieldTheServiceLeavesOut();
    void aProxyThatIsRefused();
    void aProxyWhoseAnswerWasLost();
    void aDroppedHandleIsNotHeard();
    void actionsOffline();
    void freshRowsAreRead();
    void placesAreAskedOnce();
    void draftsAndEarlierNotes();
    void aDamagedKeepFileIsNoticed();
    void fieldsLeftOutAreNamed();
};

void TestAccountSession::everythingIsLoaded()
{
    const Loaded f;
    const AccountSummary &summary = f.session->summary();
    QCOMPARE(summary.proxies, 12);
    QCOMPARE(summary.subUsers, 10);
    QCOMPARE(summary.transactions, 150);
    QCOMPARE(summary.transactionsTotal, std::optional<qint64>(150));
    QVERIFY(!summary.name.isEmpty());
    QCOMPARE(summary.email, QString::fromStdString(f.access.email));
    QCOMPARE(summary.balance->text(),
             Money::parse(QString::fromStdString(f.server.balance()))->text());
    QVERIFY(summary.balanceAsOf.has_value());
    QVERIFY(summary.pools.size() >= 3);
    for (const TrafficPool &pool : summary.pools) {
        QCOMPARE(
            pool.left->gbText(),
            TrafficAmount::parseGb(QString::fromStdString(f.server.poolGb(pool.type.toStdString())))
                ->gbText());
        QVERIFY(!pool.prices.tiers.empty());
    }
    QVERIFY(summary.hasPersonal && summary.hasReseller);
    QVERIFY(f.session->notices().isEmpty());
    const auto proxy = f.session->proxy(f.proxy);
    QVERIFY(proxy.has_value());
    QVERIFY(proxy->credentials == ProxyCredentials{});
    QVERIFY(f.session->subUser(f.subUser).has_value());
    QVERIFY(!f.session->proxy(ProxyId(QStringLiteral("nobody"))).has_value());
}

void TestAccountSession::statesOfAFirstStart()
{
    SessionFixture f(SandboxSettings{12, 10, 150, 100, false});
    f.open();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QVERIFY(f.areaIs(area, AreaStatus::NeverLoaded));
        QVERIFY(!f.session->status(area).asOf.has_value());
    }
    QSignalSpy areas(f.session.get(), &AccountSession::areaChanged);
    QSignalSpy summary(f.session.get(), &AccountSession::summaryChanged);
    f.session->start();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QVERIFY(f.areaIs(area, AreaStatus::Loading));
    }
    QTRY_VERIFY(f.allLoaded());
    QVERIFY(areas.size() >= 8);
    QVERIFY(!summary.isEmpty());
}

void TestAccountSession::personalTokenOnly()
{
    SessionFixture f(SandboxSettings{12, 10, 150, 100, false});
    f.auth.setResellerKey({});
    f.open();
    f.session->start();
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QVERIFY(f.areaIs(Area::SubUsers, AreaStatus::NoAccess));
    QVERIFY(f.session->summary().hasPersonal);
    QVERIFY(!f.session->summary().hasReseller);
    QVERIFY(f.session->summary().pools.empty());
    QCOMPARE(f.server.counters().of("listSubUsers").arrived, std::uint64_t{0});
}

void TestAccountSession::resellerKeyOnly()
{
    SessionFixture f(SandboxSettings{12, 10, 150, 100, false});
    f.auth.setPersonalToken({});
    f.open();
    f.session->start();
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Loaded));
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::NoAccess));
    QVERIFY(f.areaIs(Area::Transactions, AreaStatus::NoAccess));
    QVERIFY(!f.session->summary().hasPersonal);
    QVERIFY(!f.session->summary().balance.has_value());
    QVERIFY(!f.session->summary().pools.empty());
    QVERIFY(f.ledgerIs(LedgerProgress::Idle));
    QCOMPARE(f.server.counters().of("listTransactions").arrived, std::uint64_t{0});
}

void TestAccountSession::aTokenThatComesLater()
{
    SessionFixture f(SandboxSettings{12, 10, 150, 100, false});
    f.auth.setResellerKey({});
    f.open();
    f.session->start();
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    f.signIn();
    QTRY_VERIFY(f.allLoaded());
    QVERIFY(f.session->summary().hasReseller);
    QCOMPARE(f.session->summary().subUsers, 10);
}

void TestAccountSession::pagedListsAreWhole()
{
    SessionFixture f(SandboxSettings{53, 27, 10, 100, false});
    f.fault("paged-lists=10");
    f.open();
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    QCOMPARE(f.session->summary().proxies, 53);
    QCOMPARE(f.session->summary().subUsers, 27);
}

void TestAccountSession::rowsFollowTheService()
{
    Loaded f;
    auto model = f.session->makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    QSignalSpy resets(model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy changes(model.get(), &QAbstractItemModel::dataChanged);
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QTRY_VERIFY(model->isSettled());
    QCOMPARE(changes.size(), 0); // unchanged rows are not written, and nothing blinks
    QCOMPARE(resets.size(), 0);
}

void TestAccountSession::aFailedRefreshKeepsWhatIsThere_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("kind");
    const auto add = [](const char *fault, ErrorKind kind) {
        QTest::newRow(fault) << QByteArray(fault) << static_cast<int>(kind);
    };
    add("refuse", ErrorKind::Offline);
    add("error-500", ErrorKind::ServiceFailure);
    add("truncated-json", ErrorKind::NotUnderstood);
    add("empty-body", ErrorKind::NotUnderstood);
    add("wrong-types", ErrorKind::NotUnderstood);
    add("forbid=1005", ErrorKind::Forbidden);
}

void TestAccountSession::aFailedRefreshKeepsWhatIsThere()
{
    QFETCH(QByteArray, fault);
    QFETCH(int, kind);
    Loaded f;
    const AccountSummary before = f.session->summary();
    const auto asOf = f.session->status(Area::SubUsers).asOf;
    f.fault(fault.constData());
    f.session->refresh(Area::SubUsers);
    f.session->refresh(Area::Account);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Failed));
    QTRY_VERIFY(f.areaIs(Area::Account, AreaStatus::Failed));
    QCOMPARE(static_cast<int>(f.session->status(Area::SubUsers).error->kind), kind);
    QVERIFY(f.session->status(Area::SubUsers).asOf == asOf);
    QCOMPARE(f.session->summary().subUsers, before.subUsers);
    QVERIFY(f.session->summary().balance == before.balance);
    QVERIFY(f.session->summary().pools == before.pools);
    f.server.faults().clearAll();
    f.session->refreshAll();
    QTRY_VERIFY(f.allLoaded());
    QVERIFY(!f.session->status(Area::SubUsers).error.has_value());
    QCOMPARE(f.session->summary().subUsers, 10);
}

void TestAccountSession::credentialsStayInMemory()
{
    Loaded f;
    const auto proxy = f.session->credentials(f.proxy);
    QVERIFY(proxy.has_value());
    QVERIFY(proxy->http.reveal().startsWith("http://"));
    const auto subUser = f.session->credentials(f.subUser);
    QVERIFY(subUser.has_value());
    QVERIFY(!subUser->password.isEmpty());
    f.session->flush();
    const QByteArray userInfo = proxy->http.reveal().mid(7).split('@').front();
    QList<QByteArray> secrets{userInfo, userInfo.split(':').back(), proxy->http.reveal()};
    secrets << subUser->password.reveal() << QByteArray::fromStdString(f.access.personalToken)
            << QByteArray::fromStdString(f.access.resellerKey)
            << QByteArray::fromStdString(f.access.password);
    for (const QByteArray &secret : secrets) {
        QVERIFY(secret.size() > 3);
        QVERIFY2(testing::filesContaining(f.folder.path(), secret).isEmpty(), secret.constData());
    }
    f.open();
    QVERIFY(!f.session->credentials(f.proxy).has_value());
    QVERIFY(f.session->proxy(f.proxy).has_value());
}

void TestAccountSession::offlineShowsWhatIsStored()
{
    Loaded f;
    const AccountSummary online = f.session->summary();
    f.offline = true;
    f.auth.clear();
    f.server.resetCounters();
    f.open();
    f.session->start();
    AccountSummary offline = f.session->summary();
    QVERIFY(offline == online);
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QVERIFY(f.areaIs(area, AreaStatus::Loaded));
        QVERIFY(f.session->status(area).asOf.has_value());
    }
    auto model = f.session->makeProxyModel();
    QTRY_COMPARE(model->rowCount(), 12);
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

void TestAccountSession::storedAccountsAreFound()
{
    Loaded f;
    const auto accounts = AccountSession::storedAccounts(f.folder.path());
    QCOMPARE(accounts.size(), size_t{1});
    QCOMPARE(accounts.front().service, QString::fromStdString(f.access.url));
    QCOMPARE(accounts.front().account, QString::fromStdString(f.access.email));
    QCOMPARE(accounts.front().name, f.session->summary().name);
    QVERIFY(AccountSession::storedAccounts(f.folder.filePath(QStringLiteral("none"))).empty());
}

void TestAccountSession::aNewerStoreIsRefused()
{
    SessionFixture f(SandboxSettings{1, 1, 1, 100, false});
    f.open();
    f.session.reset();
    const QString folder = f.folder.path() + QLatin1String("/accounts/") +
                           accountKey(f.config().service, f.config().account);
    {
        auto connection = Connection::open(folder + QLatin1String("/cache.sqlite"),
                                           Connection::Purpose::CacheWriter);
        (*connection)->database().exec("PRAGMA user_version = 99");
    }
    const auto refused = AccountSession::open(f.config(), f.client.get(), f.auth, f.clock);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().kind == ErrorKind::Local);
    QVERIFY(refused.error().message.contains(QLatin1String("newer version of Relaybook")));
    QVERIFY(refused.error().message.contains(QDir::toNativeSeparators(folder)));
}

void TestAccountSession::theCacheCanBeRemoved()
{
    Loaded f;
    f.session->saveDraft(f.subUser, QStringLiteral("mine"), {});
    f.session.reset();
    QVERIFY(AccountSession::removeCache(f.folder.path(), f.config().service, f.config().account)
                .has_value());
    f.open();
    QCOMPARE(f.session->summary().transactions, 0);
    QCOMPARE(f.session->draft(f.subUser)->text, QStringLiteral("mine"));
}

void TestAccountSession::aNoteIsSaved_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("answered with the note") << QByteArray();
    QTest::newRow("answered with the sub-user") << QByteArray("note-answer=sub-user");
    QTest::newRow("answered with nothing") << QByteArray("note-answer=empty");
    QTest::newRow("unwrapped") << QByteArray("unwrapped");
}

void TestAccountSession::aNoteIsSaved()
{
    QFETCH(QByteArray, fault);
    Loaded f;
    if (!fault.isEmpty()) {
        f.fault(fault.constData());
    }
    auto model = f.session->makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    const QString before = f.session->subUser(f.subUser)->note.value_or(QString());
    const QString note = QStringLiteral("VIP — do not cut off\nInvoice 2231 paid");
    f.session->saveDraft(f.subUser, note, before);
    Outcome<SubUser> outcome;
    outcome.call = f.session->saveNote(f.subUser, note, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->note, note);
    // The service, the store, the row.
    QCOMPARE(f.noteThere(), note);
    QCOMPARE(f.session->subUser(f.subUser)->note, note);
    const auto shown = [&] {
        return model->index(model->rowOf(f.subUser.value()), SubUserTableModel::NoteColumn)
            .data()
            .toString();
    };
    QTRY_COMPARE(shown(), QStringLiteral("VIP — do not cut off"));
    QVERIFY(!f.session->draft(f.subUser).has_value());
    if (!before.isEmpty()) {
        f.session->flush();
        QCOMPARE(f.session->earlierNotes(f.subUser).at(0).text, before);
    }
    // What the row says of itself follows, whatever the answer's form was.
    QTRY_VERIFY(f.session->subUser(f.subUser)->raw.contains("Invoice 2231 paid"));
    QCOMPARE(f.server.counters().of("updateSubUserNote").performed, std::uint64_t{1});
    model.reset();
    f.open();
    QCOMPARE(f.session->subUser(f.subUser)->note, note);
}

void TestAccountSession::aNoteThatIsRefused()
{
    Loaded f;
    const auto before = f.session->subUser(f.subUser);
    const QString tooLong(100'000, u'x');
    f.session->saveDraft(f.subUser, tooLong, {});
    Outcome<SubUser> outcome;
    outcome.call = f.session->saveNote(f.subUser, tooLong, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->kind == ErrorKind::Validation);
    QCOMPARE(outcome.error->fields.at(0).field, QStringLiteral("note"));
    QVERIFY(f.session->subUser(f.subUser) == before);
    QCOMPARE(f.session->draft(f.subUser)->text, tooLong);
}

void TestAccountSession::aNoteWithoutAnAnswer()
{
    Loaded f;
    f.fault("do-and-drop=close,next=1");
    Outcome<SubUser> outcome;
    outcome.call =
        f.session->saveNote(f.subUser, QStringLiteral("Trial"), &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->mayHaveHappened);
    QCOMPARE(f.noteThere(), QStringLiteral("Trial"));
    QCOMPARE(f.server.counters().of("updateSubUserNote").arrived, std::uint64_t{1});
    // Looked at again without being asked to: the row shows what is so.
    QTRY_COMPARE(f.session->subUser(f.subUser)->note, QStringLiteral("Trial"));
}

void TestAccountSession::aNoteForSomebodyWhoIsGone()
{
    Loaded f;
    const SubUserId nobody(99'999'999);
    auto model = f.session->makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    const auto listed = f.server.counters().of("listSubUsers").answered;
    Outcome<SubUser> outcome;
    outcome.call = f.session->saveNote(nobody, QStringLiteral("x"), &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error->kind == ErrorKind::NotFound);
    QTRY_COMPARE(f.server.counters().of("listSubUsers").answered, listed + 1);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QCOMPARE(f.session->summary().subUsers, 10);
}

void TestAccountSession::aProxyIsSaved()
{
    Loaded f;
    auto model = f.session->makeProxyModel();
    QTRY_VERIFY(model->isSettled());
    ProxyEdit edit;
    edit.name = QStringLiteral("price-watch-london");
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->now.name, *edit.name);
    QCOMPARE(outcome.value->leftOut, QStringList());
    QCOMPARE(f.proxyThere().value(QStringLiteral("name")).toString(), *edit.name);
    QCOMPARE(f.session->proxy(f.proxy)->name, *edit.name);
    const qint64 key = f.session->keyOf(f.proxy).value();
    const auto shown = [&] {
        return model->index(model->rowOf(key), ProxyTableModel::NameColumn).data().toString();
    };
    QTRY_COMPARE(shown(), *edit.name);
    model.reset();
    f.open();
    QCOMPARE(f.session->proxy(f.proxy)->name, *edit.name);
}

void TestAccountSession::aFieldTheServiceLeavesOut()
{
    Loaded f;
    f.fault("ignore-open-fields");
    const auto before = f.session->proxy(f.proxy);
    ProxyEdit edit;
    edit.name = QStringLiteral("renamed");
    edit.trafficLimit = TrafficAmount::fromUnits(987 * TrafficAmount::unitsPerGb);
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->leftOut, QStringList(QStringLiteral("traffic_limit")));
    QCOMPARE(f.session->proxy(f.proxy)->name, QStringLiteral("renamed"));
    QVERIFY(f.session->proxy(f.proxy)->trafficLimit == before->trafficLimit);
}

void TestAccountSession::aProxyThatIsRefused()
{
    Loaded f;
    const auto before = f.session->proxy(f.proxy);
    ProxyEdit edit;
    edit.rotateType = QStringLiteral("interval");
    edit.rotateIntervalMinutes = 0;
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->kind == ErrorKind::Validation);
    QCOMPARE(outcome.error->fields.at(0).field, QStringLiteral("rotate_interval"));
    QVERIFY(f.session->proxy(f.proxy) == before);
}

void TestAccountSession::aProxyWhoseAnswerWasLost()
{
    Loaded f;
    f.fault("do-and-drop=reset,next=1");
    ProxyEdit edit;
    edit.name = QStringLiteral("done-after-all");
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error->mayHaveHappened);
    QTRY_COMPARE(f.session->proxy(f.proxy)->name, QStringLiteral("done-after-all"));
    QCOMPARE(f.server.counters().of("updateProxy").arrived, std::uint64_t{1});
}

void TestAccountSession::aDroppedHandleIsNotHeard()
{
    Loaded f;
    Outcome<SubUser> outcome;
    outcome.call =
        f.session->saveNote(f.subUser, QStringLiteral("kept"), &f.guard, outcome.handler());
    outcome.call = {};
    // A change is on its way all the same, and what came of it reaches the store.
    QTRY_COMPARE(f.session->subUser(f.subUser)->note, QStringLiteral("kept"));
    QCOMPARE(outcome.calls, 0);

    auto shortLived = std::make_unique<QObject>();
    outcome.call = f.session->saveNote(f.subUser, QStringLiteral("again"), shortLived.get(),
                                       outcome.handler());
    shortLived.reset();
    QTRY_COMPARE(f.session->subUser(f.subUser)->note, QStringLiteral("again"));
    QCOMPARE(outcome.calls, 0);
}

void TestAccountSession::actionsOffline()
{
    Loaded f;
    f.offline = true;
    f.open();
    f.server.resetCounters();
    Outcome<SubUser> note;
    note.call = f.session->saveNote(f.subUser, QStringLiteral("x"), &f.guard, note.handler());
    Outcome<ProxySaved> proxy;
    proxy.call = f.session->saveProxy(f.proxy, {}, &f.guard, proxy.handler());
    Outcome<std::vector<Place>> places;
    places.call = f.session->countries(QStringLiteral("mobile"), &f.guard, places.handler());
    QCOMPARE(note.calls, 0); // later, never from within
    QTRY_COMPARE(note.calls, 1);
    QTRY_COMPARE(proxy.calls, 1);
    QTRY_COMPARE(places.calls, 1);
    QVERIFY(note.error->kind == ErrorKind::Offline);
    QVERIFY(proxy.error->kind == ErrorKind::Offline);
    QVERIFY(places.error->kind == ErrorKind::Offline);
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

void TestAccountSession::freshRowsAreRead()
{
    Loaded f;
    f.open();
    Outcome<Proxy> proxy;
    proxy.call = f.session->readProxy(f.proxy, &f.guard, proxy.handler());
    QTRY_COMPARE(proxy.calls, 1);
    QVERIFY(!proxy.value->credentials.http.isEmpty());
    QVERIFY(f.session->credentials(f.proxy).has_value());
    Outcome<SubUser> subUser;
    subUser.call = f.session->readSubUser(f.subUser, &f.guard, subUser.handler());
    QTRY_COMPARE(subUser.calls, 1);
    QCOMPARE(subUser.value->id.value(), f.subUser.value());
    Outcome<Proxy> nobody;
    nobody.call =
        f.session->readProxy(ProxyId(QStringLiteral("0b8d7d4e-0000-4000-8000-000000000000")),
                             &f.guard, nobody.handler());
    QTRY_COMPARE(nobody.calls, 1);
    QVERIFY(nobody.error->kind == ErrorKind::NotFound);
}

void TestAccountSession::placesAreAskedOnce()
{
    Loaded f;
    const QString type = QStringLiteral("residential");
    for (int round = 0; round < 2; ++round) {
        Outcome<std::vector<Place>> countries;
        countries.call = f.session->countries(type, &f.guard, countries.handler());
        QTRY_COMPARE(countries.calls, 1);
        QVERIFY(!countries.value->empty());
        const QString country = countries.value->front().code;
        Outcome<std::vector<Place>> regions;
        regions.call = f.session->regions(country, type, &f.guard, regions.handler());
        QTRY_COMPARE(regions.calls, 1);
        Outcome<std::vector<Place>> cities;
        cities.call = f.session->cities(country, type, &f.guard, cities.handler());
        QTRY_COMPARE(cities.calls, 1);
    }
    const auto counters = f.server.counters();
    for (const auto *operation : {"listCountries", "listRegions", "listCities"}) {
        QCOMPARE(counters.of(operation).answered, std::uint64_t{1});
    }
}

void TestAccountSession::draftsAndEarlierNotes()
{
    Loaded f;
    f.session->saveDraft(f.subUser, QStringLiteral("half a sen"), QStringLiteral("VIP"));
    f.open();
    QCOMPARE(f.session->draft(f.subUser)->text, QStringLiteral("half a sen"));
    QCOMPARE(f.session->draft(f.subUser)->basedOn, QStringLiteral("VIP"));
    f.session->dropDraft(f.subUser);
    f.open();
    QVERIFY(!f.session->draft(f.subUser).has_value());
    QVERIFY(f.session->earlierNotes(f.subUser).empty());
    QVERIFY(!f.session->keepProblem().has_value());
}

void TestAccountSession::aDamagedKeepFileIsNoticed()
{
    Loaded f;
    f.session.reset();
    const QString path = f.folder.path() + QLatin1String("/accounts/") +
                         accountKey(f.config().service, f.config().account) +
                         QLatin1String("/keep.sqlite");
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
    }
    f.open();
    QCOMPARE(f.session->notices().size(), 1);
    QVERIFY(f.session->notices().front().contains(QDir::toNativeSeparators(path)));
    QVERIFY(f.session->keepProblem().has_value());
    QCOMPARE(f.session->summary().transactions, 150);
    const auto aside = f.session->setKeepFileAside();
    QVERIFY(aside.has_value());
    QVERIFY(QFile::exists(*aside));
    QVERIFY(!f.session->keepProblem().has_value());
}

void TestAccountSession::fieldsLeftOutAreNamed()
{
    Proxy now;
    now.name = QStringLiteral("a");
    now.country = QStringLiteral("US");
    now.rotateIntervalMinutes = 10;
    ProxyEdit edit;
    QCOMPARE(fieldsLeftOut(edit, now), QStringList());
    edit.name = QStringLiteral("a");
    edit.country = QStringLiteral("DE");
    edit.region = QString();
    edit.rotateIntervalMinutes = 20;
    edit.trafficLimit = TrafficAmount::fromUnits(1);
    edit.lifetimeMinutes = 5;
    QCOMPARE(fieldsLeftOut(edit, now),
             (QStringList{QStringLiteral("country"), QStringLiteral("rotate_interval"),
                          QStringLiteral("traffic_limit")}));
}

} // namespace relaybook

QTEST_GUILESS_MAIN(relaybook::TestAccountSession)
#include "test_accountsession.moc"
