// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuseroperation.h"

namespace relaybook {

std::optional<TrafficAmount> amountOf(const SubUserOrder &operation)
{
    if (operation.moved) {
        return operation.moved;
    }
    const bool isGiven = operation.request.kind == SubUserRequest::Kind::Give ||
                         operation.request.kind == SubUserRequest::Kind::Create;
    return isGiven ? std::optional(operation.request.amount) : operation.request.shownLeft;
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
