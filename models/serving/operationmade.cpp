// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationmade.h"

#include "api/json/maskedname.h"
#include "models/serving/operationclaims.h"

#include <algorithm>

namespace relaybook {
namespace {

/// Half of the last decimal place that a figure has, but of no more than two places: by so much a
/// service may have rounded it.
qint64 roundedBy(TrafficAmount figure)
{
    constexpr qint64 base = 10;
    qint64 step = TrafficAmount::unitsPerGb / 100;
    while (figure.units() % step != 0) {
        step /= base;
    }
    return step / 2;
}

bool isSameService(const QString &a, const QString &b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

} // namespace

QString nameMade(const SubUserOrder &operation, const SubUser &row)
{
    const QString &asked = operation.request.username;
    return properName(row.username) == properName(asked) ? asked : maskedName(row);
}

void noteMade(SubUserOrder &operation, const QString &username, const QString &serviceType)
{
    operation.madeName = properName(username);
    operation.madeService = serviceType.trimmed();
    const QString &asked = operation.request.serviceType;
    if (isSameService(operation.madeService, asked)) {
        operation.madeService = asked; // as the pool is called
    }
}

std::optional<TrafficAmount> amountMade(const SubUserRequest &request, const SubUser &answer)
{
    const auto &left = answer.trafficLeft;
    const TrafficAmount used = answer.trafficUsed.value_or(TrafficAmount());
    const auto reported = left ? left->plus(used) : std::nullopt;
    if (!reported) {
        return std::nullopt;
    }
    const auto off = reported->minus(request.amount);
    const qint64 slack = roundedBy(*left) + (used.isZero() ? 0 : roundedBy(used));
    const bool isRounded = off && off->units() <= slack && off->units() >= -slack;
    return isRounded ? request.amount : reported;
}

MadeOtherwise madeOtherwise(const SubUserOrder &operation)
{
    const SubUserRequest &request = operation.request;
    MadeOtherwise otherwise;
    if (operation.state != OrderState::Completed) {
        return otherwise;
    }
    if (request.kind != SubUserRequest::Kind::Create) {
        const bool isAmount = request.kind == SubUserRequest::Kind::Give ||
                              (request.kind == SubUserRequest::Kind::Take && amountToTake(request));
        otherwise.amount =
            isAmount && operation.moved && !isNear(*operation.moved, request.amount, roundingUnits);
        return otherwise;
    }
    otherwise.name =
        !operation.madeName.isEmpty() && operation.madeName != properName(request.username);
    otherwise.amount = operation.moved && *operation.moved != request.amount;
    otherwise.service = !operation.madeService.isEmpty() && !request.serviceType.isEmpty() &&
                        operation.madeService != request.serviceType;
    return otherwise;
}

bool tookMore(const SubUserOrder &operation)
{
    const auto more =
        operation.request.kind == SubUserRequest::Kind::Take && madeOtherwise(operation).amount
            ? operation.moved->minus(operation.request.amount)
            : std::nullopt;
    return more && more->units() > figuresUnits;
}

std::optional<SubUserRequest> giveBackOf(const SubUserOrder &operation, const SubUserOrders &all)
{
    const auto more =
        tookMore(operation) ? operation.moved->minus(operation.request.amount) : std::nullopt;
    if (!more || *more < leastTraffic()) {
        return std::nullopt;
    }
    bool isLater = false;
    TrafficAmount given;
    for (const SubUserOrder &each : all) {
        if (isLater && each.request.kind == SubUserRequest::Kind::Give &&
            isOfSameSubUser(each.request, operation.request) &&
            (each.isOpen() || each.state == OrderState::Completed)) {
            given = given.plus(each.moved.value_or(each.request.amount)).value_or(given);
        }
        isLater = isLater || each.id == operation.id;
    }
    if (given.units() >= more->units() - figuresUnits) {
        return std::nullopt;
    }
    SubUserRequest back = operation.request;
    back.kind = SubUserRequest::Kind::Give;
    back.amount = *more;
    back.shownLeft.reset();
    return back;
}

std::optional<bool> takesAmounts(const SubUserOrders &all)
{
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        const SubUserRequest &request = each->request;
        if (tookMore(*each)) {
            return false;
        }
        const auto rest =
            each->before.left ? each->before.left->minus(request.amount) : std::nullopt;
        if (request.kind == SubUserRequest::Kind::Take && amountToTake(request) &&
            each->state == OrderState::Completed && each->decidedBy == DecidedBy::Answer &&
            each->moved && isNear(*each->moved, request.amount, roundingUnits) && rest &&
            rest->units() >= figuresUnits && !(each->newBalance && each->newBalance->isZero())) {
            return true;
        }
    }
    return std::nullopt;
}

const QString &poolOf(const SubUserOrder &operation)
{
    return operation.madeService.isEmpty() ? operation.request.serviceType : operation.madeService;
}

} // namespace relaybook
