// SPDX-License-Identifier: GPL-3.0-or-later
// Finds purchases of traffic that the service may have charged twice: equal debits within minutes
// for which there are fewer orders. Pure functions. Nothing here is a proof: it may have been
// ordered on another computer, so the user is asked to look.

#pragma once

#include "models/buying/order.h"
#include "models/store/doubtfulrows.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace relaybook {

struct DoubleCharge
{
    std::vector<DebitRow> rows; ///< two or more equal debits, oldest first
    QStringList orders;         ///< ids of the orders that explain some of them, newest first
    qint64 unexplained = 0;     ///< debits too many, less refunds of their amount
    /// Whether fewer were ordered here than were charged. Otherwise nothing was ordered here, and
    /// all that is known is that there are equal purchases.
    [[nodiscard]] bool isOrderedHere() const { return !orders.isEmpty(); }
    /// How many debits are right: those with an order; without orders one, wherever it was ordered.
    [[nodiscard]] qint64 explained() const { return std::max(qint64{1}, qint64{orders.size()}); }
    /// How many refunds were counted.
    [[nodiscard]] qint64 refunds() const
    {
        return static_cast<qint64>(rows.size()) - explained() - unexplained;
    }
    friend bool operator==(const DoubleCharge &, const DoubleCharge &) = default;
};

/// Identifies it by its rows: with one more debit, it is a new one.
[[nodiscard]] QString keyOf(const DoubleCharge &charge);

/// The time of a stored transaction by the service's clock; nothing if it is not stored.
using TimeOfRow = std::function<std::optional<Instant>(TransactionId)>;

/// `orders`: newest first; empty if they are not known. Each order explains one debit at most: the
/// one that is its proof, else a new one with its type, amount and price. The times of rows are
/// compared with each other, and with an order's only where its mark does not say when it was: the
/// two clocks may differ. A refund counts once, and only after the first debit of its group. Debits
/// whose amount of traffic is not known count only if an order explains one of them.
[[nodiscard]] std::vector<DoubleCharge> doubleCharges(const DoubtfulRows &rows,
                                                      std::span<const TopUpOrder> orders,
                                                      const TimeOfRow &timeOf);

} // namespace relaybook
