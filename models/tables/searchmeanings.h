// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that the tables of proxies and sub-users show for the service's codes, so that a search
// finds rows by these texts.

#pragma once

#include "models/tables/searchphrase.h"
#include "models/tables/tablecolumn.h"

#include <vector>

namespace relaybook {

/// The texts for the countries, types and rules that the service names by a code.
[[nodiscard]] const std::vector<SearchMeaning> &countryMeanings();
[[nodiscard]] const std::vector<SearchMeaning> &proxyTypeMeanings(); ///< in the column `type`
[[nodiscard]] const std::vector<SearchMeaning> &serviceTypeMeanings();
[[nodiscard]] const std::vector<SearchMeaning> &rotationMeanings();
[[nodiscard]] const std::vector<SearchMeaning> &behaviorMeanings();
/// "Every 30 min"
[[nodiscard]] const std::vector<SearchPhrase> &rotationPhrases();

/// Whether a word of the shown text begins with the folded text.
[[nodiscard]] bool isMeant(const SearchMeaning &meaning, const QString &folded);

} // namespace relaybook
