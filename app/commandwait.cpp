// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include <QDir>

#include <algorithm>

namespace relaybook {

/// Calls itself until the folder is locked, or the time of --wait is over.
void Command::lockFolder()
{
    if (m_folder.lock()) {
        m_waited.invalidate();
        m_account.open();
        return;
    }
    if (!m_folder.isInUse()) {
        fail(m_folder.problem().value_or(QString()));
        return;
    }
    if (!m_waited.isValid()) {
        m_waited.start();
        if (m_line.waitSeconds > 0) {
            m_console.say(tr("The data in “%1” is in use by %2. Waiting for at most %3 s until it "
                             "is closed.")
                              .arg(QDir::toNativeSeparators(m_folder.path()), m_folder.user(),
                                   QString::number(m_line.waitSeconds)));
        }
    }
    constexpr qint64 second = 1000;
    constexpr qint64 pause = 200;
    const qint64 left = m_line.waitSeconds * second - m_waited.elapsed();
    if (left > 0) {
        m_retryLock.start(static_cast<int>(std::min(left, pause)));
    } else {
        sayInUse();
        end(StillInUse);
    }
}

void Command::sayInUse()
{
    const QString sentence =
        m_line.waitSeconds > 0
            ? tr("The data in “%1” is still in use by %2. Close Relaybook there, or wait longer "
                 "with --wait SECONDS.")
            : tr("The data in “%1” is in use by %2. Close Relaybook there, or wait for it "
                 "with --wait SECONDS.");
    m_console.say(sentence.arg(QDir::toNativeSeparators(m_folder.path()), m_folder.user()));
}

} // namespace relaybook
