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

} // namespace relaybook
