// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/attribution.h"

#include <algorithm>
#include <set>

namespace relaybook {
namespace {

/// A receipt whose transaction was not seen is looked for among those of the day before an order.
constexpr std::chrono::hours receiptSpan{24};
/// For so long after a receipt its row is awaited.
constexpr std::chrono::hours ledgerDelay{1};

bool contains(const std::vector<TransactionId> &ids, TransactionId id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

Money paidBy(const Transaction &row)
{
    return row.change().value_or(Money()).magnitude();
}

bool isRecent(const TopUpOrder &other, const TopUpOrder &order)
{
    return other.preparedAt > order.preparedAt - receiptSpan;
}

/// Bought for certain, and nobody knows yet by which row, which may be new since `order`. `isLater`
/// is by the order of the list: the clock may have been set between the two.
bool lacksItsRow(const TopUpOrder &other, const TopUpOrder &order, bool isLater)
{
    return other.id != order.id && other.state == OrderState::Completed && !other.proof &&
           (isLater || isRecent(other, order));
}

bool isRival(const TopUpOrder &other, const TopUpOrder &order)
{
    return other.id != order.id && (other.state == OrderState::Unknown ||
                                    other.state == OrderState::Sending || mayBeLate(other));
}

/// An order, and which rows of the ledger could belong to it.
class Claimant
{
public:
    Claimant(const TopUpOrder &order, const ListWalk<Transaction> &ledger)
        : m_order(&order)
        , m_newRows(ledger.since(order.before.mark).ids)
    {
    }
    [[nodiscard]] const TopUpOrder &order() const { return *m_order; }
    /// Whether the row is new since the order was prepared.
    [[nodiscard]] bool isNew(const Transaction &row) const { return m_newRows.contains(row.id); }
    /// Whether the order could have caused the debit.
    [[nodiscard]] bool explains(const Transaction &row) const { return isNew(row) && fits(row); }
    /// The same, if the row is new.
    [[nodiscard]] bool fits(const Transaction &row) const
    {
        const TopUpOrder &order = *m_order;
        if (contains(order.dismissed, row.id)) {
            return false;
        }
        if (order.state == OrderState::Completed && order.charged) {
            const auto off = order.charged->minus(paidBy(row));
            // The service's receipt and its ledger may differ in how they round. A receipt takes
            // the row of its order's price then, so that the row proves no other order.
            return (off && off->magnitude() < Money::fromCents(1)) ||
                   (!order.proof && order.expectedCost && isPriceOf(order, paidBy(row)));
        }
        return isPriceOf(order, paidBy(row));
    }

private:
    const TopUpOrder *m_order;
    std::set<TransactionId> m_newRows;
};

/// An order that was bought for certain.
struct Bought
{
    Claimant claimant;
    bool isLater = false; ///< it was prepared after the order that is looked at
};

/// The work on one look: debits are taken out one by one.
class Sorting
{
public:
    Sorting(const TopUpOrder &order, std::span<const TopUpOrder> all,
            const AccountSnapshot &snapshot)
        : m_order(order, snapshot.ledger)
        , m_now(snapshot.reading.at)
    {
        const auto &rows = snapshot.ledger.rows();
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            const auto change = row->change();
            if (change && change->isNegative()) {
                m_rows.push_back(*row);
            }
        }
        bool isLater = true;
        for (const TopUpOrder &other : all) {
            isLater = isLater && other.id != order.id;
            // What could not be seen back to its beginning may be anywhere: it could explain all.
            const bool isBought = lacksItsRow(other, order, isLater);
            if (isBought && snapshot.ledger.covers(other.before.mark)) {
                m_bought.push_back({Claimant(other, snapshot.ledger), isLater});
            } else if (isBought || isRival(other, order)) {
                m_rivals.emplace_back(other, snapshot.ledger);
            }
        }
    }

    Attribution sort(std::span<const TopUpOrder> all, const AccountSnapshot &snapshot)
    {
        takeProofs(all);
        takeReceipts();
        for (const Transaction &row : m_rows) {
            if (m_order.isNew(row)) {
                place(row);
            }
        }
        addDoubtful(all, snapshot);
        return std::move(m_found);
    }

private:
    using Row = std::vector<Transaction>::iterator;

    [[nodiscard]] const TopUpOrder *rivalOf(const Transaction &row) const
    {
        const auto found =
            std::find_if(m_rivals.begin(), m_rivals.end(),
                         [&row](const Claimant &each) { return each.explains(row); });
        return found == m_rivals.end() ? nullptr : &found->order();
    }
    /// Any order that lacks its row may have caused such a row, whether it is new for it or not.
    void addDoubtful(std::span<const TopUpOrder> all, const AccountSnapshot &snapshot)
    {
        const auto &mark = m_order.order().before.mark;
        const NewRows::Arrivals &stored = snapshot.stored;
        if (!mark || !mark->stored || mark->stored->copy != stored.copy ||
            !snapshot.ledger.covers(mark)) {
            return;
        }
        const auto isOpen = [&](const NewRows::Arrived &each) {
            const auto change = each.row.change();
            return each.arrival > mark->stored->arrival && !contains(mark->ids, each.row.id) &&
                   change && change->isNegative() && !m_order.isNew(each.row) &&
                   m_order.fits(each.row) &&
                   std::none_of(all.begin(), all.end(), [&each](const TopUpOrder &other) {
                       return other.proof == each.row.id;
                   });
        };
        for (const NewRows::Arrived &each : stored.rows) {
            if (m_found.doubtful.size() >= Attribution::mostDoubtful || !isOpen(each)) {
                continue;
            }
            m_found.doubtful.push_back(each);
            for (const Claimant &rival : m_rivals) {
                nameRival(rival, each.row);
            }
            for (const Claimant *bought : m_rowless) {
                nameRival(*bought, each.row);
            }
        }
    }
    void nameRival(const Claimant &rival, const Transaction &row)
    {
        const QString &id = rival.order().id;
        auto &named = m_found.rivals;
        if (rival.fits(row) && std::find(named.begin(), named.end(), id) == named.end()) {
            named.push_back(id);
        }
    }
    void countOther(const TopUpOrder &other, const Transaction &row)
    {
        if (!m_order.isNew(row)) {
            return;
        }
        ++m_found.ofOthers;
        addTraffic(other);
    }
    void addTraffic(const TopUpOrder &other)
    {
        if (other.proxyType == m_order.order().proxyType) {
            const auto added = other.receipt ? other.receipt->amountAdded : other.amount;
            m_found.addedByOthers =
                m_found.addedByOthers.plus(added).value_or(m_found.addedByOthers);
        }
    }
    void addRival(const TopUpOrder &rival)
    {
        if (rival.proxyType == m_order.order().proxyType) {
            auto &sum = m_found.mayBeAddedByRivals;
            sum = sum.plus(rival.amount).value_or(sum);
        }
    }
    void takeProofs(std::span<const TopUpOrder> all)
    {
        for (const TopUpOrder &other : all) {
            const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto &each) {
                return other.id != m_order.order().id && other.proof == each.id;
            });
            if (row != m_rows.end()) {
                countOther(other, *row);
                m_rows.erase(row);
            }
        }
    }
    /// The last prepared first: the fewest rows are late enough for it.
    void takeReceipts()
    {
        for (const Bought &each : m_bought) {
            const TopUpOrder &bought = each.claimant.order();
            const Row row = rowOf(each);
            if (row == m_rows.end()) {
                m_rowless.push_back(&each.claimant);
                if (isAwaited(each)) {
                    m_found.ledgerBehind = true;
                    addTraffic(bought); // the pool may have it already
                }
                continue;
            }
            if (rankOf(*row) != 0 && m_order.explains(*row)) {
                m_found.taken.push_back(*row);
            }
            countOther(bought, *row);
            m_rows.erase(row);
        }
    }
    /// A receipt of this order's time or later proves that its row will come: until then the ledger
    /// says nothing of this order either. A row that does not come for long is not awaited for
    /// ever.
    [[nodiscard]] bool isAwaited(const Bought &bought) const
    {
        const TopUpOrder &order = bought.claimant.order();
        return order.decidedBy == DecidedBy::Answer && order.endedAt && bought.isLater &&
               *order.endedAt > m_now - ledgerDelay;
    }
    /// How much a bought order wants a row, in the way that says the least for an order without an
    /// outcome: a row that nobody else wants, then one that only this order wants, then the rest.
    [[nodiscard]] int rankOf(const Transaction &row) const
    {
        const bool rival = rivalOf(row) != nullptr;
        if (!m_order.explains(row)) {
            return rival ? 2 : 0;
        }
        return rival ? 3 : 1;
    }
    [[nodiscard]] Row rowOf(const Bought &bought)
    {
        Row best = m_rows.end();
        for (Row row = m_rows.begin(); row != m_rows.end(); ++row) {
            if (!bought.claimant.explains(*row)) {
                continue;
            }
            // Of two that are alike the later order has the later one.
            const bool better = best == m_rows.end() || rankOf(*row) < rankOf(*best) ||
                                (bought.isLater && rankOf(*row) == 1 && rankOf(*best) == 1);
            best = better ? row : best;
        }
        return best;
    }
    void place(const Transaction &row)
    {
        const TopUpOrder *rival = rivalOf(row);
        if (!m_order.explains(row)) {
            if (rival != nullptr) {
                countOther(*rival, row);
            } else if (!contains(m_order.order().dismissed, row.id)) {
                m_found.foreign.push_back(row);
            }
        } else if (rival == nullptr) {
            m_found.own.push_back(row);
        } else {
            m_found.shared.push_back(row);
            for (const Claimant &each : m_rivals) {
                const QString &id = each.order().id;
                const auto &known = m_found.rivals;
                if (each.explains(row) &&
                    std::find(known.begin(), known.end(), id) == known.end()) {
                    m_found.rivals.push_back(id);
                    addRival(each.order());
                }
            }
        }
    }

    Claimant m_order;
    Instant m_now;
    std::vector<Transaction> m_rows; ///< debits that nobody has taken, the oldest first
    std::vector<Bought> m_bought;    ///< prepared last first
    std::vector<Claimant> m_rivals;
    std::vector<const Claimant *> m_rowless; ///< those bought for certain without a row
    Attribution m_found;
};

} // namespace

bool isPriceOf(const TopUpOrder &order, Money paid)
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

std::vector<std::pair<QString, TransactionId>> locateReceipts(std::span<const TopUpOrder> all,
                                                              const AccountSnapshot &snapshot)
{
    // Of a long history only the newest are compared: the rows of older ones are known rows by now.
    constexpr std::size_t mostBought = 20;
    std::set<TransactionId> proofs;
    std::vector<Claimant> claimants; // orders whose row is not known
    std::size_t bought = 0;
    for (const TopUpOrder &order : all) {
        const bool isDoubtful = order.state == OrderState::Unknown ||
                                order.state == OrderState::Sending || mayBeLate(order);
        const bool isBought = order.state == OrderState::Completed;
        if (order.proof) {
            proofs.insert(*order.proof);
        } else if (isDoubtful || (isBought && bought++ < mostBought)) {
            claimants.emplace_back(order, snapshot.ledger);
        }
    }
    std::vector<std::pair<QString, TransactionId>> located;
    for (const Claimant &claimant : claimants) {
        const TopUpOrder &order = claimant.order();
        if (!order.receipt || !snapshot.ledger.covers(order.before.mark)) {
            continue;
        }
        std::vector<TransactionId> found;
        for (const Transaction &row : snapshot.ledger.rows()) {
            const auto change = row.change();
            const bool isOfOther =
                proofs.contains(row.id) ||
                std::any_of(claimants.begin(), claimants.end(), [&](const Claimant &other) {
                    return other.order().id != order.id && other.explains(row);
                });
            if (change && change->isNegative() && change->magnitude() == order.charged &&
                claimant.explains(row) && !isOfOther) {
                found.push_back(row.id);
            }
        }
        if (found.size() == 1) {
            located.emplace_back(order.id, found.front());
        }
    }
    return located;
}

Attribution attribute(const TopUpOrder &order, std::span<const TopUpOrder> all,
                      const AccountSnapshot &snapshot)
{
    return Sorting(order, all, snapshot).sort(all, snapshot);
}

void addMarks(std::vector<TransactionMark> &until, const TopUpOrder &order,
              std::span<const TopUpOrder> all)
{
    const auto add = [&until](const TopUpOrder &each) {
        const auto &mark = each.before.mark;
        if (mark && std::find(until.begin(), until.end(), *mark) == until.end()) {
            until.push_back(*mark);
        }
    };
    add(order);
    bool isLater = true;
    for (const TopUpOrder &other : all) {
        isLater = isLater && other.id != order.id;
        if (lacksItsRow(other, order, isLater)) {
            add(other);
        }
    }
}

} // namespace relaybook
