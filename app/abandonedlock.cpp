// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/abandonedlock.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cstdlib>

namespace relaybook {
namespace {

// Between creating its file and writing to it, a process needs far less.
bool isOldAndEmpty(qint64 size, qint64 writtenSeconds)
{
    constexpr qint64 minute = 60;
    return size == 0 && std::abs(QDateTime::currentSecsSinceEpoch() - writtenSeconds) > minute;
}

#ifdef Q_OS_UNIX
bool removeUnlessHeld(const QByteArray &path)
{
    const int file = ::open(path.constData(), O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    // As QLockFile does it. Who holds this lock keeps others from removing the file, and from
    // taking its place; so after this, only the path can have become another file's.
    bool removed = false;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
        struct stat held = {};
        struct stat now = {};
        const bool isSame = ::fstat(file, &held) == 0 && ::stat(path.constData(), &now) == 0 &&
                            held.st_dev == now.st_dev && held.st_ino == now.st_ino;
        removed =
            isSame && isOldAndEmpty(held.st_size, held.st_mtime) && ::unlink(path.constData()) == 0;
    }
    ::close(file);
    return removed;
}
#endif

} // namespace

bool removeAbandonedLock(const QString &path)
{
    const QFileInfo file(path);
    const bool isCandidate = file.isFile() && !file.isSymLink() &&
                             isOldAndEmpty(file.size(), file.lastModified().toSecsSinceEpoch());
    if (!isCandidate) {
        return false;
    }
#ifdef Q_OS_UNIX
    return removeUnlessHeld(QFile::encodeName(path));
#else
    return QFile::remove(path); // refused by Windows while a process has the file open
#endif
}

} // namespace relaybook
