// SPDX-License-Identifier: GPL-3.0-or-later
// Tests undoing a saved change: with one fresh read, and never over a value that was changed since.
#include "models/account/changeundo.h"

#include "api/endpoints/proxies.h"
#include "tests/models/loadedaccount.h"

namespace relaybook {

using testing::Loaded;

class TestChangeUndo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCanBeUndone_data();
    void whatCanBeUndone();
    void aProxyIsPutBack();
    void anotherChangeIsKept();
    void twoAtOnce();
    void aServiceThatShowsNoSingleRow();
    void offlineNothingIsSent();
};

namespace {

Proxy reportedProxy()
{
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("p"));
    proxy.name = QStringLiteral("old");
    proxy.country = QStringLiteral("DE");
    proxy.region = QStringLiteral("Hesse");
    proxy.city = QStringLiteral("Frankfurt");
    proxy.raw = QByteArrayLiteral("{}");
    return proxy;
}

/// Sends an edit and returns what is to be undone.
std::optional<SavedProxy> savedIn(Loaded &f, const ProxyEdit &edit)
{
    const Proxy before = f.session->rows().proxy(f.proxy).value_or(Proxy());
    std::optional<SavedProxy> change;
    const Call call =
        f.session->actions().saveProxy(f.proxy, edit, &f.guard, [&](const Result<ProxySaved> &now) {
            change = now ? savedProxy(before, edit, now->now) : std::nullopt;
        });
    [&] { QTRY_VERIFY(change.has_value()); }();
    return change;
}

ProxyEdit renamedTo(const QString &name)
{
    ProxyEdit edit;
    edit.name = name;
    return edit;
}

template <class Change>
std::optional<Result<ChangeUndo::Outcome>> outcomeOf(Loaded &f, const Change &change)
{
    ChangeUndo undo(f.session->actions(), f.session->rows());
    std::optional<Result<ChangeUndo::Outcome>> outcome;
    undo.undo(change, [&](const Result<ChangeUndo::Outcome> &now) { outcome.emplace(now); });
    [&] { QTRY_VERIFY(outcome.has_value()); }();
    return outcome;
}

} // namespace

void TestChangeUndo::whatCanBeUndone_data()
{
    QTest::addColumn<Proxy>("before");
    QTest::addColumn<ProxyEdit>("sent");
    QTest::addColumn<Proxy>("now");
    QTest::addColumn<ProxyEdit>("back"); // empty: cannot be undone
    const ProxyEdit rename = renamedTo(QStringLiteral("new"));
    Proxy renamed = reportedProxy();
    renamed.name = *rename.name;
    QTest::newRow("name") << reportedProxy() << rename << renamed
                          << renamedTo(QStringLiteral("old"));
    QTest::newRow("left out by the service")
        << reportedProxy() << rename << reportedProxy() << ProxyEdit();
    Proxy unknown = reportedProxy();
    unknown.raw.clear();
    QTest::newRow("not known before") << unknown << rename << renamed << ProxyEdit();
    Proxy masked = reportedProxy();
    masked.name = QString::fromUtf8("bob:•••@gw.example");
    QTest::newRow("had a masked secret") << masked << rename << renamed << ProxyEdit();
    ProxyEdit lifetime = rename;
    lifetime.lifetimeMinutes = 5;
    QTest::newRow("no answer has the lifetime")
        << reportedProxy() << lifetime << renamed << renamedTo(QStringLiteral("old"));
    ProxyEdit limit;
    limit.trafficLimit = TrafficAmount::parseGb(u"5");
    Proxy limited = reportedProxy();
    limited.trafficLimit = limit.trafficLimit;
    QTest::newRow("no limit cannot be sent") << reportedProxy() << limit << limited << ProxyEdit();
    ProxyEdit both = limit;
    both.name = rename.name;
    limited.name = *rename.name;
    QTest::newRow("only the name can be restored")
        << reportedProxy() << both << limited << renamedTo(QStringLiteral("old"));
    // The service clears what belongs to another country.
    ProxyEdit move;
    move.country = QStringLiteral("FR");
    Proxy moved = reportedProxy();
    moved.country = *move.country;
    moved.region.clear();
    moved.city.clear();
    ProxyEdit home;
    home.country = QStringLiteral("DE");
    home.region = QStringLiteral("Hesse");
    home.city = QStringLiteral("Frankfurt");
    QTest::newRow("country") << reportedProxy() << move << moved << home;
    move.name = rename.name;
    moved.name = *rename.name;
    Proxy somewhere = reportedProxy();
    somewhere.region = masked.name;
    QTest::newRow("a place with a masked secret")
        << somewhere << move << moved << renamedTo(QStringLiteral("old"));
}

void TestChangeUndo::whatCanBeUndone()
{
    QFETCH(Proxy, before);
    QFETCH(ProxyEdit, sent);
    QFETCH(Proxy, now);
    QFETCH(ProxyEdit, back);
    const auto change = savedProxy(before, sent, now);
    QCOMPARE(change.has_value(), !back.isEmpty());
    QVERIFY(!change || change->before == back);
    const bool isPlaceLost = sent.country && !back.country;
    QVERIFY(!change ||
            change->isPart == (sent.lifetimeMinutes || sent.trafficLimit || isPlaceLost));
}

void TestChangeUndo::aProxyIsPutBack()
{
    Loaded f;
    const QString before = f.session->rows().proxy(f.proxy)->name;
    const auto change = savedIn(f, renamedTo(QStringLiteral("other")));
    QVERIFY(change);
    const auto reads = f.server.counters().of("getProxy").answered;
    const auto outcome = outcomeOf(f, *change);
    QVERIFY(outcome && outcome->has_value());
    QCOMPARE(**outcome, ChangeUndo::Outcome::Undone);
    QCOMPARE(f.server.counters().of("getProxy").answered, reads + 1);
    QCOMPARE(f.proxyThere().value(QStringLiteral("name")).toString(), before);
    QCOMPARE(f.session->rows().proxy(f.proxy)->name, before);
}

void TestChangeUndo::anotherChangeIsKept()
{
    Loaded f;
    const auto change = savedIn(f, renamedTo(QStringLiteral("other")));
    QVERIFY(change);
    const auto later = savedIn(f, renamedTo(QStringLiteral("later")));
    QVERIFY(later);
    const auto writes = f.server.counters().of("updateProxy").arrived;
    const auto outcome = outcomeOf(f, *change);
    QVERIFY(outcome && outcome->has_value());
    QCOMPARE(**outcome, ChangeUndo::Outcome::ChangedSince);
    QCOMPARE(f.server.counters().of("updateProxy").arrived, writes);
    QCOMPARE(f.proxyThere().value(QStringLiteral("name")).toString(), QStringLiteral("later"));
}

/// A slow answer to the first is not thrown away by the second.
void TestChangeUndo::twoAtOnce()
{
    Loaded f;
    const QString note = f.noteThere();
    bool isSaved = false;
    const Call call =
        f.session->actions().saveNote(f.subUser, QStringLiteral("Trial"), &f.guard,
                                      [&](const Result<SubUser> &) { isSaved = true; });
    QTRY_VERIFY(isSaved);
    const auto renamed = savedIn(f, renamedTo(QStringLiteral("other")));
    QVERIFY(renamed);
    ChangeUndo undo(f.session->actions(), f.session->rows());
    std::vector<ChangeUndo::Outcome> outcomes;
    const auto take = [&](const Result<ChangeUndo::Outcome> &now) {
        QVERIFY(now.has_value());
        outcomes.push_back(*now);
    };
    undo.undo(SavedNote{f.subUser, note, QStringLiteral("Trial")}, take);
    undo.undo(*renamed, take);
    QTRY_COMPARE(outcomes.size(), size_t(2));
    QCOMPARE(outcomes.front(), ChangeUndo::Outcome::Undone);
    QCOMPARE(outcomes.back(), ChangeUndo::Outcome::Undone);
    QCOMPARE(f.noteThere(), note);
}

void TestChangeUndo::aServiceThatShowsNoSingleRow()
{
    Loaded f;
    const QString before = f.noteThere();
    bool isSaved = false;
    const Call call =
        f.session->actions().saveNote(f.subUser, QStringLiteral("Trial"), &f.guard,
                                      [&](const Result<SubUser> &) { isSaved = true; });
    QTRY_VERIFY(isSaved);
    QVERIFY(!f.server.setOffer({.without = {"getSubUser"}}));
    const SavedNote change{f.subUser, before, QStringLiteral("Trial")};
    auto outcome = outcomeOf(f, change);
    QVERIFY(outcome && outcome->has_value());
    QCOMPARE(**outcome, ChangeUndo::Outcome::Undone);
    QCOMPARE(f.noteThere(), before);
    // Now the stored note is another one than was saved.
    outcome = outcomeOf(f, change);
    QVERIFY(outcome && outcome->has_value());
    QCOMPARE(**outcome, ChangeUndo::Outcome::ChangedSince);
}

void TestChangeUndo::offlineNothingIsSent()
{
    Loaded f;
    const SavedNote change{f.subUser, {}, f.noteThere()};
    f.close();
    f.offline = true;
    f.open();
    const auto outcome = outcomeOf(f, change);
    QVERIFY(outcome && !outcome->has_value());
    QCOMPARE(outcome->error().kind, ErrorKind::Offline);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestChangeUndo)
#include "test_changeundo.moc"
