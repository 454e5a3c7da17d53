// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationmade.h"

#include "api/json/maskedname.h"

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
    if (request.kind != SubUserRequest::Kind::Create || operation.state != OrderState::Completed) {
        return otherwise;
    }
    otherwise.name =
        !operation.madeName.isEmpty() && operation.madeName != properName(request.username);
    otherwise.amount = operation.moved && *operation.moved != request.amount;
    otherwise.service = !operation.madeService.isEmpty() && !request.serviceType.isEmpty() &&
                        operation.madeService != request.serviceType;
    return otherwise;
}

const QString &poolOf(const SubUserOrder &operation)
{
    return operation.madeService.isEmpty() ? operation.request.serviceType : operation.madeService;
}

} // namespace relaybook
