// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the commands that need no window. They use the same account, sync, ledger check and
// export as the window.

#pragma once

#include "app/commandaccount.h"
#include "app/console.h"

#include <QObject>

namespace relaybook {

/// One run of a command. CommandRunner first prepares the data that the command needs
/// (CommandData).
class Command : public QObject
{
    Q_OBJECT

public:
    enum ExitCode {
        Done = 0,
        BreaksFound = 1,
        NotDone = 2,
        StillInUse = 3,
        Incomplete = 4, ///< the file was written, but the ledger is not complete
        Interrupted = 130
    };

    /// What a command works with. All of it must outlive the command.
    struct Parts
    {
        const CommandLine &line;
        const QString &dataDir;
        Console &console;
        CommandAccount &account;
    };
    explicit Command(const Parts &parts)
        : m_parts(parts)
    {
    }

    /// Starts the command; emits finished() at the end.
    virtual void start() = 0;
    /// Handles an interrupt by the user. Returns false if the command is already ending by itself.
    virtual bool interrupt() { return true; }
    /// Describes what remains after an interrupt, for a command that loads data.
    [[nodiscard]] virtual QString interruptedText() const;
    [[nodiscard]] bool isOver() const { return m_over; }

public Q_SLOTS:
    /// Emits finished() once; later calls are ignored.
    void end(int exitCode);
    /// Prints the sentences, with --json also as an object with `error`, and ends with NotDone.
    void fail(const QString &sentences);

Q_SIGNALS:
    void finished(int exitCode);

protected:
    [[nodiscard]] const CommandLine &line() const { return m_parts.line; }
    [[nodiscard]] const QString &dataDir() const { return m_parts.dataDir; }
    [[nodiscard]] Console &console() const { return m_parts.console; }
    [[nodiscard]] const Clock &clock() const { return m_parts.account.clock(); }
    /// For a command with CommandData::Service.
    [[nodiscard]] AccountSession &session() const { return m_parts.account.session(); }
    /// For a command with CommandData::Stored: the stored data at the time of opening.
    [[nodiscard]] StoredSnapshot &snapshot() const { return m_parts.account.snapshot(); }

private:
    const Parts m_parts;
    bool m_over = false;
};

} // namespace relaybook
