// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/ordertext.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/base/notsenttext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct OrderText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OrderText)
};

QString sum(Money amount, const QString &currency)
{
    return format::money(amount, format::Sign::WhereNegative, currency);
}

QString changeText(const QString &before, const QString &now, bool same)
{
    return same ? OrderText::tr("%1, unchanged so far").arg(now)
                : OrderText::tr("%1 before, %2 now").arg(before, now);
}

// The value of a row begins with a capital letter; within a sentence the same words do not.
QString capitalized(const QString &text)
{
    return QString(text.left(1).toUpper() % text.mid(1));
}

QString settledSubtitle(const TopUpOrder &order)
{
    switch (order.decidedBy) {
    case DecidedBy::Answer:
        return OrderText::tr("The service's receipt confirms it.");
    case DecidedBy::Evidence:
        return OrderText::tr("No receipt arrived. The matching transaction was found.");
    case DecidedBy::User:
        return OrderText::tr("You marked this order as charged.");
    case DecidedBy::Nobody:
        break;
    }
    return {};
}

QString orderedText(const TopUpOrder &order, const OrderContext &context)
{
    const QString type = format::proxyType(order.proxyType);
    const QString amount = format::trafficExact(order.amount);
    return order.expectedCost ? OrderText::tr("%1, %2, expected %3")
                                    .arg(type, amount, sum(*order.expectedCost, context.currency))
                              : OrderText::tr("%1, %2, price not known").arg(type, amount);
}

QString proofText(TransactionId id)
{
    return OrderText::tr("Transaction %1").arg(id.value());
}

void appendResult(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context)
{
    if (order.charged) {
        rows.append({OrderText::tr("Charged"), sum(*order.charged, context.currency), Tone::Neutral,
                     false, true});
    }
    if (order.receipt) {
        rows.append({OrderText::tr("Added"), format::trafficExact(order.receipt->amountAdded)});
        rows.append(
            {OrderText::tr("Traffic after"), format::trafficExact(order.receipt->trafficBalance)});
    }
    if (order.proof) {
        rows.append({OrderText::tr("Confirmed by"), proofText(*order.proof)});
    }
    if (order.endedAt && !order.isOpen()) {
        rows.append({OrderText::tr("Resolved"), exactTime(*order.endedAt, context.now)});
    }
}

QString ledgerText(const TopUpOrder &order, const Look &look, const OrderContext &context)
{
    const QString since = exactTime(order.before.at, context.now);
    if (look.ledger == Look::Ledger::NotRead) {
        return OrderText::tr("Could not be loaded");
    }
    const QString cost = order.expectedCost ? sum(*order.expectedCost, context.currency)
                                            : OrderText::tr("this order");
    if (look.ledger == Look::Ledger::NotWhole) {
        return OrderText::tr("Not all transactions since %1 are known").arg(since);
    }
    if (look.newDebits == 0 && look.ofOthers > 0) {
        return OrderText::tr("No charge of %1 since %2 except those of %n other orders of yours",
                             nullptr, int(look.ofOthers))
            .arg(cost, since);
    }
    if (look.hasPriced()) {
        return OrderText::tr("%n charges of %1 since %2", nullptr, int(look.candidates.size()))
            .arg(cost, since);
    }
    if (look.newDebits > 0) {
        return OrderText::tr("No charge of %1 since %2, but %n others", nullptr,
                             int(look.newDebits))
            .arg(cost, since);
    }
    return OrderText::tr("No charge of %1 since %2 so far").arg(cost, since);
}

// What interrupted the call between the order and its answer.
QString lostText(const ApiError &error)
{
    if (error.kind == ErrorKind::NotUnderstood) {
        return OrderText::tr("The order was sent, and the service's answer could not be read.");
    }
    if (error.kind == ErrorKind::Timeout) {
        return OrderText::tr("The order was sent, but no complete answer arrived in time.");
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

// Adds nothing if the order is no longer checked.
void appendNextLook(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context)
{
    if (order.state == OrderState::Unknown && context.nextLookIn) {
        rows.append({OrderText::tr("Next check"), capitalized(inText(*context.nextLookIn))});
    }
}

QString whenText(Instant instant, const OrderContext &context)
{
    return context.isLooking ? OrderText::tr("Checking now")
                             : capitalized(format::ago(instant, context.now));
}

} // namespace

OrderHeading orderHeading(const TopUpOrder &order)
{
    switch (order.state) {
    case OrderState::Waiting:
        return {OrderText::tr("This order is waiting to be sent"),
                OrderText::tr("It is waiting for the request limit or for a new sign-in. Nothing "
                              "was sent yet. Its price is checked again before it is sent.")};
    case OrderState::Sending:
        return {OrderText::tr("This order was sent"),
                OrderText::tr("It was sent once and is never sent again automatically. The service "
                              "has not answered yet.")};
    case OrderState::Completed:
        return {OrderText::tr("%1 of %2 bought")
                    .arg(format::trafficExact(order.receipt ? order.receipt->amountAdded
                                                            : order.amount),
                         format::proxyType(order.proxyType)),
                settledSubtitle(order)};
    case OrderState::Refused:
        return {OrderText::tr("The service refused this order"),
                OrderText::tr("Nothing was spent.")};
    case OrderState::Unknown:
        return {OrderText::tr("The result of this purchase is unknown"),
                OrderText::tr("%1 Nothing is sent again until this is resolved, so you can't be "
                              "charged twice by mistake.")
                    .arg(orderErrorText(order))};
    case OrderState::NotDone:
        return {OrderText::tr("This order was not charged"),
                order.decidedBy == DecidedBy::User
                    ? OrderText::tr("You marked this order as not charged.")
                    : OrderText::tr("Balance, traffic and transactions were checked several times: "
                                    "none of them shows it.")};
    case OrderState::NotSent:
        return {OrderText::tr("This order was not sent"),
                OrderText::tr("%1 Nothing was spent.").arg(notSentText(order))};
    }
    return {};
}

QString orderErrorText(const TopUpOrder &order)
{
    if (!order.error) {
        return OrderText::tr("Relaybook closed before the answer arrived.");
    }
    if (order.state == OrderState::Unknown) {
        return lostText(*order.error);
    }
    return errorText(*order.error).title;
}

QList<RowList::Row> orderRows(const TopUpOrder &order, const OrderContext &context)
{
    QList<RowList::Row> rows;
    rows.append({OrderText::tr("Order"), orderedText(order, context)});
    rows.append({order.sentAt ? OrderText::tr("Sent") : OrderText::tr("Created"),
                 exactTime(order.sentAt.value_or(order.preparedAt), context.now)});
    if (order.state == OrderState::Waiting && context.waitsFor) {
        rows.append({OrderText::tr("Waiting"), capitalized(waitText(*context.waitsFor))});
    }
    if (order.riskAccepted) {
        rows.append({OrderText::tr("Risk accepted"),
                     OrderText::tr("Another order of this type was unresolved")});
    }
    appendResult(rows, order, context);
    if (order.error && order.state != OrderState::Unknown) {
        rows.append({OrderText::tr("Reason"), orderErrorText(order)});
        // Those of a service may be meant for programmers.
        const QString words = serviceText(*order.error);
        if (!words.isEmpty()) {
            rows.append({order.error->httpStatus > 0 ? OrderText::tr("The service says")
                                                     : OrderText::tr("Details"),
                         words});
        }
    }
    return rows;
}

QList<RowList::Row> evidenceRows(const TopUpOrder &order, const OrderContext &context)
{
    QList<RowList::Row> rows;
    if (order.looks.empty()) {
        if (order.state == OrderState::Unknown) {
            rows.append({OrderText::tr("Last check"), context.isLooking
                                                          ? OrderText::tr("Checking now")
                                                          : OrderText::tr("Not yet")});
            appendNextLook(rows, order, context);
        }
        return rows;
    }
    const Look &look = order.looks.back();
    const AccountReading &was = order.before;
    const QString unseen = OrderText::tr("Could not be loaded");
    const QString unseenBalance =
        was.balance ? unseen : OrderText::tr("Not available without a personal token");
    const QString unseenPool = look.reading.poolOffered || was.pool
                                   ? unseen
                                   : OrderText::tr("Not reported by the service");
    rows.append({OrderText::tr("Traffic left"),
                 was.pool && look.reading.pool
                     ? changeText(format::traffic(*was.pool), format::traffic(*look.reading.pool),
                                  *was.pool == *look.reading.pool)
                     : unseenPool});
    rows.append(
        {OrderText::tr("Balance"), was.balance && look.reading.balance
                                       ? changeText(sum(*was.balance, context.currency),
                                                    sum(*look.reading.balance, context.currency),
                                                    *was.balance == *look.reading.balance)
                                       : unseenBalance});
    rows.append({OrderText::tr("Transactions"), ledgerText(order, look, context)});
    rows.append({OrderText::tr("Last check"), whenText(look.reading.at, context)});
    appendNextLook(rows, order, context);
    return rows;
}

QString waitText(std::chrono::milliseconds wait)
{
    return wait.count() > 0 ? OrderText::tr("for the request limit, sending %1").arg(inText(wait))
                            : OrderText::tr("for the service's answer");
}

QString lookText(const TopUpOrder &order)
{
    if (order.looks.empty()) {
        return {};
    }
    switch (order.looks.back().says) {
    case LookSays::Done:
        return OrderText::tr(
            "Exactly one transaction matches this order, and nothing contradicts it.");
    case LookSays::NoTrace:
        return OrderText::tr("There is no sign of this order so far. It counts as not charged when "
                             "repeated checks over two minutes agree.");
    case LookSays::Incomplete:
        if (order.looks.back().isOwnerDoubtful()) {
            return OrderText::tr(
                "No transaction shows this order. It is not known whether the "
                "personal token and the Reseller Key belong to the same account: "
                "the charge may be in another one. Decide based on what you know.");
        }
        return OrderText::tr("The available data does not show the result. Check again later, or "
                             "decide based on what you know.");
    case LookSays::Conflict:
        if (!order.looks.back().rivals.empty()) {
            return OrderText::tr(
                "A transaction matches this order and %n other unresolved orders of yours. They "
                "can't be told apart. Compare them on the Activity page and decide.",
                nullptr, int(order.looks.back().rivals.size()));
        }
        return OrderText::tr("Balance, traffic and transactions don't match each other; someone "
                             "else may have bought at the same time. Compare them and decide.");
    }
    return {};
}

Tone findingTone(const Finding &finding)
{
    return finding.level == Finding::Level::Alarm ? Tone::Bad : Tone::Accent;
}

QString findingText(const Finding &finding, const QString &currency)
{
    const auto money = [&currency](const std::optional<Money> &amount) {
        return amount ? sum(*amount, currency) : format::nothing();
    };
    const auto traffic = [](const std::optional<TrafficAmount> &amount) {
        return amount ? format::trafficExact(*amount) : format::nothing();
    };
    const QString expectedTraffic = traffic(finding.expectedTraffic);
    const QString foundTraffic = traffic(finding.foundTraffic);
    switch (finding.kind) {
    case Finding::Kind::Cost:
        return OrderText::tr("Charged %1, expected %2.")
            .arg(money(finding.foundMoney), money(finding.expectedMoney));
    case Finding::Kind::Added:
        return OrderText::tr("Added %1, ordered %2.").arg(foundTraffic, expectedTraffic);
    case Finding::Kind::Pool:
        return finding.level == Finding::Level::Note
                   ? OrderText::tr("Traffic left: %1. Expected: %2 (left before, plus added). "
                                   "Your sub-users may have used some meanwhile.")
                         .arg(foundTraffic, expectedTraffic)
                   : OrderText::tr("Traffic left: %1. Expected: %2 (left before, plus added).")
                         .arg(foundTraffic, expectedTraffic);
    case Finding::Kind::TotalInstead:
        return OrderText::tr("The receipt reports %1 left, which is the total of all types.")
            .arg(foundTraffic);
    case Finding::Kind::LateCharge:
        return OrderText::tr("A charge of %1 appeared after this order was counted as not charged.")
            .arg(money(finding.foundMoney));
    }
    return {};
}

} // namespace relaybook
