// SPDX-License-Identifier: GPL-3.0-or-later
// Writes text to standard output and standard error so that a terminal shows it in any language.

#pragma once

#include <QString>

#include <cstdio>

namespace relaybook {

/// Connects the program with the terminal that it was started from. Needed on Windows only, where a
/// program with a window has none; output that is redirected to a file or to another program stays
/// so.
void attachTerminal();

/// Writes the text at once.
void writeText(std::FILE *stream, const QString &text);
/// Writes the content of a file to standard output, unchanged. False if it could not be read or
/// written completely.
[[nodiscard]] bool writeFile(const QString &path);

} // namespace relaybook
