// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for the end of a program that a test has started.

#pragma once

#include "tests/support/waituntil.h"

#include <QProcess>

#include <chrono>

namespace relaybook::testing {

/// Returns whether `process`, on which start() was called, could be started and ended within
/// `limit`. Handles events in the meantime.
///
/// For tests that run on Windows, instead of QProcess::waitForFinished(), which damages memory
/// under wine 8.0 at times: QProcess cancels its wait for the process, a wait of Windows' thread
/// pool. If the process ends at that moment, wine still calls the callback after
/// WaitForThreadpoolWaitCallbacks() has returned, when the QWinEventNotifier to which it writes is
/// freed. When events are handled, QProcess learns of the end from that callback, so it has run
/// before.
[[nodiscard]] inline bool ended(QProcess &process,
                                std::chrono::milliseconds limit = std::chrono::seconds(30))
{
    return waitUntil([&process] { return process.state() == QProcess::NotRunning; }, limit) &&
           process.error() != QProcess::FailedToStart;
}

} // namespace relaybook::testing
