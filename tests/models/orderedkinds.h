// SPDX-License-Identifier: GPL-3.0-or-later
// One order of each kind, confirmed and sent in the same way, for tests that treat all kinds alike.

#pragma once

#include "tests/models/servingfixture.h"

namespace relaybook::testing {

/// Called at the steps of an order: "confirmed" (it was shown), "asked" (the user agreed), "queued"
/// (it is stored, or was answered already), or "refused" instead.
using AtStep = std::function<void(const char *step)>;

struct OrderedKind
{
    const char *name;
    const char *call; ///< the call of the service that carries it out
    std::function<OrderEngine &(AccountSession &session)> engine;
    std::function<Call(AccountSession &session, SubUserId subUser, QObject *guard, AtStep at)>
        order;
    [[nodiscard]] bool isPurchase() const
    {
        return QLatin1String(call) == QLatin1String("topUpTraffic");
    }
    [[nodiscard]] bool isProxy() const
    {
        return QLatin1String(call) == QLatin1String("createProxy");
    }
};

inline OrderedKind purchaseKind()
{
    return {"purchase", "topUpTraffic",
            [](AccountSession &session) -> OrderEngine & { return session.purchases(); },
            [](AccountSession &session, SubUserId, QObject *guard, const AtStep &at) {
                PurchaseDesk &desk = session.purchases();
                return desk.prepare(
                    QStringLiteral("residential"), gb("60.33"), guard,
                    [&desk, guard, at](const Result<Confirmation> &shown) {
                        if (!shown || !shown->quote) {
                            at("refused");
                            return;
                        }
                        at("confirmed");
                        desk.buy(shown->number, true, guard, [at](const BuyAnswer &answer) {
                            at(answer.kind == BuyAnswer::Ordered ? "queued" : "refused");
                        });
                        at("asked");
                    });
            }};
}

inline OrderedKind subUserKind(OperationKind kind)
{
    return {nameOfKind(kind), callOfKind(kind),
            [](AccountSession &session) -> OrderEngine & { return session.serving(); },
            [kind](AccountSession &session, SubUserId subUser, QObject *guard, const AtStep &at) {
                SubUserDesk &desk = session.serving();
                SubUserRequest request;
                request.kind = kind;
                if (kind == OperationKind::Give || kind == OperationKind::Create) {
                    request.amount = gb("3");
                }
                if (kind == OperationKind::Create) {
                    request.username = QStringLiteral("a new customer");
                    request.serviceType = QStringLiteral("residential");
                } else {
                    request.subUser = subUser;
                }
                return desk.prepare({request}, guard, [&desk, guard, at](const auto &shown) {
                    if (!shown) {
                        at("refused");
                        return;
                    }
                    at("confirmed");
                    desk.run(shown->number, true, guard, [at](const RunAnswer &answer) {
                        at(answer.kind == RunAnswer::Queued ? "queued" : "refused");
                    });
                    at("asked");
                });
            }};
}

inline OrderedKind proxyKind()
{
    return {"create a proxy", "createProxy",
            [](AccountSession &session) -> OrderEngine & { return session.creating(); },
            [](AccountSession &session, SubUserId, QObject *guard, const AtStep &at) {
                NewProxy wanted{
                    QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
                wanted.options.name = QStringLiteral("a new proxy");
                session.creating().create(wanted, guard, [at](const Result<ProxyOrder> &order) {
                    at(order ? "queued" : "refused");
                });
                at("asked");
                return Call();
            }};
}

inline const std::vector<OrderedKind> &orderedKinds()
{
    static const std::vector<OrderedKind> all{purchaseKind(),
                                              subUserKind(OperationKind::Give),
                                              subUserKind(OperationKind::Take),
                                              subUserKind(OperationKind::Create),
                                              subUserKind(OperationKind::Delete),
                                              proxyKind()};
    return all;
}

/// The engine's newest order; null if there is none.
inline const Order *newestOrder(const OrderEngine &engine)
{
    const Order *newest = nullptr;
    engine.forEach([&newest](const Order &order) { newest = &order; });
    return newest;
}

/// Waits for looks, minute by minute, until the order has an outcome, or for an hour if evidence
/// does not decide. One that is found not done was looked for over two minutes at least.
inline void settle(SessionFixture &f, OrderEngine &engine, const QString &id)
{
    int looks = 0;
    bool wasLooking = engine.isLooking(id);
    QObject guard;
    QObject::connect(&engine, &OrderEngine::ordersChanged, &guard, [&] {
        const bool isLooking = engine.isLooking(id);
        looks += std::exchange(wasLooking, isLooking) && !isLooking ? 1 : 0;
    });
    const auto isOpen = [&] { return engine.order(id)->isOpen(); };
    int minutes = 0;
    for (; minutes < 60 && isOpen(); ++minutes) {
        const int before = looks;
        QVERIFY(waitUntil([&] { return !isOpen() || looks > before; }));
        f.clock.advance(std::chrono::minutes(1));
    }
    QVERIFY(engine.order(id)->state != OrderState::NotDone || minutes > 2);
}

} // namespace relaybook::testing
