// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

namespace relaybook {

/// Everything that such a command reads and writes to its file is of this moment.
void Command::beginStored()
{
    if (m_line.mode == CommandLine::Mode::Accounts) {
        listAccounts();
        return;
    }
    auto opened = m_account.openStored();
    if (!opened) {
        fail(sentencesOf(opened.error()));
        return;
    }
    m_snapshot = std::move(*opened);
    if (m_line.mode == CommandLine::Mode::Export) {
        beginExport();
    } else if (m_line.mode == CommandLine::Mode::Balance) {
        printBalance(m_snapshot->summary());
    } else {
        checkStored([this](const StoredSnapshot::Check &check) {
            printCheck(check, m_snapshot->summary().currency);
        });
    }
}

/// On a thread of its own, so that an interrupt ends it at once.
void Command::checkStored(std::function<void(const StoredSnapshot::Check &)> done)
{
    m_checks.start([this, done = std::move(done), mine = m_runs.load()] {
        Connection &connection = m_snapshot->store()->connection();
        connection.interruptUnless(&m_runs, mine);
        const auto checked = m_snapshot->check(m_account.clock(), mostListed);
        connection.interruptUnless(nullptr, 0);
        QMetaObject::invokeMethod(
            this,
            [this, checked, done] {
                if (m_over) {
                    return;
                }
                if (checked) {
                    done(*checked);
                } else {
                    fail(sentencesOf(checked.error()));
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace relaybook
