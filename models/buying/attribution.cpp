// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/attribution.h"

#include <algorithm>

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

bool isAfter(const AccountReading &before, const Transaction &row)
{
    return !before.ledgerRead || !before.newest ||
           LedgerPlace{row.createdAt, row.id} > *before.newest;
}

Money paidBy(const Transaction &row)
{
    return row.change().value_or(Money()).magnitude();
}

/// Whether the order could have caused the debit.
bool explains(const TopUpOrder &order, const Transaction &row)
{
    if (!isAfter(order.before, row) || contains(order.dismissed, row.id)) {
        return false;
    }
    if (order.state == OrderState::Completed && order.charged) {
        const auto off = order.charged->minus(paidBy(row));
        // The service's receipt and its ledger may differ in how they round. A receipt takes the
        // row of its order's price then, so that the row proves no other order.
        return (off && off->magnitude() < Money::fromCents(1)) ||
               (!order.proof && order.expectedCost && isPriceOf(order, paidBy(row)));
    }
    return isPriceOf(order, paidBy(row));
}

/// By this computer's clock or by the service's: either may have been set meanwhile.
bool isRecent(const TopUpOrder &other, const TopUpOrder &order)
{
    const auto &mark = other.before.newest;
    const auto &orderMark = order.before.newest;
    return other.preparedAt > order.preparedAt - receiptSpan ||
           (mark && orderMark && mark->createdAt > orderMark->createdAt - receiptSpan);
}

/// Bought for certain, and nobody knows yet by which row.
bool lacksItsRow(const TopUpOrder &other, const TopUpOrder &order)
{
    return other.id != order.id && other.state == OrderState::Completed && !other.proof &&
           isRecent(other, order);
}

bool isRival(const TopUpOrder &other, const TopUpOrder &order)
{
    return other.id != order.id &&
           (other.state == OrderState::Unknown || other.state == OrderState::Sending ||
            mayBeLate(other));
}

/// The work on one sight: debits are taken out one by one.
class Sorting
{
public:
    Sorting(const TopUpOrder &order, std::span<const TopUpOrder> all,
            const AccountSnapshot &snapshot)
        : m_order(order)
        , m_now(snapshot.reading.at)
    {
        for (auto row = snapshot.rows.rbegin(); row != snapshot.rows.rend(); ++row) {
            const auto change = row->change();
            if (change && change->isNegative()) {
                m_rows.push_back(*row);
            }
        }
        for (const TopUpOrder &other : all) {
            // What could not be seen back to its beginning may be anywhere: it could explain all.
            const bool reached = snapshot.reachedBack || !isEarlier(other);
            if (lacksItsRow(other, order) && reached) {
                m_bought.push_back(&other);
            } else if (lacksItsRow(other, order) || isRival(other, order)) {
                m_rivals.push_back(&other);
            }
        }
    }

    Attribution sort(std::span<const TopUpOrder> all)
    {
        takeProofs(all);
        takeReceipts();
        for (const Transaction &row : m_rows) {
            if (isAfter(m_order.before, row)) {
                place(row);
            }
        }
        return std::move(m_found);
    }

private:
    using Row = std::vector<Transaction>::iterator;

    [[nodiscard]] bool isEarlier(const TopUpOrder &other) const
    {
        return !other.before.ledgerRead || other.before.newest < m_order.before.newest;
    }
    [[nodiscard]] const TopUpOrder *rivalOf(const Transaction &row) const
    {
        const auto found = std::find_if(m_rivals.begin(), m_rivals.end(),
                                        [&row](const auto *each) { return explains(*each, row); });
        return found == m_rivals.end() ? nullptr : *found;
    }
    void countOther(const TopUpOrder &other, const Transaction &row)
    {
        if (!isAfter(m_order.before, row)) {
            return;
        }
        ++m_found.ofOthers;
        addTraffic(other);
    }
    void addTraffic(const TopUpOrder &other)
    {
        if (other.proxyType == m_order.proxyType) {
            const auto added = other.receipt ? other.receipt->amountAdded : other.amount;
            m_found.addedByOthers =
                m_found.addedByOthers.plus(added).value_or(m_found.addedByOthers);
        }
    }
    void takeProofs(std::span<const TopUpOrder> all)
    {
        for (const TopUpOrder &other : all) {
            const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto &each) {
                return other.id != m_order.id && other.proof == each.id;
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
        std::stable_sort(m_bought.begin(), m_bought.end(), [](const auto *a, const auto *b) {
            return a->before.newest > b->before.newest;
        });
        for (const TopUpOrder *bought : m_bought) {
            const Row row = rowOf(*bought);
            if (row == m_rows.end()) {
                if (isAwaited(*bought)) {
                    m_found.ledgerBehind = true;
                    addTraffic(*bought); // the pool may have it already
                }
                continue;
            }
            if (rankOf(*row) == 0 && bought->decidedBy == DecidedBy::Answer) {
                m_found.located.emplace_back(bought->id, row->id);
            } else if (explains(m_order, *row) && isAfter(m_order.before, *row)) {
                m_found.taken.push_back(*row);
            }
            countOther(*bought, *row);
            m_rows.erase(row);
        }
    }
    /// A receipt of this order's time or later proves that its row will come: until then the ledger
    /// says nothing of this order either. A row that does not come for long is not awaited for
    /// ever.
    [[nodiscard]] bool isAwaited(const TopUpOrder &bought) const
    {
        return bought.decidedBy == DecidedBy::Answer && bought.endedAt &&
               bought.preparedAt >= m_order.preparedAt && *bought.endedAt > m_now - ledgerDelay;
    }
    /// How much a bought order wants a row, in the way that says the least for an order without an
    /// outcome: a row that nobody else wants, then one that only this order wants, then the rest.
    [[nodiscard]] int rankOf(const Transaction &row) const
    {
        const bool rival = rivalOf(row) != nullptr;
        if (!explains(m_order, row)) {
            return rival ? 2 : 0;
        }
        return rival ? 3 : 1;
    }
    [[nodiscard]] Row rowOf(const TopUpOrder &bought)
    {
        const bool isLater = bought.preparedAt > m_order.preparedAt;
        Row best = m_rows.end();
        for (Row row = m_rows.begin(); row != m_rows.end(); ++row) {
            if (!explains(bought, *row)) {
                continue;
            }
            // Of two that are alike the later order has the later one.
            const bool better = best == m_rows.end() || rankOf(*row) < rankOf(*best) ||
                                (isLater && rankOf(*row) == 1 && rankOf(*best) == 1);
            best = better ? row : best;
        }
        return best;
    }
    void place(const Transaction &row)
    {
        const TopUpOrder *rival = rivalOf(row);
        if (!explains(m_order, row)) {
            if (rival != nullptr) {
                countOther(*rival, row);
            } else if (!contains(m_order.dismissed, row.id)) {
                m_found.foreign.push_back(row);
            }
        } else if (rival == nullptr) {
            m_found.own.push_back(row);
        } else {
            m_found.shared.push_back(row);
            for (const TopUpOrder *each : m_rivals) {
                if (explains(*each, row) && std::find(m_found.rivals.begin(), m_found.rivals.end(),
                                                      each->id) == m_found.rivals.end()) {
                    m_found.rivals.push_back(each->id);
                }
            }
        }
    }

    const TopUpOrder &m_order;
    Instant m_now;
    std::vector<Transaction> m_rows; ///< debits that nobody has taken, the oldest first
    std::vector<const TopUpOrder *> m_bought;
    std::vector<const TopUpOrder *> m_rivals;
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

Attribution attribute(const TopUpOrder &order, std::span<const TopUpOrder> all,
                      const AccountSnapshot &snapshot)
{
    return Sorting(order, all, snapshot).sort(all);
}

std::optional<LedgerPlace> searchFrom(const TopUpOrder &order, std::span<const TopUpOrder> all)
{
    std::optional<LedgerPlace> from;
    for (const TopUpOrder &other : all) {
        const auto &mark = other.before.newest;
        const bool earlier = order.before.newest && mark && *mark < *order.before.newest;
        if (lacksItsRow(other, order) && earlier && (!from || *mark < *from)) {
            from = mark;
        }
    }
    return from;
}

} // namespace relaybook
