// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a file as a whole where the user wants it, or leaves what was there.

#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace relaybook {

/// Replaces the file as a whole; only its owner can read it. Returns a whole sentence if that
/// fails; what was there before is then unchanged. If `isWanted` returns false shortly before the
/// end, nothing is saved, and there is no sentence. For any thread.
[[nodiscard]] std::optional<QString> saveFile(const QString &path, const QByteArray &content,
                                              const std::function<bool()> &isWanted = {});

} // namespace relaybook
