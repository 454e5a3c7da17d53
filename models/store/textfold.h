// SPDX-License-Identifier: GPL-3.0-or-later
// Text made comparable: without case and accents for searching, with numbers by their value for
// sorting.

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace relaybook {

/// "Łódź Straße" -> "lodz strasse".
[[nodiscard]] QString foldedText(const QString &text);

/// What was typed into a search box as the folded words that all have to be found.
[[nodiscard]] QStringList searchTerms(const QString &typed);

/// Orders "client_2" before "client_10", whatever the case, when compared byte by byte.
[[nodiscard]] QByteArray naturalSortKey(const QString &text);

} // namespace relaybook
