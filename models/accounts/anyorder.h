// SPDX-License-Identifier: GPL-3.0-or-later
// An order of any kind, and which engine runs it.

#pragma once

#include "models/account/proxyorder.h"
#include "models/buying/order.h"
#include "models/serving/subuseroperation.h"

#include <optional>
#include <variant>

namespace relaybook {

class AccountSession;
class OrderEngine;

/// Valid until orders are added or the journal is opened again.
using AnyOrder = std::variant<const TopUpOrder *, const SubUserOrder *, const ProxyOrder *>;

/// Nothing if the account has no such order in memory.
[[nodiscard]] std::optional<AnyOrder> findOrder(AccountSession &account, const QString &id);
/// What all kinds have in common.
[[nodiscard]] const Order &commonOf(const AnyOrder &order);
[[nodiscard]] OrderEngine &engineOf(AccountSession &account, const AnyOrder &order);

} // namespace relaybook
