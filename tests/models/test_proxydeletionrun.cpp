// SPDX-License-Identifier: GPL-3.0-or-later
// Tests deleting many proxies: each deletion is sent once, a lost answer is decided by two lists,
// only what was refused is tried again, and what was not sent is there after the next start.
#include "models/account/proxydeletionrun.h"

#include "api/endpoints/proxies.h"
#include "tests/models/sessionfixture.h"

#include <QFile>

namespace relaybook {

using RowState = BatchRun::State;
using testing::SandboxSettings;
using testing::SessionFixture;

namespace {

/// An account with 30 proxies.
class DeletingAccount : public SessionFixture
{
public:
    explicit DeletingAccount(const sandbox::Offer &offer = {})
        : SessionFixture(SandboxSettings{30, 3, 5, 100, false, {}, offer})
    {
        for (const std::string &id : server.proxyIds()) {
            ids.emplace_back(QString::fromStdString(id));
        }
        open();
        session->refresh(Area::Proxies);
        [this] { QTRY_VERIFY(!areaIs(Area::Proxies, AreaStatus::Loading)); }();
        server.resetCounters();
    }

    /// The first proxies, as the dialog gives them to the run.
    [[nodiscard]] std::vector<QByteArray> rows(int count) const
    {
        std::vector<QByteArray> rows;
        rows.reserve(std::size_t(count));
        for (int i = 0; i < count; ++i) {
            rows.push_back(toJson(
                ProxyDeletionRow{ids.at(std::size_t(i)), QStringLiteral("proxy %1").arg(i)}));
        }
        return rows;
    }
    void deleteElsewhere(int index)
    {
        bool isDone = false;
        const Call call = client->send(DeleteProxy{ids.at(std::size_t(index))}, &guard,
                                       [&](const auto &answer) { isDone = answer.has_value(); });
        [&] { QTRY_VERIFY(isDone); }();
        server.resetCounters();
    }
    /// Until the list is loaded after the last deletion.
    void untilListed()
    {
        [this] { QTRY_VERIFY(!areaIs(Area::Proxies, AreaStatus::Loading)); }();
    }
    [[nodiscard]] bool isThere(int index) const
    {
        return server.proxy(ids.at(std::size_t(index)).value().toStdString()).has_value();
    }
    [[nodiscard]] std::uint64_t sent() const { return server.counters().of("deleteProxy").arrived; }
    [[nodiscard]] std::uint64_t lists() const
    {
        return server.counters().of("listProxies").arrived;
    }
    [[nodiscard]] ProxyDeletionRun &run() const { return session->proxyDeletions(); }
    [[nodiscard]] bool isEnded() const { return !run().isRunning(); }

    QObject guard;
    std::vector<ProxyId> ids;
};

} // namespace

class TestProxyDeletionRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRowIsStoredWhole();
    void deletesEachOnce();
    void triesOnlyTheRefusedAgain();
    void aLostAnswerIsDecidedByTwoLists_data();
    void aLostAnswerIsDecidedByTwoLists();
    void whatIsStillThereIsSentAgainOnlyWhenAsked();
    void anUnknownResultIsNotSentAgain();
    void anUnreadableRowMayBeAnyProxy();
    void deletedElsewhereIsGone();
    void pausesAfterTheRowOnItsWay();
    void cancelSkipsTheRest();
    void whatWasNotSentIsThereAgain();
    void theFailedAreThereAgainWithTheirReasons();
    void aServiceWithoutTheCall_data();
    void aServiceWithoutTheCall();
    void aServiceWithoutAList();
    void aServiceThatShowsNothing();
    void sameRefusalsEndIt();
    void viewOnlySendsNothing();
    void offlineNothingIsSent();
    void nothingIsSentThatIsNotStored();
    void theLimitsSayHowLongItTakes();
};

void TestProxyDeletionRun::aRowIsStoredWhole()
{
    const ProxyDeletionRow row{ProxyId(QStringLiteral("p")),
                               QString::fromUtf8("שלום \"🙂\"\n")};
    QCOMPARE(proxyDeletionRowFrom(toJson(row)), std::optional(row));
    QVERIFY(!proxyDeletionRowFrom("{}"));
    QVERIFY(!proxyDeletionRowFrom("no json"));
}

void TestProxyDeletionRun::deletesEachOnce()
{
    DeletingAccount f;
    f.run().start(f.rows(5));
    QVERIFY(f.run().isOpen());
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 5);
    QVERIFY(!f.run().isOpen());
    QCOMPARE(f.sent(), 5U);
    QCOMPARE(f.server.proxyIds().size(), 25U);
    for (int i = 0; i < 6; ++i) {
        QCOMPARE(f.isThere(i), i == 5);
        QTRY_COMPARE(f.session->rows().proxy(f.ids.at(std::size_t(i))).has_value(), i == 5);
    }
    QTRY_COMPARE(f.lists(), 1U);
    f.untilListed();
    QCOMPARE(f.lists(), 1U); // not once for each
}

void TestProxyDeletionRun::triesOnlyTheRefusedAgain()
{
    DeletingAccount f;
    for (const char *fault : {"repeat-secrets=422,on=deleteProxy,after=2,next=1",
                              "forbid=1005,on=deleteProxy,after=29,next=1"}) {
        f.fault(fault);
    }
    f.run().start(f.rows(30));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 28);
    QCOMPARE(f.run().count(RowState::Failed), 2);
    for (const int index : {2, 29}) {
        QCOMPARE(f.run().row(index).state, RowState::Failed);
        QVERIFY(f.run().row(index).error);
        QVERIFY(f.isThere(index));
    }
    QCOMPARE(f.sent(), 30U);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 30);
    QCOMPARE(f.sent(), 32U);
    QVERIFY(f.server.proxyIds().empty());
}

void TestProxyDeletionRun::aLostAnswerIsDecidedByTwoLists_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isDone");
    QTest::newRow("done") << QByteArray("do-and-drop") << true;
    QTest::newRow("not done") << QByteArray("drop") << false;
    QTest::newRow("500 done") << QByteArray("error-500=done") << true;
    QTest::newRow("500 not done") << QByteArray("error-500=undone") << false;
    QTest::newRow("false success") << QByteArray("success-false=undone") << false;
}

void TestProxyDeletionRun::aLostAnswerIsDecidedByTwoLists()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isDone);
    DeletingAccount f;
    f.fault(QByteArray(fault + ",on=deleteProxy,after=1,next=1").constData());
    bool wasUnknown = false;
    QObject::connect(&f.run(), &BatchRun::rowChanged, &f.run(), [&](qint64 index) {
        wasUnknown = wasUnknown || (index == 1 && f.run().row(1).state == RowState::Unknown);
    });
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QVERIFY(wasUnknown);
    QCOMPARE(f.run().row(1).state, isDone ? RowState::Done : RowState::Failed);
    QCOMPARE(f.run().count(RowState::Done), isDone ? 3 : 2);
    QCOMPARE(f.isThere(1), !isDone);
    QTRY_COMPARE(f.session->rows().proxy(f.ids.at(1)).has_value(), !isDone);
    QCOMPARE(f.sent(), 3U);
    QVERIFY(f.lists() >= 2);
}

void TestProxyDeletionRun::whatIsStillThereIsSentAgainOnlyWhenAsked()
{
    DeletingAccount f;
    f.fault("drop,on=deleteProxy,after=1,next=1");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Failed);
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Failed);
    QCOMPARE(f.sent(), 3U);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 3);
    QCOMPARE(f.sent(), 4U);
}

/// The list cannot be loaded, so the result stays unknown. Trying again only loads the list.
void TestProxyDeletionRun::anUnknownResultIsNotSentAgain()
{
    DeletingAccount f;
    f.fault("do-and-drop,on=deleteProxy,after=1,next=1");
    f.fault("error-500,on=listProxies");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    QCOMPARE(f.run().count(RowState::Waiting), 0); // it is not said that it was not sent
    QVERIFY(f.run().stoppedBy());
    QVERIFY(f.run().isOpen());
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    f.server.faults().clearAll();
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Done);
    QCOMPARE(f.sent(), 3U);
}

void TestProxyDeletionRun::anUnreadableRowMayBeAnyProxy()
{
    DeletingAccount f;
    f.fault("do-and-drop,on=deleteProxy,after=1,next=1");
    f.fault("unreadable-list-rows=4,on=listProxies");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    f.server.faults().clearAll();
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Done);
    QCOMPARE(f.sent(), 3U);
}

void TestProxyDeletionRun::deletedElsewhereIsGone()
{
    DeletingAccount f;
    f.deleteElsewhere(1);
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Gone);
    QCOMPARE(f.run().count(RowState::Done), 2);
    QCOMPARE(f.sent(), 3U);
}

void TestProxyDeletionRun::pausesAfterTheRowOnItsWay()
{
    DeletingAccount f;
    f.fault("latency=600000,on=deleteProxy,after=3,next=1");
    f.run().start(f.rows(10));
    QTRY_COMPARE(f.sent(), 4U);
    f.run().stop();
    QVERIFY(f.run().isStopping());
    f.server.endLatency();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.run().count(RowState::Waiting), 6);
    QVERIFY(f.isThere(4));
    f.run().resume();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 10);
    QCOMPARE(f.sent(), 10U);
}

void TestProxyDeletionRun::cancelSkipsTheRest()
{
    DeletingAccount f;
    f.fault("latency=600000,on=deleteProxy,after=3,next=1");
    f.run().start(f.rows(10));
    QTRY_COMPARE(f.sent(), 4U);
    f.run().cancel();
    f.server.endLatency();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 4);
    QCOMPARE(f.run().count(RowState::Skipped), 6);
    QVERIFY(!f.run().isOpen());
    QCOMPARE(f.server.proxyIds().size(), 26U);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.sent(), 4U);
}

void TestProxyDeletionRun::whatWasNotSentIsThereAgain()
{
    DeletingAccount f;
    f.fault("latency=600000,on=deleteProxy,after=3,next=1");
    f.run().start(f.rows(10));
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
    const bool wasDone = !f.isThere(3);
    f.run().resume();
    QVERIFY(!f.run().isLeftOver());
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(3).state, wasDone ? RowState::Done : RowState::Failed);
    QCOMPARE(f.run().count(RowState::Done), wasDone ? 10 : 9);
    QCOMPARE(f.sent(), 6U);
}

void TestProxyDeletionRun::theFailedAreThereAgainWithTheirReasons()
{
    DeletingAccount f;
    f.fault("repeat-secrets=422,on=deleteProxy,after=1,next=1");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    const ApiError error = f.run().row(1).error.value_or(ApiError());
    QCOMPARE(error.kind, ErrorKind::Validation);
    const QString folder = f.close();
    QFile file(folder + QStringLiteral("/keep.sqlite"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains(QByteArray::fromStdString(f.access.personalToken)));
    f.open();
    QVERIFY(f.run().isLeftOver());
    QVERIFY(!f.run().isOpen());
    QCOMPARE(f.run().size(), 3);
    QCOMPARE(f.run().row(1).state, RowState::Failed);
    QCOMPARE(f.run().row(1).error.value_or(ApiError()).message, error.message);
    QCOMPARE(f.run().row(1).error.value_or(ApiError()).httpStatus, 422);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 3);
    QCOMPARE(f.sent(), 4U);
    f.close();
    f.open();
    QCOMPARE(f.run().size(), 0);
}

void TestProxyDeletionRun::aServiceWithoutTheCall_data()
{
    QTest::addColumn<QByteArray>("answer");
    for (const char *answer : {"404", "405", "501", "json", "html"}) {
        QTest::newRow(answer) << QByteArray(answer);
    }
}

void TestProxyDeletionRun::aServiceWithoutTheCall()
{
    QFETCH(QByteArray, answer);
    DeletingAccount f({.without = {"deleteProxy"},
                       .missingAnswer = *sandbox::missingAnswerFromWord(answer.toStdString())});
    f.run().start(f.rows(5));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value_or(ApiError()).kind, ErrorKind::NotOffered);
    QVERIFY(f.run().isMissing());
    QCOMPARE(f.run().count(RowState::Done) + f.run().count(RowState::Gone), 0);
    QCOMPARE(f.run().count(RowState::Waiting), 5);
    QCOMPARE(f.sent(), 1U);
    QCOMPARE(f.server.proxyIds().size(), 30U);
}

void TestProxyDeletionRun::aServiceWithoutAList()
{
    DeletingAccount f({.without = {"listProxies"}});
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::NotOffered));
    QCOMPARE(f.run().lookup(), ProxyDeletionRun::Lookup::Each);
    QVERIFY(f.session->addedRows().addProxies({f.ids.at(0), f.ids.at(1), f.ids.at(2)}));
    f.fault("do-and-drop,on=deleteProxy,next=1");
    f.fault("drop,on=deleteProxy,after=1,next=1");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(0).state, RowState::Done);
    QCOMPARE(f.run().row(1).state, RowState::Failed);
    QCOMPARE(f.run().row(2).state, RowState::Done);
    QCOMPARE(f.sent(), 3U);
    QVERIFY(!f.session->addedRows().isAdded(f.ids.at(2)));
    QVERIFY(f.session->addedRows().isAdded(f.ids.at(1)));
}

void TestProxyDeletionRun::aServiceThatShowsNothing()
{
    DeletingAccount f({.without = {"getProxy", "listProxies"}});
    bool isRead = false;
    const Call call = f.session->actions().readProxy(
        f.ids.at(0), &f.guard, [&](const auto & /*answer*/) { isRead = true; });
    QTRY_VERIFY(isRead);
    QCOMPARE(f.run().lookup(), ProxyDeletionRun::Lookup::None);
    f.server.resetCounters();
    f.fault("do-and-drop,on=deleteProxy,after=1,next=1");
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 2);
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    // It cannot be looked up, so it is not sent again.
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().row(1).state, RowState::Unknown);
    QCOMPARE(f.sent(), 3U);
}

void TestProxyDeletionRun::sameRefusalsEndIt()
{
    DeletingAccount f;
    f.fault("repeat-secrets=422,on=deleteProxy");
    f.run().start(f.rows(10));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value_or(ApiError()).kind, ErrorKind::Validation);
    QCOMPARE(f.sent(), 3U);
    QCOMPARE(f.run().count(RowState::Waiting), 7);
}

void TestProxyDeletionRun::viewOnlySendsNothing()
{
    DeletingAccount f;
    f.client->setViewOnly(true);
    f.run().start(f.rows(5));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value_or(ApiError()).kind, ErrorKind::ViewOnly);
    QCOMPARE(f.sent(), 0U);
    QCOMPARE(f.run().left(), 5);
    QCOMPARE(f.run().count(RowState::Unknown), 0);
    f.client->setViewOnly(false);
    f.run().retry();
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().count(RowState::Done), 5);
}

void TestProxyDeletionRun::offlineNothingIsSent()
{
    DeletingAccount f;
    f.close();
    f.offline = true;
    f.open();
    f.run().start(f.rows(5));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.sent(), 0U);
    QCOMPARE(f.run().left(), 5);
    QCOMPARE(f.run().count(RowState::Unknown), 0);
    QVERIFY(f.run().stoppedBy());
}

void TestProxyDeletionRun::nothingIsSentThatIsNotStored()
{
    DeletingAccount f;
    f.close();
    QFile file(AccountSession::folderOf(f.config()) + QStringLiteral("/keep.sqlite"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("this is no database, but it is long enough to be seen as a damaged one");
    file.close();
    f.open();
    QVERIFY(f.session->kept().problem());
    f.run().start(f.rows(3));
    QTRY_VERIFY(f.isEnded());
    QCOMPARE(f.run().stoppedBy().value_or(ApiError()).kind, ErrorKind::Local);
    QCOMPARE(f.sent(), 0U);
}

void TestProxyDeletionRun::theLimitsSayHowLongItTakes()
{
    SessionFixture f(SandboxSettings{3, 3, 5, 100, true});
    f.open();
    const ProxyDeletionRun &run = f.session->proxyDeletions();
    QVERIFY(run.timeFor(2000) > std::chrono::minutes(30)); // 1,000 an hour
    QVERIFY(run.timeFor(2000) > run.timeFor(200));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestProxyDeletionRun)
#include "test_proxydeletionrun.moc"
