// SPDX-License-Identifier: GPL-3.0-or-later
// Ends a test's own process as a power failure would.

#pragma once

namespace relaybook::testing {

/// Ends this process at once: no destructor runs and nothing is flushed. QProcess reports a crash.
void endSuddenly();

} // namespace relaybook::testing
