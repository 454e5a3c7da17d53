// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the result of a ledger check in sentences: for the strip above the ledger, the list of
// findings, and the evidence file.
#pragma once

#include "models/account/ledgerfindings.h"
#include "models/cellroles.h"
#include "models/sync/ledgercheck.h"

#include <QString>

#include <chrono>
#include <optional>

namespace relaybook {

struct CheckResultTexts
{
    Tone tone = Tone::Accent;
    QString lead;
    QString text;
};

/// The result of the check, and the state of the sync that it depends on.
struct CheckResultFacts
{
    LedgerCheckResult verdict;
    OpenFindings open; ///< the findings in `verdict` that the user did not acknowledge
    LedgerProgress sync;
    bool readsAgain = false; ///< all pages are being read again for a check
    /// While a check runs: the state of the previous check, whose findings are in `verdict`.
    LedgerCheckResult::State before = LedgerCheckResult::NeverChecked;
    std::optional<std::chrono::seconds> waits; ///< how long the sync will still wait
    bool offline = false;
    QString currency;
    friend bool operator==(const CheckResultFacts &, const CheckResultFacts &) = default;
};

[[nodiscard]] CheckResultTexts checkResultTexts(const CheckResultFacts &facts);

} // namespace relaybook
