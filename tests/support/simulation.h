// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated time: a program of tests whose timers, threads, clock and random numbers follow from
// one seed. It waits for nothing: if there is nothing to do, time moves on to the next timer. Files
// are real. Not simulated: what reads the system's clock itself, as QElapsedTimer does, and jobs of
// Qt's global thread pool but for those of startJob().

#pragma once

#include "api/types/clock.h"
#include "api/types/jobs.h"
#include "sandbox/random.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>

#include <atomic>
#include <deque>
#include <utility>
#include <vector>

namespace relaybook::testing {

/// The event dispatcher of the main thread. It runs one thing at a time: posted events, then one
/// job of another thread, then one timer. To be made before the application object, which deletes
/// it; at most one at a time.
class Simulation final : public QAbstractEventDispatcher, public JobKeeper
{
    Q_OBJECT
public:
    Simulation();
    ~Simulation() override;

    /// Null if time is real.
    [[nodiscard]] static Simulation *current() { return s_current; }

    /// Begins another run, at the same time, with other random numbers. No timer may run.
    void restart(quint64 seed);
    /// Since the run began. Each round of the event loop takes a few microseconds.
    [[nodiscard]] std::chrono::nanoseconds elapsed() const { return m_now; }
    /// The true time, which a wrong clock of this computer does not change.
    [[nodiscard]] const Clock &clock() const { return m_clock; }
    [[nodiscard]] qint64 secondsSinceEpoch() const;
    /// For something else that is drawn.
    [[nodiscard]] quint64 drawSeed() { return m_random.next(); }
    /// Lets that much time pass, and all that happens in it.
    void letPass(std::chrono::milliseconds time);

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;
    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;
    void registerTimer(int timerId, qint64 interval, Qt::TimerType timerType,
                       QObject *object) override;
    bool unregisterTimer(int timerId) override;
    bool unregisterTimers(QObject *object) override;
    [[nodiscard]] QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int timerId) override;
    void wakeUp() override { m_isWoken = true; }
    void interrupt() override { m_isInterrupted = true; }

    void keep(const void *queue, std::function<void()> job) override;
    void finish(const void *queue) override;

private:
    class TrueClock final : public Clock
    {
    public:
        explicit TrueClock(const Simulation &simulation)
            : m_simulation(simulation)
        {
        }
        [[nodiscard]] Instant now() const override;
        [[nodiscard]] std::chrono::milliseconds monotonic() const override;

    private:
        const Simulation &m_simulation;
    };
    struct Timer
    {
        int id = 0;
        std::chrono::milliseconds interval{0};
        Qt::TimerType type = Qt::CoarseTimer;
        QObject *object = nullptr;
        std::chrono::nanoseconds due{0};
        quint64 turn = 0; ///< of those that are due at once, the one that was set first is first
    };
    struct Queue
    {
        const void *owner = nullptr;
        std::deque<std::function<void()>> jobs;
    };

    void arm(Timer &timer);
    [[nodiscard]] std::vector<Timer>::iterator nextTimer();
    void fire(std::vector<Timer>::iterator timer);
    bool runJob();

    inline static Simulation *s_current = nullptr;
    TrueClock m_clock{*this};
    sandbox::Random m_random{0};
    std::chrono::nanoseconds m_now{0};
    std::vector<Timer> m_timers;
    quint64 m_turns = 0;
    std::vector<Queue> m_queues; ///< in the order in which they first got a job
    std::atomic<bool> m_isWoken = false;
    std::atomic<bool> m_isInterrupted = false;
};

struct SimulatedTime
{
    SimulatedTime() { QCoreApplication::setEventDispatcher(new Simulation); }
};

/// An application whose main thread lives in simulated time.
class SimulatedApplication : SimulatedTime, public QCoreApplication
{
public:
    using QCoreApplication::QCoreApplication;
};

} // namespace relaybook::testing
