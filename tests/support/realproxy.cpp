// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/realproxy.h"

#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>

namespace relaybook::testing {
namespace {

QString programOf(RealProxy::Kind kind)
{
    switch (kind) {
    case RealProxy::Kind::Http:
        return QStringLiteral("tinyproxy");
    case RealProxy::Kind::Squid:
        return QStringLiteral("squid");
    case RealProxy::Kind::Socks5:
        break;
    }
    return QStringLiteral("microsocks");
}

/// Empty if it is not installed. Some of them are for administrators, whose folder is not searched
/// for others.
QString pathOf(RealProxy::Kind kind)
{
    const QString path = QStandardPaths::findExecutable(programOf(kind));
    return path.isEmpty()
               ? QStandardPaths::findExecutable(programOf(kind), {QStringLiteral("/usr/sbin")})
               : path;
}

/// The line of a password file, as squid's helper reads it.
QByteArray passwordLine(const QString &user, const QString &password)
{
    QProcess hash;
    hash.start(QStringLiteral("openssl"),
               {QStringLiteral("passwd"), QStringLiteral("-apr1"), QStringLiteral("-stdin")});
    hash.write(password.toUtf8() + '\n');
    hash.closeWriteChannel();
    if (!hash.waitForFinished()) {
        qFatal("openssl is missing");
    }
    return user.toUtf8() + ':' + hash.readAllStandardOutput();
}

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

bool listensAt(quint16 port)
{
    constexpr int patience = 1000;
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(patience);
}

} // namespace

QString RealProxy::whyMissing(Kind kind)
{
    return pathOf(kind).isEmpty()
               ? QStringLiteral("%1 is not installed (packaging/setup/packages.sh)")
                     .arg(programOf(kind))
               : QString();
}

bool RealProxy::mustExist()
{
#ifdef Q_OS_WIN
    return false; // under wine, Debian's files are there too
#else
    return QFile::exists(QStringLiteral("/etc/debian_version"));
#endif
}

bool RealProxy::start(Kind kind, const QString &user, const QString &password)
{
    constexpr int attempts = 5; // the free port may be taken meanwhile
    for (int i = 0; i < attempts; ++i) {
        if (tryStart(kind, user, password)) {
            return true;
        }
        stop();
    }
    return false;
}

bool RealProxy::tryStart(Kind kind, const QString &user, const QString &password)
{
    m_port = freePort();
    QStringList arguments;
    if (kind == Kind::Http) {
        arguments = httpArguments(user, password);
    } else if (kind == Kind::Squid) {
        arguments = squidArguments(user, password);
    } else {
        arguments = {QStringLiteral("-i"), QStringLiteral("127.0.0.1"), QStringLiteral("-p"),
                     QString::number(m_port)};
        if (!user.isEmpty()) {
            arguments << QStringLiteral("-u") << user << QStringLiteral("-P") << password;
        }
    }
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(pathOf(kind), arguments);
    constexpr int polls = 200;
    constexpr int pause = 50;
    for (int i = 0; i < polls && m_process.state() != QProcess::NotRunning; ++i) {
        if (m_process.waitForStarted(pause) && listensAt(m_port)) {
            return true;
        }
        (void)m_process.waitForFinished(pause);
    }
    return false;
}

QString RealProxy::write(const QString &name, const QByteArray &bytes) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) < 0) {
        qFatal("the proxy's configuration cannot be written");
    }
    return file.fileName();
}

QStringList RealProxy::httpArguments(const QString &user, const QString &password)
{
    QByteArray settings =
        "Port " + QByteArray::number(m_port) +
        "\nListen 127.0.0.1\nTimeout 60\nMaxClients 100\nAllow 127.0.0.1\nLogLevel Error\n"
        "LogFile \"" +
        m_folder.filePath(QStringLiteral("log")).toUtf8() + "\"\n";
    if (!user.isEmpty()) {
        settings += "BasicAuth " + user.toUtf8() + ' ' + password.toUtf8() + '\n';
    }
    return {QStringLiteral("-d"), QStringLiteral("-c"),
            write(QStringLiteral("tinyproxy.conf"), settings)};
}

QStringList RealProxy::squidArguments(const QString &user, const QString &password)
{
    QByteArray settings = "http_port 127.0.0.1:" + QByteArray::number(m_port) +
                          "\nvisible_hostname squid.test\npid_filename none\naccess_log none\n"
                          "cache_log /dev/null\ncache_store_log none\ncache deny all\n"
                          "netdb_filename none\npinger_enable off\nmax_filedescriptors 1024\n"
                          "shutdown_lifetime 0 seconds\n";
    if (!user.isEmpty()) {
        // Started by root, squid and its helper run as another user.
        const QString passwords = write(QStringLiteral("passwords"), passwordLine(user, password));
        const auto everybody = QFile::ReadOther | QFile::ReadOwner | QFile::WriteOwner;
        QFile::setPermissions(passwords, everybody);
        QFile::setPermissions(m_folder.path(), everybody | QFile::ExeOther | QFile::ExeOwner);
        settings += "auth_param basic program /usr/lib/squid/basic_ncsa_auth " +
                    passwords.toUtf8() +
                    "\nauth_param basic children 2 startup=1\nacl known proxy_auth REQUIRED\n"
                    "http_access allow known\n";
    } else {
        settings += "http_access allow localhost\n";
    }
    settings += "http_access deny all\n";
    return {QStringLiteral("-N"), QStringLiteral("-f"),
            write(QStringLiteral("squid.conf"), settings)};
}

void RealProxy::stop()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        (void)m_process.waitForFinished();
    }
}

} // namespace relaybook::testing
