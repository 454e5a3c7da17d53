// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandrunner.h"

#include "models/text/format.h"

namespace relaybook {

CommandRunner::CommandRunner(CommandLine line, DataFolder &folder, ScriptTokens tokens)
    : m_line(std::move(line))
    , m_info(*commandOf(m_line.mode))
    , m_dataDir(folder.path())
    , m_account(m_line, m_dataDir, std::move(tokens))
    , m_folderWait(folder, m_console, m_line.waitSeconds)
    , m_command(m_info.make({m_line, m_dataDir, m_console, m_account}))
{
    Command *command = m_command.get();
    connect(command, &Command::finished, this, [this](int exitCode) {
        m_interrupts.stop();
        m_folderWait.stop();
        Q_EMIT finished(exitCode);
    });
    connect(&m_folderWait, &FolderWait::locked, &m_account, &CommandAccount::open);
    connect(&m_folderWait, &FolderWait::failed, command, &Command::fail);
    connect(&m_folderWait, &FolderWait::stillInUse, command,
            [command] { command->end(Command::StillInUse); });
    connect(&m_account, &CommandAccount::opened, this, &CommandRunner::beginWithService);
    connect(&m_account, &CommandAccount::failed, command, &Command::fail);
    connect(&m_account, &CommandAccount::waiting, this, &CommandRunner::sayWaiting);
    connect(&m_account, &CommandAccount::notice, this,
            [this](const QString &sentence) { m_console.say(sentence); });
    connect(&m_interrupts, &InterruptWatch::interrupted, this, &CommandRunner::onInterrupted);
}

CommandRunner::~CommandRunner() = default;

void CommandRunner::start()
{
    switch (m_info.data(m_line)) {
    case CommandData::Nothing:
        m_command->start();
        break;
    case CommandData::Stored:
        openStored();
        break;
    case CommandData::Service:
        m_folderWait.start();
        break;
    }
}

void CommandRunner::openStored()
{
    if (const auto error = m_account.openStored()) {
        m_command->fail(sentencesOf(*error));
    } else {
        m_command->start();
    }
}

void CommandRunner::beginWithService()
{
    AccountNotices &notices = m_account.session().notices();
    for (const QString &notice : notices.all()) {
        m_console.say(notice);
    }
    connect(&notices, &AccountNotices::added, this,
            [this](const QString &words) { m_console.say(words); });
    m_command->start();
}

void CommandRunner::onInterrupted()
{
    if (m_command->isOver() || !m_command->interrupt()) {
        return;
    }
    const bool wroteNothing =
        m_info.data(m_line) != CommandData::Service || m_folderWait.isWaiting();
    m_console.say(wroteNothing ? tr("Interrupted. Nothing was changed.")
                               : m_command->interruptedText());
    m_command->end(Command::Interrupted);
}

void CommandRunner::sayWaiting(Instant until)
{
    const QString words = tr("The request limit of the service is reached. Continuing at %1.")
                              .arg(format::dateTime(until));
    if (words != m_waitingText) {
        m_waitingText = words;
        m_console.say(words);
    }
}

} // namespace relaybook
