// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which rows a list of the service had before an order, so that the rows which appear
// afterwards can be found without comparing any times: the service's times may be wrong.

#pragma once

#include <cstddef>
#include <vector>

namespace relaybook {

/// The rows at the newest end of a list at one time, by id.
template <class Id>
struct ListMark
{
    static constexpr std::size_t mostIds = 100;

    std::vector<Id> ids;  ///< starting at the newest end; at most mostIds
    bool isWhole = false; ///< the list had no other rows; an empty one has no ids
    friend bool operator==(const ListMark &, const ListMark &) = default;
};

} // namespace relaybook
