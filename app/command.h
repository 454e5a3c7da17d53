// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the commands that need no window, with the same account, sync, ledger check and export as
// the window.

#pragma once

#include "app/commandaccount.h"
#include "app/console.h"
#include "models/export/exportjob.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace relaybook {

class Command : public QObject
{
    Q_OBJECT

public:
    enum ExitCode { Done = 0, BreaksFound = 1, NotDone = 2, Interrupted = 130 };

    Command(CommandLine line, const QString &dataDir);
    ~Command() override;

    /// Starts the command; emits finished() at the end.
    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void begin();
    void end(int exitCode);
    void fail(const QString &sentences);
    void lookForInterrupt();
    void sayWaiting(Instant until);

    // command.cpp
    void beginBalance();
    void balanceChanged();
    [[nodiscard]] bool waitsForLedger();

    // commandsync.cpp
    void beginSync();
    void showSync();
    [[nodiscard]] bool syncIsOver();
    [[nodiscard]] QStringList syncProblems();
    void concludeSync();

    // commandexport.cpp
    void beginExport();
    void beginLedgerExport();
    void writeExport();
    void concludeExport(const Result<ExportOutcome> &outcome);

    // commandcheck.cpp
    void beginCheck();
    void concludeCheck();
    void listFindings();

    [[nodiscard]] AccountSession &session() { return m_account.session(); }

    const CommandLine m_line;
    Console m_console;
    CommandAccount m_account;
    std::unique_ptr<ExportJob> m_export;
    ExportRequest m_request;
    QTimer m_interrupt;
    QString m_waitingText;
    bool m_checking = false; ///< check-ledger: the pages are being read
    Instant m_began{};
    bool m_readsLedger = false;
    bool m_over = false;
};

} // namespace relaybook
