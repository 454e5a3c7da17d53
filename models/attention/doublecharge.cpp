// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attention/doublecharge.h"

#include "models/buying/attribution.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace relaybook {
namespace {

/// An order whose transaction is not known yet explains rows of this time.
constexpr std::chrono::hours orderSpan{24};

template <class Value>
bool holds(const std::vector<Value> &values, const Value &wanted)
{
    return std::find(values.begin(), values.end(), wanted) != values.end();
}

/// Whether the order was charged, or may have been.
bool mayBeCharged(const TopUpOrder &order)
{
    return order.state == OrderState::Completed || order.state == OrderState::Unknown ||
           order.state == OrderState::Sending;
}

bool hasPriceOf(const TopUpOrder &order, const DebitRow &row)
{
    if (order.charged) {
        const auto off = order.charged->minus(row.paid);
        return off && off->magnitude() < Money::fromCents(1);
    }
    return order.expectedCost ? isPriceOf(order, row.paid) : row.amount.has_value();
}

bool isSamePurchase(const TopUpOrder &order, const DebitRow &row)
{
    const bool sameType =
        row.proxyType.isEmpty() || row.proxyType.compare(order.proxyType, Qt::CaseInsensitive) == 0;
    const bool sameAmount = !row.amount || *row.amount == order.amount;
    return sameType && sameAmount && hasPriceOf(order, row);
}

bool isNear(Instant row, Instant order)
{
    return row >= order - orderSpan && row <= order + orderSpan;
}

/// Whether the row can be that of an order by its time. The rows before the order have times of the
/// same clock as the row. Those at the newest end may be dated ahead; but what is older than the
/// last of them was there before, if the mark has no room for it.
bool isOfItsTime(const TopUpOrder &order, const DebitRow &row, const TimeOfRow &timeOf)
{
    const auto &mark = order.before.mark;
    if (mark && holds(mark->ids, row.id)) {
        return false;
    }
    const auto markedAt = mark && !mark->ids.empty() ? timeOf(mark->ids.front()) : std::nullopt;
    const auto oldest =
        mark && !mark->ids.empty() && !mark->isWhole ? timeOf(mark->ids.back()) : std::nullopt;
    if (oldest && row.at < *oldest) {
        return false;
    }
    return (markedAt && isNear(row.at, *markedAt)) ||
           isNear(row.at, order.sentAt.value_or(order.preparedAt));
}

/// Gives each order a row of the group, if it has one. The newest order chooses first, and takes
/// the newest row: an older order can explain all rows that a newer one can, and more.
class GroupOrders
{
public:
    GroupOrders(const std::vector<DebitRow> &rows, std::span<const TopUpOrder> orders,
                const TimeOfRow &timeOf)
        : m_rows(rows)
        , m_timeOf(timeOf)
    {
        for (const TopUpOrder &order : orders) {
            if (order.proof) {
                takeProof(order);
            }
        }
        for (const TopUpOrder &order : orders) {
            if (!order.proof && mayBeCharged(order)) {
                takeNewest(order);
            }
        }
    }
    [[nodiscard]] QStringList found() const { return m_found; }

private:
    void takeProof(const TopUpOrder &order)
    {
        const bool isHere = std::any_of(m_rows.begin(), m_rows.end(), [&order](const auto &row) {
            return row.id == *order.proof;
        });
        if (isHere && m_taken.insert(*order.proof).second) {
            m_found.append(order.id);
        }
    }
    void takeNewest(const TopUpOrder &order)
    {
        const auto row = std::find_if(m_rows.rbegin(), m_rows.rend(), [&](const DebitRow &each) {
            return m_taken.count(each.id) == 0 && isSamePurchase(order, each) &&
                   !holds(order.dismissed, each.id) && isOfItsTime(order, each, m_timeOf);
        });
        if (row != m_rows.rend()) {
            m_taken.insert(row->id);
            m_found.append(order.id);
        }
    }

    const std::vector<DebitRow> &m_rows;
    const TimeOfRow &m_timeOf;
    std::set<TransactionId> m_taken;
    QStringList m_found;
};

/// Uses up refunds of the amount that came after the first row; at most `wanted`.
qint64 takeRefunds(std::vector<RefundRow> &refunds, const DebitRow &first, qint64 wanted)
{
    qint64 taken = 0;
    for (auto refund = refunds.begin(); refund != refunds.end() && taken < wanted;) {
        if (refund->paid == first.paid && refund->at >= first.at) {
            refund = refunds.erase(refund);
            ++taken;
        } else {
            ++refund;
        }
    }
    return taken;
}

} // namespace

QString keyOf(const DoubleCharge &charge)
{
    QStringList ids;
    for (const DebitRow &row : charge.rows) {
        ids.append(row.id.text());
    }
    return QStringLiteral("double/") + ids.join(u'/');
}

std::vector<DoubleCharge> doubleCharges(const DoubtfulRows &rows,
                                        std::span<const TopUpOrder> orders, const TimeOfRow &timeOf)
{
    std::vector<DoubleCharge> found;
    std::vector<RefundRow> refunds = rows.refunds;
    // A refund is given back soon, so it belongs to the newest group before it.
    for (auto each = rows.equal.rbegin(); each != rows.equal.rend(); ++each) {
        const std::vector<DebitRow> &group = *each;
        DoubleCharge charge{group, GroupOrders(group, orders, timeOf).found(), 0};
        if (!charge.isOrderedHere() && !group.front().amount) {
            continue;
        }
        charge.unexplained = static_cast<qint64>(group.size()) - charge.explained();
        if (charge.unexplained <= 0) {
            continue;
        }
        charge.unexplained -= takeRefunds(refunds, group.front(), charge.unexplained);
        if (charge.unexplained > 0) {
            found.push_back(std::move(charge));
        }
    }
    std::reverse(found.begin(), found.end()); // as in `rows`
    return found;
}

} // namespace relaybook
