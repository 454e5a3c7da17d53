// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/busnotifications.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

#include <utility>

namespace relaybook {

struct BusNotifications::Bus
{
    QDBusConnection connection;
};

namespace {

const QString notificationsPath = QStringLiteral("/org/freedesktop/Notifications");
const QString notificationsName = QStringLiteral("org.freedesktop.Notifications");
// The action of a click on the notification itself.
const QString defaultAction = QStringLiteral("default");

QDBusMessage notificationsCall(const QString &method)
{
    return QDBusMessage::createMethodCall(notificationsName, notificationsPath, notificationsName,
                                          method);
}

} // namespace

BusNotifications::BusNotifications(QString connection)
    : m_connection(std::move(connection))
{
}

BusNotifications::~BusNotifications() = default;

bool BusNotifications::connectToBus()
{
    if (m_bus) {
        return m_bus->connection.isConnected();
    }
    m_bus = std::make_unique<Bus>(Bus{m_connection.isEmpty() ? QDBusConnection::sessionBus()
                                                             : QDBusConnection(m_connection)});
    QDBusConnection &bus = m_bus->connection;
    // Of any sender: with a name, Qt would wait for the bus to say whose it is.
    return bus.isConnected() &&
           bus.connect({}, notificationsPath, notificationsName, QStringLiteral("ActionInvoked"),
                       this, SLOT(onActionInvoked(uint, QString))) &&
           bus.connect({}, notificationsPath, notificationsName,
                       QStringLiteral("NotificationClosed"), this, SLOT(onClosed(uint, uint)));
}

void BusNotifications::ask()
{
    if (m_isAsking) {
        return;
    }
    if (!connectToBus()) {
        setState(State::Unavailable);
        return;
    }
    m_isAsking = true;
    auto *watcher = new QDBusPendingCallWatcher(
        m_bus->connection.asyncCall(notificationsCall(QStringLiteral("GetCapabilities"))), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this](QDBusPendingCallWatcher *ended) {
                ended->deleteLater();
                m_isAsking = false;
                const QDBusPendingReply<QStringList> capabilities = *ended;
                if (capabilities.isError()) {
                    setState(State::Unavailable);
                    return;
                }
                m_hasMarkup = capabilities.value().contains(QLatin1String("body-markup"));
                setState(State::Available);
            });
}

void BusNotifications::show(const QString &id, const QString &title, const QString &text)
{
    if (!connectToBus()) {
        setState(State::Unavailable);
        Q_EMIT failed(id);
        return;
    }
    constexpr int serverDecides = -1;
    const QVariantMap hints{
        {QStringLiteral("desktop-entry"), QStringLiteral("org.relaybook.Relaybook")}};
    QDBusMessage call = notificationsCall(QStringLiteral("Notify"));
    call.setArguments({QStringLiteral("Relaybook"), uint(0),
                       QStringLiteral("org.relaybook.Relaybook"), title,
                       m_hasMarkup ? text.toHtmlEscaped() : text,
                       QStringList{defaultAction, tr("Open")}, hints, serverDecides});
    auto *watcher = new QDBusPendingCallWatcher(m_bus->connection.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, id](QDBusPendingCallWatcher *ended) {
                ended->deleteLater();
                const QDBusPendingReply<uint> number = *ended;
                if (number.isError()) {
                    setState(State::Unavailable);
                    // Without an answer in time, it may be on the screen.
                    const bool isUnclear = number.error().type() == QDBusError::NoReply;
                    isUnclear ? Q_EMIT shown(id) : Q_EMIT failed(id);
                } else {
                    m_shown.insert(number.value(), id);
                    Q_EMIT shown(id);
                }
            });
}

void BusNotifications::onActionInvoked(uint number, const QString &action)
{
    if (const QString id = m_shown.value(number);
        !id.isEmpty() && (action == defaultAction || action.isEmpty())) {
        Q_EMIT clicked(id);
    }
}

void BusNotifications::onClosed(uint number, uint reason)
{
    Q_UNUSED(reason)
    m_shown.remove(number);
}

} // namespace relaybook
