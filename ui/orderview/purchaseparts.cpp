// SPDX-License-Identifier: GPL-3.0-or-later
// What orders of traffic add to the texts of an order.
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/exacttime.h"
#include "ui/orderview/orderparts.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook::orderparts {

namespace {

struct PurchaseText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::PurchaseText)
};

QString sum(Money amount, const QString &currency)
{
    return format::money(amount, format::Sign::WhereNegative, currency);
}

QString chargesText(const TopUpOrder &order, const Look &look, const OrderContext &context)
{
    const QString since = exactTime(order.before.at, context.now);
    if (look.ledger == Look::Ledger::NotRead) {
        return PurchaseText::tr("Could not be loaded");
    }
    const QString cost = order.expectedCost ? sum(*order.expectedCost, context.currency)
                                            : PurchaseText::tr("this order");
    if (look.ledger == Look::Ledger::NotWhole) {
        return PurchaseText::tr("Not all transactions since %1 are known").arg(since);
    }
    if (look.newDebits == 0 && look.ofOthers > 0) {
        return PurchaseText::tr("No charge of %2 since %3 except those of %1 other orders of yours",
                                nullptr, int(look.ofOthers))
            .arg(format::count(look.ofOthers))
            .arg(cost, since);
    }
    const auto doubtful =
        std::count_if(look.candidates.begin(), look.candidates.end(),
                      [](const Look::Candidate &each) { return each.arrival.has_value(); });
    const auto charges = static_cast<std::ptrdiff_t>(look.candidates.size()) - doubtful;
    if (look.hasPriced() && charges > 0) {
        return PurchaseText::tr("%1 charges of %2 since %3", nullptr, int(charges))
            .arg(format::count(charges))
            .arg(cost, since);
    }
    if (doubtful > 0) {
        return PurchaseText::tr(
                   "No charge of %2 since %3, but %1 of this amount found later, which "
                   "may be older than this order",
                   nullptr, int(doubtful))
            .arg(format::count(doubtful))
            .arg(cost, since);
    }
    if (look.newDebits > 0) {
        return PurchaseText::tr("No charge of %2 since %3, but %1 others", nullptr,
                                int(look.newDebits))
            .arg(format::count(look.newDebits))
            .arg(cost, since);
    }
    return PurchaseText::tr("No charge of %1 since %2 so far").arg(cost, since);
}

QString ledgerText(const TopUpOrder &order, const Look &look, const OrderContext &context)
{
    const QString charges = chargesText(order, look, context);
    return look.ledger == Look::Ledger::NotCounted
               ? PurchaseText::tr("%1. Some with older dates may not be known").arg(charges)
               : charges;
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
        return PurchaseText::tr("Charged %1, expected %2.")
            .arg(money(finding.foundMoney), money(finding.expectedMoney));
    case Finding::Kind::Added:
        return PurchaseText::tr("Added %1, ordered %2.").arg(foundTraffic, expectedTraffic);
    case Finding::Kind::Pool:
        return finding.level == Finding::Level::Note
                   ? PurchaseText::tr("Traffic left: %1. Expected: %2 (left before, plus added). "
                                      "Your sub-users may have used some meanwhile.")
                         .arg(foundTraffic, expectedTraffic)
                   : PurchaseText::tr("Traffic left: %1. Expected: %2 (left before, plus added).")
                         .arg(foundTraffic, expectedTraffic);
    case Finding::Kind::TotalInstead:
        return PurchaseText::tr("The receipt reports %1 left, which is the total of all types.")
            .arg(foundTraffic);
    case Finding::Kind::LateCharge:
        if (finding.level == Finding::Level::Note) {
            return PurchaseText::tr("A charge of %1 was found after this order was counted as not "
                                    "done. It may be older than the order.")
                .arg(money(finding.foundMoney));
        }
        return PurchaseText::tr("A charge of %1 appeared after this order was counted as not done.")
            .arg(money(finding.foundMoney));
    }
    return {};
}

QString candidateText(const Look::Candidate &candidate, const OrderContext &context)
{
    const QString id = candidate.id.text();
    const QString charged =
        candidate.charged ? sum(*candidate.charged, context.currency) : format::nothing();
    const auto row = context.rows.transaction(candidate.id);
    const QString text = row ? PurchaseText::tr("%1, transaction %2 of %3: %4")
                                   .arg(charged, id, exactTime(row->createdAt),
                                        isolated(privateText(row->description)))
                             : PurchaseText::tr("%1, transaction %2").arg(charged, id);
    if (candidate.isShared) {
        return PurchaseText::tr("%1 (may belong to another order)").arg(text);
    }
    return candidate.arrival ? PurchaseText::tr("%1 (may be older than this order)").arg(text)
                             : text;
}

} // namespace

QString ordered(const TopUpOrder &order, const QString &currency)
{
    const QString type = isolated(format::proxyType(order.proxyType));
    const QString amount = format::trafficExact(order.amount);
    if (currency.isEmpty()) {
        return PurchaseText::tr("Buy %1 of %2", "an amount of traffic, its type").arg(amount, type);
    }
    return order.expectedCost ? PurchaseText::tr("Buy %1 of %2, expected %3")
                                    .arg(amount, type, sum(*order.expectedCost, currency))
                              : PurchaseText::tr("Buy %1 of %2, price not known").arg(amount, type);
}

QString done(const TopUpOrder &order)
{
    return PurchaseText::tr("%1 of %2 bought")
        .arg(format::trafficExact(order.receipt ? order.receipt->amountAdded : order.amount),
             isolated(format::proxyType(order.proxyType)));
}

QString doneOtherwise(const TopUpOrder & /*order*/)
{
    return {};
}

QString beforeSending(const TopUpOrder & /*order*/)
{
    return PurchaseText::tr("Its price is checked again before it is sent.");
}

QString whatIsChecked(const TopUpOrder & /*order*/)
{
    return PurchaseText::tr("Relaybook looks for a charge, so you can't be charged twice by "
                            "mistake.");
}

void addResult(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context)
{
    if (order.charged) {
        rows.append({PurchaseText::tr("Charged"), sum(*order.charged, context.currency),
                     Tone::Neutral, false, true});
    }
    if (order.receipt) {
        rows.append({PurchaseText::tr("Added"), format::trafficExact(order.receipt->amountAdded)});
        rows.append({PurchaseText::tr("Traffic after"),
                     format::trafficExact(order.receipt->trafficBalance)});
    }
    if (order.proof) {
        rows.append({PurchaseText::tr("Confirmed by"),
                     PurchaseText::tr("Transaction %1").arg(order.proof->text())});
    }
}

void addEvidence(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context)
{
    const Look &look = order.looks.back();
    const AccountReading &was = order.before;
    const QString unseen = PurchaseText::tr("Could not be loaded");
    const QString unseenBalance =
        was.balance ? unseen : PurchaseText::tr("Not available without a personal token");
    const QString unseenPool = look.reading.poolOffered || was.pool
                                   ? unseen
                                   : PurchaseText::tr("Not reported by the service");
    rows.append(
        {PurchaseText::tr("Traffic left"),
         was.pool && look.reading.pool
             ? changeText(format::trafficExact(*was.pool), format::trafficExact(*look.reading.pool),
                          *was.pool == *look.reading.pool)
             : unseenPool});
    rows.append(
        {PurchaseText::tr("Balance"), was.balance && look.reading.balance
                                          ? changeText(sum(*was.balance, context.currency),
                                                       sum(*look.reading.balance, context.currency),
                                                       *was.balance == *look.reading.balance)
                                          : unseenBalance});
    rows.append({PurchaseText::tr("Transactions"), ledgerText(order, look, context)});
}

QString lastLook(const TopUpOrder &order, const OrderContext &context)
{
    return order.looks.empty()
               ? QString()
               : capitalized(format::ago(order.looks.back().reading.at, context.now));
}

std::optional<LookSays> says(const TopUpOrder &order)
{
    return order.looks.empty() ? std::nullopt : std::optional(order.looks.back().says);
}

LookWords lookWords(const TopUpOrder &order)
{
    const Look &look = order.looks.back();
    if (look.isOwnerDoubtful()) {
        return {PurchaseText::tr("No transaction shows this order. It is not known whether the "
                                 "personal token and the Reseller Key belong to the same account: "
                                 "the charge may be in another one. Decide based on what you "
                                 "know."),
                {}};
    }
    if (look.says == LookSays::Conflict && !look.rivals.empty()) {
        return {PurchaseText::tr("A transaction matches this order and %1 other orders of yours "
                                 "that have none yet. They can't be told apart. Compare them on "
                                 "the Activity page and decide.",
                                 nullptr, int(look.rivals.size()))
                    .arg(format::count(look.rivals.size())),
                {}};
    }
    const bool isContradicted = order.before.balance && look.reading.balance && !look.balanceFits;
    const bool isOneRow =
        look.candidates.size() == 1 && look.hasPriced() && !look.candidates.front().arrival;
    if (look.says == LookSays::Conflict && look.isFigureMissing && isOneRow && !isContradicted &&
        !order.isLate) {
        return {PurchaseText::tr("A transaction matches this order, but it may belong to something "
                                 "else: the balance or the traffic left, before the order or now, "
                                 "is not known. Check again later, or decide based on what you "
                                 "know."),
                {}};
    }
    return {};
}

std::vector<OrderFinding> findings(const TopUpOrder &order, const QString &currency)
{
    std::vector<OrderFinding> found;
    for (const Finding &finding : order.findings) {
        found.push_back({finding.level == Finding::Level::Alarm ? Tone::Bad : Tone::Accent,
                         findingText(finding, currency)});
    }
    return found;
}

std::vector<OrderCandidate> candidates(const TopUpOrder &order, const OrderContext &context)
{
    std::vector<OrderCandidate> all;
    for (const Look::Candidate &each : order.looks.back().candidates) {
        all.push_back({QVariant::fromValue(each.id.value()), candidateText(each, context)});
    }
    return all;
}

} // namespace relaybook::orderparts
