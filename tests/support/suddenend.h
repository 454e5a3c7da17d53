// SPDX-License-Identifier: GPL-3.0-or-later
// Ends a test's own process: as a power failure would, or at the end of main().

#pragma once

namespace relaybook::testing {

/// Ends this process at once: no destructor runs and nothing is flushed. QProcess reports a crash.
void endSuddenly();

/// For the end of main(): returns `result`. On Windows it ends the process with it: there, exit()
/// kills the other threads before it unloads libraries, and libstdc++, which is unloaded then,
/// waits for a lock that one of them may have held (seen in test_apiclient: pthread_key_delete).
[[nodiscard]] int endWith(int result);

} // namespace relaybook::testing
