// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/networkroute.h"

#include "api/http/environmentproxy.h"
#include "api/http/openssl.h"
#include "api/types/systemreason.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QNetworkProxyFactory>
#include <QSslCertificate>

#include <algorithm>

namespace relaybook {
namespace {

struct RouteText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::NetworkRoute)
};

constexpr qint64 largestCaFile = qint64(16) * 1024 * 1024;
constexpr int largestPort = 65'535;

tl::unexpected<ApiError> badSettings(const QString &sentence)
{
    ApiError error;
    error.kind = ErrorKind::BadSettings;
    error.message = sentence;
    return tl::unexpected<ApiError>(std::move(error));
}

/// Whether the text is only a name or an address: no URL, no port.
bool isHostName(const QString &host)
{
    const bool isAddress = !QHostAddress(host).isNull();
    const auto isOdd = [](QChar each) {
        return each.isSpace() || each == u'/' || each == u':' || each == u'@';
    };
    return !host.isEmpty() && (isAddress || std::none_of(host.begin(), host.end(), isOdd));
}

Result<QNetworkProxy> ownProxy(const NetworkSettings &settings)
{
    if (!isHostName(settings.host)) {
        return badSettings(RouteText::tr("The proxy's host is not a valid name or address."));
    }
    if (settings.port < 1 || settings.port > largestPort) {
        return badSettings(RouteText::tr("The proxy's port must be between 1 and 65535."));
    }
    const bool isHttp = settings.proxy == NetworkSettings::Proxy::Http;
    return QNetworkProxy(isHttp ? QNetworkProxy::HttpProxy : QNetworkProxy::Socks5Proxy,
                         settings.host, static_cast<quint16>(settings.port), settings.user,
                         QString::fromUtf8(settings.password.reveal()));
}

/// The first proxy that can carry a secure connection. Qt chooses it in the same way.
Result<QNetworkProxy> firstUsable(const QList<QNetworkProxy> &proxies)
{
    for (const QNetworkProxy &each : proxies) {
        const bool passes = each.type() == QNetworkProxy::NoProxy ||
                            each.type() == QNetworkProxy::Socks5Proxy ||
                            each.type() == QNetworkProxy::HttpProxy;
        if (passes) {
            return each;
        }
    }
    if (!proxies.isEmpty()) { // never connect directly if the system requires a proxy
        return badSettings(
            RouteText::tr("This computer's proxy cannot be used for secure connections."));
    }
    return QNetworkProxy(QNetworkProxy::NoProxy);
}

Result<QNetworkProxy> proxyFor(const RouteRequest &request)
{
    using Proxy = NetworkSettings::Proxy;
    switch (request.isLoopback ? Proxy::None : request.settings.proxy) {
    case Proxy::None:
        break;
    case Proxy::System: {
        const auto proxies = request.systemProxies(request.service);
        return proxies ? firstUsable(*proxies) : tl::unexpected(proxies.error());
    }
    case Proxy::Http:
    case Proxy::Socks5:
        return ownProxy(request.settings);
    }
    return QNetworkProxy(QNetworkProxy::NoProxy);
}

Result<QByteArray> readCaFile(const QString &path)
{
    const QString shown = QDir::toNativeSeparators(path);
    const QFileInfo info(path);
    if (!info.exists()) {
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” does not exist.").arg(shown));
    }
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly)) {
        const QString reason = info.isFile() ? file.errorString() : QString();
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” cannot be read: %2")
                .arg(shown, systemReason(reason, RouteText::tr("it is not a file"))));
    }
    if (info.size() > largestCaFile) {
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” is too large.").arg(shown));
    }
    return file.readAll();
}

/// Reads all certificates of the file, or none if one of them is damaged.
Result<QList<QSslCertificate>> authoritiesOf(const NetworkSettings &settings)
{
    const auto bytes = readCaFile(settings.caFile);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    const QString shown = QDir::toNativeSeparators(settings.caFile);
    const QByteArray hash = QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex();
    if (!settings.caHash.isEmpty() && settings.caHash.toLatin1() != hash) {
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” changed since it was chosen. "
                          "If you trust it, choose it again in the account's settings.")
                .arg(shown));
    }
    if (bytes->trimmed().isEmpty()) {
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” is empty.").arg(shown));
    }
    const qsizetype announced = bytes->count("-----BEGIN CERTIFICATE-----");
    if (announced == 0) {
        return badSettings(RouteText::tr("The file with certificate authorities “%1” contains no "
                                         "certificate in PEM format.")
                               .arg(shown));
    }
    auto found = QSslCertificate::fromData(*bytes, QSsl::Pem);
    const bool isWhole = found.size() == announced &&
                         std::none_of(found.begin(), found.end(),
                                      [](const QSslCertificate &each) { return each.isNull(); });
    if (!isWhole) {
        return badSettings(
            RouteText::tr("The file with certificate authorities “%1” is damaged.").arg(shown));
    }
    return found;
}

} // namespace

Result<QList<QNetworkProxy>> askSystemForProxies(const QUrl &address)
{
    // Not left to Qt: what it reads from the environment depends on how it was built.
    if (const auto named = environmentProxy(address)) {
        if (!*named) {
            return tl::unexpected(named->error());
        }
        if ((*named)->proxy == NetworkSettings::Proxy::None) {
            return QList{QNetworkProxy(QNetworkProxy::NoProxy)};
        }
        const auto proxy = ownProxy(**named);
        return proxy ? Result<QList<QNetworkProxy>>(QList{*proxy}) : tl::unexpected(proxy.error());
    }
    return QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(address));
}

bool RouteRequest::isSlow() const
{
    return !settings.caFile.isEmpty() ||
           (settings.proxy == NetworkSettings::Proxy::System && !isLoopback);
}

Result<NetworkRoute> routeTo(const RouteRequest &request)
{
    if (request.isSlow()) { // asking for the system's proxies may use OpenSSL too
        prepareTls();
    }
    NetworkRoute route;
    route.tls = request.tls;
    auto proxy = proxyFor(request);
    if (!proxy) {
        return tl::unexpected(proxy.error());
    }
    route.proxy = std::move(*proxy);
    if (request.settings.caFile.isEmpty()) {
        return route;
    }
    const auto own = authoritiesOf(request.settings);
    if (!own) {
        return tl::unexpected(own.error());
    }
    QSslConfiguration tls = request.tls.value_or(QSslConfiguration::defaultConfiguration());
    // If a configuration has its own list, Qt does not add the system's certificates.
    const auto others =
        request.tls ? request.tls->caCertificates() : QSslConfiguration::systemCaCertificates();
    tls.setCaCertificates(others + *own);
    route.tls = tls;
    route.ownAuthorities = static_cast<int>(own->size());
    return route;
}

QString displayProxy(const QNetworkProxy &proxy)
{
    const QString name = proxy.hostName();
    const QString host = name.contains(u':') ? QString(u'[' + name + u']') : name;
    return host + u':' + QString::number(proxy.port());
}

} // namespace relaybook
