// SPDX-License-Identifier: GPL-3.0-or-later
// Ends a look at what became of an order if its calls take too long. Each call has a limit of its
// own, but a look has many, and other looks wait behind it.

#pragma once

#include "api/types/result.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <utility>

namespace relaybook {

/// The error of a look that took too long.
[[nodiscard]] inline ApiError lookTookTooLong()
{
    ApiError error;
    error.kind = ErrorKind::Timeout;
    error.message = QStringLiteral("the look took too long");
    return error;
}

/// Counts the time in which the calls do not wait for the service's limits, in steps of a tenth of
/// `most`. Then it calls `end` once. Lives on the GUI thread.
class LookLimit : public QObject
{
public:
    using Time = std::chrono::milliseconds;

    /// `isWaiting`: whether the calls wait for the service's limits now. `end` is called for
    /// `receiver` from the event loop, so that it may destroy this object.
    LookLimit(Time most, std::function<bool()> isWaiting, QObject *receiver,
              std::function<void()> end)
        : m_isWaiting(std::move(isWaiting))
        , m_receiver(receiver)
        , m_end(std::move(end))
    {
        connect(&m_timer, &QTimer::timeout, this, &LookLimit::onStep);
        restart(most);
    }

    /// Begins to count again.
    void restart(Time most)
    {
        m_left = steps;
        m_timer.start(most / steps);
    }

private:
    static constexpr int steps = 10;

    void onStep()
    {
        if (!m_end || m_isWaiting() || --m_left > 0) {
            return;
        }
        m_timer.stop();
        QMetaObject::invokeMethod(m_receiver, std::exchange(m_end, {}), Qt::QueuedConnection);
    }

    std::function<bool()> m_isWaiting;
    QObject *m_receiver;
    std::function<void()> m_end;
    QTimer m_timer;
    int m_left = steps;
};

} // namespace relaybook
