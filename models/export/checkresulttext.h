// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the ledger came to, in words for the window, files and terminals, and its breaks
// as rows that can be exported.

#pragma once

#include "models/export/exportrows.h"
#include "models/store/ledgercheckresult.h"

namespace relaybook {

/// One or two sentences; "not complete yet" is never "consistent".
[[nodiscard]] QString checkResultSentence(const LedgerCheckResult &verdict);
/// "−$12.50", to the last digit.
[[nodiscard]] QString unexplainedText(const LedgerBreak &found, const QString &currency);
/// "Between 48895 and 48896 the balance falls by $12.50 that no transaction explains.", or the
/// likely cause instead: a transaction between them that could not be read.
[[nodiscard]] QString breakText(const LedgerBreak &found, const QString &currency);
/// The same with its times and what is not explained, for where nothing else shows them.
[[nodiscard]] QString breakLine(const LedgerBreak &found, const QString &currency);
/// "consistent", "broken", "incomplete", "not-checked".
[[nodiscard]] QString checkResultName(LedgerCheckResult::State state);
/// "row", "pair", "newest".
[[nodiscard]] QString breakName(LedgerBreak::Kind kind);

[[nodiscard]] ExportTable breaksTable(const LedgerCheckResult &verdict);

} // namespace relaybook
