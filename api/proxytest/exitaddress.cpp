// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/exitaddress.h"

#include "api/json/jsonreader.h"

#include <QHostAddress>
#include <QList>

namespace relaybook {
namespace {

/// The first of the addresses in a list; empty if it is none. Abbreviated ones, such as "1", are
/// not meant as addresses. The name of a network interface, which may be any text, is left out.
QString addressIn(const QString &text)
{
    const QString first = text.section(u',', 0, 0).trimmed();
    constexpr int dots = 3;
    const bool isLong = first.count(u'.') == dots || first.contains(u':');
    QHostAddress address;
    if (!isLong || !address.setAddress(first)) {
        return {};
    }
    address.setScopeId(QString());
    return address.toString();
}

QString countryIn(const QString &text)
{
    constexpr qsizetype codeSize = 2;
    constexpr qsizetype longest = 64;
    const QString country = text.trimmed();
    if (country.size() > longest) {
        return {};
    }
    return country.size() == codeSize ? country.toUpper() : country;
}

QString countryOf(const JsonValue &page)
{
    JsonValue country = page.anyOf({"country_code", "countryCode", "country_iso", "cc", "country"});
    if (country.isObject()) {
        country = country.anyOf({"code", "iso_code", "name"});
    }
    return countryIn(country.isText() ? country.asText() : QString());
}

ExitAddress readJson(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue root = reader.root();
    if (root.isText()) {
        return {addressIn(root.asText()), {}};
    }
    if (!root.isObject()) {
        return {};
    }
    const auto addressOf = [](const JsonValue &page) {
        return addressIn(page.anyOf({"ip", "origin", "query", "ip_address", "address"}).asText());
    };
    ExitAddress found{addressOf(root), countryOf(root)};
    if (const JsonValue proxy = root.member("proxy"); found.address.isEmpty() && proxy.isObject()) {
        found.address = addressOf(proxy);
        found.country = found.country.isEmpty() ? countryOf(proxy) : found.country;
    }
    if (const JsonValue all = root.member("providers"); found.country.isEmpty() && all.isObject()) {
        all.forEachMember([&found](const QString & /*name*/, const JsonValue &provider) {
            if (found.country.isEmpty() && provider.isObject()) {
                found.country = countryOf(provider);
            }
        });
    }
    return found;
}

ExitAddress readLines(const QByteArray &body)
{
    ExitAddress found;
    for (const QByteArray &line : body.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        const QByteArray name = line.left(equals).trimmed();
        const QString value = QString::fromUtf8(line.mid(equals + 1));
        if (equals > 0 && name == "ip") {
            found.address = addressIn(value);
        } else if (equals > 0 && name == "loc") {
            found.country = countryIn(value);
        }
    }
    return found;
}

} // namespace

ExitAddress exitAddressIn(const QByteArray &body)
{
    const QByteArray text = body.trimmed();
    if (text.startsWith('{') || text.startsWith('"')) {
        return readJson(text);
    }
    ExitAddress plain{addressIn(QString::fromUtf8(text)), {}};
    return plain.address.isEmpty() ? readLines(text) : plain;
}

} // namespace relaybook
