// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every fault of the sandbox at every moment of a purchase, over http and https: never more
// than one order for one confirmation, and never a charge that is not in the journal in the end.
#include "models/buying/purchasedesk.h"
#include "tests/models/purchasefaults.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/matrixpart.h"
#include "tests/support/waituntil.h"

using namespace relaybook;
using relaybook::testing::SessionFixture;
using relaybook::testing::waitUntil;
using std::chrono::milliseconds;

namespace {

/// When the fault happens.
enum class Moment {
    Asking,         ///< while prices, balance and ledger are read, before the confirmation
    BeforeSending,  ///< while they are read again because the confirmation has become old
    InFlight,       ///< the purchase itself meets it
    Accepted,       ///< the purchase was answered; what is read afterwards meets it
    LookingBought,  ///< the answer was lost, the order carried out: the looks meet it
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
    {Moment::LookingBought, "looking, bought"},
    {Moment::LookingNothing, "looking, nothing"},
};

/// Faults of the connection, for which https differs.
bool isOfTheConnection(const QByteArray &fault)
{
    for (const char *kind :
         {"latency", "close-on-accept", "drop", "do-and-drop", "half", "error", "empty-body"}) {
        if (fault.startsWith(kind)) {
            return true;
        }
    }
    return false;
}

bool isConflict(const Look &look)
{
    return look.says == LookSays::Conflict;
}

} // namespace

Q_DECLARE_METATYPE(Moment)

class TestPurchaseMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_desk.reset(); }
    void everyFaultAtEveryMoment_data();
    void everyFaultAtEveryMoment();

private:
    [[nodiscard]] PurchaseDesk &desk() const { return m_desk->session->purchases(); }
    [[nodiscard]] const TopUpOrder &only() const { return desk().orders().front(); }
    void fault(const QByteArray &text, const char *scope = "") const
    {
        m_desk->fault(QByteArray(text + scope).constData());
    }
    [[nodiscard]] std::optional<Confirmation> confirm();
    /// The answer of buy(), or nothing if it never answered.
    [[nodiscard]] std::optional<BuyAnswer> buy(quint64 confirmation);
    /// Confirms, again without the fault if it affected reading, and buys.
    void order(Moment moment, const QByteArray &text);
    /// Waits until the outcome is decided, or left to the user because the evidence conflicts.
    void waitUntilKnown();
    void decideConflict(bool performed);

    std::unique_ptr<SessionFixture> m_desk;
};

void TestPurchaseMatrix::init()
{
    m_desk = std::make_unique<SessionFixture>(testing::SandboxSettings{4, 4, 230, 100, false});
    m_desk->buying.looks.pauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
}

std::optional<Confirmation> TestPurchaseMatrix::confirm()
{
    std::optional<Result<Confirmation>> got;
    const Call call =
        desk().prepare(QStringLiteral("residential"), *TrafficAmount::parseGb(u"60.33"), this,
                       [&](const Result<Confirmation> &answer) { got = answer; });
    const bool came = waitUntil([&] { return got.has_value(); });
    return came && *got && (*got)->quote ? std::optional(**got) : std::nullopt;
}

std::optional<BuyAnswer> TestPurchaseMatrix::buy(quint64 confirmation)
{
    std::optional<BuyAnswer> got;
    desk().buy(confirmation, false, this, [&](const BuyAnswer &answer) { got = answer; });
    [[maybe_unused]] const bool came = waitUntil([&] { return got.has_value(); });
    return got;
}

void TestPurchaseMatrix::everyFaultAtEveryMoment_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<Moment>("moment");
    QTest::addColumn<QByteArray>("fault");
    for (const bool tls : {false, true}) {
        for (const NamedMoment &each : moments) {
            const bool inFlight = each.moment == Moment::InFlight;
            for (const char *fault : testing::purchaseFaults) {
                const bool strikes =
                    inFlight ? testing::strikesPurchase(fault) : testing::strikesReading(fault);
                if (strikes && (!tls || (inFlight && isOfTheConnection(fault))) &&
                    testing::isInPart()) {
                    QTest::addRow("%s, %s: %s", tls ? "https" : "http", each.name, fault)
                        << tls << each.moment << QByteArray(fault);
                }
            }
        }
    }
}

void TestPurchaseMatrix::order(Moment moment, const QByteArray &text)
{
    if (moment == Moment::Asking) {
        fault(text, ",on=GET,next=3");
    }
    auto shown = confirm();
    if (!shown) {
        m_desk->server.faults().clearAll();
        QVERIFY(desk().orders().empty());
        m_desk->clock.advance(std::chrono::minutes(2)); // what was read wrongly is read again
        QVERIFY(waitUntil([&] { return shown = confirm(); }));
    }
    switch (moment) {
    case Moment::Asking:
        break;
    case Moment::BeforeSending:
        m_desk->clock.advance(std::chrono::seconds(61));
        fault(text, ",on=GET,next=3");
        break;
    case Moment::InFlight:
        fault(text, ",on=topUpTraffic,next=1");
        break;
    case Moment::Accepted:
        fault(text, ",on=GET,next=4");
        break;
    case Moment::LookingBought:
        fault("do-and-drop", ",on=topUpTraffic,next=1");
        fault(text, ",on=GET,next=4");
        break;
    case Moment::LookingNothing:
        fault("drop", ",on=topUpTraffic,next=1");
        fault(text, ",on=GET,next=4");
        break;
    }
    auto answer = buy(shown->number);
    QVERIFY(answer);
    if (answer->kind == BuyAnswer::PriceChanged || answer->kind == BuyAnswer::Failed) {
        // Nothing was sent; the user confirms what is shown now.
        QVERIFY(desk().orders().empty());
        QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
        m_desk->server.faults().clearAll();
        m_desk->clock.advance(std::chrono::minutes(2));
        QVERIFY(waitUntil([&] { return shown = confirm(); }));
        answer = buy(shown->number);
        QVERIFY(answer);
    }
    QCOMPARE(answer->kind, BuyAnswer::Ordered);
}

void TestPurchaseMatrix::waitUntilKnown()
{
    const auto isDecided = [this] {
        return !only().isOpen() || (!only().looks.empty() && isConflict(only().looks.back()));
    };
    QVERIFY(waitUntil([&] { return !only().isUnderWay(); }));
    if (only().state == OrderState::Unknown) {
        QVERIFY(waitUntil(
            [&] { return only().looks.size() >= 3 || only().state != OrderState::Unknown; }));
        // "Not charged" is only reported after checks over two minutes that agree.
        QVERIFY(only().state != OrderState::NotDone);
        // The fault may have met all checks so far: then the two minutes begin after an advance.
        for (int round = 0; round < 3 && !isDecided(); ++round) {
            m_desk->clock.advance(std::chrono::minutes(3));
            const Instant from = m_desk->clock.now();
            const auto looksSince = [&] {
                const auto &all = only().looks;
                return std::count_if(all.begin(), all.end(),
                                     [&from](const Look &each) { return each.reading.at > from; });
            };
            QVERIFY(waitUntil([&] { return isDecided() || looksSince() >= 4; }));
        }
    }
    QVERIFY(waitUntil([&] { return isDecided(); }));
}

/// The evidence is enough for the user, who knows what other orders there were.
void TestPurchaseMatrix::decideConflict(bool performed)
{
    const Look &look = only().looks.back();
    QCOMPARE(look.hasPriced(), performed); // else it is only what somebody else paid
    if (performed) {
        QCOMPARE(look.candidates.size(), 1u);
        desk().userDecides(only().id, PurchaseDesk::Verdict::Bought, look.candidates.front().id);
    } else {
        desk().userDecides(only().id, PurchaseDesk::Verdict::NotBought);
    }
}

void TestPurchaseMatrix::everyFaultAtEveryMoment()
{
    QFETCH(bool, tls);
    QFETCH(Moment, moment);
    QFETCH(QByteArray, fault);
    if (testing::isSilent(fault.constData())) {
        m_desk->giveUpSoon();
    }
    if (tls) {
        NEED_TLS_SERVER();
        m_desk->useTls();
    }
    m_desk->open();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    order(moment, fault);
    if (QTest::currentTestFailed()) {
        return;
    }
    waitUntilKnown();
    if (QTest::currentTestFailed()) {
        return;
    }
    const auto counters = m_desk->server.counters();
    QVERIFY(counters.ordersArrived() <= 1);
    if (only().isOpen()) {
        QCOMPARE(fault, QByteArray("shifting-pages")); // somebody else buys at the same time
        decideConflict(counters.ordersPerformed() == 1);
    }
    QCOMPARE(desk().orders().size(), 1u);
    QCOMPARE(only().state == OrderState::Completed, counters.ordersPerformed() == 1);
    if (only().state == OrderState::Completed) {
        const auto rows = m_desk->server.transactions();
        const bool booked = std::any_of(rows.begin() + 230, rows.end(), [this](const auto &row) {
            const auto amount = Money::parse(QString::fromStdString(row.amount));
            return row.type == "purchase" && amount->magnitude() == only().charged;
        });
        QVERIFY(booked);
    }
    // The receipt settles an order before anything is read again.
    QVERIFY(waitUntil(
        [&] { return m_desk->server.faults().hits(testing::nameOfFault(fault.constData())) > 0; }));
    // After a restart, the result is the same.
    const TopUpOrder before = only();
    m_desk->server.faults().clearAll();
    m_desk->open();
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QCOMPARE(only().state, before.state);
    QCOMPARE(only().charged, before.charged);
    QCOMPARE(m_desk->server.counters().ordersArrived(), counters.ordersArrived());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPurchaseMatrix)
#include "test_purchasematrix.moc"
