// SPDX-License-Identifier: GPL-3.0-or-later
// What orders for sub-users add to the texts of an order.
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/exacttime.h"
#include "ui/orderview/orderparts.h"
#include "ui/orderview/subuserordertext.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook::orderparts {

namespace {

struct SubUserPartText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SubUserOrderText)
};

bool isCreate(const SubUserOrder &order)
{
    return order.request.kind == ServingKind::Create;
}

bool movesTraffic(const SubUserOrder &order)
{
    return order.request.kind == ServingKind::Give || order.request.kind == ServingKind::Take;
}

QString amountChangeText(const std::optional<TrafficAmount> &before,
                         const std::optional<TrafficAmount> &now)
{
    const QString was = before ? format::trafficExact(*before) : SubUserPartText::tr("not known");
    return now ? changeText(was, format::trafficExact(*now), before == now)
               : SubUserPartText::tr("%1 before, now not known").arg(was);
}

QString presenceText(const SubUserOrder &order, const SubUserReading &reading)
{
    switch (reading.presence) {
    case SubUserReading::Presence::NotRead:
        return SubUserPartText::tr("Could not be loaded");
    case SubUserReading::Presence::There:
        return isCreate(order) ? SubUserPartText::tr("%1 with this user name", nullptr,
                                                     int(reading.named.size()))
                                     .arg(format::count(reading.named.size()))
                               : SubUserPartText::tr("Still there");
    case SubUserReading::Presence::Gone:
        return isCreate(order) ? SubUserPartText::tr("None with this user name")
                               : SubUserPartText::tr("No longer there");
    case SubUserReading::Presence::NotSeen:
        return SubUserPartText::tr("Not found in the list, which may have changed meanwhile");
    }
    return {};
}

QString allocationsText(const SubUserLook &look)
{
    switch (look.reading.history) {
    case SubUserReading::History::NotRead:
        return SubUserPartText::tr("Could not be loaded");
    case SubUserReading::History::NotOffered:
        return SubUserPartText::tr("Not reported by the service");
    case SubUserReading::History::NotWhole:
        return SubUserPartText::tr("Not all entries since this order are known");
    case SubUserReading::History::Whole:
        break;
    }
    if (look.newRows == 0) {
        return SubUserPartText::tr("No new entry so far");
    }
    return look.ofOthers > 0 ? SubUserPartText::tr("%1 new entries, %2 of other orders", nullptr,
                                                   int(look.newRows))
                                   .arg(format::count(look.newRows))
                                   .arg(format::count(look.ofOthers))
                             : SubUserPartText::tr("%1 new entries", nullptr, int(look.newRows))
                                   .arg(format::count(look.newRows));
}

/// Both readings of the pool, and why they settle nothing.
QString poolCaution(const SubUserOrder &order, const SubUserLook &look)
{
    const SubUserReading &was = order.before;
    if (!was.pool || !look.reading.pool) {
        return {};
    }
    return was.poolAt && look.reading.poolAt
               ? SubUserPartText::tr(
                     "Your traffic was read at %1 and at %2. Purchases, use and other "
                     "orders change it too, so it does not show the result by itself.",
                     "two times")
                     .arg(exactTime(*was.poolAt, look.reading.at),
                          exactTime(*look.reading.poolAt, look.reading.at))
               : SubUserPartText::tr("Purchases, use and other orders change your traffic too, so "
                                     "it does not show the result by itself.");
}

QString candidateText(const SubUserOrder &order, const SubUserLook::Candidate &candidate)
{
    const QString id = QString::number(candidate.id);
    const QString amount =
        candidate.amount ? format::trafficExact(*candidate.amount) : format::nothing();
    QString what;
    if (!isCreate(order)) {
        what = SubUserPartText::tr("Entry %1 of the history: %2").arg(id, amount);
    } else if (candidate.name.isEmpty()) {
        what = SubUserPartText::tr("Sub-user %1").arg(id);
    } else {
        what = SubUserPartText::tr("Sub-user %1: “%2”, %3 left", "an id, a user name, an amount")
                   .arg(id, plainLine(privateText(candidate.name)), amount);
    }
    if (candidate.isShared) {
        return SubUserPartText::tr("%1, may belong to another order").arg(what);
    }
    return candidate.fits ? what : SubUserPartText::tr("%1, differs from this order").arg(what);
}

} // namespace

QString ordered(const SubUserOrder &order, const QString & /*currency*/)
{
    return requestSentence(order.request);
}

QString done(const SubUserOrder &order)
{
    const QString name = subUserText(order);
    // How much an amount to be taken back moved is only known from the service.
    const bool isTake = order.request.kind == ServingKind::Take;
    const auto moved = isTake && amountToTake(order.request) ? order.moved : amountOf(order);
    const QString amount = moved ? format::trafficExact(*moved) : SubUserPartText::tr("Traffic");
    switch (order.request.kind) {
    case ServingKind::Give:
        return SubUserPartText::tr("%1 given to %2", "an amount, a sub-user").arg(amount, name);
    case ServingKind::Take:
        return SubUserPartText::tr("%1 taken back from %2", "an amount, a sub-user")
            .arg(amount, name);
    case ServingKind::Create:
        return SubUserPartText::tr("%1 was created", "a sub-user").arg(name);
    case ServingKind::Delete:
        return SubUserPartText::tr("%1 was deleted", "a sub-user").arg(name);
    }
    return {};
}

QString doneOtherwise(const SubUserOrder &order)
{
    return otherwiseText(order);
}

QString beforeSending(const SubUserOrder & /*order*/)
{
    return SubUserPartText::tr("The sub-user is read again before it is sent.");
}

QString whatIsChecked(const SubUserOrder & /*order*/)
{
    return SubUserPartText::tr("Relaybook checks what happened.");
}

void addResult(QList<RowList::Row> &rows, const SubUserOrder &order,
               const OrderContext & /*context*/)
{
    if (order.moved) {
        rows.append({SubUserPartText::tr("Moved"), format::trafficExact(*order.moved),
                     Tone::Neutral, false, true});
    }
    if (const QString otherwise = otherwiseText(order); !otherwise.isEmpty()) {
        rows.append({SubUserPartText::tr("Not as requested"), otherwise, Tone::Warning});
    }
    if (order.newBalance) {
        rows.append(
            {SubUserPartText::tr("Traffic after"), format::trafficExact(*order.newBalance)});
    }
    if (order.proof) {
        rows.append({SubUserPartText::tr("Confirmed by"),
                     (isCreate(order) ? SubUserPartText::tr("Sub-user %1")
                                      : SubUserPartText::tr("Entry %1 of the history"))
                         .arg(*order.proof)});
    }
}

void addEvidence(QList<RowList::Row> &rows, const SubUserOrder &order,
                 const OrderContext & /*context*/)
{
    const SubUserLook &look = order.looks.back();
    const SubUserReading &was = order.before;
    rows.append({SubUserPartText::tr("Sub-user"), presenceText(order, look.reading)});
    if (!isCreate(order)) {
        rows.append(
            {SubUserPartText::tr("Traffic left"), amountChangeText(was.left, look.reading.left)});
        rows.append({SubUserPartText::tr("Used"), amountChangeText(was.used, look.reading.used)});
    }
    rows.append(
        {SubUserPartText::tr("Your traffic"), amountChangeText(was.pool, look.reading.pool)});
    if (movesTraffic(order)) {
        rows.append({SubUserPartText::tr("History"), allocationsText(look)});
    }
}

QString lastLook(const SubUserOrder &order, const OrderContext &context)
{
    return order.looks.empty()
               ? QString()
               : capitalized(format::ago(order.looks.back().reading.at, context.now));
}

std::optional<LookSays> says(const SubUserOrder &order)
{
    return order.looks.empty() ? std::nullopt : std::optional(order.looks.back().says);
}

LookWords lookWords(const SubUserOrder &order)
{
    const SubUserLook &look = order.looks.back();
    return {look.reading.presenceOffered == false
                ? SubUserPartText::tr("This service offers nothing that shows the result. Ask its "
                                      "support, or decide based on what you know.")
                : QString(),
            poolCaution(order, look)};
}

std::vector<OrderFinding> findings(const SubUserOrder & /*order*/, const QString & /*currency*/)
{
    return {};
}

std::vector<OrderCandidate> candidates(const SubUserOrder &order, const OrderContext & /*context*/)
{
    std::vector<OrderCandidate> all;
    for (const SubUserLook::Candidate &each : order.looks.back().candidates) {
        all.push_back({QVariant::fromValue(each.id), candidateText(order, each)});
    }
    return all;
}

} // namespace relaybook::orderparts
