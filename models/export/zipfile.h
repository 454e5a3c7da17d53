// SPDX-License-Identifier: GPL-3.0-or-later
// Packs files into a ZIP archive in memory. The same files give the same bytes on every computer:
// the archive has no time but the given one, no permissions and no comments.

#pragma once

#include "api/types/instant.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

/// A file in an archive.
struct ZippedFile
{
    QByteArray name; ///< ASCII letters, digits, '.', '-' and '_' only; unique
    QByteArray content;
};

/// The archive, compressed. Each file has the time `at`, in UTC and rounded down to two seconds,
/// within 1980 and 2107. Nothing if a name has other characters, or the memory is not enough. For
/// any thread.
[[nodiscard]] std::optional<QByteArray> zipped(const std::vector<ZippedFile> &files, Instant at);

} // namespace relaybook
