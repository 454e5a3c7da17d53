// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the fields without a column searchable for proxies and sub-users: "All fields" shows
// everything that the service sent for a row.

#pragma once

#include <string>
#include <string_view>

namespace relaybook {

/// Begins a line of the search text that is found by digits only if they are the whole line: a
/// number or a time with an unknown meaning. Cannot be typed.
inline constexpr char wholeLineMark = '\x1f';

/// A line break and a line for each value in `raw` that is not in `search`, the folded search text
/// of the row. Left out: values that contain a secret; true, false and null; times and amounts of
/// traffic that are found by their value, see ColumnSearch.
[[nodiscard]] std::string fieldTexts(std::string_view search, std::string_view raw);

} // namespace relaybook
