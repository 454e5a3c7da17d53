// SPDX-License-Identifier: GPL-3.0-or-later
// The version of the program and of the libraries that it runs with.

#pragma once

#include <QString>

#include <vector>

namespace relaybook {

/// One line of versions: a name, such as "SQLite", and its version.
struct VersionFact
{
    QString name;
    QString version;
};

/// The version of Relaybook, the commit it was built from (with "+changes" if other sources were
/// changed), and the versions of Qt, SQLite and the TLS library. Loads that library.
[[nodiscard]] std::vector<VersionFact> versionFacts();

/// The same as text with a line for each, for `relaybook --version` and for a bug report. The first
/// line is the program's name and its version; there is no line break at the end.
[[nodiscard]] QString versionText();

} // namespace relaybook
