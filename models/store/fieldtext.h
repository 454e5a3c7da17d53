// SPDX-License-Identifier: GPL-3.0-or-later
// What the search of proxies and sub-users finds of the fields that have no column: all that the
// service sent for a row is shown in "All fields".

#pragma once

#include <string>
#include <string_view>

namespace relaybook {

/// Stands before a line of the search text whose digits are found only if they are the whole line:
/// a number or a time of which it is not known what it counts. Nothing one can type.
inline constexpr char wholeLineMark = '\x1f';

/// A line for each value in `raw` that `search`, the folded search text of the row, does not have,
/// a line break before each. Left out: secrets, with whatever stands around them; true, false and
/// null; and the times and amounts of traffic that are found by their value, see ColumnSearch.
[[nodiscard]] std::string fieldTexts(std::string_view search, std::string_view raw);

} // namespace relaybook
