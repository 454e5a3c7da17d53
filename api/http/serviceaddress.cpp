// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/serviceaddress.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QRegularExpression>

namespace relaybook {
namespace {

QString sentence(const char *text)
{
    return QCoreApplication::translate("ServiceAddress", text);
}

tl::unexpected<ApiError> refused(const char *why)
{
    ApiError error;
    error.kind = ErrorKind::Validation;
    error.message = sentence(why);
    error.fields = {{QStringLiteral("service"), error.message}};
    return tl::unexpected<ApiError>(std::move(error));
}

/// Whether it begins with http or https, but without all of "://" after it, as in "http:/host" and
/// "http//host". Such a text would be taken for the host "http". In "http:8080", it is the host.
bool hasDamagedScheme(const QString &text)
{
    static const QRegularExpression damaged(
        QStringLiteral(R"(^https?(//|:/(?!/)|:(?![\d/])|;/|\\))"),
        QRegularExpression::CaseInsensitiveOption);
    return damaged.match(text).hasMatch();
}

int portOf(const QUrl &url)
{
    constexpr int httpPort = 80;
    constexpr int httpsPort = 443;
    return url.port(url.scheme() == QLatin1String("https") ? httpsPort : httpPort);
}

} // namespace

bool isLoopbackHost(const QString &host)
{
    if (host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0) {
        return true;
    }
    const QHostAddress address(host);
    return !address.isNull() && address.isLoopback();
}

Result<ServiceAddress> ServiceAddress::parse(const QString &text)
{
    QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) {
        return refused(QT_TRANSLATE_NOOP("ServiceAddress", "Enter the address of the service."));
    }
    if (hasDamagedScheme(trimmed)) {
        return refused(QT_TRANSLATE_NOOP(
            "ServiceAddress", "The beginning of the address is not complete: write a colon and two "
                              "slashes, as in https://."));
    }
    if (!trimmed.contains(QLatin1String("://"))) {
        trimmed.prepend(QLatin1String("https://"));
    }
    QUrl url(trimmed, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty()) {
        return refused(QT_TRANSLATE_NOOP("ServiceAddress", "This is not a valid service address."));
    }
    const bool plain = url.scheme() == QLatin1String("http");
    if (!plain && url.scheme() != QLatin1String("https")) {
        return refused(
            QT_TRANSLATE_NOOP("ServiceAddress", "The address must start with https://."));
    }
    if (plain && !isLoopbackHost(url.host())) {
        return refused(QT_TRANSLATE_NOOP(
            "ServiceAddress", "Plain http:// works only for this computer. Use https://."));
    }
    if (!url.userInfo().isEmpty()) {
        return refused(QT_TRANSLATE_NOOP(
            "ServiceAddress", "The address must not contain a user name or a password."));
    }
    if (url.hasQuery() || url.hasFragment()) {
        return refused(QT_TRANSLATE_NOOP("ServiceAddress",
                                         "The address must not contain a question mark or #."));
    }
    if (url.port() == portOf(QUrl(url.scheme() + QLatin1String("://host")))) {
        url.setPort(
            -1); // the default port of the scheme is left out: both forms mean the same service
    }
    QString path = url.path(QUrl::FullyEncoded);
    while (path.endsWith(u'/')) {
        path.chop(1);
    }
    url.setPath(path, QUrl::StrictMode);
    return ServiceAddress(url);
}

QUrl ServiceAddress::urlOf(const QString &path) const
{
    QUrl url = m_url;
    // Strict mode keeps the percent-encoding unchanged.
    url.setPath(m_url.path(QUrl::FullyEncoded) + path, QUrl::StrictMode);
    return url;
}

QString ServiceAddress::displayHost() const
{
    const QString host =
        m_url.host().contains(u':') ? QString(u'[' + m_url.host() + u']') : m_url.host();
    return m_url.port() == -1 ? host : QString(host + u':' + QString::number(m_url.port()));
}

bool ServiceAddress::isLoopback() const
{
    return isLoopbackHost(m_url.host());
}

int ServiceAddress::port() const
{
    return portOf(m_url);
}

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    return a.scheme() == b.scheme() && a.host() == b.host() && portOf(a) == portOf(b);
}

} // namespace relaybook
