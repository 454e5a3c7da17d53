// SPDX-License-Identifier: GPL-3.0-or-later
// Shows notifications through org.freedesktop.Notifications on the session bus of a Linux desktop.

#pragma once

#include "models/notify/desktopnotifications.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>

namespace relaybook {

class BusNotifications final : public DesktopNotifications
{
    Q_OBJECT

public:
    /// `connection`: the name of a QDBusConnection; empty: the session bus, which is connected to
    /// by the first ask().
    explicit BusNotifications(QString connection = {});
    ~BusNotifications() override;

    void ask() override;
    void show(const QString &id, const QString &title, const QString &text) override;

private Q_SLOTS:
    void onActionInvoked(uint number, const QString &action);
    void onClosed(uint number, uint reason);

private:
    struct Bus;
    [[nodiscard]] bool connectToBus();

    QString m_connection;
    std::unique_ptr<Bus> m_bus;
    bool m_isAsking = false;
    bool m_hasMarkup = false;     ///< the texts of notifications are HTML
    QHash<uint, QString> m_shown; ///< ids by the service's number
};

} // namespace relaybook
