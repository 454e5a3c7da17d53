// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the directory at the end of a zip file: enough to see that it is whole.

#pragma once

#include <QHash>
#include <QString>

#include <optional>

namespace relaybook {

/// Names and unpacked sizes; nothing where the file has no such directory or it is cut off.
[[nodiscard]] std::optional<QHash<QString, qint64>> zipContents(const QString &path);

} // namespace relaybook
