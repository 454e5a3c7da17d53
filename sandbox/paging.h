// SPDX-License-Identifier: GPL-3.0-or-later
// Paging of lists: reads the parameters page and per_page and writes the `meta` of a response.
#pragma once

#include "sandbox/call.h"

#include <optional>
#include <string>

namespace sandbox {

/// The granted page of a list.
struct Paging
{
    std::int64_t page = 1;
    std::int64_t perPage = 20;
    std::int64_t total = 0;

    std::int64_t lastPage() const { return total == 0 ? 1 : (total + perPage - 1) / perPage; }
    std::int64_t first() const { return (page - 1) * perPage; } ///< index of the first row
    /// The object {"current_page":…}, without a member name
    std::string metaText(std::int64_t lastPageOff = 0) const;
};

/// Reads both parameters. A per_page above the maximum is reduced to it. Returns an error response
/// if they are not valid.
std::optional<Answer> readPaging(const Call &call, Paging &paging);

} // namespace sandbox
