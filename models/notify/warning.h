// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings: entries of "Needs attention" that can't wait until somebody looks at the window. They
// are told by notifications of the system and by a webhook.

#pragma once

#include "models/attention/attention.h"

#include <QString>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

enum class WarningKind {
    OutOfTraffic, ///< traffic that is used and lasts less than a day, or is used up
    UnknownOrder, ///< the result of an order is unknown
    DoubleCharge, ///< a purchase may be charged twice
};
inline constexpr std::array warningKinds{WarningKind::OutOfTraffic, WarningKind::UnknownOrder,
                                         WarningKind::DoubleCharge};

/// The stored and sent name of a kind: "out-of-traffic", "unknown-order" or "double-charge".
[[nodiscard]] QString warningKindName(WarningKind kind);

struct Warning
{
    WarningKind kind = WarningKind::OutOfTraffic;
    QString account; ///< key of the account
    AttentionEntry entry;

    /// Identifies it among those of all accounts.
    [[nodiscard]] QString key() const { return account + u'/' + entry.key; }
    friend bool operator==(const Warning &, const Warning &) = default;
};

/// The kind of warning that an entry is; nothing if it can wait.
[[nodiscard]] std::optional<WarningKind> warningKindOf(const AttentionEntry &entry);

/// The warnings of an account. `isLoaded` says whether an area was loaded since the program was
/// started: what an older reading says about traffic may be solved already.
[[nodiscard]] std::vector<Warning> warningsOf(const QString &account,
                                              const std::vector<AttentionEntry> &entries,
                                              const std::function<bool(Area)> &isLoaded);

} // namespace relaybook
