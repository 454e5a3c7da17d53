// SPDX-License-Identifier: GPL-3.0-or-later
// Where tests find the project's files and the programs that were built. Only paths.cpp holds these
// paths: a source with a path of this computer in it is compiled again for each folder that the
// project is cloned to.
#pragma once

#include <QString>

namespace relaybook::testing {

/// A file or folder of the project: "docs/openapi.yaml".
[[nodiscard]] QString projectFile(const QString &path);
/// The program with the window.
[[nodiscard]] QString relaybookProgram();
/// The program that draws every page and dialog.
[[nodiscard]] QString picturesProgram();
/// The sandbox as a program of its own.
[[nodiscard]] QString sandboxProgram();
/// What holds up the ends of a program's threads (latethreads.cpp), for LD_PRELOAD. Linux only.
[[nodiscard]] QString lateThreadsLibrary();
/// What never finds the address of a name (silentresolver.cpp), for LD_PRELOAD. Linux only.
[[nodiscard]] QString silentResolverLibrary();

} // namespace relaybook::testing
