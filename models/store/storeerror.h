// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a file of the store, and the result that says so. Nothing beyond
// models/store ever sees an exception of the database.

#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace relaybook {

struct StoreError
{
    enum class Kind {
        Damaged,      ///< not a database, or one whose pages contradict each other
        NewerVersion, ///< written by a later version of the program: left untouched
        Full,         ///< no room on the disk
        Busy,         ///< another process holds it
        Interrupted,  ///< a query that nobody waits for any more
        Failed,       ///< no permission, read error, a bug of ours
    };
    Kind kind = Kind::Failed;
    QString detail; ///< the database's own words: for the log and "Details"
    friend bool operator==(const StoreError &, const StoreError &) = default;
};

template <class T>
using StoreResult = tl::expected<T, StoreError>;

/// What a job gives back that has nothing to say but that it was done.
struct Stored
{
    friend bool operator==(const Stored &, const Stored &) = default;
};

} // namespace relaybook
