// SPDX-License-Identifier: GPL-3.0-or-later
// Waits in a test until a condition holds, and looks again after every event. QTRY_VERIFY looks
// every 50 ms; in a test with thousands of waits that is most of its time.

#pragma once

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>
#include <QTimer>

#include <chrono>

namespace relaybook::testing {

/// Whether `condition` became true within `limit`. Handles events meanwhile.
template <class Condition>
[[nodiscard]] bool soon(Condition condition,
                        std::chrono::milliseconds limit = std::chrono::seconds(30))
{
    const QDeadlineTimer deadline(limit);
    QTimer wake; // other threads change conditions too, without an event of this one
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
