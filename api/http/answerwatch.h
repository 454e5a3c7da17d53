// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a call takes too long although bytes of its answer keep arriving.

#pragma once

#include "api/http/request.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <vector>

namespace relaybook {

/// How long a call may take after it was sent. The idle timeout alone would let a service that
/// sends a byte now and then hold a call for ever.
struct AnswerLimits
{
    /// A call that changes something: its whole time.
    std::chrono::milliseconds change{90'000};
    /// A call that reads: at least `leastBytes` of its answer arrive in each `readWindow`. A large
    /// answer may take as long as it needs.
    std::chrono::milliseconds readWindow{60'000};
    qint64 leastBytes = qint64(60) * 1024;
};

/// Watches one call. It runs from start() on, also while the call follows redirects.
class AnswerWatch : public QObject
{
    Q_OBJECT
public:
    AnswerWatch(Effect effect, const AnswerLimits &limits);

    /// The call was sent. Further calls have no effect.
    void start();
    void stop() { m_timer.stop(); }
    /// Adds bytes of the answer's body.
    void add(qint64 bytes) { m_bytes += bytes; }

Q_SIGNALS:
    void tookTooLong();

private:
    void onTick();

    Effect m_effect;
    AnswerLimits m_limits;
    QTimer m_timer;
    qint64 m_bytes = 0;
    std::vector<qint64> m_atTicks; ///< m_bytes at the last ticks, for a read; empty before start()
};

} // namespace relaybook
