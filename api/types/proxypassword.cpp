// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/proxypassword.h"

#include <QStringBuilder>
#include <QStringList>
#include <QUrl>

namespace relaybook {

namespace {

QString encoded(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

} // namespace

bool hasOwnProxy(const NetworkSettings &network)
{
    return network.proxy == NetworkSettings::Proxy::Http ||
           network.proxy == NetworkSettings::Proxy::Socks5;
}

QString proxyIdentity(const NetworkSettings &network)
{
    if (!hasOwnProxy(network)) {
        return {};
    }
    const bool isHttp = network.proxy == NetworkSettings::Proxy::Http;
    return QLatin1String(isHttp ? "http://" : "socks5://") % encoded(network.user) % u'@' %
           encoded(network.host) % u':' % QString::number(network.port);
}

QString networkIdentity(const NetworkSettings &network)
{
    QStringList parts;
    if (network.proxy != NetworkSettings::Proxy::None) {
        parts.append(hasOwnProxy(network) ? proxyIdentity(network) : QStringLiteral("system"));
    }
    if (!network.caFile.isEmpty()) {
        parts.append(QLatin1String("certificates ") % network.caHash);
    }
    return parts.join(QLatin1String(", "));
}

NetworkSettings withoutPassword(NetworkSettings network)
{
    network.password = {};
    return network;
}

ProxyPassword ProxyPassword::of(const NetworkSettings &network)
{
    if (!hasOwnProxy(network) || network.password.isEmpty()) {
        return {};
    }
    return {proxyIdentity(network), network.password};
}

Secret ProxyPassword::passwordFor(const NetworkSettings &network) const
{
    return !proxy.isEmpty() && proxy == proxyIdentity(network) ? password : Secret();
}

} // namespace relaybook
