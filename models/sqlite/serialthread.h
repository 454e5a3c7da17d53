// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that runs posted jobs one after another, in the order they were posted.

#pragma once

#include "api/types/jobs.h"

#include <QObject>
#include <QThread>

#include <chrono>
#include <functional>

namespace relaybook {

/// A worker thread with a queue. To be used from the thread that created it. The destructor waits
/// for all posted jobs.
class SerialThread
{
public:
    explicit SerialThread(const QString &name);
    SerialThread(const SerialThread &) = delete;
    SerialThread &operator=(const SerialThread &) = delete;
    ~SerialThread();

    void post(std::function<void()> job);
    /// Posts `job` and waits for it and all jobs before it.
    void runAndWait(const std::function<void()> &job);
    /// Waits for all jobs posted before, at most this long. Returns whether they are done.
    [[nodiscard]] bool waitFor(std::chrono::milliseconds most);
    /// Waits for all jobs; afterwards nothing can be posted.
    void finish();

private:
    QThread m_thread;
    JobKeeper *m_keeper = JobKeeper::current(); ///< runs the jobs instead; null after finish()
    QObject *m_context = nullptr;               ///< lives on the thread, deleted with it
};

} // namespace relaybook
