// SPDX-License-Identifier: GPL-3.0-or-later
// per_page and page: what was asked for, what is granted, and the `meta` that says so.
#pragma once

#include "sandbox/call.h"

#include <optional>
#include <string>

namespace sandbox {

struct Paging
{
    std::int64_t page = 1;
    std::int64_t perPage = 20;
    std::int64_t total = 0;

    std::int64_t lastPage() const { return total == 0 ? 1 : (total + perPage - 1) / perPage; }
    std::int64_t first() const { return (page - 1) * perPage; } ///< index of the first row
    /// {"current_page":…}, without a name before it
    std::string metaText(std::int64_t lastPageOff = 0) const;
};

/// Reads both parameters; a per_page over the granted one is cut down. The answer tells what is
/// wrong with them.
std::optional<Answer> readPaging(const Call &call, Paging &paging);

} // namespace sandbox
