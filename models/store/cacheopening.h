// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a cache file on a separate thread, because migrating a large file takes seconds and would
// block the window.

#pragma once

#include "models/sqlite/serialthread.h"
#include "models/store/cachefile.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace relaybook {

/// One opening. To be used from the thread that created it, which needs an event loop.
class CacheOpening
{
public:
    using Done = std::function<void(StoreResult<CacheFile>)>;

    /// Begins to open the cache in `directory`; see openCacheFilePatiently(). `done` is called on
    /// this thread, never from the constructor, and may destroy this object. `context` must outlive
    /// it. `format` is not copied.
    CacheOpening(const QString &directory, Instant now, QObject *context, Done done,
                 const FileFormat &format = cacheFormat());
    CacheOpening(const CacheOpening &) = delete;
    CacheOpening &operator=(const CacheOpening &) = delete;
    /// Ends the opening and waits for that; `done` is not called any more. A migration that is
    /// under way is undone up to its last complete step, and continued by the next opening.
    ~CacheOpening();

private:
    // Shared with the answer, which may arrive after the end of this object.
    std::shared_ptr<std::atomic<quint64>> m_wanted;
    SerialThread m_thread;
};

} // namespace relaybook
