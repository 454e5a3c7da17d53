// SPDX-License-Identifier: GPL-3.0-or-later
// Test support: stored data that is never read or written to its end, so that only an interrupt
// ends whoever does.

#pragma once

#include "models/store/cacheconnection.h"

#include <QTest>

namespace relaybook::testing {

inline void runInFile(const QString &file, const std::string &sql)
{
    const auto opened = openCache(file, Connection::Purpose::CacheWriter);
    QVERIFY(opened.has_value());
    const auto run = guarded([&] { return (*opened)->database().exec(sql); });
    QVERIFY2(run.has_value(), run ? "" : qPrintable(run.error().detail));
}

/// Until makeFinite(), a query of this table of the cache does not end.
inline void makeEndless(const QString &file, const std::string &table)
{
    runInFile(file, "ALTER TABLE " + table + " RENAME TO finite_" + table + "; CREATE VIEW " +
                        table +
                        " AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
                        " SELECT finite_" +
                        table + ".* FROM n CROSS JOIN finite_" + table);
}
inline void makeFinite(const QString &file, const std::string &table)
{
    runInFile(file, "DROP VIEW " + table + "; ALTER TABLE finite_" + table + " RENAME TO " + table);
}

/// From now on, `change` of a row of this table does not end: "INSERT", "UPDATE".
inline void makeChangesEndless(const QString &file, const std::string &change,
                               const std::string &table)
{
    runInFile(file, "CREATE VIEW without_end AS WITH RECURSIVE n(x) AS"
                    " (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS x FROM n;"
                    "CREATE TRIGGER endless AFTER " +
                        change + " ON " + table + " BEGIN SELECT x FROM without_end; END");
}
inline void makeChangesFinite(const QString &file)
{
    runInFile(file, "DROP TRIGGER endless; DROP VIEW without_end");
}

/// Whether somebody is writing to the file.
[[nodiscard]] inline bool isBeingWritten(const QString &path)
{
    const auto file = openCache(path, Connection::Purpose::CacheWriter, 0);
    if (!file) {
        return file.error().kind == StoreError::Kind::Busy;
    }
    const auto locked = guarded([&] {
        const WriteTransaction transaction(**file);
        return true;
    });
    return !locked && locked.error().kind == StoreError::Kind::Busy;
}

/// Whether somebody reads the file as it was before this call: then its log cannot start again.
[[nodiscard]] inline bool isBeingRead(const QString &path)
{
    const auto file = openCache(path, Connection::Purpose::CacheWriter, 0);
    const auto busy = guarded([&] {
        (*file)->database().exec("CREATE TABLE IF NOT EXISTS touched(x);"
                                 "INSERT INTO touched VALUES (1)");
        return (*file)->number("PRAGMA wal_checkpoint(RESTART)");
    });
    return busy && *busy == 1;
}

} // namespace relaybook::testing
