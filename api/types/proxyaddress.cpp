// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/proxyaddress.h"

#include <QStringDecoder>

#include <algorithm>

namespace relaybook {
namespace {

// Not QUrl: it would decode invalid escapes, and refuse some passwords that services write.
QString percentDecoded(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    const auto isDigit = [&bytes](qsizetype place) {
        return place < bytes.size() &&
               QByteArrayLiteral("0123456789abcdefABCDEF").contains(bytes.at(place));
    };
    QByteArray decoded;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes.at(i) == '%' && isDigit(i + 1) && isDigit(i + 2)) {
            decoded.append(QByteArray::fromHex(bytes.mid(i + 1, 2)));
            i += 2;
        } else {
            decoded.append(bytes.at(i));
        }
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString result = decoder.decode(decoded);
    return decoder.hasError() ? text : result;
}

std::optional<int> portOf(const QString &text)
{
    bool isNumber = false;
    const int port = text.toInt(&isNumber);
    constexpr int largest = 65535;
    return isNumber && port > 0 && port <= largest ? std::optional(port) : std::nullopt;
}

// "host:port" or "[address]:port".
void readHostAndPort(const QString &text, ProxyAddress &parts)
{
    const QString place = text.section(QLatin1Char('/'), 0, 0);
    const qsizetype colon = place.lastIndexOf(QLatin1Char(':'));
    const bool hasPort = colon > place.indexOf(QLatin1Char(']'));
    parts.host = hasPort ? place.left(colon) : place;
    if (parts.host.startsWith(QLatin1Char('[')) && parts.host.endsWith(QLatin1Char(']'))) {
        parts.host = parts.host.mid(1, parts.host.size() - 2);
    }
    parts.hasPort = hasPort;
    parts.port = hasPort ? portOf(place.mid(colon + 1)) : std::nullopt;
}

} // namespace

std::optional<ProxyAddress> splitProxyAddress(const Secret &address)
{
    const QString text = QString::fromUtf8(address.reveal());
    const qsizetype scheme = text.indexOf(QLatin1String("://"));
    if (scheme < 0) {
        return std::nullopt;
    }
    const QString rest = text.mid(scheme + 3);
    const qsizetype at = rest.lastIndexOf(QLatin1Char('@'));
    const QString login = rest.left(std::max<qsizetype>(at, 0));
    const qsizetype colon = login.indexOf(QLatin1Char(':'));
    ProxyAddress parts;
    readHostAndPort(rest.mid(at + 1), parts);
    parts.user = percentDecoded(colon < 0 ? login : login.left(colon));
    parts.password = Secret(colon < 0 ? QString() : percentDecoded(login.mid(colon + 1)));
    return parts;
}

std::optional<NetworkSettings> proxyFromUrl(const Secret &url)
{
    constexpr int httpPort = 80;
    constexpr int socksPort = 1080;
    QString text = QString::fromUtf8(url.reveal()).trimmed();
    if (!text.contains(QLatin1String("://"))) {
        text.prepend(QLatin1String("http://"));
    }
    const QString scheme = text.section(QLatin1Char(':'), 0, 0).toLower();
    const bool isHttp = scheme == QLatin1String("http");
    if (!isHttp && scheme != QLatin1String("socks5") && scheme != QLatin1String("socks5h")) {
        return std::nullopt;
    }
    const auto parts = splitProxyAddress(Secret(text));
    const auto isBlank = [](QChar each) { return each.isSpace(); };
    if (!parts || parts->host.isEmpty() || parts->port.has_value() != parts->hasPort ||
        std::any_of(parts->host.begin(), parts->host.end(), isBlank)) {
        return std::nullopt;
    }
    NetworkSettings settings;
    settings.proxy = isHttp ? NetworkSettings::Proxy::Http : NetworkSettings::Proxy::Socks5;
    settings.host = parts->host;
    settings.port = parts->port.value_or(isHttp ? httpPort : socksPort);
    settings.user = parts->user;
    settings.password = parts->password;
    return settings;
}

} // namespace relaybook
