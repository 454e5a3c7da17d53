// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for the end of a program that a test has started.

#pragma once

#include "tests/support/soon.h"

#include <QProcess>

namespace relaybook::testing {

/// Returns whether `process` was started and ended within `limit`. Handles events in the meantime.
///
/// For tests that run on Windows, instead of QProcess::waitForFinished(), which damages memory
/// under wine 8.0 at times. A wait of a thread pool that is taken back just when the process ends
/// still calls back there, after WaitForThreadpoolWaitCallbacks() has returned, and then Qt's
/// QWinEventNotifier is freed. With events, QProcess learns of the end by that callback, so it has
/// run before.
[[nodiscard]] inline bool ended(QProcess &process,
                                std::chrono::milliseconds limit = std::chrono::seconds(30))
{
    return soon([&process] { return process.state() == QProcess::NotRunning; }, limit) &&
           process.error() != QProcess::FailedToStart;
}

} // namespace relaybook::testing
