// SPDX-License-Identifier: GPL-3.0-or-later
// The part of servingtext.h that describes one operation at length: its state, what was found of
// it, and the figures before it and now.
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/serving/servingtext.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct OperationText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OperationText)
};

// What interrupted the call between the operation and its answer.
QString servingLostText(const SubUserOrder &operation)
{
    if (!operation.error) {
        return OperationText::tr("Relaybook closed before the answer arrived.");
    }
    const ApiError &error = *operation.error;
    if (error.kind == ErrorKind::NotUnderstood) {
        return OperationText::tr("It was sent, and the service's answer could not be read.");
    }
    if (error.kind == ErrorKind::Timeout) {
        return OperationText::tr("It was sent, but no complete answer arrived in time.");
    }
    if (error.httpStatus > 0) {
        return OperationText::tr("The service answered with HTTP %1, which does not show what "
                                 "happened.",
                                 "a number of HTTP")
            .arg(error.httpStatus);
    }
    return OperationText::tr("The connection was lost after it was sent.");
}

QString amountChangeText(const std::optional<TrafficAmount> &before,
                         const std::optional<TrafficAmount> &now)
{
    const QString was = before ? format::trafficExact(*before) : OperationText::tr("not known");
    if (!now) {
        return OperationText::tr("%1 before, now not known").arg(was);
    }
    return before == now
               ? OperationText::tr("%1, unchanged so far").arg(was)
               : OperationText::tr("%1 before, %2 now").arg(was, format::trafficExact(*now));
}

QString presenceText(const SubUserOrder &operation, const SubUserLook &look)
{
    switch (look.reading.presence) {
    case SubUserReading::Presence::NotRead:
        return OperationText::tr("Could not be loaded");
    case SubUserReading::Presence::There:
        if (operation.request.kind == ServingKind::Create) {
            return OperationText::tr("%n with this user name", nullptr,
                                     int(look.reading.named.size()));
        }
        return OperationText::tr("Still there");
    case SubUserReading::Presence::Gone:
        return operation.request.kind == ServingKind::Create
                   ? OperationText::tr("None with this user name")
                   : OperationText::tr("No longer there");
    case SubUserReading::Presence::NotSeen:
        return OperationText::tr("Not found in the list, which may have changed meanwhile");
    }
    return {};
}

QString allocationsText(const SubUserLook &look)
{
    switch (look.reading.history) {
    case SubUserReading::History::NotRead:
        return OperationText::tr("Could not be loaded");
    case SubUserReading::History::NotOffered:
        return OperationText::tr("Not reported by the service");
    case SubUserReading::History::NotWhole:
        return OperationText::tr("Not all entries since this operation are known");
    case SubUserReading::History::Whole:
        break;
    }
    if (look.newRows == 0) {
        return OperationText::tr("No new entry so far");
    }
    return look.ofOthers > 0 ? OperationText::tr("%n new entries, %1 of other operations", nullptr,
                                                 int(look.newRows))
                                   .arg(format::count(look.ofOthers))
                             : OperationText::tr("%n new entries", nullptr, int(look.newRows));
}

/// Both readings of the pool, and why they settle nothing.
QString poolCaution(const SubUserOrder &operation, const SubUserLook &look)
{
    const SubUserReading &was = operation.before;
    if (!was.pool || !look.reading.pool) {
        return {};
    }
    return was.poolAt && look.reading.poolAt
               ? OperationText::tr(
                     "Your traffic was read at %1 and at %2. Purchases, use and other "
                     "operations change it too, so it does not show the result by "
                     "itself.",
                     "two times")
                     .arg(exactTime(*was.poolAt, look.reading.at),
                          exactTime(*look.reading.poolAt, look.reading.at))
               : OperationText::tr("Purchases, use and other operations change your traffic too, "
                                   "so it does not show the result by itself.");
}

QString lookFinding(LookSays says)
{
    switch (says) {
    case LookSays::Done:
        return OperationText::tr("What was found matches this operation, and nothing contradicts "
                                 "it.");
    case LookSays::NoTrace:
        return OperationText::tr("There is no sign of this operation so far. It counts as not done "
                                 "when repeated checks over two minutes agree.");
    case LookSays::Incomplete:
        return OperationText::tr("The available data does not show the result. Check again later, "
                                 "or decide based on what you know.");
    case LookSays::Conflict:
        return OperationText::tr("The data do not match each other, or match something else too. "
                                 "Compare them and decide.");
    }
    return {};
}

QString doneSentence(const SubUserOrder &operation)
{
    const QString name = subUserText(operation);
    const auto moved = amountOf(operation);
    const QString amount = moved ? format::trafficExact(*moved) : OperationText::tr("Traffic");
    switch (operation.request.kind) {
    case ServingKind::Give:
        return OperationText::tr("%1 given to %2", "an amount, a sub-user").arg(amount, name);
    case ServingKind::Take:
        return OperationText::tr("%1 taken back from %2", "an amount, a sub-user")
            .arg(amount, name);
    case ServingKind::Create:
        return OperationText::tr("%1 was created", "a sub-user").arg(name);
    case ServingKind::Delete:
        return OperationText::tr("%1 was deleted", "a sub-user").arg(name);
    }
    return {};
}

bool movesTraffic(const SubUserOrder &operation)
{
    return operation.request.kind == ServingKind::Give ||
           operation.request.kind == ServingKind::Take;
}

} // namespace

OperationHeading operationHeading(const SubUserOrder &operation)
{
    switch (operation.state) {
    case OrderState::Waiting:
        return {OperationText::tr("This operation is waiting to be sent"),
                OperationText::tr("Nothing was sent yet. You can cancel it.")};
    case OrderState::Sending:
        return {OperationText::tr("This operation was sent"),
                OperationText::tr("It was sent once and is never sent again automatically. The "
                                  "service has not answered yet.")};
    case OrderState::Completed:
        return {doneSentence(operation), operationResultText(operation)};
    case OrderState::Refused:
        return {OperationText::tr("The service refused this operation"),
                OperationText::tr("No traffic was moved.")};
    case OrderState::Unknown:
        if (operation.isLate) {
            return {OperationText::tr("The result of this operation is unknown"),
                    OperationText::tr("It counted as not done, and then a trace of it appeared. "
                                      "Somebody may have done it by hand meanwhile. Decide "
                                      "based on what you know.")};
        }
        return {OperationText::tr("The result of this operation is unknown"),
                OperationText::tr("%1 It is not sent again. Relaybook checks what happened.")
                    .arg(servingLostText(operation))};
    case OrderState::NotDone:
        return {OperationText::tr("This operation was not done"), operationResultText(operation)};
    case OrderState::NotSent:
        return {OperationText::tr("This operation was not sent"),
                OperationText::tr("%1 This operation moved no traffic.")
                    .arg(operationResultText(operation))};
    }
    return {};
}

QList<RowList::Row> operationRows(const SubUserOrder &operation, Instant now)
{
    QList<RowList::Row> rows;
    rows.append({OperationText::tr("Operation"), requestSentence(operation.request)});
    rows.append({operation.sentAt ? OperationText::tr("Sent") : OperationText::tr("Created"),
                 exactTime(operation.sentAt.value_or(operation.preparedAt), now)});
    if (operation.riskAccepted) {
        rows.append({OperationText::tr("Risk accepted"),
                     OperationText::tr("Another operation of this sub-user was unresolved")});
    }
    if (operation.moved) {
        rows.append({OperationText::tr("Moved"), format::trafficExact(*operation.moved),
                     Tone::Neutral, false, true});
    }
    if (const QString otherwise = otherwiseText(operation); !otherwise.isEmpty()) {
        rows.append({OperationText::tr("Not as requested"), otherwise, Tone::Warning});
    }
    if (operation.newBalance) {
        rows.append(
            {OperationText::tr("Traffic after"), format::trafficExact(*operation.newBalance)});
    }
    if (operation.proof) {
        rows.append({OperationText::tr("Confirmed by"),
                     operation.request.kind == ServingKind::Create
                         ? OperationText::tr("Sub-user %1").arg(*operation.proof)
                         : OperationText::tr("Entry %1 of the history").arg(*operation.proof)});
    }
    if (operation.endedAt && !operation.isOpen()) {
        rows.append({OperationText::tr("Resolved"), exactTime(*operation.endedAt, now)});
    }
    if (operation.error && operation.state != OrderState::Unknown) {
        rows.append({OperationText::tr("Reason"), errorText(*operation.error).title});
        const QString words = serviceText(*operation.error);
        if (!words.isEmpty()) {
            rows.append({operation.error->httpStatus > 0 ? OperationText::tr("The service says")
                                                         : OperationText::tr("Details"),
                         words});
        }
    }
    return rows;
}

QList<RowList::Row> lookRows(const SubUserOrder &operation, bool isLooking, Instant now)
{
    if (operation.looks.empty()) {
        if (operation.state != OrderState::Unknown) {
            return {};
        }
        return {{OperationText::tr("Last check"),
                 isLooking ? OperationText::tr("Checking now") : OperationText::tr("Not yet")}};
    }
    const SubUserLook &look = operation.looks.back();
    const SubUserReading &was = operation.before;
    QList<RowList::Row> rows;
    rows.append({OperationText::tr("Sub-user"), presenceText(operation, look)});
    if (operation.request.kind != ServingKind::Create) {
        rows.append(
            {OperationText::tr("Traffic left"), amountChangeText(was.left, look.reading.left)});
        rows.append({OperationText::tr("Used"), amountChangeText(was.used, look.reading.used)});
    }
    rows.append({OperationText::tr("Your traffic"), amountChangeText(was.pool, look.reading.pool)});
    if (movesTraffic(operation)) {
        rows.append({OperationText::tr("History"), allocationsText(look)});
    }
    QString at = format::ago(look.reading.at, now);
    at = QString(at.left(1).toUpper() % at.mid(1));
    rows.append(
        {OperationText::tr("Last check"), isLooking ? OperationText::tr("Checking now") : at});
    return rows;
}

QString lookSentence(const SubUserOrder &operation)
{
    if (operation.looks.empty()) {
        return {};
    }
    const SubUserLook &look = operation.looks.back();
    const QString finding = lookFinding(look.says);
    const QString caution = poolCaution(operation, look);
    return caution.isEmpty() ? finding : QString(finding % u' ' % caution);
}

QString candidateSentence(const SubUserOrder &operation, const SubUserLook::Candidate &candidate)
{
    const QString amount =
        candidate.amount ? format::trafficExact(*candidate.amount) : format::nothing();
    QString what;
    if (operation.request.kind != ServingKind::Create) {
        what = OperationText::tr("Entry %1 of the history: %2")
                   .arg(QString::number(candidate.id), amount);
    } else if (candidate.name.isEmpty()) {
        what = OperationText::tr("Sub-user %1").arg(candidate.id);
    } else {
        what = OperationText::tr("Sub-user %1: “%2”, %3 left", "an id, a user name, an amount")
                   .arg(QString::number(candidate.id), plainLine(candidate.name), amount);
    }
    if (candidate.isShared) {
        return OperationText::tr("%1, may belong to another operation").arg(what);
    }
    return candidate.fits ? what : OperationText::tr("%1, differs from this operation").arg(what);
}

} // namespace relaybook
