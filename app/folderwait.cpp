// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/folderwait.h"

#include <QDir>

#include <algorithm>

namespace relaybook {

FolderWait::FolderWait(DataFolder &folder, Console &console, int waitSeconds)
    : m_folder(folder)
    , m_console(console)
    , m_waitSeconds(waitSeconds)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &FolderWait::start);
}

void FolderWait::start()
{
    if (m_folder.lock()) {
        m_waited.invalidate();
        Q_EMIT locked();
        return;
    }
    if (!m_folder.isInUse()) {
        Q_EMIT failed(m_folder.problem().value_or(QString()));
        return;
    }
    if (!m_waited.isValid()) {
        m_waited.start();
        sayWaiting();
    }
    constexpr qint64 second = 1000;
    constexpr qint64 pause = 200;
    const qint64 left = m_waitSeconds * second - m_waited.elapsed();
    if (left > 0) {
        m_retry.start(static_cast<int>(std::min(left, pause)));
    } else {
        sayInUse();
        Q_EMIT stillInUse();
    }
}

void FolderWait::sayWaiting()
{
    if (m_waitSeconds > 0) {
        m_console.say(tr("The data in “%1” is in use by %2. Waiting for at most %3 s until it "
                         "is closed.")
                          .arg(QDir::toNativeSeparators(m_folder.path()), m_folder.user(),
                               QString::number(m_waitSeconds)));
    }
}

void FolderWait::sayInUse()
{
    const QString sentence =
        m_waitSeconds > 0
            ? tr("The data in “%1” is still in use by %2. Close Relaybook there, or wait longer "
                 "with --wait SECONDS.")
            : tr("The data in “%1” is in use by %2. Close Relaybook there, or wait for it "
                 "with --wait SECONDS.");
    m_console.say(sentence.arg(QDir::toNativeSeparators(m_folder.path()), m_folder.user()));
}

} // namespace relaybook
