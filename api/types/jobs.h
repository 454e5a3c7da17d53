// SPDX-License-Identifier: GPL-3.0-or-later
// Work for other threads. A test can run it on its own thread instead, one job at a time, so that
// a run can be repeated.

#pragma once

#include <QThreadPool>

#include <functional>

namespace relaybook {

/// Takes the jobs that threads would run. Only tests have one.
class JobKeeper
{
public:
    JobKeeper() = default;
    JobKeeper(const JobKeeper &) = delete;
    JobKeeper &operator=(const JobKeeper &) = delete;
    virtual ~JobKeeper() = default;

    /// `queue` identifies the thread or pool. Jobs of one queue run in the order of the calls.
    virtual void keep(const void *queue, std::function<void()> job) = 0;
    /// Runs all jobs of the queue.
    virtual void finish(const void *queue) = 0;

    /// Null: threads run their jobs themselves.
    [[nodiscard]] static JobKeeper *current() { return s_current; }
    /// To be set before any thread or pool is used.
    static void setCurrent(JobKeeper *keeper) { s_current = keeper; }

private:
    inline static JobKeeper *s_current = nullptr;
};

/// Runs the job on a thread of the pool.
inline void startJob(QThreadPool &pool, std::function<void()> job)
{
    if (auto *keeper = JobKeeper::current()) {
        keeper->keep(&pool, std::move(job));
    } else {
        pool.start(std::move(job));
    }
}

} // namespace relaybook
