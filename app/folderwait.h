// SPDX-License-Identifier: GPL-3.0-or-later
// Locks the data folder for a command, and waits while another copy of the program uses it.

#pragma once

#include "app/console.h"
#include "app/datafolder.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace relaybook {

class FolderWait : public QObject
{
    Q_OBJECT
public:
    /// `folder` and `console` must outlive this object.
    FolderWait(DataFolder &folder, Console &console, int waitSeconds);

    /// Tries until the folder is locked or the time is over; says so on the console while it waits.
    /// Emits one of the signals, possibly before it returns.
    void start();
    void stop() { m_retry.stop(); }
    [[nodiscard]] bool isWaiting() const { return m_waited.isValid(); }

Q_SIGNALS:
    void locked();
    /// Another copy still used it when the time was over. The console says so.
    void stillInUse();
    void failed(const QString &problem);

private:
    void sayWaiting();
    void sayInUse();

    DataFolder &m_folder;
    Console &m_console;
    const int m_waitSeconds;
    QTimer m_retry;
    QElapsedTimer m_waited;
};

} // namespace relaybook
