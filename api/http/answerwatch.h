// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a call takes too long although bytes of its answer keep arriving.

#pragma once

#include "api/http/request.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <vector>

namespace relaybook {

/// How long a call may take after it was sent, and a look at what became of an order. The idle
/// timeout alone would let a service that sends a byte now and then hold a call for ever.
struct AnswerLimits
{
    /// A call that changes something: its whole time.
    std::chrono::milliseconds change{90'000};
    /// A call that reads: at least `leastBytes` of its answer arrive in each `readWindow`.
    std::chrono::milliseconds readWindow{60'000};
    qint64 leastBytes = qint64(60) * 1024;
    /// A call that reads: its whole time. So a list ends if it takes longer without a new page.
    std::chrono::milliseconds read{600'000};
    /// All calls of a look, without the time in which they wait for the service's limits.
    std::chrono::milliseconds look{300'000};
};

/// Watches one call. It runs from start() on, also while the call follows redirects.
class AnswerWatch : public QObject
{
    Q_OBJECT
public:
    AnswerWatch(Effect effect, const AnswerLimits &limits);

    /// The call was sent. Further calls have no effect.
    void start();
    void stop();
    /// Adds bytes of the answer's body.
    void add(qint64 bytes) { m_bytes += bytes; }

Q_SIGNALS:
    void tookTooLong();

private:
    void onTick();

    void end();

    AnswerLimits m_limits;
    QTimer m_whole;  ///< the time of the whole call
    QTimer m_window; ///< runs for a read
    qint64 m_bytes = 0;
    std::vector<qint64> m_atTicks; ///< m_bytes at the last ticks; empty before start()
};

} // namespace relaybook
