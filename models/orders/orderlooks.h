// SPDX-License-Identifier: GPL-3.0-or-later
// Plans when the service is asked again about orders whose outcome is unknown, or that were found
// not done and may still be carried out. One look runs at a time, so that many orders do not use up
// the service's limits.

#pragma once

#include "api/types/clock.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace relaybook {

/// Lives on the GUI thread. Spans are of the monotonic clock, so setting the clock has no effect.
class OrderLooks : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// How long looks must find no trace before an order counts as not done.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
        /// Pauses between looks; the last one is repeated.
        std::vector<std::chrono::milliseconds> pauses{
            std::chrono::seconds(3),  std::chrono::seconds(7),  std::chrono::seconds(20),
            std::chrono::seconds(30), std::chrono::seconds(60), std::chrono::seconds(20),
            std::chrono::seconds(300)};
        /// The pause between looks at orders that were found not done, as long as they may still be
        /// carried out late; longer if there are many of them.
        std::chrono::milliseconds latePause{std::chrono::minutes(30)};
    };
    /// `begin` starts the look at an order; ended() says that it is over.
    OrderLooks(const Clock &clock, Tuning tuning, std::function<void(const QString &id)> begin);

    void start(const QString &id, std::chrono::milliseconds pause);
    /// After the first of Tuning::pauses.
    void start(const QString &id) { start(id, m_tuning.pauses.front()); }
    /// After the pause for late orders.
    void startLate(const QString &id);
    void stop(const QString &id);
    void clear();

    [[nodiscard]] bool contains(const QString &id) const { return m_planned.count(id) > 0; }
    /// Empty if no look is running.
    [[nodiscard]] const QString &running() const { return m_running; }
    /// The time until the next look; nothing if none is planned, or one is running.
    [[nodiscard]] std::optional<std::chrono::milliseconds> nextIn(const QString &id) const;

    /// The order's look begins now, or as soon as no other one is running. What is running may have
    /// read an older state, so it is followed by another one.
    void hurry(const QString &id);
    /// The same, and the pauses begin anew.
    void restart(const QString &id);
    /// Something happened that may clear a doubt: those that `isConcerned` accepts are looked at
    /// after the first pause.
    void hurryAfterPause(const std::function<bool(const QString &id)> &isConcerned);

    /// Counts a look without any trace of the order, or (`isQuiet` is false) begins counting anew.
    /// A reading that began (monotonic) before the order was looked for is not counted, because it
    /// may not show the order yet.
    void countQuiet(const QString &id, bool isQuiet, std::chrono::milliseconds began);
    /// When the running look began, by the monotonic clock.
    [[nodiscard]] std::chrono::milliseconds began() const { return m_began; }
    /// Whether looks have found no trace for long enough.
    [[nodiscard]] bool isQuiet(const QString &id) const;

    enum class Next { Soon, LongerPause, Late, Never };
    /// The running look is over. A walk through a long list takes minutes; the next one does not
    /// follow at once.
    void ended(Next next);

private:
    struct Planned
    {
        std::chrono::milliseconds dueAt{0};
        std::size_t step = 0;
        bool isHurried = false; ///< while its look was running
        std::optional<std::chrono::milliseconds> quietSince;
        int quietLooks = 0;
        std::chrono::milliseconds startedAt{0};
    };
    [[nodiscard]] std::map<QString, Planned>::const_iterator first() const;
    [[nodiscard]] std::chrono::milliseconds latePause() const;
    void plan();
    void beginNext();
    void begin(const QString &id);

    const Clock &m_clock;
    Tuning m_tuning;
    std::function<void(const QString &)> m_begin;
    std::map<QString, Planned> m_planned;
    QString m_running;
    std::chrono::milliseconds m_began{0};
    QTimer m_timer;
};

} // namespace relaybook
