// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/simulation.h"

#include "api/types/random.h"
#include "tests/support/forwardclock.h"
#include "tests/support/waituntil.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHashSeed>
#include <QTimer>

#include <algorithm>

namespace relaybook::testing {

using namespace std::chrono_literals;

namespace {

/// 2026-11-16, a Monday, 9:00 UTC.
constexpr qint64 beginningOfTime = 1'794'819'600;

} // namespace

Instant Simulation::TrueClock::now() const
{
    return Instant(std::chrono::seconds(beginningOfTime)) + monotonic();
}

std::chrono::milliseconds Simulation::TrueClock::monotonic() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(m_simulation.m_now);
}

Simulation::Simulation()
{
    Q_ASSERT(s_current == nullptr);
    s_current = this;
    QHashSeed::setDeterministicGlobalSeed();
    JobKeeper::setCurrent(this);
    ForwardClock::setBase(&m_clock);
    simulatedTime = [] { return s_current->elapsed(); };
    restart(1);
}

Simulation::~Simulation()
{
    simulatedTime = nullptr;
    ForwardClock::setBase(nullptr);
    JobKeeper::setCurrent(nullptr);
    seedRandomNumbers(std::nullopt);
    s_current = nullptr;
}

void Simulation::restart(quint64 seed)
{
    constexpr quint64 orderOfThreads = 1;
    constexpr quint64 numbers = 2;
    while (runJob()) {
        // Its result is not awaited: whoever wanted it is gone.
    }
    if (!m_timers.empty()) {
        qFatal("The run before has not ended");
    }
    m_now = {};
    m_turns = 0;
    m_random = sandbox::Random(sandbox::mix(seed, orderOfThreads, 0));
    seedRandomNumbers(sandbox::mix(seed, numbers, 0));
}

qint64 Simulation::secondsSinceEpoch() const
{
    return std::chrono::duration_cast<std::chrono::seconds>(m_clock.now().time_since_epoch())
        .count();
}

void Simulation::letPass(std::chrono::milliseconds time)
{
    bool isOver = false;
    QTimer::singleShot(time, Qt::PreciseTimer, this, [&isOver] { isOver = true; });
    while (!isOver) {
        processEvents(QEventLoop::WaitForMoreEvents);
    }
}

// -------------------------------------------------------------------------------- the event loop

bool Simulation::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    constexpr std::chrono::microseconds ofOneRound(10);
    constexpr int percentOfEarlyTimers = 10;
    constexpr std::chrono::milliseconds longestJob(20);
    m_isInterrupted = false;
    m_now += ofOneRound;
    const bool hadEvents = m_isWoken.exchange(false);
    QCoreApplication::sendPostedEvents();
    if (hadEvents || m_isWoken || m_isInterrupted) {
        return true;
    }
    const auto timer = nextTimer();
    const bool hasTimer = timer != m_timers.end();
    // A job may take so long that a timer is due before its end.
    const bool isJobLate =
        hasTimer && timer->due <= m_now + longestJob && m_random.chance(percentOfEarlyTimers);
    if (!isJobLate && runJob()) {
        return true;
    }
    if (!hasTimer || (timer->due > m_now && !(flags & QEventLoop::WaitForMoreEvents))) {
        if (flags & QEventLoop::WaitForMoreEvents) {
            m_now += 1s; // whoever waits notices that nothing happens any more
        }
        return false;
    }
    m_now = std::max(m_now, timer->due);
    fire(timer);
    return true;
}

void Simulation::registerSocketNotifier(QSocketNotifier * /*notifier*/)
{
    qFatal("Simulated time cannot wait for a socket");
}

void Simulation::unregisterSocketNotifier(QSocketNotifier * /*notifier*/) {}

// --------------------------------------------------------------------------------------- timers

void Simulation::registerTimer(int timerId, qint64 interval, Qt::TimerType timerType,
                               QObject *object)
{
    Timer timer{timerId, std::chrono::milliseconds(interval), timerType, object};
    arm(timer);
    m_timers.push_back(timer);
}

void Simulation::arm(Timer &timer)
{
    timer.due = m_now + timer.interval;
    timer.turn = ++m_turns;
}

bool Simulation::unregisterTimer(int timerId)
{
    return std::erase_if(m_timers, [timerId](const Timer &each) { return each.id == timerId; }) > 0;
}

bool Simulation::unregisterTimers(QObject *object)
{
    return std::erase_if(m_timers, [object](const Timer &each) { return each.object == object; }) >
           0;
}

QList<QAbstractEventDispatcher::TimerInfo> Simulation::registeredTimers(QObject *object) const
{
    QList<TimerInfo> found;
    for (const Timer &each : m_timers) {
        if (each.object == object) {
            found.append({each.id, static_cast<int>(each.interval.count()), each.type});
        }
    }
    return found;
}

int Simulation::remainingTime(int timerId)
{
    for (const Timer &each : m_timers) {
        if (each.id == timerId) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(each.due - m_now);
            return static_cast<int>(std::max(left, 0ms).count());
        }
    }
    return -1;
}

std::vector<Simulation::Timer>::iterator Simulation::nextTimer()
{
    return std::min_element(m_timers.begin(), m_timers.end(), [](const Timer &a, const Timer &b) {
        return std::pair(a.due, a.turn) < std::pair(b.due, b.turn);
    });
}

void Simulation::fire(std::vector<Timer>::iterator timer)
{
    arm(*timer);
    QTimerEvent event(timer->id);
    QCoreApplication::sendEvent(timer->object, &event);
}

// ------------------------------------------------------------------------------- other threads

void Simulation::keep(const void *queue, std::function<void()> job)
{
    auto found = std::find_if(m_queues.begin(), m_queues.end(),
                              [queue](const Queue &each) { return each.owner == queue; });
    if (found == m_queues.end()) {
        found = m_queues.insert(m_queues.end(), {queue, {}});
    }
    found->jobs.push_back(std::move(job));
}

/// Which thread is faster is drawn.
bool Simulation::runJob()
{
    if (m_queues.empty()) {
        return false;
    }
    const auto place = m_queues.begin() + m_random.below(static_cast<qint64>(m_queues.size()));
    const auto job = std::move(place->jobs.front());
    place->jobs.pop_front();
    if (place->jobs.empty()) {
        m_queues.erase(place);
    }
    job();
    return true;
}

void Simulation::finish(const void *queue)
{
    while (true) {
        const auto found = std::find_if(m_queues.begin(), m_queues.end(),
                                        [queue](const Queue &each) { return each.owner == queue; });
        if (found == m_queues.end()) {
            return;
        }
        const auto jobs = std::move(found->jobs);
        m_queues.erase(found);
        for (const auto &job : jobs) {
            job();
        }
    }
}

} // namespace relaybook::testing
