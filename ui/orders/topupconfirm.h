// SPDX-License-Identifier: GPL-3.0-or-later
// What the confirmation of a top-up says: exactly the order that will be sent, and its
// consequences.
#pragma once

#include "models/buying/purchasedesk.h"

namespace relaybook {

class OrderConfirm;

/// `shown` is the price that the form showed, if it was different. `unknown` is the order of the
/// same type whose outcome is not known; null if there is none.
void showTopUp(OrderConfirm &confirm, const Confirmation &confirmation, const QString &currency,
               const std::optional<Money> &shown, const TopUpOrder *unknown);

} // namespace relaybook
