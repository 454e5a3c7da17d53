// SPDX-License-Identifier: GPL-3.0-or-later
// The words on the command line, and what they ask for.

#pragma once

#include "models/export/exportvalues.h"

#include <QDate>
#include <QString>
#include <QStringList>

#include <optional>
#include <tl/expected.hpp>

namespace relaybook {

/// What `relaybook export` writes, and where to.
struct ExportArguments
{
    ExportWhat what = ExportWhat::Transactions;
    ExportFormat format = ExportFormat::Csv;
    QString out;
    QDate from; ///< whole local days, both included; invalid: open
    QDate to;
    QStringList types;
    QString query;
    friend bool operator==(const ExportArguments &, const ExportArguments &) = default;
};

struct CommandLine
{
    enum class Mode { Window, Screenshots, Help, Version, Sync, Export, CheckLedger, Balance };
    Mode mode = Mode::Window;
    bool sandbox = false;
    bool offline = false;
    QString dataDir; ///< empty: the usual place
    QString service; ///< empty: what was open last
    QString screenshotDir;
    bool json = false;   ///< commands: tell it as JSON on standard output
    bool stored = false; ///< check-ledger: only what is here
    ExportArguments exported = {};

    /// A command that runs without a window and without a display.
    [[nodiscard]] bool isCommand() const
    {
        return mode == Mode::Sync || mode == Mode::Export || mode == Mode::CheckLedger ||
               mode == Mode::Balance;
    }
    friend bool operator==(const CommandLine &, const CommandLine &) = default;
};

/// What `arguments` (without the program's own name) ask for, or a sentence that says what is
/// wrong.
[[nodiscard]] tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments);

/// The whole of --help.
[[nodiscard]] QString commandLineHelp();

} // namespace relaybook
