// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/freememory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace relaybook {

void keepFreeMemoryLow()
{
#ifdef __GLIBC__
    constexpr int large = 256 * 1024;
    constexpr int heaps = 2;          // for the GUI thread and one worker
    mallopt(M_MMAP_THRESHOLD, large); // NOLINT(concurrency-mt-unsafe): before any other thread
    mallopt(M_ARENA_MAX, heaps);      // NOLINT(concurrency-mt-unsafe)
#endif
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace relaybook
