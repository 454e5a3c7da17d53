// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/damagedfile.h"

#include <QFile>
#include <QFileInfo>

namespace relaybook {

StoreResult<QString> moveAside(const QString &path, Instant now, const QString &mark)
{
    const QFileInfo file(path);
    const QString time = utcDateTime(now).toString(u"yyyyMMdd'T'HHmmss'Z'");
    QString target;
    for (int attempt = 0; target.isEmpty() || QFile::exists(target); ++attempt) {
        const QString suffix = attempt == 0 ? QString() : QStringLiteral("-%1").arg(attempt);
        target = QStringLiteral("%1/%2.%3-%4%5.sqlite")
                     .arg(file.path(), file.completeBaseName(), mark, time, suffix);
    }
    if (!QFile::rename(path, target)) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed, QStringLiteral("cannot rename %1").arg(path)});
    }
    for (const auto &part : {QLatin1String("-wal"), QLatin1String("-shm")}) {
        const QString from = path + part;
        if (QFile::exists(from) && !QFile::rename(from, QString(target + part))) {
            moveBack(target, path);
            return tl::unexpected(
                StoreError{StoreError::Kind::Failed, QStringLiteral("cannot rename %1").arg(from)});
        }
    }
    return target;
}

void moveBack(const QString &aside, const QString &path)
{
    for (const auto &part : {QLatin1String(), QLatin1String("-wal"), QLatin1String("-shm")}) {
        if (QFile::exists(aside + part)) {
            QFile::remove(path + part);
            QFile::rename(aside + part, path + part);
        }
    }
}

StoreResult<QString> moveDamagedAside(const QString &path, Instant now)
{
    return moveAside(path, now, QStringLiteral("damaged"));
}

} // namespace relaybook
