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
                        if (!shown) {
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
                request.username = QStringLiteral("a new customer");
                request.serviceType = QStringLiteral("residential");
                request.amount = gb("3");
                if (kind != OperationKind::Create) {
                    request.subUser = subUser;
                    request.serviceType.clear();
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

} // namespace relaybook::testing
