// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: an account with small lists, all of which are loaded.

#pragma once

#include "tests/models/sessionfixture.h"

#include <QTest>

namespace relaybook::testing {

/// An account session with small lists, after everything was loaded.
class Loaded : public SessionFixture
{
public:
    Loaded()
        : SessionFixture(SandboxSettings{12, 10, 150, 100, false})
    {
        open();
        session->start();
        [this] { QTRY_VERIFY(allLoaded()); }();
        proxy = ProxyId(QString::fromStdString(server.proxyIds().front()));
        subUser = SubUserId(server.subUserIds().front());
    }

    [[nodiscard]] QJsonObject proxyThere() const
    {
        return objectOf(server.proxy(proxy.value().toStdString()));
    }
    [[nodiscard]] QString noteThere() const
    {
        return objectOf(server.subUser(subUser.value())).value(QStringLiteral("note")).toString();
    }

    QObject guard;
    ProxyId proxy;
    SubUserId subUser;
};

} // namespace relaybook::testing
