// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a service that creates a sub-user otherwise than it was asked for: what its answer tells is
// taken as what happened, is said, and is stored.
#include "models/serving/operationmade.h"
#include "tests/models/servingfixture.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestServingAnswers : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m.reset(); }

    void whatIsCreatedOtherwise_data();
    void whatIsCreatedOtherwise();
    void withoutAServiceTheServiceChooses();
    void aRowDatedAheadHidesNothing_data();
    void aRowDatedAheadHidesNothing();
    void aLostAnswerOfAnotherService();
    void amountsThatAreReported_data();
    void amountsThatAreReported();
    void whatIsNotReportedIsNotDifferent();
    void theClockSaysNothingOfPools();

private:
    /// What operations moved from the pool since before the first of them.
    [[nodiscard]] PoolMoves movesOf(const char *type)
    {
        return desk().poolMoves(QString::fromLatin1(type), {0, 0, desk().journal().nextNumber()});
    }
    [[nodiscard]] static PoolMoves exactly(const char *amount) { return {gb(amount), gb(amount)}; }
};

void TestServingAnswers::whatIsCreatedOtherwise_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("name");
    QTest::addColumn<bool>("amount");
    QTest::addColumn<bool>("service");
    QTest::newRow("as asked") << QByteArray() << false << false << false;
    QTest::newRow("name") << QByteArray("create-otherwise=name") << true << false << false;
    QTest::newRow("traffic") << QByteArray("create-otherwise=traffic") << false << true << false;
    QTest::newRow("service") << QByteArray("create-otherwise=service") << false << false << true;
    QTest::newRow("all") << QByteArray("create-otherwise") << true << true << true;
}

void TestServingAnswers::whatIsCreatedOtherwise()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, name);
    QFETCH(bool, amount);
    QFETCH(bool, service);
    if (!fault.isEmpty()) {
        m->fault(fault.constData());
    }
    openDesk();
    const QString id = sendAndWait(request(OperationKind::Create, "5"));
    const MadeOtherwise otherwise{name, amount, service};
    const auto isKept = [&] {
        const SubUserOrder &made = of(id);
        // What was asked for stays beside what was made.
        return made.state == OrderState::Completed && made.decidedBy == DecidedBy::Answer &&
               made.request.username == QStringLiteral("a new customer") &&
               made.request.amount == gb("5") &&
               made.request.serviceType == QStringLiteral("residential") &&
               made.madeName == there(made.request.subUser)->value(QLatin1String("username")) &&
               made.moved == leftThere(made.request.subUser) && madeOtherwise(made) == otherwise;
    };
    QVERIFY(isKept());
    QCOMPARE(of(id).moved, std::optional(gb(amount ? "4" : "5")));
    const QByteArray pool = of(id).madeService.toLatin1();
    QCOMPARE(pool != "residential", service);
    const char *moved = amount ? "-4" : "-5";
    QCOMPARE(movesOf(pool.constData()), exactly(moved));
    if (service) {
        QCOMPARE(movesOf("residential"), PoolMoves());
    }
    QCOMPARE(poolThere(pool.constData()).minus(gb("100")), std::optional(gb(moved)));
    // The next start still knows it.
    m->close();
    openDesk();
    QVERIFY(isKept());
    QCOMPARE(movesOf(pool.constData()), exactly(moved));
}

/// Then any service is what was asked for, and it is known whose pool it was.
void TestServingAnswers::withoutAServiceTheServiceChooses()
{
    openDesk();
    SubUserRequest wanted = request(OperationKind::Create, "5");
    wanted.serviceType.clear();
    const QString id = sendAndWait(wanted);
    QCOMPARE(of(id).madeService, QStringLiteral("residential"));
    QVERIFY(!madeOtherwise(of(id)).any());
    QCOMPARE(movesOf("residential"), exactly("-5"));
    QCOMPARE(movesOf("mobile"), PoolMoves());
}

/// The user recognises it in the list; the traffic left that pool, and no other.
void TestServingAnswers::aLostAnswerOfAnotherService()
{
    m->fault("create-otherwise=service");
    lose(OperationKind::Create, true);
    openDesk();
    const QString id = sendAndWait(request(OperationKind::Create, "5"));
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Unknown);
    const SubUserLook &look = of(id).looks.back();
    QCOMPARE(look.says, LookSays::Conflict);
    QCOMPARE(look.candidates.size(), size_t(1));
    QCOMPARE(look.candidates.front().name, QStringLiteral("a new customer"));
    QVERIFY(look.candidates.front().service != QStringLiteral("residential"));
    const QByteArray pool = look.candidates.front().service.toLatin1();
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::Done, look.candidates.front().id));
    QCOMPARE(madeOtherwise(of(id)), (MadeOtherwise{false, false, true}));
    QCOMPARE(movesOf("residential"), PoolMoves());
    QCOMPARE(movesOf(pool.constData()), exactly("-5"));
    m->close();
    openDesk();
    QCOMPARE(madeOtherwise(of(id)), (MadeOtherwise{false, false, true}));
}

void TestServingAnswers::amountsThatAreReported_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("used");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("made"); // empty: not told
    const auto row = [](const char *name, const char *left, const char *used, const char *asked,
                        const char *made) {
        QTest::newRow(name) << QString::fromLatin1(left) << QString::fromLatin1(used)
                            << QString::fromLatin1(asked) << QString::fromLatin1(made);
    };
    row("the same", "5", "0", "5", "5");
    row("used already", "4.9", "0.1", "5", "5");
    row("use is not told", "5", "", "5", "5");
    row("nothing is told", "", "", "5", "");
    row("only use is told", "", "0", "5", "");
    row("less", "4", "0", "5", "4");
    row("more", "5.01", "0", "5", "5.01");
    row("none of it", "0", "0", "0.01", "0");
    row("rounded to two places", "5.01", "0", "5.006", "5.006");
    row("rounded to three places", "5.006", "0", "5.0056", "5.0056");
    row("too far off for rounding", "5.006", "0", "5.009", "5.006");
    row("exact to the byte", "5.000000001", "0", "5", "5.000000001");
}

void TestServingAnswers::amountsThatAreReported()
{
    QFETCH(QString, left);
    QFETCH(QString, used);
    QFETCH(QString, asked);
    QFETCH(QString, made);
    SubUser answer;
    answer.trafficLeft = TrafficAmount::parseGb(left);
    answer.trafficUsed = TrafficAmount::parseGb(used);
    SubUserRequest request;
    request.kind = OperationKind::Create;
    request.amount = *TrafficAmount::parseGb(asked);
    QCOMPARE(amountMade(request, answer), TrafficAmount::parseGb(made));
}

void TestServingAnswers::whatIsNotReportedIsNotDifferent()
{
    SubUserOrder operation;
    operation.state = OrderState::Completed;
    operation.request.kind = OperationKind::Create;
    operation.request.username = QStringLiteral("Zo\u00eb");
    operation.request.serviceType = QStringLiteral("mobile");
    operation.request.amount = gb("5");
    QVERIFY(!madeOtherwise(operation).any());
    QCOMPARE(poolOf(operation), QStringLiteral("mobile"));
    noteMade(operation, QString(), QString());
    QVERIFY(!madeOtherwise(operation).any());
    noteMade(operation, QStringLiteral("Zoe\u0308 "), QStringLiteral("Mobile"));
    QVERIFY(!madeOtherwise(operation).any());
    QCOMPARE(poolOf(operation), QStringLiteral("mobile"));
    // A name in another case is another name for who signs in with it.
    noteMade(operation, QStringLiteral("zo\u00eb"), QStringLiteral("mobile"));
    QCOMPARE(madeOtherwise(operation), (MadeOtherwise{true, false, false}));
}

void TestServingAnswers::aRowDatedAheadHidesNothing_data()
{
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<bool>("done");
    for (const OperationKind kind : {OperationKind::Give, OperationKind::Take}) {
        for (const bool done : {true, false}) {
            QTest::addRow("%s, %s", nameOfKind(kind), done ? "done" : "lost") << kind << done;
        }
    }
}

/// A row of the history has a time a year too late and stays first: the operation's row follows it.
void TestServingAnswers::aRowDatedAheadHidesNothing()
{
    QFETCH(OperationKind, kind);
    QFETCH(bool, done);
    m->fault("row-ahead=1");
    openDesk();
    lose(kind, done);
    const QString id = sendAndWait(request(kind));
    waitForLooks(id);
    QVERIFY(!of(id).before.mark->ids.empty());
    QCOMPARE(of(id).state, done ? OrderState::Completed : OrderState::NotDone);
    QCOMPARE(of(id).decidedBy, DecidedBy::Evidence);
    QCOMPARE(of(id).proof.has_value(), done);
    if (done) {
        const auto &known = of(id).before.mark->ids;
        QVERIFY(std::find(known.begin(), known.end(), *of(id).proof) == known.end());
    }
}

/// Which operations lie between two readings of a pool is known where the clock was set, and after
/// the next start.
void TestServingAnswers::theClockSaysNothingOfPools()
{
    openDesk();
    const auto next = [this] { return desk().journal().nextNumber(); };
    const auto moves = [this, next](const PoolReadings &since) {
        return desk().poolMoves(there(m_subUser)->value(QLatin1String("service_type")).toString(),
                                {since.asked, since.read, next()});
    };
    const PoolReadings before{next(), next(), {}};
    m->clock.setBack(2h);
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    PoolReadings after{next(), next(), {}};
    for (const auto &back : {-3h, 6h}) {
        QCOMPARE(moves(before), exactly("-3"));
        QCOMPARE(moves(after), PoolMoves());
        m->clock.setBack(back);
        openDesk();
    }
    after.asked = next();
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    after.read = next();
    QVERIFY(*moves(after).least < gb("-2.9") && moves(after).most == TrafficAmount());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServingAnswers)
#include "test_servinganswers.moc"
