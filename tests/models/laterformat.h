// SPDX-License-Identifier: GPL-3.0-or-later
// Test support: a format of the cache later than that of the program, so that a file of the program
// is an older one that has to be updated, and a lock that lets its update begin but not end.

#pragma once

#include "models/sqlite/migration.h"
#include "models/store/cacheconnection.h"

#include <QDir>
#include <QTest>

#include <memory>
#include <string>

namespace relaybook::testing {

inline std::unique_ptr<Connection> openForWriting(const QString &folder)
{
    auto opened = openCache(QDir(folder).filePath(QStringLiteral("cache.sqlite")),
                            Connection::Purpose::CacheWriter);
    return opened ? std::move(*opened) : nullptr;
}

/// The version of cacheFormat().
inline qint64 cacheVersion()
{
    return static_cast<qint64>(cacheFormat().steps.size());
}

/// Two versions later than cacheFormat(): the first changes every proxy, the second makes a table.
inline const FileFormat &laterFormat()
{
    static const FileFormat format = [] {
        FileFormat later = cacheFormat();
        later.steps.emplace_back("UPDATE proxies SET name = name;");
        later.steps.emplace_back("CREATE TABLE later_rows(x);");
        return later;
    }();
    return format;
}

/// Makes the cache in `folder`, which has laterFormat(), a file of cacheFormat() with the same
/// rows.
inline void makeCacheOld(const QString &folder)
{
    const auto cache = openForWriting(folder);
    QVERIFY(cache != nullptr);
    cache->database().exec("DROP TABLE later_rows; PRAGMA user_version = " +
                           std::to_string(cacheVersion()));
}

/// The version that the cache in `folder` has; -1 if it cannot be read.
inline qint64 versionOfCache(const QString &folder)
{
    const auto read = openCache(QDir(folder).filePath(QStringLiteral("cache.sqlite")),
                                Connection::Purpose::Reader);
    return read ? (*read)->number("PRAGMA user_version") : -1;
}

/// Holds the lock of the cache in `folder` as a process does that is writing, so that whoever wants
/// to update the file waits until release().
class HeldCache
{
public:
    explicit HeldCache(const QString &folder)
        : m_connection(openForWriting(folder))
        , m_lock(std::make_unique<WriteTransaction>(*m_connection))
    {
    }
    void release()
    {
        m_lock.reset();
        m_connection.reset();
    }

private:
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<WriteTransaction> m_lock;
};

} // namespace relaybook::testing
