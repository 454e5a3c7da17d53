// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the reseller's pool beside an operation whose answer was lost: both readings are stored for
// the user, and settle nothing, because purchases and other operations move the same traffic.
#include "tests/models/servingfixture.h"

#include "api/endpoints/subusers.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestServingPools : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        SandboxSettings settings{4, 4, 30, 100, false};
        // Without its other evidence an operation is for the user to decide.
        settings.offer.without = {"listSubUserAllocations"};
        makeDesk(settings);
    }
    void cleanup() { m.reset(); }

    void theSameFallOfThePoolSaysNothing_data();
    void theSameFallOfThePoolSaysNothing();
    void aPoolThatStaysSaysNothingEither();
    void ofADeletedSubUserToo();
    void aBatchKeepsTheTimeOfItsReading();
    void oneThatWasFoundNotDoneReadsNoPool();

private:
    [[nodiscard]] quint64 poolsRead() const
    {
        return m->server.counters().of("getResellerBalance").arrived;
    }
};

void TestServingPools::theSameFallOfThePoolSaysNothing_data()
{
    QTest::addColumn<bool>("done");
    QTest::newRow("carried out") << true;
    QTest::newRow("not carried out, but another one was") << false;
}

void TestServingPools::theSameFallOfThePoolSaysNothing()
{
    QFETCH(bool, done);
    openDesk();
    const auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    const QByteArray type = shown->items.front().request.serviceType.toLatin1();
    const TrafficAmount before = poolThere(type.constData());
    lose(OperationKind::Give, done);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    if (!done) {
        bool answered = false;
        const Call call =
            m->client->send(CreateSubUser{{QStringLiteral("elsewhere"),
                                           gb("3"),
                                           shown->items.front().request.serviceType,
                                           {}}},
                            &m_guard, [&](const auto &answer) { answered = answer.has_value(); });
        QVERIFY(waitUntil([&] { return answered; }));
    }
    const TrafficAmount after = poolThere(type.constData());
    QCOMPARE(after.plus(gb("3")), std::optional(before));
    waitForLooks(id);
    const auto isAsRead = [&] {
        const SubUserOrder &unknown = of(id);
        const SubUserReading &look = unknown.looks.back().reading;
        return unknown.state == OrderState::Unknown && unknown.before.pool == before &&
               unknown.before.poolAt && look.pool == after && look.poolAt &&
               *look.poolAt >= *unknown.before.poolAt;
    };
    QVERIFY(isAsRead());
    m->close();
    openDesk();
    QVERIFY(isAsRead());
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

void TestServingPools::aPoolThatStaysSaysNothingEither()
{
    openDesk();
    lose(OperationKind::Give, false);
    const QString id = sendAndWait(request(OperationKind::Give));
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Unknown);
    QCOMPARE(of(id).looks.back().reading.pool, of(id).before.pool);
    QVERIFY(of(id).before.pool);
}

void TestServingPools::ofADeletedSubUserToo()
{
    openDesk();
    const auto left = leftThere(m_subUser);
    lose(OperationKind::Delete, true);
    const QString id = sendAndWait(request(OperationKind::Delete));
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Completed; }));
    QCOMPARE(of(id).decidedBy, DecidedBy::Evidence); // that it is gone
    QCOMPARE(of(id).looks.back().reading.pool, of(id).before.pool->plus(*left));
}

void TestServingPools::aBatchKeepsTheTimeOfItsReading()
{
    openDesk();
    std::vector<SubUserRequest> all;
    for (const auto each : m->server.subUserIds()) {
        all.push_back(request(OperationKind::Give, "1"));
        all.back().subUser = SubUserId(each);
        all.back().serviceType = QStringLiteral("residential");
    }
    const auto shown = confirm(all);
    QVERIFY(shown);
    const auto readAt = shown->items.front().before.poolAt;
    QVERIFY(readAt);
    const quint64 reads = poolsRead();
    m->clock.advance(90s);
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (const QString &id : answer.operations) {
        QCOMPARE(of(id).before.poolAt, readAt); // not that of the sub-user's own figures
        QVERIFY(of(id).before.at > *readAt);
    }
    QVERIFY(poolsRead() <= reads + 1); // not a call for each; the page's own figures may be one
}

void TestServingPools::oneThatWasFoundNotDoneReadsNoPool()
{
    m.reset();
    makeDesk();
    m->serving.looks.latePause = 5ms;
    openDesk();
    lose(OperationKind::Give, false);
    const QString id = sendAndWait(request(OperationKind::Give));
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::NotDone);
    const auto histories = [&] {
        return m->server.counters().of("listSubUserAllocations").arrived;
    };
    QVERIFY(waitUntil([&] {
        return !m->session->status(Area::Account).asOf ||
               m->session->status(Area::Account).state != AreaStatus::Loading;
    }));
    const quint64 reads = poolsRead();
    const quint64 looks = histories();
    QVERIFY(waitUntil([&] { return histories() > looks + 3; }));
    QVERIFY(poolsRead() <= reads + 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServingPools)
#include "test_servingpools.moc"
