// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all options of the command line. Help, manual page and shell completions are made
// from it, so that they name the same options. Which commands accept an option is in their
// CommandInfo.

#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace relaybook {

struct CommandInfo;

/// Describes an option.
struct OptionInfo
{
    /// What its value is; shells complete files and folders.
    enum class Value { None, Text, File, Folder };

    QString name;           ///< without the dashes
    Value value;            ///< None: a switch
    QString valueName;      ///< stands for the value in help, e.g. "FILE"; empty for a switch
    bool isForWindow;       ///< the window accepts it
    QString help;           ///< what it does, in sentences; the first one is enough for a list
    QString more = {};      ///< further sentences, for the manual page only
    QStringList words = {}; ///< the words that the value can be, for shells; empty: any text
};

/// All options in the order of the help, without --help and --version.
[[nodiscard]] const std::vector<OptionInfo> &allOptions();
/// --version and --help, which are accepted everywhere.
[[nodiscard]] std::vector<OptionInfo> optionsOfProgram();

/// The options that help lists for the window, for several commands, and for one command only.
[[nodiscard]] std::vector<OptionInfo> optionsOfWindow();
[[nodiscard]] std::vector<OptionInfo> optionsOfCommands();
[[nodiscard]] std::vector<OptionInfo> optionsOnlyOf(const CommandInfo &command);

/// An exit code and when the program ends with it.
struct ExitCodeInfo
{
    int code;
    QString help;
};
[[nodiscard]] std::vector<ExitCodeInfo> allExitCodes();

} // namespace relaybook
