// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the ledger came to, in words for files and terminals, and its breaks as rows that
// can be exported.

#pragma once

#include "models/export/exportrows.h"
#include "models/store/ledgerverdict.h"

namespace relaybook {

/// One or two sentences; "not complete yet" is never "consistent".
[[nodiscard]] QString verdictSentence(const LedgerVerdict &verdict);
/// Where, and what is not explained, to the last digit.
[[nodiscard]] QString breakLine(const LedgerBreak &found, const QString &currency);
/// "consistent", "broken", "incomplete", "not-checked".
[[nodiscard]] QString verdictName(LedgerVerdict::State state);
/// "row", "pair", "newest".
[[nodiscard]] QString breakName(LedgerBreak::Kind kind);

[[nodiscard]] ExportTable breaksTable(const LedgerVerdict &verdict);

} // namespace relaybook
