// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationpools.h"

#include "models/serving/operationmade.h"

#include <algorithm>

namespace relaybook {
namespace {

using PoolKind = SubUserRequest::Kind;

TrafficAmount negative(TrafficAmount amount)
{
    return TrafficAmount::fromUnits(-amount.units());
}

/// By how much the pool changes if the operation is carried out.
PoolMoves movesOf(const SubUserOrder &operation)
{
    const SubUserRequest &request = operation.request;
    if (request.kind == PoolKind::Give || request.kind == PoolKind::Create) {
        const TrafficAmount out = negative(operation.moved.value_or(request.amount));
        return {out, out};
    }
    if (operation.moved) {
        return {operation.moved, operation.moved};
    }
    // Customers use traffic all the time: less may return than was left.
    return {TrafficAmount(), operation.before.left ? operation.before.left : request.shownLeft};
}

bool mayHaveMoved(const SubUserOrder &operation)
{
    return operation.state == OrderState::Completed || operation.state == OrderState::Sending ||
           operation.state == OrderState::Unknown || mayBeLate(operation);
}

std::optional<TrafficAmount> sumOf(const std::optional<TrafficAmount> &a,
                                   const std::optional<TrafficAmount> &b)
{
    return a && b ? a->plus(*b) : std::nullopt;
}

} // namespace

PoolMoves poolMoves(const SubUserOrders &all, const QString &type, const PoolReadings &readings)
{
    const auto isBefore = [](const std::optional<qint64> &a, const std::optional<qint64> &b) {
        return a && b && *a < *b;
    };
    PoolMoves moves;
    for (const SubUserOrder &each : all) {
        const QString &pool = poolOf(each);
        if (!mayHaveMoved(each) || (!pool.isEmpty() && pool != type)) {
            continue;
        }
        const bool isDone = each.state == OrderState::Completed;
        if (isDone && isBefore(each.endedNumber, readings.asked)) {
            continue; // both readings have it
        }
        const bool isCertain = isDone && !pool.isEmpty() &&
                               isBefore(readings.read, each.sentNumber) &&
                               isBefore(each.endedNumber, readings.again);
        PoolMoves own = movesOf(each);
        if (!isCertain) {
            own.least = std::min(own.least.value_or(TrafficAmount()), TrafficAmount());
            own.most = own.most ? std::optional(std::max(*own.most, TrafficAmount())) : own.most;
        }
        if (each.state == OrderState::NotDone) {
            own.least = TrafficAmount(); // it would be noticed by its own trace
        }
        moves = {sumOf(moves.least, own.least), sumOf(moves.most, own.most)};
    }
    return moves;
}

} // namespace relaybook
