// SPDX-License-Identifier: GPL-3.0-or-later
// Says how long traffic lasts, as two facts that must not be mixed: what a pool of the reseller
// holds, and what the sub-users of its type hold of their own. Giving traffic moves it from the
// first to the second; a sub-user's use lowers the second only.
#pragma once

#include "models/accounts/accountsession.h"

#include <QString>

#include <optional>

namespace relaybook {

/// "about 12 days", "less than a day".
[[nodiscard]] QString coveredDays(qint64 days);

/// "Residential 412.6 GB (18 to 23 days left, from purchases)"; `ledger` as for paceText(). Empty
/// if the traffic left is not known.
[[nodiscard]] QString poolLastsText(const TrafficPool &pool,
                                    const std::optional<TrafficForecast> &forecast,
                                    const LedgerExtent &ledger);
/// "Residential 5,204.0 GB, 210.6 GB a day (about 24 days left)": the traffic that the sub-users of
/// a type hold.
[[nodiscard]] QString subUsersLastText(const QString &type, const SubUserPace::OfType &use);
/// What subUsersLastText() is calculated from.
[[nodiscard]] QString subUsersExplained(const SubUserPace &use);

} // namespace relaybook
