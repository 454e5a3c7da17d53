// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orderview/ordertext.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/base/notsenttext.h"
#include "ui/orderview/orderparts.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct OrderText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OrderText)
};

/// What happened to the answer of an order that was sent, if that is not a clear refusal.
QString lostText(const Order &order)
{
    if (!order.error) {
        return OrderText::tr("Relaybook closed before the answer arrived.");
    }
    const ApiError &error = *order.error;
    if (error.kind == ErrorKind::NotUnderstood) {
        return OrderText::tr("The order was sent, and the service's answer could not be read.");
    }
    if (error.kind == ErrorKind::Timeout) {
        return OrderText::tr("The order was sent, but no complete answer arrived in time.");
    }
    constexpr int notFound = 404;
    if (error.httpStatus == notFound && error.serviceCode == 0) {
        return OrderText::tr(
            "The service answered with HTTP 404. It may not offer this call, but a "
            "gateway may also have answered while the order was carried out.");
    }
    if (error.httpStatus > 0) {
        return OrderText::tr("The service answered with HTTP %1, which does not show what "
                             "happened to the order.",
                             "a number of HTTP")
            .arg(error.httpStatus);
    }
    return error.kind == ErrorKind::Cancelled
               ? OrderText::tr("The order was sent, but Relaybook stopped waiting for the answer.")
               : OrderText::tr("The connection was lost after the order was sent.");
}

QString joined(const QString &first, const QString &second)
{
    return second.isEmpty() ? first : first.isEmpty() ? second : QString(first % u' ' % second);
}

OrderHeading unknownHeading(const AnyOrder &any, const Order &order)
{
    const QString title = OrderText::tr("The result of this order is unknown");
    if (order.isLate) {
        return {title, OrderText::tr("It counted as not done, and then a trace of it appeared. "
                                     "Somebody may have done it by hand meanwhile. Decide based on "
                                     "what you know.")};
    }
    const QString checked =
        std::visit([](const auto *each) { return orderparts::whatIsChecked(*each); }, any);
    return {title, OrderText::tr("%1 It is not sent again. %2",
                                 "how the answer was lost; how the result is looked for")
                       .arg(lostText(order), checked)};
}

/// Only a refusal, and what kept an order from being sent, is a reason. What was lost on the way of
/// an order that has an outcome is not: it says nothing about that.
void addReason(QList<RowList::Row> &rows, const Order &order)
{
    if (!order.error || order.isOpen()) {
        return;
    }
    if (order.state != OrderState::Refused && order.state != OrderState::NotSent) {
        rows.append({OrderText::tr("Answer"), lostText(order)});
        return;
    }
    rows.append({OrderText::tr("Reason"), errorText(*order.error).title});
    // Those of a service may be meant for programmers.
    const QString words = serviceText(*order.error);
    if (!words.isEmpty()) {
        rows.append({order.error->httpStatus > 0 ? OrderText::tr("The service says")
                                                 : OrderText::tr("Details"),
                     words});
    }
}

QString whyNoLookText(DeskProblem::Kind why)
{
    return why == DeskProblem::Offline ? OrderText::tr("Not possible: Relaybook works offline")
                                       : OrderText::tr("Not possible until you sign in");
}

void addLooks(QList<RowList::Row> &rows, const AnyOrder &any, const OrderContext &context)
{
    const Order &order = commonOf(any);
    const bool isUnknown = order.state == OrderState::Unknown;
    if (context.isLookAwaited) { // what an earlier start found may be out of date
        rows.append({OrderText::tr("Last check"), OrderText::tr("Being checked…")});
        return;
    }
    const QString last = std::visit(
        [&context](const auto *each) { return orderparts::lastLook(*each, context); }, any);
    if (!last.isEmpty()) {
        std::visit([&](const auto *each) { orderparts::addEvidence(rows, *each, context); }, any);
    }
    if (!last.isEmpty() || isUnknown) {
        rows.append({OrderText::tr("Last check"),
                     context.isLooking ? OrderText::tr("Checking now")
                                       : (last.isEmpty() ? OrderText::tr("Not yet") : last)});
    }
    if (isUnknown && context.whyNoLook) {
        rows.append({OrderText::tr("Next check"), whyNoLookText(*context.whyNoLook)});
    } else if (isUnknown && context.nextLookIn) {
        rows.append({OrderText::tr("Next check"), capitalized(inText(*context.nextLookIn))});
    }
}

QString saysText(LookSays says)
{
    switch (says) {
    case LookSays::Done:
        return OrderText::tr("What was found matches this order, and nothing contradicts it.");
    case LookSays::NoTrace:
        return OrderText::tr("There is no sign of this order so far. It counts as not done when "
                             "repeated checks over two minutes agree.");
    case LookSays::Incomplete:
        return OrderText::tr("The available data does not show the result. Check again later, or "
                             "decide based on what you know.");
    case LookSays::Conflict:
        return OrderText::tr("The data do not match each other, or match something else too. "
                             "Compare them and decide.");
    }
    return {};
}

} // namespace

OrderContext orderContext(AccountSession &account, const AnyOrder &order)
{
    const OrderEngine &engine = engineOf(account, order);
    const QString &id = commonOf(order).id;
    // Without a list of proxies, no look shows anything.
    const auto *proxy = std::get_if<const ProxyOrder *>(&order);
    const bool isShown = proxy == nullptr || (*proxy)->listWasRead;
    return {account.rows(),
            account.summary().currency,
            account.clock().now(),
            engine.isLooking(id),
            isShown && engine.isLookAwaited(id),
            engine.whyNoLook(),
            engine.nextLookIn(id),
            engine.waitsFor(id),
            account.status(Area::Proxies)};
}

OrderHeading orderHeading(const AnyOrder &any)
{
    const Order &order = commonOf(any);
    const auto ofKind = [&any](auto part) {
        return std::visit([&part](const auto *each) { return part(*each); }, any);
    };
    switch (order.state) {
    case OrderState::Waiting:
        return {OrderText::tr("This order is waiting to be sent"),
                OrderText::tr("It is waiting for its turn, the request limit or a new sign-in. "
                              "Nothing was sent yet. %1",
                              "what is read before it is sent")
                    .arg(ofKind([](const auto &each) { return orderparts::beforeSending(each); }))};
    case OrderState::Sending:
        return {OrderText::tr("This order was sent"),
                OrderText::tr("It was sent once and is never sent again automatically. The service "
                              "has not answered yet.")};
    case OrderState::Completed:
        return {ofKind([](const auto &each) { return orderparts::done(each); }),
                joined(ofKind([](const auto &each) { return orderparts::doneOtherwise(each); }),
                       decidedText(order))};
    case OrderState::Refused:
        return {OrderText::tr("The service refused this order"),
                OrderText::tr("Nothing was spent or moved.")};
    case OrderState::Unknown:
        return unknownHeading(any, order);
    case OrderState::NotDone:
        return {OrderText::tr("This order was not done"), decidedText(order)};
    case OrderState::NotSent:
        return {OrderText::tr("This order was not sent"),
                OrderText::tr("%1 Nothing was spent or moved.").arg(decidedText(order))};
    }
    return {};
}

QString orderedText(const AnyOrder &order)
{
    return std::visit([](const auto *each) { return orderparts::ordered(*each, {}); }, order);
}

QString decidedText(const Order &order)
{
    const bool byUser = order.decidedBy == DecidedBy::User;
    switch (order.state) {
    case OrderState::Completed:
        if (byUser) {
            return OrderText::tr("You marked this order as done.");
        }
        return order.decidedBy == DecidedBy::Evidence
                   ? OrderText::tr("The answer was lost. The service's data shows that it was "
                                   "done.")
                   : OrderText::tr("The service confirmed it.");
    case OrderState::NotDone:
        return byUser ? OrderText::tr("You marked this order as not done.")
                      : OrderText::tr("Repeated checks found no sign of it.");
    case OrderState::NotSent:
        return notSentText(order);
    case OrderState::Waiting:
    case OrderState::Sending:
    case OrderState::Refused:
    case OrderState::Unknown:
        break;
    }
    return {};
}

QList<RowList::Row> orderRows(const AnyOrder &any, const OrderContext &context)
{
    const Order &order = commonOf(any);
    QList<RowList::Row> rows;
    rows.append(
        {OrderText::tr("Order"),
         std::visit(
             [&context](const auto *each) { return orderparts::ordered(*each, context.currency); },
             any)});
    rows.append({order.sentAt ? OrderText::tr("Sent") : OrderText::tr("Created"),
                 exactTime(order.sentAt.value_or(order.preparedAt), context.now)});
    if (order.state == OrderState::Waiting && context.waitsFor) {
        rows.append({OrderText::tr("Waiting"), capitalized(waitText(*context.waitsFor))});
    }
    if (order.riskAccepted) {
        rows.append({OrderText::tr("Risk accepted"),
                     OrderText::tr("Another order like this one was unresolved")});
    }
    std::visit([&](const auto *each) { orderparts::addResult(rows, *each, context); }, any);
    if (order.endedAt && !order.isOpen()) {
        rows.append({OrderText::tr("Resolved"), exactTime(*order.endedAt, context.now)});
    }
    addReason(rows, order);
    if (order.decidedBy != DecidedBy::Answer) {
        addLooks(rows, any, context);
    }
    return rows;
}

QString lookText(const AnyOrder &any, const OrderContext &context)
{
    const auto says = std::visit([](const auto *each) { return orderparts::says(*each); }, any);
    if (commonOf(any).state != OrderState::Unknown || context.isLookAwaited || !says) {
        return {};
    }
    const orderparts::LookWords words =
        std::visit([](const auto *each) { return orderparts::lookWords(*each); }, any);
    return joined(words.instead.isEmpty() ? saysText(*says) : words.instead, words.after);
}

std::vector<OrderFinding> orderFindings(const AnyOrder &order, const QString &currency)
{
    return std::visit(
        [&currency](const auto *each) { return orderparts::findings(*each, currency); }, order);
}

bool isDecidable(const AnyOrder &any, const OrderContext &context)
{
    const Order &order = commonOf(any);
    const auto says = std::visit([](const auto *each) { return orderparts::says(*each); }, any);
    return order.state == OrderState::Unknown && !context.isLookAwaited && says &&
           (order.isLate || *says == LookSays::Conflict || *says == LookSays::Incomplete);
}

std::vector<OrderCandidate> orderCandidates(const AnyOrder &order, const OrderContext &context)
{
    return std::visit(
        [&context](const auto *each) { return orderparts::candidates(*each, context); }, order);
}

QString waitText(std::chrono::milliseconds wait)
{
    return wait.count() > 0 ? OrderText::tr("for the request limit, sending %1").arg(inText(wait))
                            : OrderText::tr("for the service's answer");
}

QString changeText(const QString &before, const QString &now, bool isSame)
{
    return isSame ? OrderText::tr("%1, unchanged so far").arg(now)
                  : OrderText::tr("%1 before, %2 now").arg(before, now);
}

QString capitalized(const QString &text)
{
    return QString(text.left(1).toUpper() % text.mid(1));
}

} // namespace relaybook
