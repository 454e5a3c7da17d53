// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses rows for a table of test data whose columns have nothing to do with each other: most
// mistakes need two values together, so a table in which any two values meet finds them with far
// fewer rows than all combinations. Tables of orders are not shortened: there, each row is money.

#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <vector>

namespace relaybook::testing {

/// For columns with so many values each, rows of indices of values: any two values of different
/// columns are together in a row. Always the same rows for the same counts.
[[nodiscard]] inline std::vector<std::vector<std::size_t>>
allPairs(const std::vector<std::size_t> &counts)
{
    using Pair = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>; // column, value, …
    std::set<Pair> missing;
    for (std::size_t first = 0; first < counts.size(); ++first) {
        for (std::size_t second = first + 1; second < counts.size(); ++second) {
            for (std::size_t value = 0; value < counts[first]; ++value) {
                for (std::size_t other = 0; other < counts[second]; ++other) {
                    missing.emplace(first, value, second, other);
                }
            }
        }
    }
    std::vector<std::vector<std::size_t>> rows;
    while (!missing.empty()) {
        // A pair that is missing, and in each other column the value that adds most pairs.
        const auto [first, value, second, other] = *missing.begin();
        std::vector<std::size_t> row(counts.size());
        std::vector<std::size_t> chosen{first, second};
        row[first] = value;
        row[second] = other;
        const auto gain = [&](std::size_t column, std::size_t candidate) {
            return std::count_if(chosen.begin(), chosen.end(), [&](std::size_t each) {
                return missing.count(each < column ? Pair(each, row[each], column, candidate)
                                                   : Pair(column, candidate, each, row[each])) > 0;
            });
        };
        for (std::size_t column = 0; column < counts.size(); ++column) {
            if (column == first || column == second) {
                continue;
            }
            std::size_t best = 0;
            for (std::size_t candidate = 1; candidate < counts[column]; ++candidate) {
                best = gain(column, candidate) > gain(column, best) ? candidate : best;
            }
            row[column] = best;
            chosen.push_back(column);
        }
        for (std::size_t left = 0; left < row.size(); ++left) {
            for (std::size_t right = left + 1; right < row.size(); ++right) {
                missing.erase(Pair(left, row[left], right, row[right]));
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace relaybook::testing
