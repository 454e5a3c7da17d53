// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a search query for proxies or sub-users: each word is searched in the stored search text,
// and as what the columns show for it ("Argentina", "8.8 GB", "Nov 20, 2026").

#pragma once

#include "models/store/searchcondition.h"
#include "models/tables/tablecolumn.h"

namespace relaybook {

/// The terms that a row must match, all of them.
[[nodiscard]] std::vector<ListTerm> listTerms(const std::vector<ColumnInfo> &columns,
                                              const QString &typed);

/// What is shown for the countries, types and rules that the service names by a code.
[[nodiscard]] std::vector<SearchMeaning> countryMeanings();
[[nodiscard]] std::vector<SearchMeaning> proxyTypeMeanings(); ///< in the column `type`
[[nodiscard]] std::vector<SearchMeaning> serviceTypeMeanings();
[[nodiscard]] std::vector<SearchMeaning> rotationMeanings();
[[nodiscard]] std::vector<SearchMeaning> behaviorMeanings();

} // namespace relaybook
