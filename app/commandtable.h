// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all commands: names, arguments, help and how each is run. To add a command, write
// its source, declare its function here, and add a row to the table and a CommandLine::Mode.

#pragma once

#include "app/command.h"
#include "app/commandline.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QCommandLineParser;

namespace relaybook {

/// What must be ready before a command starts.
enum class CommandData {
    Nothing,
    Stored,  ///< the stored account, also while another program writes to it
    Service, ///< the data folder, locked, and the account with its connection to the service
};

/// Describes a command.
struct CommandInfo
{
    using Problem = std::optional<QString>;

    CommandLine::Mode mode;
    QString name;
    QString usage;       ///< the arguments, for the first lines of the help
    QString help;        ///< what it does, in sentences; the first one is enough for a list
    QString more;        ///< further sentences, for the manual page only
    QStringList options; ///< the options it accepts, without the dashes
    CommandData (*data)(const CommandLine &line);
    std::unique_ptr<Command> (*make)(const Command::Parts &parts);
    QStringList words = {};   ///< the words of which one follows the name, for shells
    qsizetype extraWords = 0; ///< the words that may follow the name
    /// Reads the arguments that only this command has, or says what is wrong with them. May be
    /// null.
    Problem (*parse)(const QCommandLineParser &parser, CommandLine &line) = nullptr;
};

/// All commands in the order of the help.
[[nodiscard]] const std::vector<CommandInfo> &allCommands();
/// Null if `mode` is not a command.
[[nodiscard]] const CommandInfo *commandOf(CommandLine::Mode mode);

// One function for each row, defined in the source of the command.
[[nodiscard]] CommandInfo accountsCommand();
[[nodiscard]] CommandInfo syncCommand();
[[nodiscard]] CommandInfo exportCommand();
[[nodiscard]] CommandInfo checkLedgerCommand();
[[nodiscard]] CommandInfo balanceCommand();

/// For CommandInfo::make.
template <class T>
[[nodiscard]] std::unique_ptr<Command> makeCommand(const Command::Parts &parts)
{
    return std::make_unique<T>(parts);
}

} // namespace relaybook
