// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that does one job after another in the order in which they were given.

#pragma once

#include <QObject>
#include <QThread>

#include <functional>

namespace relaybook {

/// Used from the thread that made it. Leaving waits for every job that was given.
class SerialThread
{
public:
    explicit SerialThread(const QString &name);
    SerialThread(const SerialThread &) = delete;
    SerialThread &operator=(const SerialThread &) = delete;
    ~SerialThread();

    void post(std::function<void()> job);
    /// Waits for `job` and all that were given before it.
    void runAndWait(const std::function<void()> &job);
    /// Waits for all jobs; nothing can be posted any more.
    void finish();

private:
    QThread m_thread;
    QObject *m_context; ///< lives on the thread, deleted with it
};

} // namespace relaybook
