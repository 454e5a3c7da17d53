// SPDX-License-Identifier: GPL-3.0-or-later
// Price tiers on the wire: the published shape, and the others that a service may use.
#pragma once

#include "sandbox/prices.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// {min_gb, max_gb|null, price_per_gb}
void appendTiers(std::string &out, const std::vector<Tier> &tiers);

/// The spellings of the fault tiers-spelling.
void appendTiersSpelled(std::string &out, const std::vector<Tier> &tiers,
                        std::string_view spelling);

/// The tables of the fault tiers-odd, made from sound ones.
std::vector<Tier> oddTiers(std::vector<Tier> tiers, std::string_view how);

} // namespace sandbox
