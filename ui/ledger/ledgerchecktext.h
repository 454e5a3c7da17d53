// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the ledger came to, in words: for the strip, the list of findings and evidence.
#pragma once

#include "models/cellroles.h"
#include "models/sync/ledgercheck.h"

#include <QString>

namespace relaybook {

struct CheckResultTexts
{
    Tone tone = Tone::Accent;
    QString lead;
    QString text;
};

// What is known of the verdict and of the reading that it rests on.
struct CheckResultFacts
{
    LedgerCheckResult verdict;
    LedgerProgress sync;
    bool readsAgain = false; // every page is being read again for a check
    bool offline = false;
    QString currency;
    friend bool operator==(const CheckResultFacts &, const CheckResultFacts &) = default;
};

[[nodiscard]] CheckResultTexts checkResultTexts(const CheckResultFacts &facts);

} // namespace relaybook
