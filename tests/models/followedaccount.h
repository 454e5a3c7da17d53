// SPDX-License-Identifier: GPL-3.0-or-later
// An account whose orders are followed at the service itself: which order it carried out is told by
// the sandbox's own counters, and the program can be killed at any moment.

#pragma once

#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QDirIterator>
#include <QHash>

#include <array>
#include <map>
#include <set>

namespace relaybook::testing {

inline constexpr std::array spendingKinds{OrderKind::TopUp,         OrderKind::Give,
                                          OrderKind::TakeBack,      OrderKind::CreateSubUser,
                                          OrderKind::DeleteSubUser, OrderKind::CreateProxy};
inline const char *nameOf(OrderKind kind)
{
    constexpr std::array names{"buy", "give", "take", "create", "delete", "proxy"};
    return names.at(static_cast<std::size_t>(kind));
}
/// The sandbox's operation that carries it out.
inline const char *callOf(OrderKind kind)
{
    constexpr std::array calls{"topUpTraffic",  "addSubUserTraffic", "dropSubUserTraffic",
                               "createSubUser", "deleteSubUser",     "createProxy"};
    return calls.at(static_cast<std::size_t>(kind));
}
inline const char *nameOf(OrderState state)
{
    constexpr std::array names{"Waiting", "Sending", "Completed", "Refused",
                               "Unknown", "NotDone", "NotSent"};
    return names.at(static_cast<std::size_t>(state));
}

/// What the service did with an order.
struct OrderTruth
{
    OrderKind kind = OrderKind::TopUp;
    QString what; ///< for messages
    QString type; ///< of the traffic
    QString name; ///< of the sub-user or proxy
    TrafficAmount amount;
    SubUserId subUser;
    NewProxy proxy;
    bool isCounted = false;   ///< its answer came, so that `isPerformed` is known
    bool isPerformed = false; ///< carried out, at once or late
    qint64 row = 0;           ///< Buy: the transaction
    QString made;             ///< Proxy: its id
    OrderState seen = OrderState::Waiting;
};

/// Each engine sends one order at a time, so what its call's counter rose by since the order before
/// belongs to this one.
class FollowedAccount
{
public:
    /// `perPage`: the most rows that the service puts on a page.
    explicit FollowedAccount(bool hasEqualPrices, int perPage = 100)
    {
        m = std::make_unique<SessionFixture>(SandboxSettings{10, 8, 60, perPage, false});
        auto prices = m->server.prices();
        for (auto &type : prices) {
            [[maybe_unused]] const bool isSold = m->server.setPoolGb(type.slug, "100000");
            if (hasEqualPrices) {
                type.tiers = prices.front().tiers;
                type.flatPerGb = prices.front().flatPerGb;
            }
        }
        m->server.setPrices(prices);
        const auto proxies = m->server.proxyIds();
        m_knownProxies.insert(proxies.begin(), proxies.end());
        [[maybe_unused]] const bool isPaid = m->server.bookDeposit("1000000", "Deposit");
        openSession();
    }

    [[nodiscard]] SessionFixture &fixture() { return *m; }
    [[nodiscard]] sandbox::Server &server() { return m->server; }
    [[nodiscard]] PurchaseDesk &buying() { return m->session->purchases(); }
    [[nodiscard]] SubUserDesk &serving() { return m->session->serving(); }
    [[nodiscard]] ProxyDesk &creating() { return m->session->creating(); }
    [[nodiscard]] OrderEngine &engineOf(OrderKind kind)
    {
        if (kind == OrderKind::TopUp) {
            return buying();
        }
        if (kind == OrderKind::CreateProxy) {
            return creating();
        }
        return serving();
    }
    [[nodiscard]] bool isUnderWay()
    {
        return buying().isUnderWay() || serving().isUnderWay() || creating().isUnderWay();
    }
    [[nodiscard]] const Order *find(const QString &id)
    {
        if (const auto *bought = buying().order(id)) {
            return bought;
        }
        if (const auto *served = serving().operation(id)) {
            return served;
        }
        return creating().order(id);
    }
    [[nodiscard]] std::map<QString, OrderTruth> &truths() { return m_truths; }
    /// Calls and confirmations that wait use it; replaced by a kill.
    [[nodiscard]] QObject *guard() { return m_guard.get(); }
    /// How often something was reported about the order.
    [[nodiscard]] int reports(const QString &id) const { return m_reports.value(id); }
    /// What is wrong, as far as it shows by itself; empty if nothing is.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }
    [[nodiscard]] const QStringList &events() const { return m_events; }
    void note(const QString &event)
    {
        constexpr qsizetype mostEvents = 400;
        m_events.append(timeText() + event);
        if (m_events.size() > mostEvents) {
            m_events.removeFirst();
        }
    }
    void fail(const QString &trouble)
    {
        if (m_trouble.isEmpty()) {
            m_trouble = trouble;
        }
    }

    /// Like a service that had the order in a queue: carries out what was lost. Its engine must not
    /// be sending.
    void carryOutLate(OrderTruth &truth)
    {
        bool isAnswered = false;
        const auto answered = [&isAnswered](const auto &) { isAnswered = true; };
        Call call;
        switch (truth.kind) {
        case OrderKind::TopUp:
            call = m->client->send(TopUpTraffic{truth.amount, truth.type}, guard(), answered);
            break;
        case OrderKind::Give:
            call =
                m->client->send(AddSubUserTraffic{truth.subUser, truth.amount}, guard(), answered);
            break;
        case OrderKind::DeleteSubUser:
            call = m->client->send(DeleteSubUser{truth.subUser}, guard(), answered);
            break;
        case OrderKind::CreateProxy:
            call = m->client->send(CreateProxy{truth.proxy}, guard(), answered);
            break;
        case OrderKind::TakeBack:
            call = m->client->send(DropSubUserTraffic{truth.subUser, {}}, guard(), answered);
            break;
        case OrderKind::CreateSubUser:
            call =
                m->client->send(CreateSubUser{{truth.name, truth.amount, truth.type, std::nullopt}},
                                guard(), answered);
            break;
        }
        if (!waitUntil([&] { return isAnswered; })) {
            fail(QStringLiteral("a late order was never answered"));
        }
        count(truth);
        note(QStringLiteral("late: %1 %2").arg(truth.what).arg(truth.isPerformed));
    }
    /// Somebody else's order: it belongs to none of the program's.
    template <class Endpoint>
    void carryOutForOthers(OrderKind kind, Endpoint endpoint, const QString &event)
    {
        bool isAnswered = false;
        const Call call = m->client->send(std::move(endpoint), guard(),
                                          [&isAnswered](const auto &) { isAnswered = true; });
        // It may have to wait for the pause of an order that the service limited.
        if (!waitUntil([&] { return isAnswered; }, std::chrono::seconds(90))) {
            fail(QStringLiteral("somebody else's order was never answered"));
        }
        OrderTruth other;
        other.kind = kind;
        count(other);
        note(event);
    }

    /// Ends the program as a power failure would: what is not on the disk at this moment is lost,
    /// and a request that is on its way arrives or does not.
    void kill()
    {
        const auto files = filesNow();
        QHash<QString, OrderState> states;
        for (const auto &[id, truth] : m_truths) {
            if (const Order *order = find(id)) {
                states.insert(id, order->state);
            }
        }
        m_guard.reset();
        m->session.reset();
        m->client.reset();
        m->server.stop();
        for (auto &[id, truth] : m_truths) {
            if (!truth.isCounted && states.value(id) == OrderState::Sending) {
                count(truth);
            }
            truth.isCounted = truth.isCounted || states.contains(id);
        }
        for (const OrderKind kind : spendingKinds) {
            checkCounted(kind, "a request of no order was carried out before the kill");
        }
        for (const auto &[path, content] : filesNow()) {
            QFile::remove(path);
        }
        for (const auto &[path, content] : files) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
                qFatal("The file cannot be written");
            }
        }
        if (const auto problem = m->server.start()) {
            qFatal("The sandbox does not start again: %s", problem->c_str());
        }
        m->connect();
        openSession();
        if (const auto problem = m->session->orders().problem()) {
            fail(QStringLiteral("the journal is not accepted after a kill: ") + problem->detail);
        }
        std::erase_if(m_truths, [this](const auto &each) {
            if (find(each.first) != nullptr) {
                return false;
            }
            if (each.second.isPerformed) {
                fail(QStringLiteral("carried out, and not in the journal: ") + each.second.what);
            }
            return true;
        });
        for (const auto &[id, truth] : m_truths) {
            follow(id);
        }
    }

    /// Whether each request that was carried out belongs to an order.
    void checkCounted(OrderKind kind, const char *trouble)
    {
        if (m->server.counters().of(callOf(kind)).performed != m_performed[kind]) {
            fail(QString::fromLatin1(trouble) + QStringLiteral(": ") +
                 QString::fromLatin1(nameOf(kind)));
        }
    }

    /// A fault that stays while others end; empty for none.
    void setLasting(const std::string &fault)
    {
        m_lasting = fault;
        clearFaults();
    }
    void clearFaults()
    {
        server().faults().clearAll();
        if (!m_lasting.empty() && server().faults().set(std::string_view(m_lasting))) {
            fail(QStringLiteral("not a fault: ") + QString::fromStdString(m_lasting));
        }
    }
    /// Waits until no order of the engine of this kind is sent or waits to be.
    void finish(OrderKind kind)
    {
        if (!waitUntil([&] { return !engineOf(kind).isUnderWay(); })) {
            fail(QStringLiteral("an order is under way for ever"));
        }
    }
    /// Ends every trouble, and looks at the orders until nothing more is to be found out.
    void settle()
    {
        constexpr int mostLooks = 7;
        clearFaults();
        static_cast<void>(server().setOffer({}));
        note(QStringLiteral("settle"));
        for (const OrderKind kind : spendingKinds) {
            finish(kind);
        }
        for (int i = 0; i < mostLooks && m_trouble.isEmpty(); ++i) {
            lookAtAll();
            fixture().clock.advance(std::chrono::minutes(1));
        }
    }
    /// Compares what the program says with what the service did. If Unknown orders are left to the
    /// user, a late trace may be theirs.
    void check(bool mayBeUndecided = false)
    {
        for (const OrderKind kind : spendingKinds) {
            checkCounted(kind, "a request was carried out that belongs to no order");
        }
        for (const auto &[id, truth] : m_truths) {
            const Order &order = *find(id);
            if (!isRight(order.state, truth.isPerformed) && !tookNothing(id) &&
                !isTraceGone(order, truth) && !isOfOtherDeletion(order, truth) &&
                !(mayBeUndecided && mayBeOfUnknown(order, truth))) {
                m_wrong = id;
                fail(QStringLiteral("%1 is %2, and was %3carried out")
                         .arg(truth.what, QString::fromLatin1(nameOf(order.state)),
                              truth.isPerformed ? QString() : QStringLiteral("not ")));
                return;
            }
        }
        checkProofs();
    }
    /// The order that is wrong, or another one of `trouble`; may be empty.
    [[nodiscard]] const QString &wrong() const { return m_wrong; }

private:
    [[nodiscard]] bool isWatched(const QString &id, const OrderTruth &truth)
    {
        const Order &order = *find(id);
        return order.state == OrderState::Unknown || (truth.isPerformed && mayBeLate(order));
    }
    void lookAtAll()
    {
        constexpr int reportsOfLook = 2; // its beginning and its end
        std::map<QString, int> wanted;
        for (const auto &[id, truth] : m_truths) {
            if (isWatched(id, truth)) {
                const bool isRunning = engineOf(truth.kind).isLooking(id);
                wanted[id] = reports(id) + reportsOfLook + (isRunning ? 1 : 0);
            }
        }
        for (const auto &[id, reports] : wanted) {
            engineOf(m_truths.at(id).kind).look(id);
        }
        const auto areOver = [&] {
            return std::all_of(wanted.begin(), wanted.end(), [&](const auto &each) {
                return this->reports(each.first) >= each.second ||
                       !isWatched(each.first, m_truths.at(each.first));
            });
        };
        if (!waitUntil(areOver)) {
            fail(QStringLiteral("a look does not end"));
        }
    }

    [[nodiscard]] static bool isRight(OrderState state, bool isPerformed)
    {
        switch (state) {
        case OrderState::Completed:
            return isPerformed;
        case OrderState::Unknown:
            return true;
        case OrderState::Refused:
        case OrderState::NotDone:
        case OrderState::NotSent:
            return !isPerformed;
        case OrderState::Waiting:
        case OrderState::Sending:
            break;
        }
        return false;
    }
    /// The service may answer that it took back all of nothing.
    [[nodiscard]] bool tookNothing(const QString &id)
    {
        const SubUserOrder *taken = serving().operation(id);
        return taken != nullptr && taken->request.kind == SubUserRequest::Kind::Take &&
               taken->state == OrderState::Completed && taken->moved == TrafficAmount();
    }
    /// Of one that was carried out late nothing is left if the sub-user was deleted before a look.
    [[nodiscard]] bool isTraceGone(const Order &order, const OrderTruth &truth)
    {
        return order.state == OrderState::NotDone && truth.subUser.value() > 0 &&
               truth.kind != OrderKind::DeleteSubUser && !server().subUser(truth.subUser.value());
    }
    /// Which of two deletions of one sub-user did it cannot be seen: one of them is told to have.
    [[nodiscard]] bool isOfOtherDeletion(const Order &order, const OrderTruth &truth)
    {
        return truth.kind == OrderKind::DeleteSubUser &&
               std::any_of(m_truths.begin(), m_truths.end(), [&](const auto &each) {
                   const OrderTruth &other = each.second;
                   const bool isToldOfOther = find(each.first)->state == OrderState::Completed;
                   return each.first != order.id && other.kind == truth.kind &&
                          other.subUser == truth.subUser &&
                          other.isPerformed != truth.isPerformed &&
                          isToldOfOther == truth.isPerformed;
               });
    }
    /// A trace that an Unknown order may have left is not one of a late order.
    [[nodiscard]] bool mayBeOfUnknown(const Order &order, const OrderTruth &truth)
    {
        return mayBeLate(order) && truth.isPerformed &&
               std::any_of(m_truths.begin(), m_truths.end(), [&](const auto &each) {
                   return each.second.kind == truth.kind && each.second.subUser == truth.subUser &&
                          find(each.first)->state == OrderState::Unknown;
               });
    }
    void checkProofs()
    {
        std::set<qint64> proofs;
        for (const TopUpOrder &order : buying().orders()) {
            if (order.proof && !proofs.insert(order.proof->value()).second) {
                m_wrong = order.id;
                fail(QStringLiteral("one row proves two orders"));
            }
        }
    }

    void openSession()
    {
        m_guard = std::make_unique<QObject>();
        m->open();
        const auto isReady = [this] {
            return buying().isReady() && serving().isReady() && creating().isReady();
        };
        if (!waitUntil(isReady)) {
            qFatal("The journal does not open");
        }
        for (OrderEngine *engine :
             std::initializer_list<OrderEngine *>{&buying(), &serving(), &creating()}) {
            QObject::connect(engine, &OrderEngine::ordersChanged, guard(),
                             [this](const QStringList &ids) {
                                 for (const QString &id : ids) {
                                     ++m_reports[id];
                                     follow(id);
                                 }
                             });
        }
    }

    /// Since the simulation began.
    static QString timeText()
    {
        const auto ms =
            std::chrono::duration_cast<std::chrono::milliseconds>(Simulation::current()->elapsed());
        return QStringLiteral("%1 s: ").arg(static_cast<double>(ms.count()) / 1000, 0, 'f', 3);
    }
    static QString stateText(const Order &order)
    {
        return QString::fromLatin1(nameOf(order.state)) +
               (order.isLate ? QStringLiteral(" late") : QString()) +
               (order.error ? QStringLiteral(" ") + order.error->message.left(60) : QString());
    }
    void follow(const QString &id)
    {
        const Order *order = find(id);
        if (order == nullptr) {
            return;
        }
        OrderTruth &truth = m_truths[id];
        if (truth.what.isEmpty()) {
            describe(id, truth);
        }
        if (std::exchange(truth.seen, order->state) != order->state) {
            note(truth.what + QStringLiteral(": ") + stateText(*order));
        }
        if (order->sentAt && !order->isUnderWay() && !truth.isCounted) {
            truth.isCounted = true;
            count(truth);
            note(truth.what + (truth.isPerformed ? QStringLiteral(" was carried out")
                                                 : QStringLiteral(" was not carried out")));
        }
    }
    void describe(const QString &id, OrderTruth &truth)
    {
        if (const auto *bought = buying().order(id)) {
            truth.kind = OrderKind::TopUp;
            truth.type = bought->proxyType;
            truth.amount = bought->amount;
        } else if (const auto *served = serving().operation(id)) {
            constexpr std::array kinds{OrderKind::Give, OrderKind::TakeBack,
                                       OrderKind::CreateSubUser, OrderKind::DeleteSubUser};
            truth.kind = kinds.at(static_cast<std::size_t>(served->request.kind));
            truth.type = served->request.serviceType;
            truth.name = served->request.username;
            truth.amount = served->request.amount;
            truth.subUser = served->request.subUser;
        } else if (const auto *made = creating().order(id)) {
            truth.kind = OrderKind::CreateProxy;
            truth.proxy = made->wanted;
            truth.name = made->wanted.options.name.value_or(QString());
        }
        truth.what = QStringLiteral("%1 %2 %3 %4 (%5)")
                         .arg(QString::fromLatin1(nameOf(truth.kind)), truth.type + truth.name)
                         .arg(truth.amount.units())
                         .arg(truth.subUser.value())
                         .arg(id.left(8));
    }

    void count(OrderTruth &truth)
    {
        const auto counted = m->server.counters().of(callOf(truth.kind));
        const auto performed = counted.performed - m_performed[truth.kind];
        const auto arrived = counted.arrived - m_arrived[truth.kind];
        m_performed[truth.kind] = counted.performed;
        m_arrived[truth.kind] = counted.arrived;
        if (performed > 1 || arrived > 1 || (performed > 0 && truth.isPerformed)) {
            fail(QStringLiteral("sent more than once: ") + truth.what);
        }
        truth.isPerformed = truth.isPerformed || performed > 0;
        if (performed > 0) {
            findTrace(truth);
        }
    }
    void findTrace(OrderTruth &truth)
    {
        if (truth.kind == OrderKind::CreateProxy) {
            for (const std::string &id : m->server.proxyIds()) {
                if (m_knownProxies.insert(id).second) {
                    truth.made = QString::fromStdString(id);
                }
            }
        } else if (truth.kind == OrderKind::CreateSubUser) {
            truth.subUser = SubUserId(m->server.subUserIds().back());
        } else if (truth.kind == OrderKind::TopUp) {
            const std::string type = R"("proxy_type":")" + truth.type.toStdString() + '"';
            for (const auto &row : m->server.transactions()) {
                if (row.id > m_lastRow && row.json.find(type) != std::string::npos) {
                    truth.row = row.id;
                }
            }
            m_lastRow = std::max(m_lastRow, truth.row);
        }
    }

    /// All files of the account as they are on the disk at this moment.
    [[nodiscard]] std::map<QString, QByteArray> filesNow() const
    {
        std::map<QString, QByteArray> files;
        QDirIterator found(m->folder.path(), QDir::Files, QDirIterator::Subdirectories);
        while (found.hasNext()) {
            QFile file(found.next());
            // SQLite makes its index of the log anew when the first one opens it.
            if (!file.fileName().endsWith(QLatin1String("-shm")) &&
                file.open(QIODevice::ReadOnly)) {
                files[file.fileName()] = file.readAll();
            }
        }
        return files;
    }

    std::unique_ptr<SessionFixture> m;
    std::unique_ptr<QObject> m_guard;
    std::map<QString, OrderTruth> m_truths; ///< by order
    std::map<OrderKind, std::uint64_t> m_performed;
    std::map<OrderKind, std::uint64_t> m_arrived;
    std::set<std::string> m_knownProxies;
    qint64 m_lastRow = 0;
    QHash<QString, int> m_reports;
    QStringList m_events;
    QString m_trouble;
    QString m_wrong;
    std::string m_lasting;
};

} // namespace relaybook::testing
