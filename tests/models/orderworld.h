// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated world of orders: from one seed follow random orders of all kinds that overlap,
// faults, jumps of the clock, pauses and kills. After each round, what the journal says is compared
// with what the service did.

#pragma once

#include "sandbox/random.h"
#include "tests/models/followedaccount.h"
#include "tests/models/followedwork.h"
#include "tests/models/purchasefaults.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace relaybook::testing {

/// What an answer to an order may meet, beside purchaseFaults.
inline constexpr const char *moreOrderFaults[] = {"drop",
                                                  "do-and-drop",
                                                  "drop",
                                                  "do-and-drop",
                                                  "repeat-secrets",
                                                  "other-type",
                                                  "foreign-purchase",
                                                  "proxy-costs",
                                                  "proxy-too-dear",
                                                  "error-500=done",
                                                  "add-less=0.5",
                                                  "create-otherwise=traffic",
                                                  "create-otherwise=service",
                                                  "charge-more=1"};
/// What reading meets. They end by themselves, as a service in trouble recovers.
inline constexpr const char *moreReadingFaults[] = {"unlisted-drops", "paged-lists=3",
                                                    "hidden-credentials", "unreadable-list-rows=3"};

struct WorldTotals
{
    std::map<OrderKind, std::map<OrderState, qint64>> states;
    std::map<OrderKind, qint64> wereUnknown; ///< after the looks; decided then, or left
    qint64 orders = 0;
    qint64 unasked = 0; ///< could not be confirmed
    qint64 rounds = 0;
    qint64 accounts = 0;
    qint64 kills = 0;
    qint64 faults = 0;
    qint64 jumps = 0;
    qint64 late = 0;
    qint64 foreign = 0;
    qint64 decided = 0;
    qint64 compared = 0; ///< what is stored with what the service has
    double days = 0;     ///< simulated
};

class OrderWorld
{
    static constexpr int percentDecided = 70; ///< of the Unknown ones after each round
    static constexpr int mostDecisions = 3;
    static constexpr int pageSizes[] = {100, 100, 25, 8}; ///< the most rows of a page

public:
    /// `skipped`: the numbers of steps that are left out; the others stay as they are.
    OrderWorld(quint64 seed, WorldTotals &totals, std::set<int> skipped)
        : m_seed(seed)
        , m_skipped(std::move(skipped))
        , m_random(seed)
        , m_totals(totals)
        , m(m_random.chance(50), m_random.pick(std::span(pageSizes)))
        , m_work(m.fixture(), m_random)
        , m_stored(m.fixture())
    {
        ++m_totals.accounts;
    }

    /// Returns whether everything was right.
    bool run(int rounds)
    {
        bool isRight = true;
        for (int i = 0; i < rounds && isRight; ++i) {
            isRight = round();
        }
        // What one decision shows may be for the user to decide, too.
        for (int i = 0; i < mostDecisions && isRight; ++i) {
            decide(100);
            settle();
            m.check(i + 1 < mostDecisions);
            isRight = m.trouble().isEmpty();
        }
        countAll();
        return isRight;
    }

    /// Returns whether everything was right.
    bool round()
    {
        ++m_totals.rounds;
        m.note(QStringLiteral("---- round"));
        drawAnew();
        const auto steps = m_random.between(7, 27);
        for (qint64 i = 0; i < steps && m.trouble().isEmpty(); ++i) {
            drawAnew();
            if (m_skipped.count(m_steps) == 0) {
                step();
                pause();
            }
        }
        drawAnew();
        settle();
        m.check(true);
        decide(percentDecided);
        settle();
        m.check(true);
        if (m.trouble().isEmpty()) {
            compareStored();
        }
        return m.trouble().isEmpty();
    }
    /// Counts all orders of the account.
    void countAll()
    {
        for (const auto &[id, truth] : m.truths()) {
            ++m_totals.states[truth.kind][m.find(id)->state];
        }
    }

    [[nodiscard]] const QStringList &events() const { return m.events(); }
    /// How often something was drawn so far, in steps and between them.
    [[nodiscard]] int steps() const { return m_steps; }
    /// What happened last, and what is wrong.
    void print()
    {
        for (const QString &event : m.events()) {
            std::printf("  %s\n", qPrintable(event));
        }
        std::printf("WRONG: %s\n", qPrintable(m.trouble()));
        if (const auto *bought = m.buying().order(m.wrong())) {
            printLooks(bought->looks);
        } else if (const auto *served = m.serving().operation(m.wrong())) {
            printLooks(served->looks);
        }
    }

private:
    // -------------------------------------------------------------------------------- what happens

    /// What a step draws depends on its number, so that others can be left out. Only what is drawn
    /// at an answer may come from a later step.
    void drawAnew()
    {
        constexpr quint64 purposeOfStep = 4;
        m_random =
            sandbox::Random(sandbox::mix(m_seed, purposeOfStep, static_cast<quint64>(++m_steps)));
    }

    void step()
    {
        const auto draw = m_random.below(100);
        if (draw < 22) {
            buy();
        } else if (draw < 39) {
            serveOne();
        } else if (draw < 45) {
            giveMany();
        } else if (draw < 52) {
            create();
        } else if (draw < 71) {
            faultOrder();
        } else if (draw < 80) {
            faultReading();
        } else if (draw < 84) {
            jump();
        } else if (draw < 87) {
            kill();
        } else if (draw < 90) {
            somebodyElse();
        } else if (draw < 93) {
            lateService();
        } else if (draw < 94) {
            touchAny();
        } else if (draw < 98) {
            m.note(m_work.step(m.guard()));
        } else if (draw < 99) {
            refresh();
        } else {
            changePast();
        }
    }

    /// Mostly so short that orders overlap; at times as long as a user is away.
    void pause()
    {
        constexpr qint64 longest = 12 * 3'600'000;
        const auto draw = m_random.below(100);
        const auto ms = draw < 70   ? m_random.below(20)
                        : draw < 90 ? m_random.below(2'000)
                        : draw < 98 ? m_random.below(60'000)
                                    : m_random.below(longest);
        Simulation::current()->letPass(std::chrono::milliseconds(ms));
    }
    /// Sometimes the same amount as before; never one that the sandbox itself uses.
    TrafficAmount nextAmount(TrafficAmount &last)
    {
        if (last.units() == 0 || !m_random.chance(40)) {
            do {
                ++m_amounts;
            } while (m_amounts % 10 == 0);
            last =
                TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 100 * (100 + m_amounts % 900));
        }
        return last;
    }
    QString anyType()
    {
        return m_random.chance(60) ? QStringLiteral("residential") : QStringLiteral("mobile");
    }

    void buy()
    {
        const QString type = anyType();
        const TrafficAmount amount = nextAmount(m_bought);
        ++m_asking;
        m_calls.push_back(
            m.buying().prepare(type, amount, m.guard(), [this](const Result<Confirmation> &shown) {
                --m_asking;
                if (shown) {
                    confirmBuying(shown->number);
                } else {
                    ++m_totals.unasked;
                }
            }));
        if (m_random.chance(50)) {
            finishOf(OrderKind::TopUp);
        }
    }
    void confirmBuying(quint64 number)
    {
        ++m_asking;
        m.buying().buy(number, true, m.guard(), [this](const BuyAnswer &answer) {
            --m_asking;
            if (answer.kind == BuyAnswer::Ordered) {
                ++m_totals.orders;
            } else if (answer.again && m_random.chance(70)) {
                confirmBuying(answer.again->number);
            } else {
                ++m_totals.unasked;
            }
        });
    }

    std::optional<SubUserId> anySubUser()
    {
        const auto all = m.server().subUserIds();
        return all.empty() ? std::nullopt : std::optional(SubUserId(m_random.pick(all)));
    }
    void serve(std::vector<SubUserRequest> requests)
    {
        ++m_asking;
        m_calls.push_back(m.serving().prepare(
            std::move(requests), m.guard(), [this](const Result<SubUserConfirmation> &shown) {
                --m_asking;
                if (!shown) {
                    ++m_totals.unasked;
                    return;
                }
                ++m_asking;
                m.serving().run(shown->number, true, m.guard(), [this](const RunAnswer &answer) {
                    --m_asking;
                    m_totals.orders += answer.operations.size();
                    m_totals.unasked += answer.operations.isEmpty() ? 1 : 0;
                });
            }));
        if (m_random.chance(50)) {
            finishOf(OrderKind::Give);
        }
    }
    void serveOne()
    {
        using OneKind = SubUserRequest::Kind;
        SubUserRequest request;
        const auto draw = m_random.below(100);
        request.kind = draw < 40   ? OneKind::Give
                       : draw < 60 ? OneKind::Take
                       : draw < 85 ? OneKind::Create
                                   : OneKind::Delete;
        if (request.kind == OneKind::Create) {
            // A name that was used before is tried again sometimes.
            m_names += m_random.chance(75) ? 1 : 0;
            request.username = QStringLiteral("customer %1").arg(m_names);
            request.serviceType = anyType();
        } else {
            const auto subUser = anySubUser();
            if (!subUser) {
                return;
            }
            m_subUser = m_random.chance(40) && m_subUser.value() > 0 ? m_subUser : *subUser;
            request.subUser = m_subUser;
        }
        const bool isAll = request.kind == OneKind::Take && m_random.chance(50);
        if (request.kind != OneKind::Delete && !isAll) {
            request.amount = nextAmount(m_given);
        }
        serve({request});
    }
    void giveMany()
    {
        std::vector<SubUserRequest> requests;
        std::set<qint64> used;
        const auto count = m_random.between(2, 5);
        for (qint64 i = 0; i < count; ++i) {
            const auto subUser = anySubUser();
            if (!subUser || !used.insert(subUser->value()).second) {
                continue;
            }
            const auto row = objectOf(m.server().subUser(subUser->value()));
            SubUserRequest request;
            request.subUser = *subUser;
            request.username = row.value(QLatin1String("username")).toString();
            request.serviceType = row.value(QLatin1String("service_type")).toString();
            request.amount = nextAmount(m_given);
            requests.push_back(request);
        }
        if (!requests.empty()) {
            serve(std::move(requests));
        }
    }

    NewProxy anyProxy()
    {
        NewProxy wanted{anyType(), QStringLiteral("DE"), QStringLiteral("keep"), {}};
        m_proxies += m_random.chance(70) ? 1 : 0;
        wanted.options.name = QStringLiteral("proxy %1").arg(m_proxies);
        return wanted;
    }
    void create()
    {
        if (m.creating().open() != nullptr) {
            return;
        }
        m.creating().create(anyProxy(), m.guard(), [](const Result<ProxyOrder> &) {});
        ++m_totals.orders;
    }

    void fault(const std::string &text)
    {
        if (const auto problem = m.server().faults().set(std::string_view(text))) {
            m.fail(QString::fromStdString(*problem));
        }
        m.note(QStringLiteral("fault: ") + QString::fromStdString(text));
        ++m_totals.faults;
    }
    /// So that a proxy costs what the newest purchase does.
    void learnCost()
    {
        const auto &orders = m.buying().orders();
        if (!orders.empty() && orders.front().expectedCost) {
            m_cost = orders.front().expectedCost->units() / Money::fromCents(1).units();
        }
    }
    void faultOrder()
    {
        learnCost();
        const OrderKind kind = m_random.pick(spendingKinds);
        if (m_random.chance(4)) {
            sandbox::Offer offer;
            offer.without = {callOf(kind)};
            if (!m.server().setOffer(offer)) {
                m.note(QStringLiteral("not offered: ") + QString::fromLatin1(callOf(kind)));
            }
            return;
        }
        std::string text;
        do {
            text = m_random.chance(50) ? m_random.pick(std::span(moreOrderFaults))
                                       : m_random.pick(std::span(purchaseFaults));
        } while (!canStrike(text, {callOf(kind)}));
        if (text == "proxy-costs" && m_cost > 0) {
            text += '=' + std::to_string(m_cost);
        }
        const auto times = m_random.chance(70) ? 1 : m_random.between(2, 4);
        fault(text + ",next=" + std::to_string(times) + ",on=" + callOf(kind));
    }
    void faultReading()
    {
        std::string text = m_random.chance(20) ? m_random.pick(std::span(moreReadingFaults))
                                               : m_random.pick(std::span(purchaseFaults));
        const auto colon = std::min(text.find("=230"), text.size());
        if (colon < text.size()) { // the newest row, or one of the newest
            const auto row = static_cast<qint64>(m.server().transactionCount()) - m_random.below(3);
            text.replace(colon + 1, 3, std::to_string(row));
        }
        fault(text + ",on=GET,next=" + std::to_string(m_random.between(1, 4)) +
              ",after=" + std::to_string(m_random.below(5)));
    }
    void jump()
    {
        constexpr std::array<std::chrono::minutes, 3> units{
            std::chrono::minutes(1), std::chrono::hours(1), std::chrono::hours(24)};
        const auto by = m_random.between(1, 9) * m_random.pick(units);
        ++m_totals.jumps;
        const bool isForward = m_random.chance(60);
        if (isForward) {
            m.fixture().clock.advance(by);
        } else {
            m.fixture().clock.setBack(by);
        }
        m.note(QStringLiteral("clock: %1 min").arg(isForward ? by.count() : -by.count()));
    }
    /// Often while a request is on its way, with an answer that is late or lost.
    void kill()
    {
        if (m_random.chance(60)) {
            if (m_random.chance(50)) {
                fault(m_random.chance(50) ? "latency=30,on=POST,next=1" : "drip=1,on=POST,next=1");
            }
            const auto draw = m_random.below(3);
            if (draw == 0) {
                buy();
            } else if (draw == 1) {
                giveMany();
            } else {
                m.note(m_work.step(m.guard()));
            }
            constexpr qint64 ofSomeRequests = 400;
            Simulation::current()->letPass(
                std::chrono::milliseconds(m_random.below(ofSomeRequests)));
        }
        m.note(QStringLiteral("kill"));
        ++m_totals.kills;
        m_calls.clear();
        m_asking = 0;
        m_work.beforeKill();
        m.kill();
    }

    /// Another program of the same account.
    void somebodyElse()
    {
        m.server().faults().clearAll(); // they are for the program's own calls
        if (m_random.chance(50)) {
            finishOf(OrderKind::TopUp);
            ++m_foreign;
            const TrafficAmount amount = TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 1000 *
                                                                  (20'000 + 10 * m_foreign + 10));
            m.carryOutForOthers(OrderKind::TopUp, TopUpTraffic{amount, anyType()},
                                QStringLiteral("foreign purchase"));
        } else {
            finishOf(OrderKind::CreateProxy);
            NewProxy wanted = anyProxy();
            wanted.options.name = QStringLiteral("foreign %1").arg(++m_foreign);
            if (m_cost > 0) {
                fault("proxy-costs=" + std::to_string(m_cost) + ",next=1,on=createProxy");
            }
            m.carryOutForOthers(OrderKind::CreateProxy, CreateProxy{wanted},
                                QStringLiteral("foreign proxy"));
        }
        ++m_totals.foreign;
    }
    void lateService()
    {
        for (auto &[id, truth] : m.truths()) {
            if (truth.isPerformed || !truth.isCounted || m_random.chance(50)) {
                continue;
            }
            const QString wanted = id;
            finishOf(truth.kind);
            const Order *order = m.find(wanted);
            if (order != nullptr && order->decidedBy != DecidedBy::User &&
                (order->state == OrderState::Unknown || mayBeLate(*order))) {
                m.server().faults().clearAll(); // they are for the program's own calls
                m.carryOutLate(truth);
                ++m_totals.late;
                return;
            }
        }
    }
    void touchAny()
    {
        if (m.truths().empty()) {
            return;
        }
        auto any = m.truths().begin();
        std::advance(any, m_random.below(static_cast<qint64>(m.truths().size())));
        OrderEngine &engine = m.engineOf(any->second.kind);
        if (m_random.chance(50)) {
            engine.cancel(QString(any->first));
        } else {
            engine.look(QString(any->first));
        }
    }

    void refresh()
    {
        m.note(QStringLiteral("refresh"));
        m.fixture().session->refreshAll();
    }
    /// The service changes or removes an old transaction, so that its balances do not match.
    void changePast()
    {
        constexpr int percentChanged = 20;
        constexpr std::size_t oldRows = 50; // that were there before the first order
        if (m_isPastChanged || !m_random.chance(percentChanged)) {
            return;
        }
        const auto rows = m.server().transactions();
        const auto &row = rows.at(static_cast<std::size_t>(m_random.between(1, oldRows)));
        if (m_random.chance(50)) {
            m_isPastChanged = m.server().removeTransaction(row.id);
        } else {
            QJsonObject json = objectOf(row.json);
            const auto after = Money::parse(QString::fromStdString(row.balanceAfter));
            json.insert(QLatin1String("balance_after"), after->plus(Money::fromCents(1))->text());
            m_isPastChanged = m.server().rewriteTransaction(
                row.id, QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString());
        }
        m.note(QStringLiteral("transaction %1 is changed at the service").arg(row.id));
    }
    /// While the service makes no mistakes; not at each quiet moment, as it takes long.
    void compareStored()
    {
        constexpr int percentCompared = 30;
        if (!m_random.chance(percentCompared)) {
            return;
        }
        m.note(QStringLiteral("compare"));
        ++m_totals.compared;
        for (const QString &wrong :
             {m_work.endAndCompare(), m_stored.loadAndCompare(m_isPastChanged)}) {
            if (!wrong.isEmpty()) {
                m.fail(wrong);
            }
        }
    }

    /// Waits until nothing is confirmed or sent that has the call's counter.
    void finishOf(OrderKind kind)
    {
        static_cast<void>(waitUntil([this] { return m_asking == 0; }));
        m.finish(kind);
    }

    // --------------------------------------------------------------------------- after each round

    void settle()
    {
        m.clearFaults();
        static_cast<void>(waitUntil([this] { return m_asking == 0; }));
        m.settle();
    }

    /// Decides as a user who knows the truth does, or leaves it.
    void decide(int percent)
    {
        for (const auto &[id, truth] : m.truths()) {
            if (m.find(id)->state != OrderState::Unknown) {
                continue;
            }
            ++m_totals.wereUnknown[truth.kind];
            m.note(truth.what + QStringLiteral(": still unknown"));
            if (truth.kind == OrderKind::CreateProxy || m_random.chance(percent)) {
                ++m_totals.decided;
                decideOne(id, truth);
            }
        }
    }
    void decideOne(const QString &id, const OrderTruth &truth)
    {
        using Verdict = PurchaseDesk::Verdict;
        using Decision = SubUserDesk::Decision;
        if (truth.kind == OrderKind::TopUp) {
            const auto &looks = m.buying().order(id)->looks;
            const TransactionId row(truth.row);
            const bool isOffered =
                !looks.empty() &&
                std::any_of(looks.back().candidates.begin(), looks.back().candidates.end(),
                            [row](const auto &each) { return each.id == row; });
            m.buying().userDecides(id, truth.isPerformed ? Verdict::Bought : Verdict::NotBought,
                                   truth.isPerformed && isOffered ? std::optional(row)
                                                                  : std::nullopt);
        } else if (truth.kind == OrderKind::CreateProxy) {
            const ProxyId made(truth.made);
            if (!truth.isPerformed || !m.creating().userDecides(id, true, made)) {
                m.creating().userDecides(id, truth.isPerformed);
            }
        } else {
            m.serving().userDecides(id, truth.isPerformed ? Decision::Done : Decision::NotDone);
        }
        m.note(truth.what + QStringLiteral(": the user decides"));
    }

    template <class Looks>
    static void printLooks(const Looks &looks)
    {
        constexpr std::array says{"Done", "NoTrace", "Incomplete", "Conflict"};
        for (const auto &look : looks) {
            std::printf("  look %lld: %s%s, %zu candidates, %lld new rows, %lld of others\n",
                        static_cast<long long>(look.number),
                        says.at(static_cast<std::size_t>(look.says)), look.isTrace ? " trace" : "",
                        look.candidates.size(), static_cast<long long>(look.newRows),
                        static_cast<long long>(look.ofOthers));
        }
    }

    quint64 m_seed;
    std::set<int> m_skipped;
    int m_steps = 0;
    sandbox::Random m_random;
    WorldTotals &m_totals;
    FollowedAccount m;
    FollowedWork m_work;
    StoredTruth m_stored;
    std::vector<Call> m_calls;
    bool m_isPastChanged = false;
    int m_asking = 0; ///< confirmations that are being read
    qint64 m_amounts = 0;
    qint64 m_cost = 0; ///< of a purchase, in cents
    qint64 m_names = 0;
    qint64 m_proxies = 0;
    qint64 m_foreign = 0;
    TrafficAmount m_bought;
    TrafficAmount m_given;
    SubUserId m_subUser;
};

/// One account with some rounds of orders, of which the steps in `skipped` are left out.
struct WorldRun
{
    bool isRight = false;
    int steps = 0;
    QStringList events;
};
inline WorldRun runSteps(quint64 seed, WorldTotals &totals, const std::set<int> &skipped = {},
                         bool isPrinted = false)
{
    constexpr int rounds = 6;
    constexpr quint64 purposeOfWorld = 3; // others draw from the seed too
    using Days = std::chrono::duration<double, std::ratio<86'400>>;
    Simulation &simulation = *Simulation::current();
    simulation.restart(seed);
    OrderWorld world(sandbox::mix(seed, purposeOfWorld, 0), totals, skipped);
    const bool isRight = world.run(rounds);
    totals.days += Days(simulation.elapsed()).count();
    if (isPrinted) {
        world.print();
    }
    return {isRight, world.steps(), world.events()};
}

/// Leaves out steps of a wrong run as long as it stays wrong, and prints what remains.
inline void printShortest(quint64 seed, int steps)
{
    WorldTotals totals;
    std::set<int> skipped;
    for (int size = std::max(1, steps / 2); size > 0; size /= 2) {
        for (int first = 1; first <= steps; first += size) {
            std::set<int> tried = skipped;
            for (int step = first; step < first + size; ++step) {
                tried.insert(step);
            }
            if (tried.size() > skipped.size() && !runSteps(seed, totals, tried).isRight) {
                skipped = std::move(tried);
            }
        }
    }
    runSteps(seed, totals, skipped, true);
}

/// Prints what happened if something was wrong, with as few steps as show it, and returns whether
/// nothing was.
inline bool runOrderWorld(quint64 seed, WorldTotals &totals, QStringList *events = nullptr)
{
    const WorldRun run = runSteps(seed, totals);
    if (events != nullptr) {
        *events = run.events;
    }
    if (!run.isRight) {
        std::printf("seed %llu, wrong at step %d\n", static_cast<unsigned long long>(seed),
                    run.steps);
        printShortest(seed, run.steps);
    }
    return run.isRight;
}

} // namespace relaybook::testing
