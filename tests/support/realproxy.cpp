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
    return kind == RealProxy::Kind::Http ? QStringLiteral("tinyproxy")
                                         : QStringLiteral("microsocks");
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
    const QString program = programOf(kind);
    return QStandardPaths::findExecutable(program).isEmpty()
               ? QStringLiteral("%1 is not installed (packaging/setup/packages.sh)").arg(program)
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
    } else {
        arguments = {QStringLiteral("-i"), QStringLiteral("127.0.0.1"), QStringLiteral("-p"),
                     QString::number(m_port)};
        if (!user.isEmpty()) {
            arguments << QStringLiteral("-u") << user << QStringLiteral("-P") << password;
        }
    }
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(programOf(kind), arguments);
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

QStringList RealProxy::httpArguments(const QString &user, const QString &password)
{
    const QString path = m_folder.filePath(QStringLiteral("tinyproxy.conf"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        qFatal("the proxy's configuration cannot be written");
    }
    file.write("Port " + QByteArray::number(m_port) +
               "\nListen 127.0.0.1\nTimeout 60\nMaxClients 100\nAllow 127.0.0.1\nLogLevel Error\n");
    file.write("LogFile \"" + m_folder.filePath(QStringLiteral("log")).toUtf8() + "\"\n");
    if (!user.isEmpty()) {
        file.write("BasicAuth " + user.toUtf8() + ' ' + password.toUtf8() + '\n');
    }
    return {QStringLiteral("-d"), QStringLiteral("-c"), path};
}

void RealProxy::stop()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        (void)m_process.waitForFinished();
    }
}

} // namespace relaybook::testing
