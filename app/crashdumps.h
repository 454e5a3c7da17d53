// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the memory of a crashed program, which holds tokens and passwords, off the disk.

#pragma once

namespace relaybook {

/// From now on a crash of this process writes no core file and no dump. Call it before the first
/// secret is read.
void forbidCrashDumps();

} // namespace relaybook
