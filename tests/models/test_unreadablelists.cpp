// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that one unreadable row does not hide a list: the other rows work, and the row is stored as
// it arrived, marked and counted.

#include "tests/models/loadedaccount.h"
#include "tests/models/storefixture.h"

#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

constexpr qint64 many = 100;

UnreadableListRow odd(const QString &id, const QByteArray &raw = "{}")
{
    return {id, QStringLiteral("data[0].traffic_gb is not an amount of traffic"), raw};
}

std::vector<UnreadableListRow> unreadable(StoreFixture &f, StoreTable table)
{
    return CacheReader(f.reader()).unreadableListRows(table, many);
}

StoredCounts countsOf(StoreFixture &f)
{
    return CacheReader(f.reader()).counts();
}

} // namespace

class TestUnreadableLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFirstListHasItsReadableRows();
    void aRefreshKeepsWhatWasReadBefore();
    void aRowReadByItselfIsReadableAgain();
    void pagedListsAreWholeWithUnreadableRows();
    void unreadableRowsSurviveARestart();

    void theStoreKeepsTheLastReadableForm();
    void theMarkChangesTheRow();
    void aRowWithoutAnIdMayBeAnyRow();
    void rowsOfAPartOfAListAreAdded();
    void aRemovedRowIsForgotten();
};

void TestUnreadableLists::aFirstListHasItsReadableRows()
{
    SessionFixture f(SandboxSettings{40, 30, 5, 100, false});
    f.fault("unreadable-list-rows=8"); // five proxies and three sub-users; the fourth has no id
    f.open();
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    const AccountSummary &summary = f.session->summary();
    QCOMPARE(summary.proxies, 35);
    QCOMPARE(summary.unreadableProxies, 5);
    QCOMPARE(summary.subUsers, 27);
    QCOMPARE(summary.unreadableSubUsers, 3);

    const auto rows = f.session->rows().unreadableListRows(Area::Proxies, many);
    QCOMPARE(rows.size(), size_t{5});
    const auto ids = f.server.proxyIds();
    QCOMPARE(rows.at(0).id, QString::fromStdString(ids.at(7)));
    QVERIFY(rows.at(0).raw.contains("\"traffic_gb\":[]"));
    QVERIFY(rows.at(1).raw.contains("\"traffic_gb\":{}"));
    QVERIFY(rows.at(2).raw.contains("\"traffic_gb\":false"));
    QVERIFY(rows.at(3).id.isEmpty());
    QCOMPARE(rows.at(3).problem, QStringLiteral("data[31].id is missing"));
    // Exactly as it arrived, except for its secrets.
    const QByteArray login = testing::objectOf(f.server.proxy(ids.at(7)))
                                 .value(QStringLiteral("proxy_http"))
                                 .toString()
                                 .section(u'@', 0, 0)
                                 .section(u':', 2)
                                 .toUtf8();
    QVERIFY(login.size() > 3);
    QVERIFY(!rows.at(0).raw.contains(login));
    f.session->flush();
    QVERIFY(filesContaining(f.folder.path(), login).isEmpty());
}

void TestUnreadableLists::aRefreshKeepsWhatWasReadBefore()
{
    Loaded f; // 12 proxies, 10 sub-users
    const ProxyId third(QString::fromStdString(f.server.proxyIds().at(2)));
    const auto before = f.session->rows().proxy(third);
    f.fault("unreadable-list-rows=3"); // of four proxies the last has no id
    f.session->refresh(Area::Proxies);
    f.session->refresh(Area::SubUsers);
    QTRY_COMPARE(f.session->summary().unreadableProxies, 4);
    QTRY_COMPARE(f.session->summary().unreadableSubUsers, 3);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QCOMPARE(f.session->summary().proxies, 12);
    QCOMPARE(f.session->summary().subUsers, 10);
    QVERIFY(f.session->rows().proxy(third) == before);
    QVERIFY(f.session->rows().unreadableForm(third).has_value());
    QVERIFY(!f.session->rows().unreadableForm(f.proxy).has_value());
    QVERIFY(f.session->rows().unreadableForm(SubUserId(f.server.subUserIds().at(2))).has_value());

    f.server.faults().clearAll();
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(f.session->summary().unreadableProxies, 0);
    QVERIFY(!f.session->rows().unreadableForm(third).has_value());
    QCOMPARE(f.session->summary().proxies, 12);
}

void TestUnreadableLists::aRowReadByItselfIsReadableAgain()
{
    Loaded f;
    f.fault("unreadable-list-rows=1"); // all of them
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(f.session->summary().unreadableProxies, 12);
    QVERIFY(f.session->rows().unreadableForm(f.proxy).has_value());
    const Call call =
        f.session->actions().readProxy(f.proxy, &f.guard, [](const Result<Proxy> &) {});
    QTRY_VERIFY(!f.session->rows().unreadableForm(f.proxy).has_value());
    QTRY_COMPARE(f.session->summary().unreadableProxies, 11);
    QCOMPARE(f.session->summary().proxies, 12);
}

void TestUnreadableLists::pagedListsAreWholeWithUnreadableRows()
{
    SessionFixture f(SandboxSettings{40, 30, 5, 100, false});
    f.fault("paged-lists=7");
    f.fault("unreadable-list-rows=4");
    f.open();
    f.session->start();
    QTRY_VERIFY(f.allLoaded());
    QCOMPARE(f.session->summary().proxies, 30);
    QCOMPARE(f.session->summary().unreadableProxies, 10);
    QCOMPARE(f.session->summary().subUsers, 23);
    QCOMPARE(f.session->summary().unreadableSubUsers, 7);
}

void TestUnreadableLists::unreadableRowsSurviveARestart()
{
    Loaded f;
    f.fault("unreadable-list-rows=5");
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(f.session->summary().unreadableProxies, 2);
    const auto rows = f.session->rows().unreadableListRows(Area::Proxies, many);
    f.offline = true;
    f.open();
    QCOMPARE(f.session->summary().unreadableProxies, 2);
    QVERIFY(f.session->rows().unreadableListRows(Area::Proxies, many) == rows);
}

void TestUnreadableLists::theStoreKeepsTheLastReadableForm()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1), someProxy(2), someProxy(3)}, fromMillis(1));
    });
    const UnreadableListRow second = odd(someProxy(2).id.value());
    f.write([&](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1)}, fromMillis(2),
                                 {second, odd(QStringLiteral("new"))});
    });
    QCOMPARE(countsOf(f).proxies, 2); // the third is gone
    QCOMPARE(countsOf(f).unreadableProxies, 2);
    CacheReader reader(f.reader());
    const auto key = reader.proxyKey(someProxy(2).id);
    QVERIFY(key.has_value());
    QCOMPARE(reader.proxy(*key)->name, someProxy(2).name);
    QVERIFY(reader.unreadableListRow(StoreTable::Proxies, second.id) == second);
    QVERIFY(!reader.unreadableListRow(StoreTable::SubUsers, second.id));
    f.write([](CacheWriter &writer) { writer.proxies().replace({someProxy(1)}, fromMillis(3)); });
    QCOMPARE(countsOf(f).proxies, 1);
    QCOMPARE(countsOf(f).unreadableProxies, 0);
}

void TestUnreadableLists::theMarkChangesTheRow()
{
    StoreFixture f;
    std::vector<qint64> changed;
    QObject::connect(
        f.store.get(), &AccountStore::changed, f.store.get(),
        [&](const StoreChanges &changes) { changed = changes.of(StoreTable::SubUsers).changed; });
    const std::vector<SubUser> rows{someSubUser(1), someSubUser(2)};
    f.write([&](CacheWriter &writer) { writer.subUsers().replace(rows, fromMillis(1)); });
    const auto one = std::vector<UnreadableListRow>{odd(QStringLiteral("2"))};
    f.write([&](CacheWriter &writer) { writer.subUsers().replace({rows.front()}, {}, one); });
    QCOMPARE(changed, std::vector<qint64>{2});
    f.write([&](CacheWriter &writer) { writer.subUsers().replace({rows.front()}, {}, one); });
    QVERIFY(changed.empty()); // nothing new, and nothing flickers
    f.write([&](CacheWriter &writer) { writer.subUsers().put(rows.back()); });
    QCOMPARE(changed, std::vector<qint64>{2});
    QCOMPARE(countsOf(f).unreadableSubUsers, 0);
}

void TestUnreadableLists::aRowWithoutAnIdMayBeAnyRow()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1), someProxy(2)}, fromMillis(1));
    });
    f.write([](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1)}, fromMillis(2), {odd({}, "{\"name\":\"x\"}")});
    });
    QCOMPARE(countsOf(f).proxies, 2);
    QCOMPARE(countsOf(f).unreadableProxies, 1);
}

void TestUnreadableLists::rowsOfAPartOfAListAreAdded()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().addUnreadable({odd(QStringLiteral("1")), odd({}, "[1]")});
    });
    f.write([](CacheWriter &writer) {
        writer.subUsers().addUnreadable(
            {odd({}, "[1]"), odd(QStringLiteral("1"), "{\"id\":1}"), odd(QStringLiteral("3"))});
    });
    const auto rows = unreadable(f, StoreTable::SubUsers);
    QCOMPARE(rows.size(), size_t{3});
    QCOMPARE(rows.front().raw, QByteArray("{\"id\":1}"));
    QCOMPARE(countsOf(f).unreadableSubUsers, 3);
}

void TestUnreadableLists::aRemovedRowIsForgotten()
{
    StoreFixture f;
    f.write([](CacheWriter &writer) {
        writer.proxies().replace({}, {}, {odd(someProxy(1).id.value())});
        writer.subUsers().replace({someSubUser(5)}, {}, {odd(QStringLiteral("5"))});
    });
    f.write([](CacheWriter &writer) {
        writer.proxies().remove(someProxy(1).id);
        writer.subUsers().remove(SubUserId(5));
    });
    QCOMPARE(countsOf(f).unreadableProxies, 0);
    QCOMPARE(countsOf(f).unreadableSubUsers, 0);
    QCOMPARE(countsOf(f).subUsers, 0);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestUnreadableLists)
#include "test_unreadablelists.moc"
