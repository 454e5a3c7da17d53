// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the command line.

#pragma once

#include "api/types/networksettings.h"
#include "models/export/exportvalues.h"

#include <QDate>
#include <QString>
#include <QStringList>

#include <optional>
#include <tl/expected.hpp>

namespace relaybook {

/// What `relaybook export` writes, and to which file.
struct ExportArguments
{
    ExportWhat what = ExportWhat::Transactions;
    ExportFormat format = ExportFormat::Csv;
    QString out;
    QDate from; ///< whole local days, both included; invalid: open end
    QDate to;
    QStringList types;
    QString query;
    friend bool operator==(const ExportArguments &, const ExportArguments &) = default;
};

struct CommandLine
{
    enum class Mode {
        Window,
        Help,
        Version,
        Sync,
        Export,
        CheckLedger,
        Balance,
        Accounts,
        RemoveSecrets, ///< for the uninstaller of Windows; not in the help
    };
    Mode mode = Mode::Window;
    bool sandbox = false;
    bool offline = false;
    QString dataDir;     ///< empty: the default folder
    QString service;     ///< empty: the service that was open last
    bool json = false;   ///< commands: print JSON on standard output
    bool stored = false; ///< check-ledger: only the stored transactions
    static constexpr int defaultWait = 60;
    int waitSeconds = defaultWait; ///< commands that write: how long to wait for the data folder
    ExportArguments exported = {};
    QString account = {}; ///< names a stored account (chooseAccount()); empty: the one used last
    bool sandboxRateLimit = false; ///< the sandbox has the rate limits of a real service
    /// Commands: the proxy that is used instead of the account's; without caFile.
    std::optional<NetworkSettings> proxy = {};
    QString caFile = {}; ///< likewise, absolute; empty: the account's

    /// Whether it is a command, which runs without a window and without a display.
    [[nodiscard]] bool isCommand() const
    {
        return mode != Mode::Window && mode != Mode::Help && mode != Mode::Version &&
               mode != Mode::RemoveSecrets;
    }
    friend bool operator==(const CommandLine &, const CommandLine &) = default;
};

/// Parses `arguments` (without the program's own name), or returns a sentence that says what is
/// wrong.
[[nodiscard]] tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments);

/// The whole text of --help.
[[nodiscard]] QString commandLineHelp();

} // namespace relaybook
