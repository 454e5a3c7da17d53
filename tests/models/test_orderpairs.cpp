// SPDX-License-Identifier: GPL-3.0-or-later
// Two orders that overlap, in every pair of: their kinds, how the answers are lost, which of them
// the service carries out, when the program is killed, how the clock is set, how late the service
// is, and whether a row is dated ahead. What the program says in the end must be what the service
// did.
#include "tests/models/followedaccount.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

/// What varies. The number of values of each is in `valuesOf`.
enum Factor { First, Second, Answer, Carried, Kill, Clock, Late, Ahead, FactorCount };

using Row = std::array<int, FactorCount>;

constexpr std::array kindNames{"buy", "give", "take", "create", "delete", "proxy"};
/// How the service answers an order that it carries out, and one that it does not.
struct LostAnswer
{
    const char *name;
    const char *done;
    const char *notDone;
};
constexpr std::array answers{
    LostAnswer{"answered", "", "error-500"},
    LostAnswer{"dropped", "do-and-drop", "drop"},
    LostAnswer{"reset", "do-and-drop=reset", "drop=reset"},
    LostAnswer{"error", "error-500=done", "error-500"},
    LostAnswer{"gateway", "error-502=done", "error-502"},
    LostAnswer{"cut", "half-answer=20", "drop"},
    LostAnswer{"no JSON", "truncated-json", "error-502"},
    LostAnswer{"empty", "empty-body", "drop"},
};
enum CarriedOut { Both, OnlyFirst, OnlySecond, Neither };
constexpr std::array carriedNames{"both", "first", "second", "neither"};
enum KillTime { Never, WhileItWaits, WhileItIsSent, AfterItsAnswer };
constexpr std::array killNames{"no kill", "killed waiting", "killed sending", "killed later"};
constexpr std::array<std::chrono::minutes, 5> jumps{0min, -60min, -72h, 60min, 72h};
constexpr std::array jumpNames{"", "back 1 h", "back 3 d", "ahead 1 h", "ahead 3 d"};
constexpr std::array<std::chrono::minutes, 4> delays{0min, 5min, 300min, 72h};
constexpr std::array delayNames{"", "late by 5 min", "late by 5 h", "late by 3 d"};
constexpr std::array aheadNames{"", "row ahead"};

constexpr Row valuesOf{int(kindNames.size()),    int(kindNames.size()), int(answers.size()),
                       int(carriedNames.size()), int(killNames.size()), int(jumps.size()),
                       int(delays.size()),       int(aheadNames.size())};

/// A value of one factor with a value of another one.
struct Pair
{
    int a = 0;
    int valueOfA = 0;
    int b = 0;
    int valueOfB = 0;
    friend auto operator<=>(const Pair &, const Pair &) = default;
};

std::vector<Pair> pairsOf(const Row &row)
{
    std::vector<Pair> pairs;
    for (int a = 0; a < FactorCount; ++a) {
        for (int b = a + 1; b < FactorCount; ++b) {
            if (row.at(size_t(a)) >= 0 && row.at(size_t(b)) >= 0) {
                pairs.push_back({a, row.at(size_t(a)), b, row.at(size_t(b))});
            }
        }
    }
    return pairs;
}

std::set<Pair> allPairs()
{
    std::set<Pair> pairs;
    for (int a = 0; a < FactorCount; ++a) {
        for (int b = a + 1; b < FactorCount; ++b) {
            for (int i = 0; i < valuesOf.at(size_t(a)) * valuesOf.at(size_t(b)); ++i) {
                pairs.insert({a, i / valuesOf.at(size_t(b)), b, i % valuesOf.at(size_t(b))});
            }
        }
    }
    return pairs;
}

/// Rows in which each pair of values occurs: each row begins with a pair that is missing, and then
/// takes the values that add most pairs.
std::vector<Row> coveringRows()
{
    std::vector<Row> rows;
    std::set<Pair> missing = allPairs();
    while (!missing.empty()) {
        Row row;
        row.fill(-1);
        const Pair begin = *missing.begin();
        row.at(size_t(begin.a)) = begin.valueOfA;
        row.at(size_t(begin.b)) = begin.valueOfB;
        for (int factor = 0; factor < FactorCount; ++factor) {
            int &value = row.at(size_t(factor));
            if (value >= 0) {
                continue;
            }
            qsizetype most = -1;
            int best = 0;
            // Begins elsewhere in each row, so that values which add the same take turns.
            const int count = valuesOf.at(size_t(factor));
            for (int i = 0; i < count; ++i) {
                value = int((rows.size() + size_t(i)) % size_t(count));
                const auto pairs = pairsOf(row);
                const auto added = std::count_if(pairs.begin(), pairs.end(), [&](const Pair &pair) {
                    return missing.contains(pair);
                });
                if (added > most) {
                    most = added;
                    best = value;
                }
            }
            value = best;
        }
        for (const Pair &pair : pairsOf(row)) {
            missing.erase(pair);
        }
        rows.push_back(row);
    }
    return rows;
}

QByteArray nameOf(const Row &row)
{
    QByteArrayList parts{QByteArray(kindNames.at(size_t(row[First]))) + '+' +
                             kindNames.at(size_t(row[Second])),
                         answers.at(size_t(row[Answer])).name,
                         QByteArray("done: ") + carriedNames.at(size_t(row[Carried])),
                         killNames.at(size_t(row[Kill])),
                         jumpNames.at(size_t(row[Clock])),
                         delayNames.at(size_t(row[Late])),
                         aheadNames.at(size_t(row[Ahead]))};
    parts.removeAll(QByteArray());
    return parts.join(", ");
}

/// Runs the two orders of one row.
class Run
{
public:
    explicit Run(const Row &row)
        : m_row(row)
        , m(true)
    {
        auto prices = m.server().prices();
        for (auto &type : prices) {
            type.tiers.clear();
            type.flatPerGb = sandbox::Money::cents(priceInCents / gigabytes);
        }
        m.server().setPrices(prices);
        for (const int factor : {First, Second}) {
            const auto kind = OrderKind(m_row.at(size_t(factor)));
            m_orders.at(size_t(factor)).kind = kind;
            if (kind != OrderKind::TopUp && kind != OrderKind::CreateSubUser &&
                kind != OrderKind::CreateProxy) {
                // The same one for both, unless it would be gone.
                const bool isSame = row[First] != int(OrderKind::DeleteSubUser) || factor == First;
                m_orders.at(size_t(factor)).subUser =
                    SubUserId(m.server().subUserIds().at(isSame ? 0 : 1));
            }
        }
    }

    /// What is wrong; empty if nothing is.
    QString run()
    {
        if (m_row[Ahead] != 0) {
            m.setLasting("row-ahead=" + std::to_string(m.server().transactionCount()) + ",on=GET");
        }
        for (const int which : {First, Second}) {
            setFaultsOf(which);
        }
        confirmBoth();
        setClock();
        m.settle();
        m.check();
        serveLate();
        return m.trouble();
    }
    /// How many orders have an outcome that was not left to the user.
    [[nodiscard]] int decided()
    {
        return int(std::count_if(m.truths().begin(), m.truths().end(),
                                 [&](const auto &each) { return !m.find(each.first)->isOpen(); }));
    }
    [[nodiscard]] int count() { return int(m.truths().size()); }
    [[nodiscard]] QString events() const { return m.events().join(QLatin1Char('\n')); }

private:
    struct Wanted
    {
        OrderKind kind = OrderKind::TopUp;
        SubUserId subUser;
    };

    [[nodiscard]] bool isCarriedOut(int which) const
    {
        return m_row[Carried] == Both ||
               m_row[Carried] == (which == First ? OnlyFirst : OnlySecond);
    }
    void setFaultsOf(int which)
    {
        const OrderKind kind = m_orders.at(size_t(which)).kind;
        const LostAnswer &answer = answers.at(size_t(m_row[Answer]));
        const std::string fault = isCarriedOut(which) ? answer.done : answer.notDone;
        // The second call of the same kind meets what was set for it.
        const bool isAgain = which == Second && m_orders[First].kind == kind;
        const std::string limits =
            std::string(",next=1,on=") + callOf(kind) + (isAgain ? ",after=1" : "");
        std::vector<std::string> faults;
        if (!fault.empty()) {
            faults.push_back(fault + limits);
        }
        if (which == First && m_row[Kill] == WhileItIsSent) {
            faults.push_back("latency=60" + limits);
        }
        if (kind == OrderKind::CreateProxy) { // costs what a purchase of this test does
            faults.push_back("proxy-costs=" + std::to_string(priceInCents) + limits);
        }
        for (const std::string &each : faults) {
            if (const auto problem = m.server().faults().set(std::string_view(each))) {
                m.fail(QString::fromStdString(*problem));
            }
        }
    }

    void confirm(int which)
    {
        const Wanted &wanted = m_orders.at(size_t(which));
        if (wanted.kind == OrderKind::TopUp) {
            m_calls.push_back(m.buying().prepare(
                QStringLiteral("residential"), amount, m.guard(),
                [this](const Result<Confirmation> &shown) {
                    if (!shown) {
                        m_isRefused = true;
                        return;
                    }
                    m.buying().buy(shown->number, true, m.guard(), [this](const BuyAnswer &answer) {
                        m_isRefused = answer.kind != BuyAnswer::Ordered;
                    });
                }));
        } else if (wanted.kind == OrderKind::CreateProxy) {
            NewProxy proxy{
                QStringLiteral("residential"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
            proxy.options.name = QStringLiteral("a proxy");
            m.creating().create(proxy, m.guard(), [this](const Result<ProxyOrder> &created) {
                m_isRefused = !created;
            });
        } else {
            confirmServing(wanted);
        }
    }
    void confirmServing(const Wanted &wanted)
    {
        constexpr std::array kinds{SubUserRequest::Kind::Give, SubUserRequest::Kind::Take,
                                   SubUserRequest::Kind::Create, SubUserRequest::Kind::Delete};
        SubUserRequest request;
        request.kind = kinds.at(size_t(wanted.kind) - size_t(OrderKind::Give));
        request.subUser = wanted.subUser;
        if (wanted.kind == OrderKind::CreateSubUser) {
            request.username = QStringLiteral("customer");
            request.serviceType = QStringLiteral("residential");
        }
        if (wanted.kind == OrderKind::CreateSubUser || wanted.kind == OrderKind::Give) {
            request.amount = amount;
        }
        m_calls.push_back(m.serving().prepare(
            {request}, m.guard(), [this](const Result<SubUserConfirmation> &shown) {
                if (!shown) {
                    m_isRefused = true;
                    return;
                }
                m.serving().run(shown->number, true, m.guard(), [this](const RunAnswer &answer) {
                    m_isRefused = answer.operations.isEmpty();
                });
            }));
    }
    /// Whether it became an order: one like another one that is sent now does not.
    bool isOrdered(int which)
    {
        const int before = count();
        m_isRefused = false;
        confirm(which);
        if (!waitUntil([&] { return count() > before || m_isRefused; })) {
            m.fail(QStringLiteral("an order was neither taken nor refused"));
        }
        return count() > before;
    }
    void confirmBoth()
    {
        const char *call = callOf(m_orders[First].kind);
        if (!isOrdered(First)) {
            m.fail(QStringLiteral("the first order was not taken"));
        }
        if (m_row[Kill] == WhileItIsSent) {
            confirm(Second);
            static_cast<void>(
                waitUntil([&] { return m.server().counters().of(call).arrived > 0; }, 3s));
            kill();
            return;
        }
        if (m_row[Kill] == WhileItWaits) {
            kill();
        }
        if (!isOrdered(Second)) {
            m.finish(m_orders[First].kind);
            static_cast<void>(isOrdered(Second));
        }
        for (const int which : {First, Second}) {
            m.finish(m_orders.at(size_t(which)).kind);
        }
        if (m_row[Kill] == AfterItsAnswer) {
            kill();
        }
    }
    void kill()
    {
        m_calls.clear();
        m.kill();
    }

    void setClock()
    {
        const auto jump = jumps.at(size_t(m_row[Clock]));
        if (jump < 0min) {
            m.fixture().clock.setBack(-jump);
        } else {
            m.fixture().clock.advance(jump);
        }
    }
    /// What was not carried out is, some time later.
    void serveLate()
    {
        if (m_row[Late] == 0) {
            return;
        }
        m.fixture().clock.advance(delays.at(size_t(m_row[Late])));
        for (auto &[id, truth] : m.truths()) {
            const Order &order = *m.find(id);
            const bool isWatched = order.state == OrderState::Unknown || mayBeLate(order);
            if (!truth.isPerformed && truth.isCounted && isWatched) {
                m.clearFaults();
                m.carryOutLate(truth);
                break;
            }
        }
        m.settle();
        m.check();
    }

    static constexpr qint64 gigabytes = 5;
    static constexpr qint64 priceInCents = 1500; ///< of so much
    const TrafficAmount amount = TrafficAmount::fromUnits(gigabytes * TrafficAmount::unitsPerGb);
    const Row m_row;
    FollowedAccount m;
    std::array<Wanted, 2> m_orders;
    std::vector<Call> m_calls;
    bool m_isRefused = false; ///< the newest confirmation gave no order
};

} // namespace

class TestOrderPairs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPairIsTold();
};

void TestOrderPairs::everyPairIsTold()
{
    int orders = 0;
    int decided = 0;
    QStringList wrong;
    for (const Row &row : coveringRows()) {
        Run run(row);
        const QString trouble = run.run();
        if (!trouble.isEmpty()) {
            wrong += QString::fromLatin1(nameOf(row)) + QLatin1String(": ") + trouble +
                     QLatin1Char('\n') + run.events();
        }
        orders += run.count();
        decided += run.decided();
    }
    qInfo("%d orders, %d decided", orders, decided);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1String("\n\n"))));
    // Leaving everything to the user would be right, too.
    QVERIFY(decided * 2 > orders);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(SimulatedApplication, TestOrderPairs)
#include "test_orderpairs.moc"
