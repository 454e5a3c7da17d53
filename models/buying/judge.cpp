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

bool isMoreThan(TrafficAmount a, TrafficAmount b, qint64 units)
{
    const auto difference = a.minus(b);
    return difference ? difference->units() > units : a > b;
}

/// What the pool says, beside what other orders and sub-users explain. Customers use a pool all the
/// time: one that did not rise says little, one that rose is a trace.
enum class PoolSays { NotReported, Rose, MayHaveRisen, DidNotRise };

PoolSays whatPoolSays(const TopUpOrder &order, const Look &look, const Attribution &found)
{
    if (!order.before.pool || !look.reading.pool) {
        return PoolSays::NotReported;
    }
    const auto known = order.before.pool->plus(found.addedByOthers);
    if (!known) {
        return PoolSays::Rose;
    }
    const auto most = found.served.most ? known->plus(*found.served.most) : std::nullopt;
    const auto highest = most ? most->plus(found.mayBeAddedByRivals) : std::nullopt;
    const auto least = found.served.least ? known->plus(*found.served.least) : std::nullopt;
    // What sub-users got or gave back may be told rounded. An order that is no larger than that
    // cannot be told from it.
    constexpr qint64 rounding = TrafficAmount::unitsPerGb / 20;
    const qint64 off = found.served == PoolMoves() ? 0 : rounding;
    if (highest && isMoreThan(*look.reading.pool, *highest, off)) {
        return PoolSays::Rose;
    }
    if (most && isMoreThan(*look.reading.pool, *most, off)) {
        return PoolSays::MayHaveRisen; // a rival explains it too
    }
    const qint64 hidden = order.amount.units() > 2 * off ? off : 0;
    return least && !isMoreThan(*look.reading.pool, *least, hidden) ? PoolSays::DidNotRise
                                                                    : PoolSays::MayHaveRisen;
}

/// A figure that was there before and cannot be seen now is missing; one that the service never
/// told is not.
bool isPoolMissing(const TopUpOrder &order, const Look &look)
{
    const AccountReading &now = look.reading;
    const bool neverReported = !now.pool && !order.before.pool && !now.poolOffered;
    return !neverReported && (!now.pool || !order.before.pool);
}

bool isBalanceMissing(const TopUpOrder &order, const Look &look)
{
    const AccountReading &now = look.reading;
    // In place of a balance that is not offered, `now.balance` is the ledger's own: it confirms
    // nothing.
    if (order.before.balanceOffered && order.before.balance && !now.balanceOffered) {
        return true;
    }
    const bool neverReported = !now.balance && !order.before.balance && !now.balanceOffered;
    return !neverReported && (!now.balance || !order.before.balance);
}

bool balanceContradicts(const TopUpOrder &order, const Look &look)
{
    return order.before.balance && look.reading.balance && !look.balanceFits;
}

LookSays verdict(const TopUpOrder &order, const Look &look, const Attribution &found)
{
    if (look.ledger == Look::Ledger::NotRead || look.ledger == Look::Ledger::NotWhole) {
        return LookSays::Incomplete;
    }
    if (found.own.size() == 1 && found.foreign.empty()) {
        if (found.ledgerBehind) {
            return LookSays::Incomplete; // the row may be that of a receipt
        }
        const PoolSays pool = whatPoolSays(order, look, found);
        // A pool that may have risen for another reason does not show whose the row is.
        const bool poolAgainst = pool == PoolSays::DidNotRise || pool == PoolSays::MayHaveRisen;
        // Without a price any debit would do: one alone is then no proof.
        // The same if the program spent on something else meanwhile: the row may be that.
        // Or a rival may have caused a row of the same price: then one of both may be another's.
        const bool anyRow =
            (!order.expectedCost || found.spentElsewhere || !found.shared.empty()) &&
            pool != PoolSays::Rose;
        // Somebody else may have paid as much for something else: only the figures tell.
        return balanceContradicts(order, look) || poolAgainst || anyRow || look.isFigureMissing
                   ? LookSays::Conflict
                   : LookSays::Done;
    }
    if (look.newDebits > 0) {
        return LookSays::Conflict;
    }
    const PoolSays pool = whatPoolSays(order, look, found);
    if (pool == PoolSays::Rose || balanceContradicts(order, look)) {
        return LookSays::Conflict; // the ledger may be behind: it is looked at again
    }
    // Where the service does not count its rows, balance and pool have to show both that nothing
    // was bought: a row that was not seen would move them.
    const bool isShown = order.before.balanceOffered && look.reading.balanceOffered &&
                         look.balanceFits && pool == PoolSays::DidNotRise;
    const bool missing = (look.ledger != Look::Ledger::Whole && !isShown) || found.ledgerBehind ||
                         !found.isOneAccount || isPoolMissing(order, look) ||
                         isBalanceMissing(order, look) || pool == PoolSays::MayHaveRisen;
    return missing ? LookSays::Incomplete : LookSays::NoTrace;
}

void addCandidates(Look &look, const std::vector<Transaction> &rows, bool hasPrice, bool isShared)
{
    for (const Transaction &row : rows) {
        const auto change = row.change();
        const auto charged = change ? std::optional(change->magnitude()) : std::nullopt;
        look.candidates.push_back({row.id, charged, hasPrice, isShared, {}});
    }
}

void addDoubtful(Look &look, const Attribution &attribution)
{
    for (const NewRows::Arrived &each : attribution.doubtful) {
        addCandidates(look, {each.row}, true, !attribution.rivals.empty());
        look.candidates.back().arrival = each.arrival;
    }
}

Finding costFinding(const TopUpOrder &order, Money charged)
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

std::optional<Finding> poolFinding(const TopUpOrder &order, const TopUpReceipt &receipt)
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

bool isLateTrace(const TopUpOrder &order, const Look &look, const Attribution &attribution,
                 std::span<const TopUpOrder> all)
{
    if (look.candidates.empty()) {
        return false;
    }
    if (look.says == LookSays::Done) {
        return true;
    }
    const bool rose = whatPoolSays(order, look, attribution) == PoolSays::Rose;
    const bool poolReported = order.before.pool && look.reading.pool;
    const bool oneDebit = attribution.own.size() == 1 && attribution.foreign.empty();
    if (!order.expectedCost && oneDebit && !poolReported && !attribution.ledgerBehind &&
        !balanceContradicts(order, look)) {
        return true; // no proof, but enough to ask
    }
    if (!order.expectedCost || !look.hasPriced()) {
        return rose && !attribution.ledgerBehind;
    }
    const bool clear = !look.candidates.front().isShared;
    // Each of the others explains one debit.
    const auto others = std::count_if(all.begin(), all.end(), [&look](const TopUpOrder &other) {
        const auto &rivals = look.rivals;
        return !wasFoundNotDone(other) &&
               std::find(rivals.begin(), rivals.end(), other.id) != rivals.end();
    });
    const auto debits = std::ssize(attribution.own) + std::ssize(attribution.shared) +
                        std::ssize(attribution.doubtful);
    return clear || others == 0 || debits > others;
}

Look judge(const TopUpOrder &order, const AccountSnapshot &snapshot, const Attribution &attribution)
{
    Look look;
    look.reading = snapshot.reading;
    look.reading.mark.reset();
    look.reading.poolAsked.reset();
    look.reading.poolRead.reset();
    look.ledger = order.before.mark ? snapshot.ledgerState : Look::Ledger::NotRead;
    if (look.ledger == Look::Ledger::Whole && !snapshot.ledger.covers(order.before.mark)) {
        look.ledger = Look::Ledger::NotWhole;
    }
    const auto since = snapshot.ledger.since(order.before.mark);
    if (look.ledger == Look::Ledger::Whole && (!since.isAll || snapshot.isMoreStored)) {
        look.ledger = Look::Ledger::NotCounted;
    }
    look.error = snapshot.error;
    std::optional<Money> moved = Money();
    std::vector<Money> balances; // that the new rows leave
    for (const Transaction &row : snapshot.ledger.rows()) {
        if (!since.ids.contains(row.id)) {
            continue;
        }
        ++look.newRows;
        const auto change = row.change();
        moved = moved && change ? moved->plus(*change) : std::nullopt;
        if (row.balanceAfter) {
            balances.push_back(*row.balanceAfter);
        }
    }
    look.newDebits = static_cast<qint64>(attribution.own.size() + attribution.shared.size() +
                                         attribution.foreign.size());
    look.ofOthers = attribution.ofOthers;
    addCandidates(look, attribution.own, true, false);
    addCandidates(look, attribution.shared, true, true);
    if (!look.candidates.empty()) {
        addCandidates(look, attribution.taken, true, true);
    }
    addDoubtful(look, attribution);
    if (look.candidates.empty()) {
        addCandidates(look, attribution.foreign, false, false);
    }
    look.rivals = attribution.rivals;
    look.mayBeOtherAccount = !attribution.isOneAccount;
    look.moved = moved.value_or(Money());
    if (moved && order.before.balance && snapshot.reading.balance) {
        const auto expected = order.before.balance->plus(*moved);
        // Where no balance is offered, `reading` has that of the row at the newest end of the
        // ledger, and one with an old date is not there.
        look.balanceFits =
            expected == snapshot.reading.balance ||
            (!snapshot.reading.balanceOffered && expected &&
             std::find(balances.begin(), balances.end(), *expected) != balances.end());
    }
    look.isFigureMissing =
        isPoolMissing(order, look) || (order.before.balance.has_value() && !look.reading.balance);
    look.says = verdict(order, look, attribution);
    if (!attribution.doubtful.empty()) {
        look.says = LookSays::Conflict;
    }
    return look;
}

std::vector<Finding> findingsOf(const TopUpOrder &order, Money charged)
{
    if (!order.expectedCost || charged == *order.expectedCost) {
        return {};
    }
    return {costFinding(order, charged)};
}

std::vector<Finding> findingsOf(const TopUpOrder &order, const TopUpReceipt &receipt)
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
    if (auto pool = poolFinding(order, receipt)) {
        findings.push_back(*pool);
    }
    return findings;
}

} // namespace relaybook
