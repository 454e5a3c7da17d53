// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingtext.h"

#include "models/serving/operationmade.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/serving/servingtarget.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>
#include <QDir>

namespace relaybook {

namespace {

struct ServingText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ServingText)
};

QString notSentSentence(const SubUserOperation &operation)
{
    switch (operation.notSentFor) {
    case SubUserOperation::NotSentFor::Error:
        return operation.error ? errorText(*operation.error).title
                               : ServingText::tr("It could not be sent.");
    case SubUserOperation::NotSentFor::Cancelled:
        return ServingText::tr("You canceled it before it was sent.");
    case SubUserOperation::NotSentFor::Interrupted:
        return ServingText::tr("Relaybook closed before it was sent.");
    case SubUserOperation::NotSentFor::Changed:
        return ServingText::tr("More traffic would have returned to the pool than was shown.");
    case SubUserOperation::NotSentFor::NameTaken:
        return ServingText::tr("A sub-user with this user name already exists.");
    case SubUserOperation::NotSentFor::Gone:
        return ServingText::tr("This sub-user was deleted at the service.");
    case SubUserOperation::NotSentFor::Earlier:
        return ServingText::tr("There is news of an earlier operation of this sub-user: see "
                               "Activity.");
    case SubUserOperation::NotSentFor::NoTurn:
        return ServingText::tr("The service's limit on requests left no room for it.");
    case SubUserOperation::NotSentFor::Stopped:
        return ServingText::tr("It was not sent because the ones before it failed.");
    case SubUserOperation::NotSentFor::Fuller:
        return ServingText::tr("The sub-user has more traffic now than was shown.");
    }
    return {};
}

QString completedSentence(const SubUserOperation &operation)
{
    switch (operation.decidedBy) {
    case SubUserOperation::DecidedBy::Answer:
        if (operation.moved && operation.request.kind != ServingKind::Create) {
            return ServingText::tr("The service confirmed %1.")
                .arg(format::trafficExact(*operation.moved));
        }
        return ServingText::tr("The service confirmed it.");
    case SubUserOperation::DecidedBy::Evidence:
        return ServingText::tr("The answer was lost. The service's data shows that it was done.");
    case SubUserOperation::DecidedBy::User:
        return ServingText::tr("You marked this as done.");
    case SubUserOperation::DecidedBy::Nobody:
        break;
    }
    return {};
}

QString refusedSentence(const SubUserOperation &operation)
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

QString subUserText(const SubUserOperation &operation)
{
    return operation.madeName.isEmpty() ? subUserText(operation.request)
                                        : plainLine(operation.madeName);
}

QString otherwiseText(const SubUserOperation &operation)
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

QString operationStateText(ServingState state)
{
    switch (state) {
    case ServingState::Written:
        return ServingText::tr("Waiting");
    case ServingState::Sending:
        return ServingText::tr("Sent");
    case ServingState::Completed:
        return ServingText::tr("Completed");
    case ServingState::Refused:
        return ServingText::tr("Refused");
    case ServingState::Unknown:
        return ServingText::tr("Unknown");
    case ServingState::NotDone:
        return ServingText::tr("Not done");
    case ServingState::NotSent:
        return ServingText::tr("Not sent");
    }
    return {};
}

Tone operationStateTone(ServingState state)
{
    switch (state) {
    case ServingState::Written:
    case ServingState::Sending:
        return Tone::Accent;
    case ServingState::Completed:
        return Tone::Good;
    case ServingState::Unknown:
        return Tone::Warning;
    case ServingState::Refused:
        return Tone::Bad;
    case ServingState::NotDone:
    case ServingState::NotSent:
        break;
    }
    return Tone::Neutral;
}

Tone operationTone(const SubUserOperation &operation)
{
    return madeOtherwise(operation).any() ? Tone::Warning : operationStateTone(operation.state);
}

QString operationResultText(const SubUserOperation &operation)
{
    switch (operation.state) {
    case ServingState::Written:
        return ServingText::tr("Waiting for its turn");
    case ServingState::Sending:
        return ServingText::tr("Waiting for the service's answer");
    case ServingState::Completed: {
        // What differs is said first: a table may have no room for more.
        const QString otherwise = otherwiseText(operation);
        if (otherwise.isEmpty()) {
            return completedSentence(operation);
        }
        const bool isAnswered = operation.decidedBy == SubUserOperation::DecidedBy::Answer;
        return isAnswered ? otherwise : QString(otherwise % u' ' % completedSentence(operation));
    }
    case ServingState::Refused:
        return refusedSentence(operation);
    case ServingState::Unknown:
        return ServingText::tr("It may have been carried out. It is not sent again.");
    case ServingState::NotDone:
        return operation.decidedBy == SubUserOperation::DecidedBy::User
                   ? ServingText::tr("You marked this as not done.")
                   : ServingText::tr("Repeated checks found no sign of it.");
    case ServingState::NotSent:
        return notSentSentence(operation);
    }
    return {};
}

std::optional<TrafficAmount> amountOf(const SubUserOperation &operation)
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

ServingProblemText servingProblemText(const DeskProblem &problem)
{
    const QString path = QDir::toNativeSeparators(problem.path);
    switch (problem.kind) {
    case DeskProblem::Opening:
        return {ServingText::tr("Loading the earlier operations…"),
                ServingText::tr("You can continue in a moment.")};
    case DeskProblem::Offline:
        return {ServingText::tr("Sub-users cannot be changed now."),
                ServingText::tr("This needs a connection and a Reseller Key.")};
    case DeskProblem::Damaged:
        return {
            ServingText::tr("The file with the operations on sub-users is damaged."),
            ServingText::tr("The file “%1” cannot be read, or is older than expected (%2). It was "
                            "not changed. Without it an operation could be sent twice. Restore "
                            "it from a backup and restart Relaybook, start a new file, or use it "
                            "as it is.")
                .arg(path, problem.detail)};
    case DeskProblem::Missing:
        return {ServingText::tr("The file with the operations on sub-users is missing."),
                ServingText::tr("The file “%1” no longer exists. Without it an operation could be "
                                "sent twice. Restore it from a backup, or start a new file.")
                    .arg(path)};
    case DeskProblem::Newer:
        return {ServingText::tr("The file with the operations on sub-users needs a newer version "
                                "of Relaybook."),
                ServingText::tr("The file “%1” was not changed. Use the newer version.").arg(path)};
    case DeskProblem::Locked:
        return {
            ServingText::tr("Another program is using the file with the operations on sub-users."),
            ServingText::tr("Close the other Relaybook window that has “%1” open.").arg(path)};
    case DeskProblem::Full:
        return {ServingText::tr("The disk is full."),
                ServingText::tr("An operation is stored before it is sent. Free some disk space "
                                "for “%1”.")
                    .arg(path)};
    case DeskProblem::CantWrite:
        return {ServingText::tr("The file with the operations on sub-users cannot be written."),
                ServingText::tr("An operation is stored before it is sent. The file is “%1”.")
                    .arg(path)};
    case DeskProblem::TokenAwaited:
        return {ServingText::tr("Waiting for the keychain…"),
                ServingText::tr("You can continue as soon as this account's sign-in has been read. "
                                "The keychain may be asking for its password.")};
    case DeskProblem::TokenUnread:
        return {ServingText::tr("Sub-users cannot be changed now."),
                ServingText::tr("This account is not signed in. Sign in, or unlock the keychain if "
                                "it has the sign-in.")};
    case DeskProblem::ViewOnly:
        return {ServingText::tr("This account is set to view only."),
                ServingText::tr("Turn off “View only” for this account to change sub-users.")};
    }
    return {};
}

} // namespace relaybook
