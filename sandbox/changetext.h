// SPDX-License-Identifier: GPL-3.0-or-later
// Converts changes and recipes to JSON and back, for the journal.
#pragma once

#include "sandbox/account.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// All changes of one request as one text, so that they are applied all or not at all.
std::string changesToText(const std::vector<Change> &changes);
/// Reads such a text; nothing if it is damaged.
std::optional<std::vector<Change>> changesFromText(std::string_view text);

std::string recipeToText(const Recipe &recipe);
std::optional<Recipe> recipeFromText(std::string_view text);

} // namespace sandbox
