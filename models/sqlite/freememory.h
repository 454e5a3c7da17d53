// SPDX-License-Identifier: GPL-3.0-or-later
// Returns freed memory to the operating system.

#pragma once

namespace relaybook {

/// Configures malloc so that the memory of a search or of a list of a million keys is returned
/// afterwards. By default, glibc keeps larger and larger blocks after one of their size was freed,
/// and has a heap for each thread. Must be called before any other thread is started. Does nothing
/// without glibc.
void keepFreeMemoryLow();

/// Returns free memory between used blocks to the system; takes some milliseconds. To be called
/// after work that needed much memory.
void returnFreeMemory();

} // namespace relaybook
