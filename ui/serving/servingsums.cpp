// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingsums.h"

#include "models/serving/subuserreader.h"

#include <QHash>

namespace relaybook {

namespace {

bool leavesPool(const SubUserRequest &request)
{
    return request.kind == SubUserRequest::Kind::Give ||
           request.kind == SubUserRequest::Kind::Create;
}

} // namespace

std::vector<SubUserRequest> requestsOf(const SubUserConfirmation &confirmation)
{
    std::vector<SubUserRequest> asked;
    asked.reserve(confirmation.items.size());
    for (const auto &item : confirmation.items) {
        asked.push_back(item.request);
    }
    return asked;
}

std::optional<TrafficAmount> totalOf(const std::vector<SubUserRequest> &requests)
{
    std::optional<TrafficAmount> total{TrafficAmount()};
    for (const SubUserRequest &each : requests) {
        const auto moved = movedBy(each);
        total = total && moved ? total->plus(*moved) : std::nullopt;
    }
    return total;
}

std::optional<TrafficAmount> leftAfter(const SubUserRequest &request,
                                       const std::optional<TrafficAmount> &left)
{
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
        return left ? left->plus(request.amount) : std::nullopt;
    case SubUserRequest::Kind::Take:
        if (!amountToTake(request)) {
            return TrafficAmount();
        }
        return left && *left >= request.amount ? left->minus(request.amount) : std::nullopt;
    case SubUserRequest::Kind::Create:
        return request.amount;
    case SubUserRequest::Kind::Delete:
        break;
    }
    return std::nullopt;
}

std::vector<PoolChange> poolChanges(const std::vector<SubUserRequest> &requests,
                                    const std::vector<TrafficPool> &pools)
{
    std::vector<PoolChange> changes;
    QHash<QString, std::size_t> places;
    for (const SubUserRequest &each : requests) {
        auto place = places.constFind(each.serviceType);
        if (place == places.constEnd()) {
            place = places.insert(each.serviceType, changes.size());
            const auto left = leftInPool(pools, each.serviceType);
            changes.push_back({each.serviceType, left, left});
        }
        PoolChange &change = changes.at(*place);
        const auto moved = movedBy(each);
        const bool isTooMuch = each.kind == SubUserRequest::Kind::Take && moved && each.shownLeft &&
                               *each.shownLeft < *moved;
        if (!change.after || !moved || isTooMuch) {
            change.after.reset();
        } else {
            change.after =
                leavesPool(each) ? change.after->minus(*moved) : change.after->plus(*moved);
        }
    }
    return changes;
}

} // namespace relaybook
