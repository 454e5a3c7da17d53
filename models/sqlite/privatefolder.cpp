// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/privatefolder.h"

#include <QDir>
#include <QFileInfo>

namespace relaybook {

bool makePrivateFolder(const QString &path)
{
    const QString folder = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    if (QFileInfo(folder).isDir()) {
        return true;
    }
    const QString above = QFileInfo(folder).path();
    if (above == folder || !makePrivateFolder(above)) {
        return false;
    }
    constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    // Another copy of the program may have created it meanwhile.
    return QDir().mkdir(folder, ownerOnly) || QFileInfo(folder).isDir();
}

} // namespace relaybook
