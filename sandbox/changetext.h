// SPDX-License-Identifier: GPL-3.0-or-later
// Changes as JSON and back, for the journal.
#pragma once

#include "sandbox/account.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// One line without its end: all changes of one request, which hold together or not at all.
std::string changesToText(const std::vector<Change> &changes);
/// Nothing when the line is torn or damaged.
std::optional<std::vector<Change>> changesFromText(std::string_view line);

std::string recipeToText(const Recipe &recipe);
std::optional<Recipe> recipeFromText(std::string_view line);

} // namespace sandbox
