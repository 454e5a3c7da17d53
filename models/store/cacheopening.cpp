// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/cacheopening.h"

#include <utility>

namespace relaybook {
namespace {

constexpr quint64 openingIsWanted = 1;

} // namespace

CacheOpening::CacheOpening(const QString &directory, Instant now, QObject *context, Done done,
                           const FileFormat &format)
    : m_wanted(std::make_shared<std::atomic<quint64>>(openingIsWanted))
    , m_thread(QStringLiteral("open store"))
{
    m_thread.post([directory, now, context, done = std::move(done), wanted = m_wanted, &format] {
        auto opened = std::make_shared<StoreResult<CacheFile>>(
            openCacheFilePatiently(directory, now, *wanted, openingIsWanted, format));
        QMetaObject::invokeMethod(
            context,
            [opened, done, wanted] {
                if (*wanted == openingIsWanted) {
                    done(std::move(*opened));
                }
            },
            Qt::QueuedConnection);
    });
}

CacheOpening::~CacheOpening()
{
    *m_wanted = 0;
    m_thread.finish();
}

} // namespace relaybook
