// SPDX-License-Identifier: GPL-3.0-or-later
// Tests operations on one sub-user that overlap in time, any of which the service carried out: a
// row of the history never proves two of them, and none is reported wrongly.
#include "tests/models/servingfixture.h"

#include "api/endpoints/subusers.h"

#include <set>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

/// What happens to an operation at the service.
enum class MoveFate {
    Answered, ///< carried out and answered
    Done,     ///< carried out, the answer lost
    Lost,     ///< the request lost: never carried out
    Late,     ///< the answer lost, carried out after those that follow
};
constexpr std::pair<MoveFate, const char *> moveFates[] = {{MoveFate::Answered, "answered"},
                                                           {MoveFate::Done, "done"},
                                                           {MoveFate::Lost, "lost"},
                                                           {MoveFate::Late, "late"}};

} // namespace

Q_DECLARE_METATYPE(MoveFate)

class TestServingOverlap : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m.reset(); }

    void overlapping_data();
    void overlapping();
    void aRowIsTakenOnce();
    void twoDeletions();
    void twoOfOneName();

private:
    struct Truth
    {
        QString id;
        bool done = false;
    };
    Truth place(OperationKind kind, MoveFate fate, const char *amount);
    void doLate(Truth &truth);
    void waitForAll(const std::vector<Truth> &all) const;
};

TestServingOverlap::Truth TestServingOverlap::place(OperationKind kind, MoveFate fate,
                                                    const char *amount)
{
    if (fate != MoveFate::Answered) {
        lose(kind, fate == MoveFate::Done);
    }
    for (;;) {
        const QString id = sendAndWait(request(kind, amount), true);
        // What is read before it may settle an earlier one: then it is confirmed once more.
        if (of(id).state != OrderState::NotSent) {
            return {id, fate == MoveFate::Answered || fate == MoveFate::Done};
        }
    }
}

/// Like a service that had the operation in a queue.
void TestServingOverlap::doLate(Truth &truth)
{
    bool answered = false;
    const SubUserRequest wanted = of(truth.id).request;
    const auto onAnswer = [&](const Result<TrafficMove> &answer) { answered = answer.has_value(); };
    const Call call =
        wanted.kind == OperationKind::Give
            ? m->client->send(AddSubUserTraffic{wanted.subUser, wanted.amount}, &m_guard, onAnswer)
            : m->client->send(DropSubUserTraffic{wanted.subUser, {}}, &m_guard, onAnswer);
    QVERIFY(waitUntil([&] { return answered; }));
    truth.done = true;
}

void TestServingOverlap::waitForAll(const std::vector<Truth> &all) const
{
    for (int round = 0; round < 4; ++round) {
        const Instant from = m->clock.now();
        for (const Truth &truth : all) {
            QVERIFY(waitUntil([&] {
                return !of(truth.id).isOpen() ||
                       (!of(truth.id).looks.empty() && of(truth.id).looks.back().reading.at > from);
            }));
        }
        m->clock.advance(std::chrono::minutes(1));
    }
}

void TestServingOverlap::overlapping_data()
{
    QTest::addColumn<MoveFate>("first");
    QTest::addColumn<MoveFate>("second");
    QTest::addColumn<OperationKind>("kind"); // of the second
    QTest::addColumn<bool>("sameAmount");
    for (const auto &[first, name1] : moveFates) {
        for (const auto &[second, name2] : moveFates) {
            QTest::addRow("%s, %s, same", name1, name2)
                << first << second << OperationKind::Give << true;
            QTest::addRow("%s, %s, other", name1, name2)
                << first << second << OperationKind::Give << false;
            QTest::addRow("%s, taken back %s", name1, name2)
                << first << second << OperationKind::Take << false;
        }
    }
}

void TestServingOverlap::overlapping()
{
    QFETCH(MoveFate, first);
    QFETCH(MoveFate, second);
    QFETCH(OperationKind, kind);
    QFETCH(bool, sameAmount);
    openDesk();
    std::vector<Truth> all{place(OperationKind::Give, first, "3")};
    all.push_back(place(kind, second, sameAmount ? "3" : "4"));
    for (size_t i = 0; i < all.size(); ++i) {
        if ((i == 0 ? first : second) == MoveFate::Late && of(all[i].id).isOpen()) {
            doLate(all[i]);
        }
    }
    waitForAll(all);
    if (QTest::currentTestFailed()) {
        return;
    }
    std::set<qint64> proofs;
    for (const Truth &truth : all) {
        const SubUserOrder &operation = of(truth.id);
        if (operation.proof) {
            QVERIFY2(proofs.insert(*operation.proof).second, "one row proves two operations");
        }
        if (operation.isOpen()) { // then the user has the candidates to decide with
            QVERIFY(operation.looks.back().says != LookSays::Done);
            continue;
        }
        QCOMPARE(operation.state, truth.done ? OrderState::Completed : OrderState::NotDone);
    }
    // Different amounts and kinds distinguish them, where none comes late.
    const bool anyLate = first == MoveFate::Late || second == MoveFate::Late;
    for (const Truth &truth : all) {
        QVERIFY(sameAmount || anyLate || !of(truth.id).isOpen());
    }
}

void TestServingOverlap::aRowIsTakenOnce()
{
    openDesk();
    std::vector<Truth> all{place(OperationKind::Give, MoveFate::Late, "3"),
                           place(OperationKind::Give, MoveFate::Lost, "3")};
    doLate(all[0]);
    waitForAll(all);
    for (const Truth &truth : all) {
        QCOMPARE(of(truth.id).state, OrderState::Unknown);
        QCOMPARE(of(truth.id).looks.back().says, LookSays::Conflict);
    }
    const qint64 row = of(all[0].id).looks.back().candidates.front().id;
    desk().userDecides(all[0].id, SubUserDesk::Decision::Done, row);
    desk().userDecides(all[1].id, SubUserDesk::Decision::Done, row); // has no effect
    QCOMPARE(of(all[0].id).proof, std::optional(row));
    QCOMPARE(of(all[1].id).state, OrderState::Unknown);
    waitForAll(all);
    QVERIFY(waitUntil([&] { return !of(all[1].id).isOpen(); }));
    QCOMPARE(of(all[1].id).state, OrderState::NotDone);
}

/// The second one was answered: that the sub-user is gone says nothing of the first.
void TestServingOverlap::twoDeletions()
{
    openDesk();
    std::vector<Truth> all{place(OperationKind::Delete, MoveFate::Lost, ""),
                           place(OperationKind::Delete, MoveFate::Answered, "")};
    waitForAll(all);
    QVERIFY(waitUntil([&] { return !of(all[0].id).isOpen(); }));
    QCOMPARE(of(all[0].id).state, OrderState::NotDone);
    QCOMPARE(of(all[1].id).state, OrderState::Completed);
}

void TestServingOverlap::twoOfOneName()
{
    openDesk();
    std::vector<Truth> all{place(OperationKind::Create, MoveFate::Lost, "3"),
                           place(OperationKind::Create, MoveFate::Answered, "3")};
    waitForAll(all);
    QVERIFY(waitUntil([&] { return !of(all[0].id).isOpen(); }));
    QCOMPARE(of(all[0].id).state, OrderState::NotDone);
    QCOMPARE(of(all[1].id).state, OrderState::Completed);
    QCOMPARE(m->server.subUserIds().size(), size_t(5));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(SimulatedApplication, TestServingOverlap)
#include "test_servingoverlap.moc"
