// SPDX-License-Identifier: GPL-3.0-or-later
// The error and result types of the store. Exceptions of the database never leave models/store;
// they are converted to these errors.

#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace relaybook {

struct ApiError;

/// An error of a database file.
struct StoreError
{
    enum class Kind {
        Damaged,      ///< not a database, or an inconsistent one
        NewerVersion, ///< written by a newer version of the program: not changed
        OlderVersion, ///< written by an older version, and opened for reading only: not converted
        Missing,      ///< there is no file, and it was opened for reading only: not created
        Full,         ///< the disk is full
        Busy,         ///< another process has locked the file
        Interrupted,  ///< a query whose result is no longer needed
        Failed,       ///< no permission, read error, or a bug
    };
    Kind kind = Kind::Failed;
    QString detail; ///< the database's error text: for the log and "Details"
    friend bool operator==(const StoreError &, const StoreError &) = default;
};

/// The same error for callers that also call the service.
[[nodiscard]] ApiError toApiError(const StoreError &error);

template <class T>
using StoreResult = tl::expected<T, StoreError>;

/// The result of a job that has no value.
struct Stored
{
    friend bool operator==(const Stored &, const Stored &) = default;
};

} // namespace relaybook
