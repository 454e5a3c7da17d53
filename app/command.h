// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the commands that need no window, with the same account, sync, ledger check and export as
// the window. Commands that write wait until no other copy of the program uses the data folder;
// those that only read stored data start at once.

#pragma once

#include "app/commandaccount.h"
#include "app/console.h"
#include "app/datafolder.h"
#include "models/accounts/storedsnapshot.h"
#include "models/export/exportjob.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>

namespace relaybook {

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

    /// `folder` need not be locked.
    Command(CommandLine line, DataFolder &folder);
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
    [[nodiscard]] QString interruptedText() const;
    void sayWaiting(Instant until);

    // command.cpp
    void beginBalance();
    void balanceChanged();
    void printBalance(const AccountSummary &summary);
    [[nodiscard]] bool waitsForLedger();

    // commandwait.cpp
    void lockFolder();
    void sayInUse();

    // commandaccounts.cpp
    void listAccounts();

    // commandstored.cpp
    void beginStored();
    void checkStored(std::function<void(const StoredSnapshot::Check &)> done);

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
    void printCheck(const StoredSnapshot::Check &check, const QString &currency);
    static void listFindings(const StoredSnapshot::Check &check);

    [[nodiscard]] AccountSession &session() { return m_account.session(); }

    /// More rows are only counted; the evidence that the window saves has all of them.
    static constexpr qint64 mostListed = 1000;

    const CommandLine m_line;
    DataFolder &m_folder;
    Console m_console;
    CommandAccount m_account;
    std::shared_ptr<StoredSnapshot> m_snapshot; ///< of commands that only read
    std::unique_ptr<ExportJob> m_export;
    ExportRequest m_request;
    QTimer m_interrupt;
    int m_interruptsSeen = 0; ///< by m_interrupt, while an export is being cancelled
    QTimer m_retryLock;
    QElapsedTimer m_waited;         ///< since the command began to wait for the folder
    std::atomic<quint64> m_runs{0}; ///< interrupts checkStored() when it changes
    QString m_waitingText;
    bool m_checking = false; ///< check-ledger: the pages are being read
    Instant m_began{};
    bool m_readsLedger = false;
    bool m_over = false;
    QThreadPool m_checks;
};

} // namespace relaybook
