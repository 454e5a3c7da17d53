// SPDX-License-Identifier: GPL-3.0-or-later
// The amounts of a transaction as text. One that is too large for Money is shown in the service's
// own digits.

#pragma once

#include "api/types/transaction.h"
#include "models/text/format.h"

namespace relaybook {

enum class LedgerAmount { Amount, Before, After };

/// The amount or balance as the service lists it.
[[nodiscard]] QString ledgerAmountText(const Transaction &row, LedgerAmount which,
                                       const QString &currency = {});
/// The change of the balance with its sign, or the listed amount if the change does not fit into
/// Money.
[[nodiscard]] QString ledgerChangeText(const Transaction &row, const QString &currency = {});
/// Whether the listed amount differs from the change of the balance. Then both are shown,
/// unchanged.
[[nodiscard]] bool contradictsChange(const Transaction &row);

/// The balance of an account; its `digits` if it is too large for Money, and empty if there are
/// none either.
[[nodiscard]] QString balanceText(const std::optional<Money> &balance, const QString &digits,
                                  const QString &currency);

/// A sentence about an amount or a balance that is too large for Money.
[[nodiscard]] QString tooLargeText();
/// "2 amounts are too large for Relaybook and not in the sums"; empty for 0.
[[nodiscard]] QString notInSumsText(qint64 rows);
/// `note` and notInSumsText(), if there are any.
[[nodiscard]] QString withNotInSums(const QString &note, qint64 rows);

} // namespace relaybook
