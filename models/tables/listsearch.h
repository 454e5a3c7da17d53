// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the words of a search for proxies or sub-users into conditions: each is searched in the
// stored search text, and as what the columns show for it ("Argentina", "8.8 GB", "Nov 20, 2026").
// Keywords like "type:" are in listquery.h.

#pragma once

#include "models/store/searchcondition.h"
#include "models/store/searchterms.h"
#include "models/tables/tablecolumn.h"

#include <optional>

namespace relaybook {

/// The terms that a row must match. `typed` has no keywords.
[[nodiscard]] std::vector<ListTerm> wordTerms(const std::vector<ColumnInfo> &columns,
                                              const QString &typed);
/// Finds amounts of traffic that are shown as this number of gigabytes; nothing if the number is
/// too large.
[[nodiscard]] std::optional<SearchCondition> trafficCondition(const char *column,
                                                              const TypedNumber &number);

} // namespace relaybook
