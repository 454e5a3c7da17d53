// SPDX-License-Identifier: GPL-3.0-or-later
// Waits in a test until a condition is true, and checks it after every event. QTRY_VERIFY checks
// every 50 ms; in a test with thousands of waits that would be most of its time.

#pragma once

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>
#include <QTimer>

#include <chrono>

namespace relaybook::testing {

/// Returns whether `condition` became true within `limit`. Handles events in the meantime.
template <class Condition>
[[nodiscard]] bool soon(Condition condition,
                        std::chrono::milliseconds limit = std::chrono::seconds(30))
{
    const QDeadlineTimer deadline(limit);
    QTimer wake; // other threads change conditions too, without an event in this one
    wake.start(std::chrono::milliseconds(5));
    while (!condition()) {
        if (deadline.hasExpired()) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

} // namespace relaybook::testing
