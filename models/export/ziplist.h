// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the directory at the end of a zip file, to check that the file is complete.

#pragma once

#include <QHash>
#include <QString>

#include <optional>

namespace relaybook {

/// The names and uncompressed sizes of the entries; nothing if the directory is missing or
/// truncated.
[[nodiscard]] std::optional<QHash<QString, qint64>> zipContents(const QString &path);

} // namespace relaybook
