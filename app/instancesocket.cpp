// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instancesocket.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>

#ifndef Q_OS_WIN
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#endif

namespace relaybook {
namespace {

/// A hash of the path, because some systems limit the names of sockets.
QString socketName(const QString &dataDir)
{
    constexpr qsizetype length = 16;
    const QString path = QDir(dataDir).canonicalPath();
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256);
    return QStringLiteral("relaybook-") + QString::fromLatin1(hash.toHex().left(length));
}

#ifndef Q_OS_WIN

bool isOnlyForThisUser(const QFileInfo &folder)
{
    return folder.isDir() && folder.ownerId() == geteuid() &&
           !(folder.permissions() & (QFile::WriteGroup | QFile::WriteOther));
}

bool fitsIntoAddress(const QString &path)
{
    constexpr auto most = qsizetype(sizeof(sockaddr_un::sun_path));
    return QFile::encodeName(path).size() < most;
}

#endif

} // namespace

#ifdef Q_OS_WIN

QStringList instanceSockets(const QString &dataDir)
{
    return {socketName(dataDir)};
}

bool isOfThisUser(const QLocalSocket &)
{
    return true;
}

#else

QStringList instanceSockets(const QString &dataDir)
{
    // The folder for temporary files is private on macOS. The data folder comes last, because it
    // may be on a network drive, where a socket cannot be created.
    const QString folders[] = {qEnvironmentVariable("XDG_RUNTIME_DIR"), QDir::tempPath(), dataDir};
    QStringList sockets;
    for (const QString &folder : folders) {
        const QString path = QDir(folder).absoluteFilePath(socketName(dataDir));
        if (!folder.isEmpty() && isOnlyForThisUser(QFileInfo(folder)) && fitsIntoAddress(path)) {
            sockets.append(path);
        }
    }
    return sockets;
}

bool isOfThisUser(const QLocalSocket &socket)
{
    const int descriptor = static_cast<int>(socket.socketDescriptor());
#ifdef SO_PEERCRED
    ucred peer{};
    socklen_t size = sizeof(peer);
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == geteuid();
#else
    uid_t user = 0;
    gid_t group = 0;
    return getpeereid(descriptor, &user, &group) == 0 && user == geteuid();
#endif
}

#endif

} // namespace relaybook
