// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/todisk.h"

#include <QFile>

#ifdef Q_OS_WIN
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace relaybook {

bool fileToDisk(int handle)
{
#ifdef Q_OS_WIN
    return _commit(handle) == 0;
#else
    return fsync(handle) == 0;
#endif
}

void folderToDisk(const QString &folder)
{
#ifndef Q_OS_WIN
    const int handle = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        ::close(handle);
    }
#else
    Q_UNUSED(folder)
#endif
}

} // namespace relaybook
