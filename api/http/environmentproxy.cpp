// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/environmentproxy.h"

#include "api/types/proxyaddress.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace relaybook {
namespace {

constexpr int httpsPort = 443;

struct Place
{
    QString host; ///< lower case, without brackets and without a dot at the end
    QString port; ///< empty if there is none
};

QString plainHost(QString host)
{
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    }
    if (host.endsWith(u'.')) {
        host.chop(1);
    }
    return host.toLower();
}

/// "host", "host:port", "address" or "[address]:port".
Place placeOf(const QString &entry)
{
    const qsizetype colon = entry.lastIndexOf(u':');
    const bool isAddress = entry.count(u':') > 1 && !entry.contains(u']'); // of IPv6
    if (colon < 0 || isAddress || colon < entry.indexOf(u']')) {
        return {plainHost(entry), {}};
    }
    return {plainHost(entry.left(colon)), entry.mid(colon + 1)};
}

bool isInRange(const QString &range, const QString &host)
{
    const auto subnet = QHostAddress::parseSubnet(range);
    const QHostAddress address(host);
    return subnet.second >= 0 && !address.isNull() && address.isInSubnet(subnet);
}

bool matches(const QString &entry, const QString &host, int port)
{
    if (entry == QLatin1String("*")) {
        return true;
    }
    if (entry.contains(u'/')) {
        return isInRange(entry, host);
    }
    Place place = placeOf(entry);
    if (!place.port.isEmpty() && place.port != QString::number(port)) {
        return false;
    }
    if (place.host.startsWith(QLatin1String("*."))) {
        place.host.remove(0, 1);
    }
    if (place.host.startsWith(u'.')) {
        place.host.remove(0, 1);
    }
    if (place.host.isEmpty()) {
        return false;
    }
    const QHostAddress own(place.host);
    if (!own.isNull()) {
        return own == QHostAddress(host);
    }
    return host == place.host || host.endsWith(QString(u'.' % place.host));
}

struct Variable
{
    const char *name = nullptr; ///< null if none of them is set
    QString value;
};

/// The first variable that is set. One without a value is like one that is not set.
Variable firstSet(std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        const QString value = qEnvironmentVariable(name).trimmed();
        if (!value.isEmpty()) {
            return {name, value};
        }
    }
    return {};
}

} // namespace

bool isInNoProxy(const QString &list, const QUrl &address)
{
    static const QRegularExpression between(QStringLiteral("[,\\s]+"));
    const QString host = plainHost(address.host(QUrl::FullyEncoded));
    const QStringList entries = list.split(between, Qt::SkipEmptyParts);
    return std::any_of(entries.begin(), entries.end(), [&](const QString &entry) {
        return matches(entry, host, address.port(httpsPort));
    });
}

std::optional<Result<NetworkSettings>> environmentProxy(const QUrl &address)
{
    if (isInNoProxy(firstSet({"no_proxy", "NO_PROXY"}).value, address)) {
        return NetworkSettings();
    }
    const Variable proxy =
        firstSet({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy"});
    if (proxy.name == nullptr) {
        return std::nullopt;
    }
    if (auto settings = proxyFromUrl(Secret(proxy.value))) {
        return *settings;
    }
    ApiError error;
    error.kind = ErrorKind::BadSettings;
    error.message =
        QCoreApplication::translate("relaybook::NetworkRoute",
                                    "The proxy in the environment variable %1 cannot be used. "
                                    "Write it like http://proxy.example.net:3128 or "
                                    "socks5://proxy.example.net:1080.")
            .arg(QLatin1String(proxy.name));
    return Result<NetworkSettings>(tl::unexpected<ApiError>(std::move(error)));
}

} // namespace relaybook
