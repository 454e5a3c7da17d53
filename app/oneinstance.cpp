// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oneinstance.h"

#include "app/instancesocket.h"

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QThread>
#include <QTimer>

#include <algorithm>

#ifdef Q_OS_WIN
#include <windows.h>
#endif

namespace relaybook {
namespace {

constexpr int messageVersion = 1;
constexpr qint64 longestMessage = 64 * 1024;
constexpr int longestMessageTime = 5000;
constexpr char taken[] = "ok\n";
constexpr char online[] = "online\n";
// With these the desktop allows the first window to come to the front after the user's click.
constexpr const char *activationVariables[] = {"XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"};

QByteArray messageOf(const OneInstance::Start &start)
{
    QJsonObject environment;
    for (const char *name : activationVariables) {
        if (qEnvironmentVariableIsSet(name)) {
            environment.insert(QLatin1String(name), qEnvironmentVariable(name));
        }
    }
    const QJsonObject message{
        {QStringLiteral("version"), messageVersion},
        {QStringLiteral("arguments"), QJsonArray::fromStringList(start.arguments)},
        {QStringLiteral("offline"), start.isOffline},
        {QStringLiteral("environment"), environment}};
    return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

OneInstance::Answer trySend(const QString &name, const QByteArray &message,
                            const QDeadlineTimer &deadline)
{
    QLocalSocket socket;
    socket.connectToServer(name);
    const auto left = [&deadline] { return int(deadline.remainingTime()); };
    if (!socket.waitForConnected(left()) || !isOfThisUser(socket)) {
        return OneInstance::Answer::None;
    }
#ifdef Q_OS_WIN
    // Windows allows only the program that the user has just started to come to the front.
    AllowSetForegroundWindow(ASFW_ANY);
#endif
    socket.write(message);
    while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(left())) {
    }
    while (!socket.canReadLine() && socket.waitForReadyRead(left())) {
    }
    const QByteArray answer = socket.readLine();
    return answer == taken    ? OneInstance::Answer::Taken
           : answer == online ? OneInstance::Answer::Online
                              : OneInstance::Answer::None;
}

} // namespace

OneInstance::OneInstance(QObject *parent)
    : QObject(parent)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &OneInstance::onConnection);
}

OneInstance::~OneInstance() = default;

bool OneInstance::listen(const QString &dataDir)
{
    const QStringList sockets = instanceSockets(dataDir);
    return std::any_of(sockets.begin(), sockets.end(), [this](const QString &socket) {
        // The lock of the folder is held, so a socket that exists was left by a crash.
        QLocalServer::removeServer(socket);
        return m_server.listen(socket);
    });
}

void OneInstance::onConnection()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        if (!isOfThisUser(*socket)) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        QTimer::singleShot(longestMessageTime, socket, [socket] { socket->abort(); });
        if (socket->bytesAvailable() > 0) {
            read(socket);
        }
    }
}

void OneInstance::read(QLocalSocket *socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > longestMessage) {
            socket->abort();
        }
        return;
    }
    const QJsonObject message = QJsonDocument::fromJson(socket->readLine()).object();
    if (message.value(QLatin1String("version")).toInt() != messageVersion) {
        socket->abort();
        return;
    }
    if (message.value(QLatin1String("offline")).toBool() && !m_isOffline) {
        socket->write(online);
        socket->flush();
        return;
    }
    const QJsonObject environment = message.value(QLatin1String("environment")).toObject();
    for (const char *name : activationVariables) {
        if (const QString value = environment.value(QLatin1String(name)).toString();
            !value.isEmpty()) {
            qputenv(name, value.toUtf8());
        }
    }
    QStringList arguments;
    for (const auto each : message.value(QLatin1String("arguments")).toArray()) {
        arguments.append(each.toString());
    }
    socket->write(taken);
    socket->flush();
    // The other instance closes the connection after reading. Closing it here would discard the
    // data on Windows.
    Q_EMIT started(arguments);
}

OneInstance::Answer OneInstance::handOver(const QString &dataDir, const Start &start,
                                          std::chrono::milliseconds most)
{
    constexpr unsigned long pause = 50;
    const QStringList sockets = instanceSockets(dataDir);
    const QByteArray message = messageOf(start);
    const QDeadlineTimer deadline(most);
    do {
        for (const QString &socket : sockets) {
            if (const Answer answer = trySend(socket, message, deadline); answer != Answer::None) {
                return answer;
            }
        }
        QThread::msleep(pause);
    } while (!deadline.hasExpired());
    return Answer::None;
}

} // namespace relaybook
