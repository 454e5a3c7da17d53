// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every fault of the sandbox at every moment of an order of each kind, over http and https:
// never sent more than once, and what is said in the end is what the service did.
#include "tests/models/orderedkinds.h"
#include "tests/models/purchasefaults.h"
#include "tests/support/matrixpart.h"

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

/// When the fault happens.
enum class Moment {
    Asking,         ///< while what is shown is read, before the confirmation
    BeforeSending,  ///< while it is read again because the confirmation has become old
    InFlight,       ///< the order's own call meets it
    Accepted,       ///< the order was answered; what is read afterwards meets it
    LookingDone,    ///< the answer was lost, the order carried out: the looks meet it
    LookingNothing, ///< the request was lost: the looks meet it
};

struct NamedMoment
{
    Moment moment;
    const char *name;
};
constexpr NamedMoment moments[] = {
    {Moment::Asking, "asking"},
    {Moment::BeforeSending, "before sending"},
    {Moment::InFlight, "in flight"},
    {Moment::Accepted, "accepted"},
    {Moment::LookingDone, "looking, done"},
    {Moment::LookingNothing, "looking, nothing"},
};

/// Faults of the connection, for which https differs.
bool isOfTheConnection(const QByteArray &fault)
{
    const auto kinds = {"latency", "close-on-accept", "drop",      "do-and-drop",
                        "half",    "error",           "empty-body"};
    return std::any_of(kinds.begin(), kinds.end(),
                       [&fault](const char *kind) { return fault.startsWith(kind); });
}

/// Of a proxy the confirmation reads nothing, and the list is loaded as a whole.
bool strikes(const OrderedKind &kind, Moment moment, const char *fault)
{
    if (moment == Moment::InFlight) {
        return canStrike(fault, {kind.call});
    }
    if (kind.isProxy()) {
        return false;
    }
    return kind.isPurchase()
               ? strikesReading(fault)
               : moment != Moment::Accepted &&
                     canStrike(fault, {"getSubUser", "listSubUserAllocations", "listSubUsers"});
}

} // namespace

Q_DECLARE_METATYPE(Moment)

class TestOrderMatrix : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        makeDesk({6, 4, 230, 100, false});
        m->buying.looks.pauses = m->serving.looks.pauses =
            m->creating.looks.pauses = {5ms, 10ms, 20ms};
    }
    void cleanup() { m.reset(); }
    void everyFaultAtEveryMoment_data();
    void everyFaultAtEveryMoment();

private:
    struct Figures
    {
        TrafficAmount left;
        TrafficAmount pool;
        QByteArray type;
    };
    [[nodiscard]] Figures figures() const
    {
        const QByteArray type =
            there(m_subUser)->value(QLatin1String("service_type")).toString().toLatin1();
        return {*leftThere(m_subUser), poolThere(type.constData()), type};
    }
    void fault(const QByteArray &text, const QByteArray &scope) const
    {
        m->fault(QByteArray(text + scope).constData());
    }
    void strike(const OrderedKind &kind, Moment moment, const QByteArray &text) const;
    /// Orders; again without the fault if it affected what is read before.
    void order(const OrderedKind &kind, Moment moment, const QByteArray &text);
    void checkWhatItDid(const OrderedKind &kind, const Order &order, const Figures &before) const;
    /// What the order says it moved or made.
    [[nodiscard]] QString saidOf(const OrderedKind &kind, const Order &order) const;
};

void TestOrderMatrix::everyFaultAtEveryMoment_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<QByteArray>("fault");
    for (std::size_t index = 0; index < orderedKinds().size(); ++index) {
        const OrderedKind &kind = orderedKinds()[index];
        for (const bool tls : {false, true}) {
            for (const NamedMoment &each : moments) {
                const bool inFlight = each.moment == Moment::InFlight;
                for (const char *fault : purchaseFaults) {
                    const bool isTested =
                        strikes(kind, each.moment, fault) &&
                        (!tls || (kind.isPurchase() && inFlight && isOfTheConnection(fault)));
                    if (isTested && isInPart()) {
                        QTest::addRow("%s, %s, %s: %s", kind.name, tls ? "https" : "http",
                                      each.name, fault)
                            << tls << index << each.moment << QByteArray(fault);
                    }
                }
            }
        }
    }
}

/// To be called when the order was shown.
void TestOrderMatrix::strike(const OrderedKind &kind, Moment moment, const QByteArray &text) const
{
    const QByteArray call = QByteArray(",next=1,on=") + kind.call;
    switch (moment) {
    case Moment::Asking:
        break;
    case Moment::BeforeSending:
        m->clock.advance(11min);
        fault(text, ",on=GET,next=3");
        break;
    case Moment::InFlight:
        fault(text, call);
        break;
    case Moment::Accepted:
        fault(text, ",on=GET,next=4");
        break;
    case Moment::LookingDone:
        fault("do-and-drop", call);
        fault(text, ",on=GET,next=4");
        break;
    case Moment::LookingNothing:
        fault("drop", call);
        fault(text, ",on=GET,next=4");
        break;
    }
}

void TestOrderMatrix::order(const OrderedKind &kind, Moment moment, const QByteArray &text)
{
    bool isStruck = false;
    const auto strikeOnce = [&] {
        if (!std::exchange(isStruck, true)) {
            strike(kind, moment, text);
        }
    };
    if (moment == Moment::Asking) {
        fault(text, ",on=GET,next=3");
    }
    if (kind.isProxy()) {
        strikeOnce();
    }
    const auto newest = [&] { return newestOrder(kind.engine(*m->session)); };
    for (int tries = 0; tries < 20 && newest() == nullptr; ++tries) {
        if (tries > 0) { // nothing was sent; the user confirms what is shown now
            QCOMPARE(m->server.counters().of(kind.call).arrived, 0u);
            m->server.faults().clearAll();
            m->clock.advance(2min); // what was read wrongly is read again
        }
        const auto isRefused = std::make_shared<bool>(false); // the answer may come after this
        const auto at = [isRefused, &strikeOnce](const char *step) {
            *isRefused = *isRefused || QLatin1String(step) == QLatin1String("refused");
            if (QLatin1String(step) == QLatin1String("confirmed")) {
                strikeOnce();
            }
        };
        const Call call = kind.order(*m->session, m_subUser, &m_guard, at);
        QVERIFY(waitUntil([&] { return *isRefused || newest() != nullptr; }));
    }
    QVERIFY(newest() != nullptr);
    QVERIFY(waitUntil([&] { return !newest()->isUnderWay(); }));
}

void TestOrderMatrix::checkWhatItDid(const OrderedKind &kind, const Order &order,
                                     const Figures &before) const
{
    const bool isDone = order.state == OrderState::Completed;
    if (kind.isPurchase()) {
        const auto rows = m->server.transactions();
        const auto charged = m->session->purchases().order(order.id)->charged;
        const bool isBooked = std::any_of(rows.begin() + 230, rows.end(), [&](const auto &row) {
            const auto amount = Money::parse(QString::fromStdString(row.amount));
            return row.type == "purchase" && amount->magnitude() == charged;
        });
        QVERIFY(isBooked || !isDone);
    } else if (kind.isProxy()) {
        QCOMPARE(m->server.proxyIds().size(), isDone ? size_t(7) : size_t(6));
        QVERIFY(!isDone || m->session->creating().order(order.id)->proxy.value().toStdString() ==
                               m->server.proxyIds().back());
    } else {
        const SubUserRequest &request = of(order.id).request;
        const auto left = leftThere(m_subUser);
        const TrafficAmount pool = poolThere(before.type.constData());
        switch (request.kind) {
        case OperationKind::Give:
            QCOMPARE(left, isDone ? before.left.plus(request.amount) : std::optional(before.left));
            QCOMPARE(pool, isDone ? *before.pool.minus(request.amount) : before.pool);
            break;
        case OperationKind::Take:
            QCOMPARE(left, std::optional(isDone ? TrafficAmount() : before.left));
            QCOMPARE(pool, isDone ? *before.pool.plus(before.left) : before.pool);
            break;
        case OperationKind::Create:
            QCOMPARE(m->server.subUserIds().size(), isDone ? size_t(5) : size_t(4));
            QVERIFY(!isDone || request.subUser.value() == m->server.subUserIds().back());
            break;
        case OperationKind::Delete:
            QCOMPARE(left.has_value(), !isDone);
            QCOMPARE(pool, isDone ? *before.pool.plus(before.left) : before.pool);
            break;
        }
    }
}

QString TestOrderMatrix::saidOf(const OrderedKind &kind, const Order &order) const
{
    if (kind.isPurchase()) {
        const auto charged = m->session->purchases().order(order.id)->charged;
        return charged ? charged->text() : QString();
    }
    if (kind.isProxy()) {
        return m->session->creating().order(order.id)->proxy.value();
    }
    const auto moved = of(order.id).moved;
    return of(order.id).request.subUser.text() % u' ' %
           QString::number(moved ? moved->units() : -1);
}

void TestOrderMatrix::everyFaultAtEveryMoment()
{
    QFETCH(bool, tls);
    QFETCH(std::size_t, index);
    QFETCH(Moment, moment);
    QFETCH(QByteArray, fault);
    const OrderedKind &kind = orderedKinds()[index];
    if (testing::isSilent(fault.constData())) {
        m->giveUpSoon();
    }
    if (tls) {
        NEED_TLS_SERVER();
        m->useTls();
    }
    openDesk();
    const Figures before = figures();
    order(kind, moment, fault);
    if (QTest::currentTestFailed()) {
        return;
    }
    const QString id = newestOrder(kind.engine(*m->session))->id;
    settle(*m, kind.engine(*m->session), id);
    const auto calls = m->server.counters().of(kind.call);
    QVERIFY(calls.arrived <= 1);
    const Order &order = *kind.engine(*m->session).order(id);
    if (order.isOpen()) {
        // Somebody else buys at the same time: enough for the user, who knows what else there was.
        QCOMPARE(fault, QByteArray("shifting-pages"));
        PurchaseDesk &purchases = m->session->purchases();
        const Look look = purchases.order(id)->looks.back();
        QCOMPARE(look.says, LookSays::Conflict);
        QCOMPARE(look.hasPriced(), calls.performed == 1); // else it is only what somebody else paid
        if (look.hasPriced()) {
            QCOMPARE(look.candidates.size(), 1u);
            purchases.userDecides(id, PurchaseDesk::Verdict::Bought, look.candidates.front().id);
        } else {
            purchases.userDecides(id, PurchaseDesk::Verdict::NotBought);
        }
    }
    QCOMPARE(order.state == OrderState::Completed, calls.performed == 1);
    checkWhatItDid(kind, order, before);
    if (QTest::currentTestFailed()) {
        return;
    }
    // An answer settles an order before anything is read again.
    QVERIFY(!kind.isPurchase() || waitUntil([&] {
        return m->server.faults().hits(testing::nameOfFault(fault.constData())) > 0;
    }));
    // After a restart, the result is the same.
    const OrderState state = order.state;
    const QString said = saidOf(kind, order);
    m->server.faults().clearAll();
    openDesk();
    const Order &again = *kind.engine(*m->session).order(id);
    QCOMPARE(again.state, state);
    QCOMPARE(saidOf(kind, again), said);
    QCOMPARE(m->server.counters().of(kind.call).arrived, calls.arrived);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOrderMatrix)
#include "test_ordermatrix.moc"
