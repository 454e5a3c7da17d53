// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of PurchaseDesk: confirmations that are shown, and the purchase that has no order
// yet. Only for its own sources.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/purchasedesk.h"

#include <QPointer>

namespace relaybook {

[[nodiscard]] bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b);
/// An order of the desk.
[[nodiscard]] const TopUpOrder &topUp(const Order &order);

/// A confirmation that was shown and not used yet. `readAt` is when its prices were loaded; nothing
/// if they must be loaded again in any case.
struct PurchaseDesk::Held
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt;
    int outcomes = 0; ///< outcomesOf() its type when it was made
};

/// A purchase from buy() until there is an order for it.
struct PurchaseDesk::Buying
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt; ///< when its prices were loaded
    int outcomes = 0;               ///< when it was confirmed
    bool riskAccepted = false;
    QPointer<QObject> guard;
    BuyHandler handler;
    Call call; ///< the load of the prices
};

} // namespace relaybook
