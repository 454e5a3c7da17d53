// SPDX-License-Identifier: GPL-3.0-or-later
// Tests orders for proxies without an outcome: what the list of proxies shows, which of several
// orders it may be, what waits, and what the user decides.
#include "api/endpoints/proxies.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QSignalSpy>
#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestProxyOrders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<SessionFixture>(SandboxSettings{6, 4, 5});
        m->creating.looks.pauses = {1h};
    }
    void cleanup() { m.reset(); }

    void theUserRecognisesTheProxy();
    void aProxyThatDiffersSettlesNothing();
    void ofTwoLostOrdersNeitherIsGuessed();
    void theProxyOfOneBeingSentIsNotTaken();
    void anEarlierOneIsLookedForBeforeTheNext();
    void aWaitingOneCanBeCancelled_data();
    void aWaitingOneCanBeCancelled();
    void anAnswerAboutAnEarlierProxyIsNone();

private:
    [[nodiscard]] ProxyDesk &desk() const { return m->session->creating(); }
    void openDesk() const
    {
        m->open();
        QVERIFY(waitUntil([&] {
            const auto problem = desk().problem();
            return !problem || problem->isOfJournal();
        }));
    }
    [[nodiscard]] static NewProxy mobile(const QString &name = {})
    {
        NewProxy wanted{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
        if (!name.isEmpty()) {
            wanted.options.name = name;
        }
        return wanted;
    }
    /// Creates one with another program.
    void createElsewhere(const NewProxy &wanted)
    {
        bool isMade = false;
        const Call call = m->client->send(CreateProxy{wanted}, &m_guard,
                                          [&](const auto &answer) { isMade = answer.has_value(); });
        QVERIFY(waitUntil([&] { return isMade; }));
    }
    /// Looks at the open order, or loads the list if there is none, and waits until it was judged.
    void look()
    {
        const QSignalSpy changed(&desk(), &ProxyDesk::changed);
        const auto before = m->server.counters().of("listProxies").arrived;
        const ProxyOrder *unknown = desk().open();
        const bool isUnknown = unknown != nullptr && unknown->state == OrderState::Unknown;
        const QString open = isUnknown ? unknown->id : QString();
        if (open.isEmpty()) {
            m->session->refresh(Area::Proxies);
        } else {
            desk().look(open);
        }
        QVERIFY(waitUntil([&] {
            return m->server.counters().of("listProxies").arrived > before &&
                   m->session->status(Area::Proxies).state == AreaStatus::Loaded &&
                   !changed.empty() && !desk().isLooking(open);
        }));
    }
    /// Orders a proxy that is never made; gives the order once it is found not done.
    [[nodiscard]] QString loseOne()
    {
        m->fault("drop,next=1,on=createProxy");
        if (create() != OrderState::Unknown) {
            qFatal("the order has an outcome");
        }
        QString id = desk().open()->id;
        while (desk().order(id)->state == OrderState::Unknown) {
            look();
        }
        return id;
    }
    /// Creates a proxy; gives its state.
    [[nodiscard]] OrderState create(const NewProxy &wanted = mobile())
    {
        std::optional<Result<ProxyOrder>> got;
        desk().create(wanted, &m_guard, [&](const auto &result) { got = result; });
        if (!waitUntil([&] { return got.has_value(); }) || !*got) {
            qFatal("the creation was not sent");
        }
        return (*got)->state;
    }
    [[nodiscard]] std::uint64_t arrived() const
    {
        return m->server.counters().of("createProxy").arrived;
    }

    std::unique_ptr<SessionFixture> m;
    QObject m_guard;
};

void TestProxyOrders::theUserRecognisesTheProxy()
{
    openDesk();
    m->fault("do-and-drop,next=1,on=createProxy");
    QCOMPARE(create(), OrderState::Unknown);
    const QString id = desk().open()->id;
    // Another one of the same kind is made elsewhere.
    bool made = false;
    const NewProxy like{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    const Call call = m->client->send(CreateProxy{like}, &m_guard,
                                      [&](const auto &answer) { made = answer.has_value(); });
    QVERIFY(waitUntil([&] { return made; }));
    desk().look(id);
    QVERIFY(waitUntil([&] { return desk().open()->candidates.size() == 2; }));
    const auto candidates = desk().open()->candidates;
    QVERIFY(!desk().userDecides(id, true, ProxyId(QStringLiteral("another"))));
    QVERIFY(!desk().userDecides(id, false, candidates.front())); // it is there, or it is not
    QVERIFY(desk().open() != nullptr);
    QVERIFY(desk().userDecides(id, true, candidates.back()));
    QVERIFY(!desk().userDecides(id, false));
    openDesk();
    QCOMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::User);
    QCOMPARE(desk().order(id)->proxy, candidates.back());
    QCOMPARE(arrived(), 2u); // that of this test is one
}

void TestProxyOrders::aProxyThatDiffersSettlesNothing()
{
    m->creating.looks.quietFor = 0ms;
    openDesk();
    m->fault("drop,next=1,on=createProxy");
    QCOMPARE(create(mobile(QStringLiteral("anna"))), OrderState::Unknown);
    const QString id = desk().open()->id;
    createElsewhere(mobile(QStringLiteral("berta")));
    for (int i = 0; i < 4; ++i) {
        look();
    }
    // It may be hers under another name, so it is neither hers nor proof that there is none.
    QCOMPARE(desk().order(id)->state, OrderState::Unknown);
    QCOMPARE(desk().order(id)->candidates.size(), size_t(1));
    QVERIFY(desk().userDecides(id, false));
    QCOMPARE(desk().order(id)->state, OrderState::NotDone);
}

void TestProxyOrders::ofTwoLostOrdersNeitherIsGuessed()
{
    m->creating.looks.quietFor = 0ms;
    openDesk();
    const QString first = loseOne();
    m->fault("do-and-drop,next=1,on=createProxy");
    QCOMPARE(create(), OrderState::Unknown);
    const QString second = desk().creations().back().id;
    look();
    // Either order may have made it: the first one late.
    QVERIFY(waitUntil([&] { return desk().order(first)->state == OrderState::Unknown; }));
    QCOMPARE(desk().order(second)->state, OrderState::Unknown);
    const ProxyId made = desk().order(second)->candidates.at(0);
    QCOMPARE(desk().order(first)->candidates, std::vector<ProxyId>{made});
    QVERIFY(desk().userDecides(second, true, made));
    QVERIFY(!desk().userDecides(first, true, made)); // it proves one order only
    look();
    QVERIFY(waitUntil([&] { return desk().order(first)->candidates.empty(); }));
    QCOMPARE(desk().order(first)->state, OrderState::Unknown); // late: for the user to decide
    QVERIFY(desk().userDecides(first, false));
    QCOMPARE(desk().order(first)->state, OrderState::NotDone);
    QCOMPARE(desk().order(second)->proxy, made);
}

/// A list that is loaded while an order is on its way shows the proxy of that one.
void TestProxyOrders::theProxyOfOneBeingSentIsNotTaken()
{
    m->creating.looks.quietFor = 0ms;
    openDesk();
    const QString first = loseOne();
    m->fault("latency=600000,next=1,on=createProxy,after=0");
    bool isAnswered = false;
    desk().create(mobile(), &m_guard, [&](const auto &) { isAnswered = true; });
    QVERIFY(waitUntil([&] { return arrived() == 2; }));
    createElsewhere(mobile()); // stands for the slow order's own, which the list shows already
    look();
    QCOMPARE(desk().order(first)->state, OrderState::Unknown); // it may be either's
    m->server.endLatency();
    QVERIFY(waitUntil([&] { return isAnswered; }));
    const ProxyOrder &second = desk().creations().back();
    QCOMPARE(second.state, OrderState::Completed);
    QCOMPARE(second.decidedBy, DecidedBy::Answer);
    QVERIFY(!desk().problem()); // the journal took it
    openDesk();
    QCOMPARE(desk().creations().back().state, OrderState::Completed);
}

/// The list that is loaded for an order may show that the one it replaces was carried out late.
void TestProxyOrders::anEarlierOneIsLookedForBeforeTheNext()
{
    m->creating.looks.quietFor = 0ms;
    openDesk();
    const QString first = loseOne();
    createElsewhere(mobile()); // as a late service would
    std::optional<Result<ProxyOrder>> got;
    desk().create(mobile(), &m_guard, [&](const auto &result) { got = result; });
    QVERIFY(waitUntil([&] { return got.has_value(); }));
    QVERIFY(!*got);
    QCOMPARE(desk().order(first)->state, OrderState::Unknown); // late: for the user to decide
    QCOMPARE(desk().creations().size(), size_t(2));
    QCOMPARE(desk().creations().back().state, OrderState::NotSent);
    QCOMPARE(desk().creations().back().notSentFor, NotSentFor::Earlier);
    QCOMPARE(arrived(), 2u); // nothing was sent by the desk
}

void TestProxyOrders::aWaitingOneCanBeCancelled_data()
{
    QTest::addColumn<bool>("isCancelled");
    QTest::newRow("cancelled") << true;
    QTest::newRow("the program ends") << false;
}

/// The service's limit leaves no room for an hour.
void TestProxyOrders::aWaitingOneCanBeCancelled()
{
    QFETCH(bool, isCancelled);
    openDesk();
    m->pacer.refused(Budget::Personal, 3600s);
    std::optional<Result<ProxyOrder>> got;
    desk().create(mobile(), &m_guard, [&](const auto &result) { got = result; });
    QVERIFY(waitUntil([&] {
        const ProxyOrder *open = desk().open();
        return open != nullptr && desk().waitsFor(open->id).value_or(0ms) > 59min;
    }));
    const QString id = desk().open()->id;
    QCOMPARE(desk().order(id)->state, OrderState::Waiting);
    if (isCancelled) {
        desk().cancel(id);
        QVERIFY(waitUntil([&] { return got.has_value(); }));
        QVERIFY(!*got);
    } else {
        openDesk(); // it was stored
    }
    QCOMPARE(desk().order(id)->state, OrderState::NotSent);
    QCOMPARE(desk().order(id)->notSentFor,
             isCancelled ? NotSentFor::Cancelled : NotSentFor::Interrupted);
    QCOMPARE(arrived(), 0u);
}

/// An answer with the id of a proxy that was there before says nothing about the order.
void TestProxyOrders::anAnswerAboutAnEarlierProxyIsNone()
{
    openDesk();
    QCOMPARE(create(), OrderState::Completed);
    const ProxyId made = desk().creations().back().proxy;
    m->fault("earlier-object,next=1,on=createProxy");
    QCOMPARE(create(), OrderState::Unknown);
    const QString id = desk().creations().back().id;
    while (desk().order(id)->state == OrderState::Unknown) {
        look();
    }
    QCOMPARE(desk().order(id)->state, OrderState::Completed);
    QCOMPARE(desk().order(id)->decidedBy, DecidedBy::Evidence);
    QVERIFY(desk().order(id)->proxy != made);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyOrders)
#include "test_proxyorders.moc"
