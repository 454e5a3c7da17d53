// SPDX-License-Identifier: GPL-3.0-or-later
// Formats the result of a ledger check as text for the window, files and terminals, and its breaks
// as rows for an export.

#pragma once

#include "models/export/exportrows.h"
#include "models/store/ledgercheckresult.h"

namespace relaybook {

/// The result in one or two sentences. An incomplete check is never reported as consistent.
[[nodiscard]] QString checkResultSentence(const LedgerCheckResult &verdict);
/// How many transactions could not be checked, because an amount is too large for Money.
[[nodiscard]] QString uncheckedText(const LedgerCheckResult &verdict);
/// At how many places transactions are dated out of order.
[[nodiscard]] QString outOfOrderText(const LedgerCheckResult &verdict);
/// The unexplained amount with all decimals: "−$12.50".
[[nodiscard]] QString unexplainedText(const LedgerBreak &found, const QString &currency);
/// Describes a break: "Between 48895 and 48896 the balance falls by $12.50 that no transaction
/// explains.", or names the likely cause, an unreadable transaction between them.
[[nodiscard]] QString breakText(const LedgerBreak &found, const QString &currency);
/// Like breakText(), with the times and the unexplained amount, for places that do not show them
/// separately.
[[nodiscard]] QString breakLine(const LedgerBreak &found, const QString &currency);
/// The name of the result: "consistent", "broken", "unclear", "incomplete",
/// "not-checked".
[[nodiscard]] QString checkResultName(LedgerCheckResult::State state);
/// The name of the kind: "row", "pair", "newest", "ring"; "recent" for a pair that may still be
/// explained.
[[nodiscard]] QString breakName(const LedgerBreak &found);

/// The breaks as rows for an export.
[[nodiscard]] ExportTable breaksTable(const LedgerCheckResult &verdict);

} // namespace relaybook
