// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that was taken for a moment goes back to the system.

#pragma once

namespace relaybook {

/// Before any other thread: what a search or a list of a million keys takes goes back after it. By
/// itself, glibc keeps ever larger pieces once one of their size was given back, and a heap for
/// each thread. Elsewhere nothing is done.
void keepFreeMemoryLow();

/// Gives back what lies free in between; some milliseconds. After work that took much.
void returnFreeMemory();

} // namespace relaybook
