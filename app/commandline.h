// SPDX-License-Identifier: GPL-3.0-or-later
// The words on the command line, and what they ask for.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <tl/expected.hpp>

namespace relaybook {

struct CommandLine
{
    enum class Mode { Window, Screenshots, Help, Version };
    Mode mode = Mode::Window;
    bool sandbox = false;
    bool offline = false;
    QString dataDir; ///< empty: the usual place
    QString service; ///< empty: what was open last
    QString screenshotDir;

    friend bool operator==(const CommandLine &, const CommandLine &) = default;
};

/// What `arguments` (without the program's own name) ask for, or a sentence that says what is
/// wrong.
[[nodiscard]] tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments);

/// The whole of --help.
[[nodiscard]] QString commandLineHelp();

} // namespace relaybook
