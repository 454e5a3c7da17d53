// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that logins are found, and that one that is the password is neither found nor stored.
#include "api/endpoints/proxies.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/models/tablemodelfixture.h"

#include <QTest>

namespace relaybook {

using testing::ModelFixture;
using testing::someSubUser;

class TestSearchLogins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void subUsersAreFoundByTheirLogin();
    void aLoginThatTurnsOutToBeThePasswordIsForgotten();
    void aProxysLoginThatTurnsOutToBeThePasswordIsForgotten();
};

void TestSearchLogins::subUsersAreFoundByTheirLogin()
{
    ModelFixture f;
    const auto put = [&f](const SubUser &row) {
        f.write([row](CacheWriter &writer) { writer.subUsers().replace({row}, {}); });
    };
    put(someSubUser(1));
    SubUserTableModel model(*f.store, f.pool);
    model.setFilterText(QStringLiteral("fb4ba1"));
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 1);
    // A later answer without credentials takes the login away from nobody.
    SubUser later = someSubUser(1);
    later.access.userName.clear();
    later.access.password = {};
    later.note = QStringLiteral("another");
    put(later);
    model.setFilterText(QStringLiteral("fb4ba1 another"));
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 1);
    // One that is the password too is a secret.
    SubUser careless = someSubUser(1);
    careless.access.userName = QStringLiteral("swordfish");
    put(careless);
    QCOMPARE(testing::filesContaining(f.folder.path(), "swordfish"), QStringList());
}

/// A list without passwords comes first: only the single row tells that the login is one.
void TestSearchLogins::aLoginThatTurnsOutToBeThePasswordIsForgotten()
{
    ModelFixture f;
    const auto put = [&f](const SubUser &row) {
        f.write([row](CacheWriter &writer) { writer.subUsers().put(row); });
    };
    const auto stored = [&f] {
        return *f.store->read([](CacheReader &reader) {
            return reader.subUser(someSubUser(1).id.value())->access.userName;
        });
    };
    SubUser listed = someSubUser(1);
    listed.access.userName = QStringLiteral("swordfish");
    listed.access.password = {};
    put(listed);
    QCOMPARE(stored(), QStringLiteral("swordfish"));
    SubUser single = listed;
    single.access.userName.clear();
    single.access.password = Secret(QStringLiteral("swordfish"));
    put(single);
    QCOMPARE(stored(), QString());
}

/// Also on the disk: the row is written anew, and the search index has no login either.
void TestSearchLogins::aProxysLoginThatTurnsOutToBeThePasswordIsForgotten()
{
    ModelFixture f;
    const auto put = [&f](const QByteArray &address) {
        const QByteArray body = R"({"data":{"id":"p-1","name":"shop",)" + address + R"("x":1}})";
        const auto row = GetProxy::decode(body);
        QVERIFY(row);
        f.write([row = *row](CacheWriter &writer) { writer.proxies().put(row); });
    };
    const auto stored = [&f] {
        const auto key = f.store->read(
            [](CacheReader &reader) { return reader.proxyKey(ProxyId(QStringLiteral("p-1"))); });
        return f.store->read([&](CacheReader &reader) { return reader.proxy(**key)->login; })
            .value_or(QStringLiteral("unknown"));
    };
    const auto found = [&f] {
        ProxyTableModel model(*f.store, f.pool);
        model.setFilterText(QStringLiteral("swordfish"));
        [&model] { QTRY_VERIFY(model.isSettled()); }();
        return model.rowCount();
    };
    put(R"("proxy_http":"http://swordfish:secret@host:1",)");
    QCOMPARE(stored(), QStringLiteral("swordfish"));
    QCOMPARE(found(), 1);
    put(""); // an answer without addresses
    QCOMPARE(stored(), QStringLiteral("swordfish"));
    put(R"("proxy_http":"http://swordfish:swordfish@host:1",)");
    QCOMPARE(stored(), QString());
    QCOMPARE(found(), 0);
    const auto row = f.store->read([](CacheReader &reader) { return reader.proxy(1); });
    QVERIFY(row && *row && !(*row)->raw.contains("swordfish"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSearchLogins)
#include "test_searchlogins.moc"
