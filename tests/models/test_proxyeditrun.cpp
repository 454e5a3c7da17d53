// SPDX-License-Identifier: GPL-3.0-or-later
// Tests changing many proxies: each is read before, only changed fields are sent, what was changed
// elsewhere is asked about, a lost answer is decided by reading, and what was not sent is there
// after the next start.
#include "models/account/proxyeditrun.h"

#include "api/endpoints/proxies.h"
#include "tests/models/sessionfixture.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaybook {

using RowState = BatchRun::State;
using testing::SandboxSettings;
using testing::SessionFixture;

namespace {

TrafficAmount gbOf(const char16_t *text)
{
    return TrafficAmount::parseGb(text).value();
}

ProxyEdit limitOf(const char16_t *text)
{
    ProxyEdit edit;
    edit.trafficLimit = gbOf(text);
    return edit;
}

Proxy shownProxy()
{
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("p"));
    proxy.name = QStringLiteral("crawler");
    proxy.country = QStringLiteral("DE");
    proxy.region = QStringLiteral("Hesse");
    proxy.city = QStringLiteral("Frankfurt");
    proxy.trafficLimit = gbOf(u"20");
    proxy.raw = QByteArrayLiteral("{}");
    return proxy;
}

/// An account with 30 proxies, of which each has a limit of 20 GB.
class EditedAccount : public SessionFixture
{
public:
    explicit EditedAccount(const sandbox::Offer &offer = {})
        : SessionFixture(SandboxSettings{30, 3, 5, 100, false, {}, offer})
    {
        open();
        session->start();
        [this] { QTRY_VERIFY(areaIs(Area::Proxies, AreaStatus::Loaded)); }();
        for (const std::string &id : server.proxyIds()) {
            ids.emplace_back(QString::fromStdString(id));
        }
        for (const ProxyId &id : ids) {
            change(id, limitOf(u"20"));
        }
        server.resetCounters();
    }

    /// Changes a proxy as another program would: this account does not see it.
    void change(const ProxyId &id, const ProxyEdit &edit)
    {
        bool isDone = false;
        const Call call = client->send(UpdateProxy{id, edit}, &guard,
                                       [&](const auto &answer) { isDone = answer.has_value(); });
        [&] { QTRY_VERIFY(isDone); }();
    }
    /// The rows of the first proxies, with the values that this account has loaded.
    [[nodiscard]] std::vector<QByteArray> rows(int count, const ProxyEdit &edit)
    {
        session->refresh(Area::Proxies);
        [this] { QTRY_VERIFY(areaIs(Area::Proxies, AreaStatus::Loaded)); }();
        std::vector<QByteArray> rows;
        for (int i = 0; i < count; ++i) {
            const auto proxy = session->rows().proxy(ids.at(std::size_t(i)));
            rows.push_back(toJson(proxyEditRow(proxy.value_or(Proxy()), edit)));
        }
        return rows;
    }
    [[nodiscard]] QJsonObject there(int index) const
    {
        const std::string id = ids.at(std::size_t(index)).value().toStdString();
        return testing::objectOf(server.proxy(id));
    }
    [[nodiscard]] double limitThere(int index) const
    {
        return there(index).value(QStringLiteral("traffic_limit_gb")).toVariant().toDouble();
    }
    [[nodiscard]] std::uint64_t sent() const { return server.counters().of("updateProxy").arrived; }
    [[nodiscard]] std::uint64_t read() const { return server.counters().of("getProxy").arrived; }
    [[nodiscard]] ProxyEditRun &run() const { return session->proxyEdits(); }
    [[nodiscard]] bool isEnded() const { return !run().isRunning(); }

    QObject guard;
    std::vector<ProxyId> ids;
};

} // namespace

class TestProxyEditRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAProxyOfNowMeans_data();
    void whatAProxyOfNowMeans();
    void aRowIsStoredWhole();
    void sendsOnlyWhatDiffers();
    void triesOnlyTheRefusedAgain();
    void asksAboutWhatWasChangedElsewhere();
    void leavesWhatWasChangedElsewhere();
    void aLostAnswerIsDecidedByReading_data();
    void aLostAnswerIsDecidedByReading();
    void anUnknownResultIsReadBeforeItIsSentAgain();
    void pausesAfterTheRowOnItsWay();
    void cancelSkipsTheRest();
    void undoKeepsWhatWasChangedSince();
    void whatWasNotSentIsThereAgain();
    void nothingIsLeftOfAFinishedRun();
    void aDeletedProxyIsGone();
    void aServiceWithoutTheCallForOne();
    void aServiceThatShowsNothing();
    void whatMayHaveBeenSentStaysUnknown();
    void failedRowsThatAreTriedAgainAreStored();
    void sameRefusalsEndIt();
    void viewOnlySendsNothing();
    void offlineNothingIsSent();
    void nothingIsSentThatIsNotStored();
    void theLimitsSayHowLongItTakes();
};

// ---- the rules, without a service

void TestProxyEditRun::whatAProxyOfNowMeans_data()
{
    QTest::addColumn<ProxyEdit>("wanted");
    QTest::addColumn<Proxy>("now");
    QTest::addColumn<int>("kind");
    using Kind = ProxyEditDecision::Kind;
    const Proxy same = shownProxy();
    const ProxyEdit limit = limitOf(u"50");
    QTest::newRow("as it was shown") << limit << same << int(Kind::Send);
    Proxy now = same;
    now.trafficLimit = gbOf(u"50");
    QTest::newRow("already so") << limit << now << int(Kind::Set);
    now.trafficLimit = gbOf(u"30");
    QTest::newRow("another limit meanwhile") << limit << now << int(Kind::Elsewhere);
    now.trafficLimit.reset();
    QTest::newRow("its limit was removed") << limit << now << int(Kind::Elsewhere);
    now = same;
    now.name = QStringLiteral("other");
    QTest::newRow("another field was changed") << limit << now << int(Kind::Send);
    ProxyEdit both = limit;
    both.name = QStringLiteral("new");
    now = same;
    now.name = QStringLiteral("new");
    QTest::newRow("a part is so already") << both << now << int(Kind::Send);
    now.name = QStringLiteral("third");
    QTest::newRow("one of two was changed") << both << now << int(Kind::Elsewhere);
    ProxyEdit move;
    move.country = QStringLiteral("FR");
    now = same;
    now.city = QStringLiteral("Kassel");
    QTest::newRow("a country replaces its city") << move << now << int(Kind::Elsewhere);
    now = same;
    now.country = QStringLiteral("FR");
    now.city.clear();
    QTest::newRow("the country is so already") << move << now << int(Kind::Set);
}

void TestProxyEditRun::whatAProxyOfNowMeans()
{
    QFETCH(ProxyEdit, wanted);
    QFETCH(Proxy, now);
    QFETCH(int, kind);
    const auto decision = decideProxyEdit(proxyEditRow(shownProxy(), wanted), now);
    QCOMPARE(int(decision.kind), kind);
    QVERIFY(decision.kind != ProxyEditDecision::Kind::Send || !decision.edit.isEmpty());
    // What is there already is not sent.
    QVERIFY(!decision.edit.name || *decision.edit.name != now.name);
}

void TestProxyEditRun::aRowIsStoredWhole()
{
    ProxyEdit wanted = limitOf(u"0.000000001");
    wanted.name = QString::fromUtf8("שלום \"🙂\"\n");
    wanted.region = QString();
    wanted.rotateIntervalMinutes = 1440;
    ProxyEditRow row = proxyEditRow(shownProxy(), wanted);
    QCOMPARE(proxyEditRowFrom(toJson(row)), std::optional(row));
    row.after = editableValues(shownProxy());
    row.after->trafficLimit.reset();
    QCOMPARE(proxyEditRowFrom(toJson(row)), std::optional(row));
    QVERIFY(!proxyEditRowFrom("{}"));
    QVERIFY(!proxyEditRowFrom("no json"));
}

// ---- with a service

void TestProxyEditRun::sendsOnlyWhatDiffers()
{
    EditedAccount f;
    auto rows = f.rows(5, limitOf(u"50"));
    f.change(f.ids.at(2), limitOf(u"50"));
    const QJsonObject before = f.there(1);
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QVERIFY(f.run().isOpen());
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.run().count(RowState::Unchanged), 1);
    QCOMPARE(f.sent(), 4U);
    QCOMPARE(f.read(), 5U);
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(f.limitThere(i), 50.0);
    }
    QCOMPARE(f.limitThere(5), 20.0);
    QCOMPARE(f.there(1).value(QStringLiteral("name")), before.value(QStringLiteral("name")));
    QCOMPARE(f.there(1).value(QStringLiteral("city")), before.value(QStringLiteral("city")));
    QCOMPARE(f.session->rows().proxy(f.ids.at(1))->trafficLimit, gbOf(u"50"));
    QVERIFY(!f.run().isOpen());
}

void TestProxyEditRun::triesOnlyTheRefusedAgain()
{
    EditedAccount f;
    auto rows = f.rows(30, limitOf(u"50"));
    f.server.resetCounters();
    f.fault("error-500=undone,on=updateProxy,after=9,next=1");
    f.fault("error-502=undone,on=updateProxy,after=19,next=1");
    f.fault("success-false=undone,on=updateProxy,after=29,next=1");
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 27);
    QCOMPARE(f.run().count(RowState::Failed), 3);
    for (const int index : {9, 19, 29}) {
        QCOMPARE(f.run().row(index).state, RowState::Failed);
        QVERIFY(f.run().row(index).error);
        QCOMPARE(f.limitThere(index), 20.0);
    }
    QVERIFY(!f.run().stoppedBy());
    QCOMPARE(f.sent(), 30U);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 30);
    QCOMPARE(f.sent(), 33U);
    QCOMPARE(f.limitThere(29), 50.0);
}

void TestProxyEditRun::asksAboutWhatWasChangedElsewhere()
{
    EditedAccount f;
    auto rows = f.rows(5, limitOf(u"50"));
    f.change(f.ids.at(3), limitOf(u"500"));
    ProxyEdit rename;
    rename.name = QStringLiteral("renamed elsewhere");
    f.change(f.ids.at(1), rename);
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(3).state, RowState::Changed);
    QCOMPARE(f.run().foundAt(3).value().trafficLimit, gbOf(u"500"));
    QCOMPARE(f.limitThere(3), 500.0);
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.there(1).value(QStringLiteral("name")).toString(), *rename.name);
    QVERIFY(f.run().isOpen());
    // Trying again asks again: nothing was decided.
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.sent(), 4U);
    f.run().changeAnyway();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 5);
    QCOMPARE(f.limitThere(3), 50.0);
    // Undo goes back to what was there, and not to what the preview showed.
    f.run().undo();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.limitThere(3), 500.0);
}

void TestProxyEditRun::leavesWhatWasChangedElsewhere()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    f.change(f.ids.at(1), limitOf(u"500"));
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    f.run().leaveChanged();
    QCOMPARE(f.run().row(1).state, RowState::Skipped);
    QVERIFY(!f.run().isOpen());
    QCOMPARE(f.limitThere(1), 500.0);
}

void TestProxyEditRun::aLostAnswerIsDecidedByReading_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isDone");
    QTest::newRow("done") << QByteArray("do-and-drop") << true;
    QTest::newRow("not done") << QByteArray("drop") << false;
    QTest::newRow("500 done") << QByteArray("error-500=done") << true;
    QTest::newRow("500 not done") << QByteArray("error-500=undone") << false;
    QTest::newRow("empty") << QByteArray("empty-body") << true;
}

void TestProxyEditRun::aLostAnswerIsDecidedByReading()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isDone);
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    f.server.resetCounters();
    f.fault(QByteArray(fault + ",on=updateProxy,after=1,next=1").constData());
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, isDone ? RowState::Done : RowState::Failed);
    QCOMPARE(f.limitThere(1), isDone ? 50.0 : 20.0);
    QCOMPARE(f.sent(), 3U);
}

void TestProxyEditRun::anUnknownResultIsReadBeforeItIsSentAgain()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    f.server.resetCounters();
    f.fault("do-and-drop,on=updateProxy,after=2,next=1");
    f.fault("error-500,on=getProxy,after=3");
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(2).state, RowState::Unknown);
    QVERIFY(f.run().isOpen());
    f.server.faults().clearAll();
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(2).state, RowState::Done);
    QCOMPARE(f.sent(), 3U);
    QCOMPARE(f.limitThere(2), 50.0);
}

void TestProxyEditRun::pausesAfterTheRowOnItsWay()
{
    EditedAccount f;
    auto rows = f.rows(10, limitOf(u"50"));
    f.server.resetCounters();
    f.fault("latency=600000,on=updateProxy,after=3,next=1");
    f.run().start(std::move(rows));
    QTRY_COMPARE(f.sent(), 4U);
    f.run().stop();
    QVERIFY(f.run().isStopping());
    f.server.endLatency();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.run().count(RowState::Waiting), 6);
    QCOMPARE(f.sent(), 4U);
    QVERIFY(f.run().isOpen());
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 10);
    QCOMPARE(f.sent(), 10U);
}

void TestProxyEditRun::cancelSkipsTheRest()
{
    EditedAccount f;
    auto rows = f.rows(10, limitOf(u"50"));
    f.server.resetCounters();
    f.fault("latency=600000,on=updateProxy,after=3,next=1");
    f.run().start(std::move(rows));
    QTRY_COMPARE(f.sent(), 4U);
    f.run().cancel();
    f.server.endLatency();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.run().count(RowState::Skipped), 6);
    QVERIFY(!f.run().isOpen());
    QVERIFY(f.run().canUndo());
    QCOMPARE(f.sent(), 4U);
}

void TestProxyEditRun::undoKeepsWhatWasChangedSince()
{
    EditedAccount f;
    f.run().start(f.rows(6, limitOf(u"50")));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 6);
    f.change(f.ids.at(4), limitOf(u"70"));
    QVERIFY(f.run().canUndo());
    f.run().undo();
    QVERIFY(f.run().isUndo());
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 5);
    QCOMPARE(f.run().row(4).state, RowState::Changed);
    for (int i = 0; i < 6; ++i) {
        QCOMPARE(f.limitThere(i), i == 4 ? 70.0 : 20.0);
    }
    QVERIFY(!f.run().canUndo());
}

void TestProxyEditRun::whatWasNotSentIsThereAgain()
{
    EditedAccount f;
    auto rows = f.rows(10, limitOf(u"50"));
    f.server.resetCounters();
    f.fault("latency=600000,on=updateProxy,after=3,next=1");
    f.run().start(std::move(rows));
    QTRY_COMPARE(f.sent(), 4U);
    f.close();
    f.server.faults().clearAll();
    f.server.endLatency();
    f.countFromHere();
    f.open();
    QVERIFY(f.run().isLeftOver());
    QVERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 3);
    QCOMPARE(f.run().count(RowState::Unknown), 1);
    QCOMPARE(f.run().count(RowState::Waiting), 6);
    QCOMPARE(f.sent(), 0U);
    const bool wasDone = f.limitThere(3) == 50.0;
    f.run().resume();
    QVERIFY(!f.run().isLeftOver());
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 10);
    QCOMPARE(f.sent(), wasDone ? 6U : 7U);
    // Also what an earlier session changed can be undone.
    f.run().undo();
    QTRY_VERIFY(f.isEnded());
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(f.limitThere(i), 20.0);
    }
}

void TestProxyEditRun::nothingIsLeftOfAFinishedRun()
{
    EditedAccount f;
    f.run().start(f.rows(2, limitOf(u"50")));
    QTRY_VERIFY(f.isEnded());
    f.close();
    f.open();
    QVERIFY(!f.run().isLeftOver());
    QCOMPARE(f.run().size(), 0);
    // Neither of one that was discarded.
    f.server.resetCounters();
    f.fault("latency=600000,on=updateProxy");
    f.session->start();
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    f.run().start(f.rows(2, limitOf(u"60")));
    QTRY_COMPARE(f.sent(), 1U);
    f.close();
    f.server.endLatency();
    f.open();
    QVERIFY(f.run().isLeftOver());
    f.run().discard();
    f.close();
    f.open();
    QVERIFY(!f.run().isLeftOver());
}

void TestProxyEditRun::aDeletedProxyIsGone()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    bool isGone = false;
    const Call call = f.client->send(DeleteProxy{f.ids.at(1)}, &f.guard,
                                     [&](const auto &answer) { isGone = answer.has_value(); });
    QTRY_VERIFY(isGone);
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Gone);
    QCOMPARE(f.run().count(RowState::Done), 2);
}

/// The list has the values of now.
void TestProxyEditRun::aServiceWithoutTheCallForOne()
{
    EditedAccount f({.without = {"getProxy"}});
    auto rows = f.rows(4, limitOf(u"50"));
    f.change(f.ids.at(2), limitOf(u"500"));
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().check(), ProxyEditRun::Check::InList);
    QCOMPARE(f.run().count(RowState::Done), 3);
    QCOMPARE(f.run().row(2).state, RowState::Changed);
    QCOMPARE(f.limitThere(2), 500.0);
}

void TestProxyEditRun::aServiceThatShowsNothing()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    QVERIFY(!f.server.setOffer({.without = {"getProxy", "listProxies"}}));
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    // The first run finds out that there is no call, and sends nothing that it cannot check.
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.sent(), 0U);
    QVERIFY(f.run().stoppedBy());
    QCOMPARE(f.run().check(), ProxyEditRun::Check::None);
    f.fault("do-and-drop,on=updateProxy,after=1,next=1");
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 2);
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    // It cannot be read, so it is not sent again.
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    QCOMPARE(f.sent(), 3U);
}

/// A row that waits for its turn to be read is not taken for one that was never sent.
void TestProxyEditRun::whatMayHaveBeenSentStaysUnknown()
{
    EditedAccount f;
    auto rows = f.rows(1, limitOf(u"50"));
    QVERIFY(!f.server.setOffer({.without = {"getProxy", "listProxies"}}));
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    f.server.resetCounters();
    f.run().start(std::move(rows)); // finds out that there is no call
    QTRY_VERIFY(f.isEnded());
    f.fault("do-and-drop,on=updateProxy,next=1");
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(0).state, RowState::Unknown);
    QCOMPARE(f.sent(), 1U);
    f.run().resume();
    f.run().stop();
    f.close();
    f.open();
    QVERIFY(f.run().isLeftOver());
    QCOMPARE(f.run().row(0).state, RowState::Unknown);
}

void TestProxyEditRun::failedRowsThatAreTriedAgainAreStored()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    f.fault("error-500=undone,on=updateProxy,next=2");
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Failed), 2);
    f.run().retry();
    f.run().stop();
    f.close();
    f.open();
    QVERIFY(f.run().isLeftOver());
    QCOMPARE(f.run().count(RowState::Failed), 0);
    QCOMPARE(f.run().count(RowState::Waiting) + f.run().count(RowState::Unknown), 2);
}

void TestProxyEditRun::sameRefusalsEndIt()
{
    EditedAccount f;
    ProxyEdit nowhere;
    nowhere.country = QStringLiteral("XX");
    auto rows = f.rows(10, nowhere);
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QVERIFY(f.run().stoppedBy());
    QCOMPARE(f.run().stoppedBy()->kind, ErrorKind::Validation);
    QCOMPARE(f.sent(), 3U);
    QCOMPARE(f.run().count(RowState::Waiting), 7);
}

void TestProxyEditRun::viewOnlySendsNothing()
{
    EditedAccount f;
    auto rows = f.rows(5, limitOf(u"50"));
    f.client->setViewOnly(true);
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value().kind, ErrorKind::ViewOnly);
    QCOMPARE(f.sent(), 0U);
    QCOMPARE(f.run().left(), 5);
    f.client->setViewOnly(false);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 5);
}

void TestProxyEditRun::offlineNothingIsSent()
{
    EditedAccount f;
    auto rows = f.rows(5, limitOf(u"50"));
    f.server.resetCounters();
    f.close();
    f.offline = true;
    f.open();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.sent(), 0U);
    QCOMPARE(f.run().left(), 5);
    QVERIFY(f.run().stoppedBy());
}

void TestProxyEditRun::nothingIsSentThatIsNotStored()
{
    EditedAccount f;
    auto rows = f.rows(3, limitOf(u"50"));
    f.close();
    QFile file(AccountSession::folderOf(f.config()) + QStringLiteral("/keep.sqlite"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("this is no database, but it is long enough to be seen as a damaged one");
    file.close();
    f.open();
    QVERIFY(f.session->kept().problem());
    f.server.resetCounters();
    f.run().start(std::move(rows));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value().kind, ErrorKind::Local);
    QCOMPARE(f.sent(), 0U);
}

void TestProxyEditRun::theLimitsSayHowLongItTakes()
{
    SessionFixture f(SandboxSettings{3, 3, 5, 100, true});
    f.open();
    const ProxyEditRun &run = f.session->proxyEdits();
    QCOMPARE(run.check(), ProxyEditRun::Check::Each);
    QVERIFY(run.timeFor(2000) > std::chrono::hours(1)); // two calls each, 1,000 an hour
    QVERIFY(run.timeFor(2000) > run.timeFor(200));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestProxyEditRun)
#include "test_proxyeditrun.moc"
