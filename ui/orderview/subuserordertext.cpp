// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orderview/subuserordertext.h"

#include "models/serving/operationmade.h"
#include "models/tables/orderstate.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/orderview/ordertext.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct SubUserOrderText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SubUserOrderText)
};

constexpr qsizetype longestShownName = 60;

QString refusedSentence(const ApiError &error)
{
    const QString words =
        !error.fields.empty() ? privateText(error.fields.front().message) : serviceText(error);
    return words.isEmpty()
               ? errorText(error).title
               : SubUserOrderText::tr("The service says: %1").arg(isolated(words.simplified()));
}

} // namespace

QString subUserText(const SubUserRequest &request)
{
    return isolated(subUserCell(request));
}

QString subUserText(const SubUserOrder &operation)
{
    return isolated(subUserCell(operation));
}

QString subUserCell(const SubUserRequest &request)
{
    return request.username.isEmpty()
               ? SubUserOrderText::tr("sub-user %1").arg(request.subUser.text())
               : privateText(format::shortened(request.username, longestShownName));
}

QString subUserCell(const SubUserOrder &operation)
{
    return operation.madeName.isEmpty()
               ? subUserCell(operation.request)
               : privateText(format::shortened(operation.madeName, longestShownName));
}

QString otherwiseText(const SubUserOrder &operation)
{
    const MadeOtherwise otherwise = madeOtherwise(operation);
    const SubUserRequest &request = operation.request;
    if (otherwise.amount && request.kind != ServingKind::Create) {
        const QString text =
            request.kind == ServingKind::Give
                ? SubUserOrderText::tr("The service gave %1, not %2.", "amounts")
                : SubUserOrderText::tr("The service took back %1, not %2.", "amounts");
        return text.arg(format::trafficExact(*operation.moved),
                        format::trafficExact(request.amount));
    }
    QStringList parts;
    if (otherwise.name && otherwise.amount) {
        parts.append(SubUserOrderText::tr("The service created “%1” with %2, not “%3” with %4.",
                                          "a sub-user, an amount, a sub-user, an amount")
                         .arg(plainLine(privateText(operation.madeName)),
                              format::trafficExact(*operation.moved),
                              plainLine(privateText(request.username)),
                              format::trafficExact(request.amount)));
    } else if (otherwise.name) {
        parts.append(SubUserOrderText::tr("The service created “%1”, not “%2”.", "sub-users")
                         .arg(plainLine(privateText(operation.madeName)),
                              plainLine(privateText(request.username))));
    } else if (otherwise.amount) {
        parts.append(
            SubUserOrderText::tr("The service created “%1” with %2, not %3.", "a sub-user, amounts")
                .arg(subUserText(operation), format::trafficExact(*operation.moved),
                     format::trafficExact(request.amount)));
    }
    if (otherwise.service) {
        parts.append(SubUserOrderText::tr("The service of “%1” is %2, not %3.",
                                          "a sub-user, services such as Mobile")
                         .arg(subUserText(operation),
                              plainLine(format::proxyType(operation.madeService)),
                              plainLine(format::proxyType(request.serviceType))));
    }
    return parts.join(u' ');
}

QString giveBackText(const SubUserRequest &back)
{
    return SubUserOrderText::tr("Give back %1…").arg(format::trafficExact(back.amount));
}

QString requestSentence(const SubUserRequest &request)
{
    const QString name = subUserText(request);
    switch (request.kind) {
    case ServingKind::Give:
        return SubUserOrderText::tr("Give %1 to %2", "an amount, a sub-user")
            .arg(format::trafficExact(request.amount), name);
    case ServingKind::Take:
        return movedBy(request)
                   ? SubUserOrderText::tr("Take back %1 from %2", "an amount, a sub-user")
                         .arg(format::trafficExact(*movedBy(request)), name)
                   : SubUserOrderText::tr("Take back the traffic of %1").arg(name);
    case ServingKind::Create:
        return SubUserOrderText::tr("Create %1 with %2", "a sub-user, an amount")
            .arg(name, format::trafficExact(request.amount));
    case ServingKind::Delete:
        return SubUserOrderText::tr("Delete %1", "a sub-user").arg(name);
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
        return SubUserOrderText::tr("Waiting for its turn");
    case OrderState::Sending:
        return SubUserOrderText::tr("Waiting for the service's answer");
    case OrderState::Completed: {
        // What differs is said first: a table may have no room for more.
        QString otherwise = otherwiseText(operation);
        const bool isAnswered = operation.decidedBy == DecidedBy::Answer;
        if (otherwise.isEmpty() || !isAnswered) {
            return QString(otherwise % u' ' % decidedText(operation)).trimmed();
        }
        return otherwise;
    }
    case OrderState::Refused:
        return operation.error ? refusedSentence(*operation.error)
                               : SubUserOrderText::tr("The service refused it.");
    case OrderState::Unknown:
        return SubUserOrderText::tr("It may have been carried out. It is not sent again.");
    case OrderState::NotDone:
    case OrderState::NotSent:
        break;
    }
    return decidedText(operation);
}

} // namespace relaybook
