// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/secrets/secretservice.h"

#include <QMetaObject>
#include <QObject>

#include <utility>

#ifdef RELAYBOOK_HAS_SECRET_SERVICE
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QMap>
#endif

namespace relaybook {

#ifdef RELAYBOOK_HAS_SECRET_SERVICE
namespace {

using Attributes = QMap<QString, QString>;
/// The paths of entries that are unlocked, and of those that are locked.
using Search = QDBusPendingReply<QList<QDBusObjectPath>, QList<QDBusObjectPath>>;

/// Searches by the attributes that QtKeychain stores with an entry.
QDBusMessage searchFor(const QString &service, const QString &entry)
{
    qDBusRegisterMetaType<Attributes>();
    QDBusMessage message = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.secrets"), QStringLiteral("/org/freedesktop/secrets"),
        QStringLiteral("org.freedesktop.Secret.Service"), QStringLiteral("SearchItems"));
    message.setArguments({QVariant::fromValue(
        Attributes{{QStringLiteral("server"), service}, {QStringLiteral("user"), entry}})});
    return message;
}

SecretServiceState stateOf(const Search &search)
{
    if (search.isError()) {
        // The bus knows the service but could not start it: the error's name contains "Spawn".
        const bool isMissing =
            search.error().type() == QDBusError::ServiceUnknown ||
            search.error().name().startsWith(QLatin1String("org.freedesktop.DBus.Error.Spawn"));
        return isMissing ? SecretServiceState::Missing : SecretServiceState::Other;
    }
    if (!search.argumentAt<1>().isEmpty()) {
        return SecretServiceState::Locked;
    }
    return search.argumentAt<0>().isEmpty() ? SecretServiceState::Other
                                            : SecretServiceState::Unlocked;
}

} // namespace

void askSecretService(const QString &service, const QString &entry, QObject *context,
                      std::function<void(SecretServiceState)> handler)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        QMetaObject::invokeMethod(
            context, [handler = std::move(handler)] { handler(SecretServiceState::Missing); },
            Qt::QueuedConnection);
        return;
    }
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(searchFor(service, entry)), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context,
                     [handler = std::move(handler)](QDBusPendingCallWatcher *ended) {
                         ended->deleteLater();
                         handler(stateOf(*ended));
                     });
}

void askDefaultCollection(QObject *context, std::function<void(bool)> handler)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    QDBusMessage alias = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.secrets"), QStringLiteral("/org/freedesktop/secrets"),
        QStringLiteral("org.freedesktop.Secret.Service"), QStringLiteral("ReadAlias"));
    alias.setArguments({QStringLiteral("default")});
    const auto ask = [context, handler = std::move(handler)](QDBusPendingCallWatcher *found) {
        found->deleteLater();
        const QDBusPendingReply<QDBusObjectPath> path = *found;
        if (path.isError()) {
            handler(false);
            return;
        }
        QDBusMessage property = QDBusMessage::createMethodCall(
            QStringLiteral("org.freedesktop.secrets"), path.value().path(),
            QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
        property.setArguments(
            {QStringLiteral("org.freedesktop.Secret.Collection"), QStringLiteral("Locked")});
        auto *answer =
            new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(property), context);
        QObject::connect(answer, &QDBusPendingCallWatcher::finished, context,
                         [handler](QDBusPendingCallWatcher *ended) {
                             ended->deleteLater();
                             const QDBusPendingReply<QDBusVariant> locked = *ended;
                             handler(!locked.isError() && locked.value().variant().toBool());
                         });
    };
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(alias), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, ask);
}

#else

void askDefaultCollection(QObject *context, std::function<void(bool)> handler)
{
    QMetaObject::invokeMethod(
        context, [handler = std::move(handler)] { handler(false); }, Qt::QueuedConnection);
}

void askSecretService(const QString &, const QString &, QObject *context,
                      std::function<void(SecretServiceState)> handler)
{
    QMetaObject::invokeMethod(
        context, [handler = std::move(handler)] { handler(SecretServiceState::Other); },
        Qt::QueuedConnection);
}

#endif

} // namespace relaybook
