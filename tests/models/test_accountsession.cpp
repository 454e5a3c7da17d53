// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a page gets from an account session: its areas, what is stored of them, and the
// signals about them.

#include "models/accounts/storedaccounts.h"
#include "models/store/accountkey.h"
#include "models/store/cacheconnection.h"
#include "tests/models/loadedaccount.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

namespace relaybook {
namespace {

using testing::Loaded;
using testing::SandboxSettings;
using testing::SessionFixture;
using testing::waitUntil;
using namespace std::chrono_literals;

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

    void draftsAndEarlierNotes();
    void aDamagedKeepFileIsNoticed();
    void twoAccountsAreNoticedOnce();
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
    QVERIFY(f.session->notices().all().isEmpty());
    const auto proxy = f.session->rows().proxy(f.proxy);
    QVERIFY(proxy.has_value());
    QVERIFY(proxy->credentials == ProxyCredentials{});
    QVERIFY(f.session->rows().subUser(f.subUser).has_value());
    QVERIFY(!f.session->rows().proxy(ProxyId(QStringLiteral("nobody"))).has_value());
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
    auto model = f.session->queries().makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    QSignalSpy resets(model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy changes(model.get(), &QAbstractItemModel::dataChanged);
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QTRY_VERIFY(model->isSettled());
    QCOMPARE(changes.size(), 0); // unchanged rows are not written, and nothing flickers
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
    add("encoding=compress", ErrorKind::NotUnderstood);
    add("encoding=gzip", ErrorKind::NotUnderstood);
    add("success-false", ErrorKind::NotUnderstood);
    add("wrong-types=data", ErrorKind::NotUnderstood);
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
    const auto proxy = f.session->credentials().of(f.proxy);
    QVERIFY(proxy.has_value());
    QVERIFY(proxy->http.reveal().startsWith("http://"));
    const auto subUser = f.session->credentials().of(f.subUser);
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
    QVERIFY(!f.session->credentials().of(f.proxy).has_value());
    QVERIFY(f.session->rows().proxy(f.proxy).has_value());
}

void TestAccountSession::offlineShowsWhatIsStored()
{
    Loaded f;
    const AccountSummary online = f.session->summary();
    f.session.reset();
    f.countFromHere();
    f.offline = true;
    f.auth.clear();
    f.open();
    f.session->start();
    AccountSummary offline = f.session->summary();
    QVERIFY(offline == online);
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QVERIFY(f.areaIs(area, AreaStatus::Loaded));
        QVERIFY(f.session->status(area).asOf.has_value());
    }
    auto model = f.session->queries().makeProxyModel();
    QTRY_COMPARE(model->rowCount(), 12);
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

void TestAccountSession::storedAccountsAreFound()
{
    Loaded f;
    f.session->flush();
    const auto accounts = storedAccounts(f.folder.path());
    QCOMPARE(accounts.size(), size_t{1});
    QCOMPARE(accounts.front().service, QString::fromStdString(f.access.url));
    QCOMPARE(accounts.front().account, QString::fromStdString(f.access.email));
    QCOMPARE(accounts.front().name, f.session->summary().name);
    QVERIFY(storedAccounts(f.folder.filePath(QStringLiteral("none"))).empty());
}

void TestAccountSession::aNewerStoreIsRefused()
{
    SessionFixture f(SandboxSettings{1, 1, 1, 100, false});
    f.open();
    f.session.reset();
    const QString folder = f.folder.path() + QLatin1String("/accounts/") +
                           accountKey(f.config().service, f.config().account);
    {
        auto connection =
            openCache(folder + QLatin1String("/cache.sqlite"), Connection::Purpose::CacheWriter);
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
    f.session->kept().saveDraft(f.subUser, QStringLiteral("mine"), {});
    f.session.reset();
    QVERIFY(forgetService(f.folder.path(), f.config().service, f.config().account, f.clock)
                .has_value());
    f.open();
    QCOMPARE(f.session->summary().transactions, 0);
    QCOMPARE(f.session->kept().draft(f.subUser)->text, QStringLiteral("mine"));
}

void TestAccountSession::draftsAndEarlierNotes()
{
    Loaded f;
    f.session->kept().saveDraft(f.subUser, QStringLiteral("half a sen"), QStringLiteral("VIP"));
    f.open();
    QCOMPARE(f.session->kept().draft(f.subUser)->text, QStringLiteral("half a sen"));
    QCOMPARE(f.session->kept().draft(f.subUser)->basedOn, QStringLiteral("VIP"));
    f.session->kept().dropDraft(f.subUser);
    f.open();
    QVERIFY(!f.session->kept().draft(f.subUser).has_value());
    QVERIFY(f.session->kept().earlierNotes(f.subUser).empty());
    QVERIFY(!f.session->notices().keepProblem().has_value());
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
    QCOMPARE(f.session->notices().all().size(), 1);
    QVERIFY(f.session->notices().all().front().contains(QDir::toNativeSeparators(path)));
    QVERIFY(f.session->notices().keepProblem().has_value());
    QCOMPARE(f.session->summary().transactions, 150);
    const auto aside = f.session->notices().setKeepFileAside();
    QVERIFY(aside.has_value());
    QVERIFY(QFile::exists(*aside));
    QVERIFY(!f.session->notices().keepProblem().has_value());
}

/// Until a receipt's transaction was found, token and key may be those of two accounts.
void TestAccountSession::twoAccountsAreNoticedOnce()
{
    SessionFixture f;
    f.buying.isOneAccount = false;
    f.buying.looks.pauses = {5ms, 5ms, 5ms};
    f.open();
    PurchaseDesk &desk = f.session->purchases();
    QTRY_VERIFY(desk.isReady());
    const auto lose = [&] {
        f.fault("drop,on=topUpTraffic,next=1");
        QString id;
        const Call call = desk.prepare(
            QStringLiteral("residential"), *TrafficAmount::parseGb(QStringLiteral("7")), &desk,
            [&](const Result<Confirmation> &shown) {
                desk.buy(shown->number, true, &desk,
                         [&id](const BuyAnswer &answer) { id = answer.orderId; });
            });
        return waitUntil([&] { return !id.isEmpty() && desk.order(id)->looks.size() > 2; });
    };
    QVERIFY(lose());
    QTRY_COMPARE(f.session->notices().all().size(), 1);
    QVERIFY(f.session->notices().all().front().contains(QStringLiteral("same account")));
    QVERIFY(lose());
    QCOMPARE(f.session->notices().all().size(), 1);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountSession)
#include "test_accountsession.moc"
