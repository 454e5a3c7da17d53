// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizes text for searching (without case and accents) and for sorting (numbers by their
// value).

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

/// "Łódź Straße" -> "lodz strasse".
[[nodiscard]] QString foldedText(const QString &text);

/// A key that, compared byte by byte, sorts "client_2" before "client_10" and ignores case.
[[nodiscard]] QByteArray naturalSortKey(const QString &text);

} // namespace relaybook
