// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/judge.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr Money oneCent = Money::fromCents(1);

Money distance(Money a, Money b)
{
    const auto difference = a.minus(b);
    // What does not fit into Money is far apart in any case.
    return difference ? difference->magnitude() : Money::fromUnits(INT64_MAX);
}

bool differs(TrafficAmount a, TrafficAmount b)
{
    const auto difference = a.minus(b);
    return !difference || difference->units() >= orderStep().units() ||
           difference->units() <= -orderStep().units();
}

/// Whether `paid` is the order's price under one of the ways to round it to cents.
bool isPriceOf(const Order &order, Money paid)
{
    if (!order.expectedCost) {
        return true; // nobody knew the price: any debit may be it
    }
    if (paid == *order.expectedCost) {
        return true;
    }
    const auto cost = order.ratePerGb ? costOf(order.amount, *order.ratePerGb) : std::nullopt;
    return cost && paid >= cost->down && paid <= cost->up;
}

struct Trace
{
    bool poolKnown = false;
    bool poolRose = false;
    bool balanceKnown = false;
};

Trace traceOf(const Order &order, const AccountReading &now)
{
    Trace trace;
    if (order.before.pool && now.pool) {
        trace.poolKnown = true;
        trace.poolRose = *now.pool > *order.before.pool;
    }
    trace.balanceKnown = order.before.balance && now.balance;
    return trace;
}

Look::Says verdict(const Order &order, const Look &look)
{
    const Trace trace = traceOf(order, look.reading);
    if (look.ledger != Look::Ledger::Whole) {
        // Customers use a pool all the time; one that rose, or a balance that fell, is a trace.
        return Look::Says::Incomplete;
    }
    if (look.newDebits == 1 && look.hasPriced()) {
        const bool against =
            (trace.balanceKnown && !look.balanceFits) || (trace.poolKnown && !trace.poolRose);
        return against ? Look::Says::Conflict : Look::Says::Bought;
    }
    if (look.newDebits > 0) {
        return Look::Says::Conflict;
    }
    if (trace.poolRose || (trace.balanceKnown && !look.balanceFits)) {
        return Look::Says::Conflict; // the ledger may be behind: it is looked at again
    }
    return trace.poolKnown && trace.balanceKnown ? Look::Says::NoTrace : Look::Says::Incomplete;
}

Finding costFinding(const Order &order, Money charged)
{
    const Money expected = order.expectedCost.value_or(Money());
    Finding finding;
    finding.kind = Finding::Kind::Cost;
    const bool small = distance(charged, expected) < oneCent || isPriceOf(order, charged);
    finding.level = small ? Finding::Level::Note : Finding::Level::Alarm;
    finding.expectedMoney = expected;
    finding.foundMoney = charged;
    return finding;
}

std::optional<Finding> poolFinding(const Order &order, const TopUpReceipt &receipt)
{
    const auto expected =
        order.before.pool ? order.before.pool->plus(receipt.amountAdded) : std::nullopt;
    if (!expected || receipt.trafficBalance == *expected) {
        return std::nullopt;
    }
    const auto ofAll =
        order.before.total ? order.before.total->plus(receipt.amountAdded) : std::nullopt;
    Finding finding;
    finding.kind = Finding::Kind::Pool;
    finding.expectedTraffic = expected;
    finding.foundTraffic = receipt.trafficBalance;
    if (ofAll &&
        (receipt.trafficBalance == *ofAll || receipt.trafficBalance == order.before.total)) {
        // Whether it is the type's or that of all types is open (contract section 4).
        finding.kind = Finding::Kind::TotalInstead;
        finding.expectedTraffic = ofAll;
        return finding;
    }
    // Less is use meanwhile; more has no such explanation.
    const bool more = receipt.trafficBalance > *expected;
    const bool alarm = more && differs(receipt.trafficBalance, *expected);
    finding.level = alarm ? Finding::Level::Alarm : Finding::Level::Note;
    return finding;
}

} // namespace

Look judge(const Order &order, const AccountSight &sight)
{
    Look look;
    look.reading = sight.reading;
    look.ledger = order.before.ledgerRead ? sight.ledger : Look::Ledger::NotRead;
    look.error = sight.error;
    std::optional<Money> moved = Money();
    for (auto row = sight.rows.rbegin(); row != sight.rows.rend(); ++row) {
        ++look.newRows;
        const auto change = row->change();
        moved = moved && change ? moved->plus(*change) : std::nullopt;
        if (change && change->isNegative()) {
            ++look.newDebits;
            const Money charged = change->magnitude();
            look.candidates.push_back({row->id, charged, isPriceOf(order, charged)});
        }
    }
    const auto hasNoPrice = [](const Look::Candidate &each) { return !each.hasPrice; };
    if (!std::all_of(look.candidates.begin(), look.candidates.end(), hasNoPrice)) {
        std::erase_if(look.candidates, hasNoPrice);
    }
    look.moved = moved.value_or(Money());
    if (moved && order.before.balance && sight.reading.balance) {
        look.balanceFits = order.before.balance->plus(*moved) == sight.reading.balance;
    }
    look.says = verdict(order, look);
    return look;
}

std::vector<Finding> findingsOf(const Order &order, Money charged)
{
    if (!order.expectedCost || charged == *order.expectedCost) {
        return {};
    }
    return {costFinding(order, charged)};
}

std::vector<Finding> findingsOf(const Order &order, const TopUpReceipt &receipt)
{
    std::vector<Finding> findings = findingsOf(order, receipt.cost);
    if (receipt.amountAdded != order.amount) {
        Finding finding;
        finding.kind = Finding::Kind::Added;
        finding.level = differs(receipt.amountAdded, order.amount) ? Finding::Level::Alarm
                                                                   : Finding::Level::Note;
        finding.expectedTraffic = order.amount;
        finding.foundTraffic = receipt.amountAdded;
        findings.push_back(finding);
    }
    if (receipt.proxyType != order.proxyType) {
        Finding finding;
        finding.kind = Finding::Kind::Type;
        finding.level = Finding::Level::Alarm;
        finding.foundText = receipt.proxyType;
        findings.push_back(finding);
    }
    if (auto pool = poolFinding(order, receipt)) {
        findings.push_back(*pool);
    }
    return findings;
}

} // namespace relaybook
