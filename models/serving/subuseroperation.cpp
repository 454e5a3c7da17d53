// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuseroperation.h"

namespace relaybook {

std::optional<TrafficAmount> movedBy(const SubUserRequest &request)
{
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
    case SubUserRequest::Kind::Create:
        return request.amount;
    case SubUserRequest::Kind::Take:
        return amountToTake(request) ? amountToTake(request) : request.shownLeft;
    case SubUserRequest::Kind::Delete:
        break;
    }
    return request.shownLeft;
}

std::optional<TrafficAmount> amountOf(const SubUserOrder &operation)
{
    return operation.moved ? operation.moved : movedBy(operation.request);
}

QString properName(const QString &name)
{
    return name.normalized(QString::NormalizationForm_C).trimmed();
}

QString nameKey(const QString &name)
{
    // Folding can take a name apart again.
    return properName(properName(name).toCaseFolded());
}

QString keyOf(const SubUserRequest &request)
{
    return request.kind == SubUserRequest::Kind::Create
               ? QString(u"name " % nameKey(request.username))
               : QString(u"id " % request.subUser.text());
}

bool isOfSameSubUser(const SubUserRequest &a, const SubUserRequest &b)
{
    using Kind = SubUserRequest::Kind;
    const bool sameId = a.subUser == b.subUser && a.subUser != SubUserId();
    const bool bothCreate = a.kind == Kind::Create && b.kind == Kind::Create;
    return sameId || (bothCreate && nameKey(a.username) == nameKey(b.username));
}

} // namespace relaybook
