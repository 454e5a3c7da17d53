// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every fault of the sandbox at every moment of giving traffic to a sub-user, taking it back,
// creating and deleting one: never sent more than once, and what is said in the end is what the
// service did.
#include "tests/models/purchasefaults.h"
#include "tests/models/servingfixture.h"
#include "tests/support/matrixpart.h"

using namespace relaybook;
using namespace relaybook::testing;

namespace {

/// When the fault happens.
enum class ServingMoment {
    Asking,         ///< while the sub-user and the pools are read, before the confirmation
    BeforeSending,  ///< while the sub-user is read again because the figures have become old
    InFlight,       ///< the operation itself meets it
    LookingDone,    ///< the answer was lost, the operation carried out: the looks meet it
    LookingNothing, ///< the request was lost: the looks meet it
};
constexpr std::pair<ServingMoment, const char *> servingMoments[] = {
    {ServingMoment::Asking, "asking"},
    {ServingMoment::BeforeSending, "before sending"},
    {ServingMoment::InFlight, "in flight"},
    {ServingMoment::LookingDone, "looking, done"},
    {ServingMoment::LookingNothing, "looking, nothing"},
};

bool strikesServing(ServingMoment moment, std::string_view fault, OperationKind kind)
{
    if (moment == ServingMoment::InFlight) {
        return canStrike(fault, {callOfKind(kind)});
    }
    return canStrike(fault, {"getSubUser", "listSubUserAllocations", "listSubUsers"});
}

} // namespace

Q_DECLARE_METATYPE(ServingMoment)

class TestServingMatrix : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m.reset(); }
    void everyFaultAtEveryMoment_data();
    void everyFaultAtEveryMoment();

private:
    void fault(const QByteArray &text, const QByteArray &scope) const
    {
        m->fault(QByteArray(text + scope).constData());
    }
    /// Confirms, again without the fault if it affected the reading, and runs it; the operation.
    QString begin(OperationKind kind, ServingMoment moment, const QByteArray &text);
    void checkWhatItMoved(OperationKind kind, const QString &id, TrafficAmount leftBefore,
                          TrafficAmount poolBefore, const char *pool);
};

void TestServingMatrix::everyFaultAtEveryMoment_data()
{
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<ServingMoment>("moment");
    QTest::addColumn<QByteArray>("fault");
    for (const OperationKind kind : operationKinds) {
        for (const auto &[moment, name] : servingMoments) {
            for (const char *fault : purchaseFaults) {
                if (strikesServing(moment, fault, kind) && isInPart()) {
                    QTest::addRow("%s, %s: %s", nameOfKind(kind), name, fault)
                        << kind << moment << QByteArray(fault);
                }
            }
        }
    }
}

QString TestServingMatrix::begin(OperationKind kind, ServingMoment moment, const QByteArray &text)
{
    if (moment == ServingMoment::Asking) {
        fault(text, ",on=GET,next=3");
    }
    auto shown = confirm({request(kind)});
    // What was read with a fault may be wrong, but it is what is shown: nothing was sent yet.
    const bool readable = shown && shown->isFine();
    if (!readable) {
        m->server.faults().clearAll();
        shown = confirm({request(kind)});
    }
    if (!shown || !desk().operations().empty()) {
        qFatal("cannot be confirmed without a fault");
    }
    const QByteArray call = QByteArray(",next=1,on=") + callOfKind(kind);
    switch (moment) {
    case ServingMoment::Asking:
        break;
    case ServingMoment::BeforeSending:
        m->clock.advance(std::chrono::minutes(11));
        fault(text, ",on=GET,next=3");
        break;
    case ServingMoment::InFlight:
        fault(text, call);
        break;
    case ServingMoment::LookingDone:
        fault("do-and-drop", call);
        fault(text, ",on=GET,next=4");
        break;
    case ServingMoment::LookingNothing:
        fault("drop", call);
        fault(text, ",on=GET,next=4");
        break;
    }
    const RunAnswer answer = run(shown->number);
    return answer.kind == RunAnswer::Queued ? answer.operations.front() : QString();
}

void TestServingMatrix::checkWhatItMoved(OperationKind kind, const QString &id,
                                         TrafficAmount leftBefore, TrafficAmount poolBefore,
                                         const char *pool)
{
    const bool done = of(id).state == OrderState::Completed;
    const TrafficAmount given = gb("3");
    switch (kind) {
    case OperationKind::Give:
        QCOMPARE(leftThere(m_subUser), done ? leftBefore.plus(given) : std::optional(leftBefore));
        QCOMPARE(poolThere(pool), done ? *poolBefore.minus(given) : poolBefore);
        break;
    case OperationKind::Take:
        QCOMPARE(leftThere(m_subUser), std::optional(done ? TrafficAmount() : leftBefore));
        QCOMPARE(poolThere(pool), done ? *poolBefore.plus(leftBefore) : poolBefore);
        break;
    case OperationKind::Create:
        QCOMPARE(m->server.subUserIds().size(), done ? size_t(5) : size_t(4));
        if (done) {
            QCOMPARE(of(id).request.subUser.value(), m->server.subUserIds().back());
        }
        break;
    case OperationKind::Delete:
        QCOMPARE(there(m_subUser).has_value(), !done);
        QCOMPARE(poolThere(pool), done ? *poolBefore.plus(leftBefore) : poolBefore);
        break;
    }
}

void TestServingMatrix::everyFaultAtEveryMoment()
{
    QFETCH(OperationKind, kind);
    QFETCH(ServingMoment, moment);
    QFETCH(QByteArray, fault);
    if (testing::isSilent(fault.constData())) {
        m->giveUpSoon();
    }
    openDesk();
    const TrafficAmount left = *leftThere(m_subUser);
    const QByteArray pool =
        there(m_subUser)->value(QLatin1String("service_type")).toString().toLatin1();
    const TrafficAmount poolBefore = poolThere(pool.constData());
    const QString id = begin(kind, moment, fault);
    QVERIFY(!id.isEmpty());
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    if (of(id).state == OrderState::Unknown) {
        waitForLooks(id);
    }
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(arrived(kind) <= 1);
    QVERIFY2(!of(id).isOpen(), "no fault that passes leaves it without an outcome");
    QCOMPARE(of(id).state == OrderState::Completed, performed(kind) == 1);
    checkWhatItMoved(kind, id, left, poolBefore, pool.constData());
    // After a restart, the result is the same.
    const SubUserOrder before = of(id);
    const auto sent = arrived(kind);
    m->server.faults().clearAll();
    openDesk();
    QCOMPARE(of(id).state, before.state);
    QCOMPARE(of(id).request, before.request);
    QCOMPARE(of(id).moved, before.moved);
    QCOMPARE(arrived(kind), sent);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServingMatrix)
#include "test_servingmatrix.moc"
