// SPDX-License-Identifier: GPL-3.0-or-later
// The route of a call to the service in Qt's types: the proxy and the trusted certificates. Made
// from NetworkSettings.

#pragma once

#include "api/types/networksettings.h"
#include "api/types/result.h"

#include <QList>
#include <QNetworkProxy>
#include <QSslConfiguration>
#include <QUrl>

#include <functional>
#include <optional>

namespace relaybook {

struct NetworkRoute
{
    QNetworkProxy proxy{QNetworkProxy::NoProxy};
    std::optional<QSslConfiguration> tls; ///< not set: the system's default
    int ownAuthorities = 0;               ///< how many certificates the own file added

    [[nodiscard]] bool hasProxy() const { return proxy.type() != QNetworkProxy::NoProxy; }
};

/// Returns the system's proxies for an address, or ErrorKind::BadSettings. May take seconds.
using SystemProxies = std::function<Result<QList<QNetworkProxy>>(const QUrl &)>;
/// The proxy that the environment names (see environmentProxy()); without one, those of the
/// system's settings.
[[nodiscard]] Result<QList<QNetworkProxy>> askSystemForProxies(const QUrl &address);

/// The input of routeTo().
struct RouteRequest
{
    NetworkSettings settings;
    QUrl service;
    bool isLoopback = false;              ///< the service is on this computer: no proxy is used
    std::optional<QSslConfiguration> tls; ///< to which the own certificates are added
    SystemProxies systemProxies = askSystemForProxies;

    /// Whether routeTo() reads files or asks the system: not on the GUI thread.
    [[nodiscard]] bool isSlow() const;
};

/// The route, or ErrorKind::BadSettings with a sentence as its message: nothing may be sent then.
[[nodiscard]] Result<NetworkRoute> routeTo(const RouteRequest &request);

/// "proxy.example.net:3128", for display; never with user or password.
[[nodiscard]] QString displayProxy(const QNetworkProxy &proxy);

} // namespace relaybook
