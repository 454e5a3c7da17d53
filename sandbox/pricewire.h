// SPDX-License-Identifier: GPL-3.0-or-later
// Writes price tiers as JSON: in the published form, and in other forms that a service may use.
#pragma once

#include "sandbox/prices.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// {min_gb, max_gb|null, price_per_gb}
void appendTiers(std::string &out, const std::vector<Tier> &tiers);

/// Writes the tiers in a form of the fault tiers-spelling.
void appendTiersSpelled(std::string &out, const std::vector<Tier> &tiers,
                        std::string_view spelling);

/// Makes the invalid tiers of the fault tiers-odd from valid ones.
std::vector<Tier> oddTiers(std::vector<Tier> tiers, std::string_view how);

} // namespace sandbox
