// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the command of the command line: prepares the data that it needs, starts it, and ends it
// when the user interrupts it.

#pragma once

#include "app/commandtable.h"
#include "app/folderwait.h"
#include "app/interruptwatch.h"

#include <QObject>

#include <memory>

namespace relaybook {

/// Commands that store data wait until no other copy of the program uses the data folder. Those
/// that only read stored data start immediately.
class CommandRunner : public QObject
{
    Q_OBJECT

public:
    /// `line` is that of a command. `folder` need not be locked, and must outlive this object.
    CommandRunner(CommandLine line, DataFolder &folder, ScriptTokens tokens);
    ~CommandRunner() override;

    /// Starts the command; emits finished() at the end.
    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void openStored();
    void beginWithService();
    void onInterrupted();
    void sayWaiting(Instant until);

    const CommandLine m_line;
    const CommandInfo &m_info;
    const QString m_dataDir;
    Console m_console;
    CommandAccount m_account;
    FolderWait m_folderWait;
    InterruptWatch m_interrupts;
    QString m_waitingText;
    std::unique_ptr<Command> m_command; ///< uses the members above
};

} // namespace relaybook
