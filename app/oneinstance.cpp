// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oneinstance.h"

#include "app/instancesocket.h"

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QPointer>
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
// The first answer says that the message need not be sent again: what it asks for may take longer
// than a second program waits for a first one.
constexpr char received[] = "received\n";
constexpr char done[] = "done\n";
constexpr char online[] = "online\n";
constexpr char refused[] = "refused "; // followed by the reason as JSON, which is one line
constexpr std::chrono::seconds longestHandling(30);
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

QByteArray answerOf(const QString &why)
{
    if (why.isEmpty()) {
        return done;
    }
    return refused + QJsonDocument(QJsonArray{why}).toJson(QJsonDocument::Compact) + '\n';
}

OneInstance::Reply replyOf(const QByteArray &answer)
{
    if (answer == done) {
        return {OneInstance::Answer::Done, {}};
    }
    if (answer == online) {
        return {OneInstance::Answer::Online, {}};
    }
    if (answer.startsWith(refused)) {
        const QByteArray why = answer.mid(qstrlen(refused));
        return {OneInstance::Answer::Refused,
                QJsonDocument::fromJson(why).array().first().toString()};
    }
    return {};
}

QByteArray readLine(QLocalSocket &socket, const QDeadlineTimer &deadline)
{
    while (!socket.canReadLine() && socket.waitForReadyRead(int(deadline.remainingTime()))) {
    }
    return socket.readLine();
}

OneInstance::Reply trySend(const QString &name, const QByteArray &message,
                           const QDeadlineTimer &deadline)
{
    QLocalSocket socket;
    socket.connectToServer(name);
    const auto left = [&deadline] { return int(deadline.remainingTime()); };
    if (!socket.waitForConnected(left()) || !isOfThisUser(socket)) {
        return {};
    }
#ifdef Q_OS_WIN
    // Windows allows only the program that the user has just started to come to the front.
    AllowSetForegroundWindow(ASFW_ANY);
#endif
    socket.write(message);
    while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(left())) {
    }
    const QByteArray answer = readLine(socket, deadline);
    return replyOf(answer == received ? readLine(socket, QDeadlineTimer(longestHandling)) : answer);
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
    socket->write(received);
    socket->flush();
    const QPointer<QLocalSocket> waiting(socket);
    const QByteArray answer = answerOf(m_handler ? m_handler(arguments) : QString());
    // The other instance closes the connection after reading. Closing it here would discard the
    // data on Windows.
    if (waiting != nullptr) {
        waiting->write(answer);
        waiting->flush();
    }
}

OneInstance::Reply OneInstance::handOver(const QString &dataDir, const Start &start,
                                         std::chrono::milliseconds most)
{
    constexpr unsigned long pause = 50;
    const QStringList sockets = instanceSockets(dataDir);
    const QByteArray message = messageOf(start);
    const QDeadlineTimer deadline(most);
    do {
        for (const QString &socket : sockets) {
            if (auto reply = trySend(socket, message, deadline); reply.answer != Answer::None) {
                return reply;
            }
        }
        QThread::msleep(pause);
    } while (!deadline.hasExpired());
    return {};
}

} // namespace relaybook
