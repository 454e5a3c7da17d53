// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which rows a list of the service had before an order, so that the rows which appear
// afterwards can be found without comparing any times: the service's times may be wrong.

#pragma once

#include <QtGlobal>

#include <cstddef>
#include <optional>
#include <vector>

namespace relaybook {

/// How far the local copy of a list had grown at one time.
struct StoredMark
{
    qint64 copy = 0;    ///< a random number that identifies the copy: it may be replaced
    qint64 arrival = 0; ///< of the row that was stored last; those that are stored later have more
    friend bool operator==(const StoredMark &, const StoredMark &) = default;
};

/// The rows at the newest end of a list at one time, by id.
template <class Id>
struct ListMark
{
    static constexpr std::size_t mostIds = 100;

    std::vector<Id> ids;  ///< starting at the newest end; at most mostIds
    bool isWhole = false; ///< the list had no other rows; an empty one has no ids
    /// How many rows the service counted; nothing if it did not, or not the same on each page, or
    /// if the local copy has more.
    std::optional<qint64> total = {};
    /// How far the local copy had grown; nothing unless it had, together with `ids`, as many rows
    /// as the service counted.
    std::optional<StoredMark> stored = {};
    friend bool operator==(const ListMark &, const ListMark &) = default;
};

} // namespace relaybook
