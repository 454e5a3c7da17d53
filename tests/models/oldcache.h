// SPDX-License-Identifier: GPL-3.0-or-later
// Test support: the stored data of an account as an earlier version left it, and a lock that lets
// its update begin but not end.

#pragma once

#include "models/store/connection.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <memory>

namespace relaybook::testing {

/// Replaces the cache in `folder` by the one that the SQL of a fixture makes.
inline void putOldCache(const QString &folder, const QString &sqlFile)
{
    for (const QString &name : QDir(folder).entryList({QStringLiteral("cache.sqlite*")})) {
        QVERIFY(QFile::remove(QDir(folder).filePath(name)));
    }
    QFile sql(sqlFile);
    QVERIFY2(sql.open(QIODevice::ReadOnly), qPrintable(sqlFile));
    const auto made = Connection::open(QDir(folder).filePath(QStringLiteral("cache.sqlite")),
                                       Connection::Purpose::CacheWriter);
    QVERIFY(made.has_value());
    (*made)->database().exec(sql.readAll().toStdString());
}

/// The version that the cache in `folder` has; -1 if it cannot be read.
inline qint64 versionOfCache(const QString &folder)
{
    const auto read = Connection::open(QDir(folder).filePath(QStringLiteral("cache.sqlite")),
                                       Connection::Purpose::Reader);
    return read ? (*read)->number("PRAGMA user_version") : -1;
}

/// Holds the lock of the cache in `folder` as a process does that is writing, so that whoever wants
/// to update the file waits until release().
class HeldCache
{
public:
    explicit HeldCache(const QString &folder)
        : m_connection(*Connection::open(QDir(folder).filePath(QStringLiteral("cache.sqlite")),
                                         Connection::Purpose::CacheWriter))
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
