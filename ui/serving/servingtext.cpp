// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingtext.h"

#include "models/serving/operationmade.h"
#include "models/tables/orderstate.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/notsenttext.h"
#include "ui/serving/servingtarget.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ServingText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ServingText)
};

QString completedSentence(const SubUserOrder &operation)
{
    switch (operation.decidedBy) {
    case DecidedBy::Answer:
        if (operation.moved && operation.request.kind != ServingKind::Create) {
            return ServingText::tr("The service confirmed %1.")
                .arg(format::trafficExact(*operation.moved));
        }
        return ServingText::tr("The service confirmed it.");
    case DecidedBy::Evidence:
        return ServingText::tr("The answer was lost. The service's data shows that it was done.");
    case DecidedBy::User:
        return ServingText::tr("You marked this as done.");
    case DecidedBy::Nobody:
        break;
    }
    return {};
}

QString refusedSentence(const SubUserOrder &operation)
{
    const ApiError error = operation.error.value_or(ApiError{});
    const QString words = !error.fields.empty() ? error.fields.front().message : serviceText(error);
    return words.isEmpty() ? errorText(error).title
                           : ServingText::tr("The service says: %1").arg(words.simplified());
}

} // namespace

ServingTarget targetOf(const SubUser &row)
{
    return {row.id, plainLine(format::subUserName(row)), row.username, row.serviceType,
            row.trafficLeft};
}

QString subUserText(const SubUserRequest &request)
{
    return request.username.isEmpty() ? ServingText::tr("sub-user %1").arg(request.subUser.text())
                                      : plainLine(request.username);
}

QString subUserText(const SubUserOrder &operation)
{
    return operation.madeName.isEmpty() ? subUserText(operation.request)
                                        : plainLine(operation.madeName);
}

QString otherwiseText(const SubUserOrder &operation)
{
    const MadeOtherwise otherwise = madeOtherwise(operation);
    const SubUserRequest &request = operation.request;
    QStringList parts;
    if (otherwise.name && otherwise.amount) {
        parts.append(ServingText::tr("The service created “%1” with %2, not “%3” with %4.",
                                     "a sub-user, an amount, a sub-user, an amount")
                         .arg(plainLine(operation.madeName), format::trafficExact(*operation.moved),
                              plainLine(request.username), format::trafficExact(request.amount)));
    } else if (otherwise.name) {
        parts.append(ServingText::tr("The service created “%1”, not “%2”.", "sub-users")
                         .arg(plainLine(operation.madeName), plainLine(request.username)));
    } else if (otherwise.amount) {
        parts.append(
            ServingText::tr("The service created “%1” with %2, not %3.", "a sub-user, amounts")
                .arg(subUserText(operation), format::trafficExact(*operation.moved),
                     format::trafficExact(request.amount)));
    }
    if (otherwise.service) {
        parts.append(ServingText::tr("The service of “%1” is %2, not %3.",
                                     "a sub-user, services such as Mobile")
                         .arg(subUserText(operation),
                              plainLine(format::proxyType(operation.madeService)),
                              plainLine(format::proxyType(request.serviceType))));
    }
    return parts.join(u' ');
}

QString requestSentence(const SubUserRequest &request)
{
    const QString name = subUserText(request);
    switch (request.kind) {
    case ServingKind::Give:
        return ServingText::tr("Give %1 to %2", "an amount, a sub-user")
            .arg(format::trafficExact(request.amount), name);
    case ServingKind::Take:
        return request.shownLeft ? ServingText::tr("Take back %1 from %2", "an amount, a sub-user")
                                       .arg(format::trafficExact(*request.shownLeft), name)
                                 : ServingText::tr("Take back the traffic of %1").arg(name);
    case ServingKind::Create:
        return ServingText::tr("Create %1 with %2", "a sub-user, an amount")
            .arg(name, format::trafficExact(request.amount));
    case ServingKind::Delete:
        return ServingText::tr("Delete %1", "a sub-user").arg(name);
    }
    return {};
}

QString kindText(ServingKind kind)
{
    switch (kind) {
    case ServingKind::Give:
        return ServingText::tr("Give traffic");
    case ServingKind::Take:
        return ServingText::tr("Take back traffic");
    case ServingKind::Create:
        return ServingText::tr("Create");
    case ServingKind::Delete:
        return ServingText::tr("Delete");
    }
    return {};
}

Tone operationTone(const SubUserOrder &operation)
{
    return madeOtherwise(operation).any() ? Tone::Warning : orderStateTone(operation.state);
}

QString operationResultText(const SubUserOrder &operation)
{
    switch (operation.state) {
    case OrderState::Waiting:
        return ServingText::tr("Waiting for its turn");
    case OrderState::Sending:
        return ServingText::tr("Waiting for the service's answer");
    case OrderState::Completed: {
        // What differs is said first: a table may have no room for more.
        const QString otherwise = otherwiseText(operation);
        if (otherwise.isEmpty()) {
            return completedSentence(operation);
        }
        const bool isAnswered = operation.decidedBy == DecidedBy::Answer;
        return isAnswered ? otherwise : QString(otherwise % u' ' % completedSentence(operation));
    }
    case OrderState::Refused:
        return refusedSentence(operation);
    case OrderState::Unknown:
        return ServingText::tr("It may have been carried out. It is not sent again.");
    case OrderState::NotDone:
        return operation.decidedBy == DecidedBy::User
                   ? ServingText::tr("You marked this as not done.")
                   : ServingText::tr("Repeated checks found no sign of it.");
    case OrderState::NotSent:
        return notSentText(operation);
    }
    return {};
}

std::optional<TrafficAmount> amountOf(const SubUserOrder &operation)
{
    if (operation.moved) {
        return operation.moved;
    }
    const bool isGiven = operation.request.kind == ServingKind::Give ||
                         operation.request.kind == ServingKind::Create;
    return isGiven ? std::optional(operation.request.amount) : operation.request.shownLeft;
}

QString verdictText(RequestVerdict verdict)
{
    switch (verdict) {
    case RequestVerdict::Fine:
        break;
    case RequestVerdict::AmountTooSmall:
        return ServingText::tr("The smallest amount is 0.01 GB.");
    case RequestVerdict::NotEnoughTraffic:
        return ServingText::tr("The pool does not hold enough traffic.");
    case RequestVerdict::NameEmpty:
        return ServingText::tr("The user name is missing.");
    case RequestVerdict::NameTooLong:
        return ServingText::tr("The user name has more than 255 characters.");
    case RequestVerdict::NameTwice:
        return ServingText::tr("This user name is also on an earlier line.");
    case RequestVerdict::NameTaken:
        return ServingText::tr("A sub-user with this user name already exists.");
    case RequestVerdict::Twice:
        return ServingText::tr("This sub-user is listed twice.");
    case RequestVerdict::NothingLeft:
        return ServingText::tr("There is no traffic to take back.");
    case RequestVerdict::Gone:
        return ServingText::tr("This sub-user was deleted at the service.");
    case RequestVerdict::LeftUnknown:
        return ServingText::tr("It is not known how much traffic would be taken back.");
    }
    return {};
}

QString nowAndAfter(const std::optional<TrafficAmount> &now,
                    const std::optional<TrafficAmount> &after)
{
    if (!now) {
        return ServingText::tr("not known");
    }
    return after ? ServingText::tr("%1 now, %2 after", "traffic before and after the operation")
                       .arg(format::trafficExact(*now), format::trafficExact(*after))
                 : format::trafficExact(*now);
}

QString poolText(const QString &serviceType)
{
    return serviceType.isEmpty() ? ServingText::tr("Your traffic")
                                 : ServingText::tr("Your traffic, %1", "a service")
                                       .arg(plainLine(format::proxyType(serviceType)));
}

} // namespace relaybook
