// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of PurchaseDesk: the purchase that has no order yet. Only for its own sources.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/purchasedesk.h"

#include <QPointer>

namespace relaybook {

[[nodiscard]] bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b);
/// An order of the desk.
[[nodiscard]] const TopUpOrder &topUp(const Order &order);

/// A purchase from buy() until there is an order for it.
struct PurchaseDesk::Buying
{
    Held held; ///< the confirmation, which is used up
    bool riskAccepted = false;
    QPointer<QObject> guard;
    BuyHandler handler;
    Call call; ///< the load of the prices
};

} // namespace relaybook
