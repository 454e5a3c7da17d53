// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/proxies.h"

#include "api/endpoints/decode.h"
#include "api/json/jsonrepair.h"
#include "api/json/jsonwriter.h"
#include "api/types/masktext.h"
#include "api/types/proxyaddress.h"

namespace relaybook {
namespace {

QString proxyPath(const ProxyId &id)
{
    return u"/v1/proxies/" % segment(id.value());
}

std::optional<int> port(const JsonValue &value, std::string_view key)
{
    const auto number = value.integer(key);
    constexpr qint64 highest = 65535;
    return number && *number > 0 && *number <= highest ? std::optional(static_cast<int>(*number))
                                                       : std::nullopt;
}

void writeEdit(JsonWriter &json, const ProxyEdit &edit)
{
    if (edit.name) {
        json.text("name", *edit.name);
    }
    if (edit.country) {
        json.text("country", *edit.country);
    }
    if (edit.region) {
        json.textOrNull("region", *edit.region);
    }
    if (edit.city) {
        json.textOrNull("city", *edit.city);
    }
    if (edit.behavior) {
        json.text("behavior", *edit.behavior);
    }
    if (edit.rotateType) {
        json.textOrNull("rotate_type", *edit.rotateType);
    }
    if (edit.rotateIntervalMinutes) {
        json.integer("rotate_interval", *edit.rotateIntervalMinutes);
    }
    if (edit.trafficLimit) {
        json.gigabytes("traffic_limit", *edit.trafficLimit);
    }
    if (edit.lifetimeMinutes) {
        json.integer("lifetime_minutes", *edit.lifetimeMinutes);
    }
}

Result<Proxy> decodeProxy(const QByteArray &body)
{
    JsonReader reader(body);
    return reader.finish(readProxy(reader.data()));
}

ProxyTraffic readProxyTraffic(const JsonValue &value)
{
    if (value.anyOf({"proxy_id", "config_id"}).isNull()) {
        value.complain(QStringLiteral("names no proxy"));
    }
    return {value.text("proxy_id"),    value.text("config_id"),    value.text("config_name"),
            value.text("today_mb"),    value.text("yesterday_mb"), value.text("all_time_mb"),
            value.text("price_per_gb")};
}

Place readPlace(const JsonValue &value)
{
    if (value.isText() && !value.asText().startsWith(brokenRowStart)) {
        const QString name = value.asName();
        return {name, name};
    }
    const QString code = value.requiredName("code");
    const QString name = value.text("name");
    return {code, name.isEmpty() ? code : name};
}

Request placesRequest(const QString &path, const QString &country, const QString &type)
{
    Request request = readRequest(TokenKind::None, path);
    if (!country.isEmpty() && !holdsMask(country)) {
        request.query.addQueryItem(QStringLiteral("country"), segment(country));
    }
    if (!type.isEmpty() && !holdsMask(type)) {
        request.query.addQueryItem(QStringLiteral("type"), segment(type));
    }
    return request;
}

/// The user name of an address; empty if it may be the password, because a login is stored.
QString loginOf(const Secret &address)
{
    const auto parts = splitProxyAddress(address);
    const bool isLogin =
        parts && !parts->password.isEmpty() && Secret(parts->user) != parts->password;
    return isLogin ? parts->user : QString();
}

} // namespace

Proxy readProxy(const JsonValue &value)
{
    Proxy proxy;
    proxy.id = ProxyId(readId(value));
    proxy.numericId = value.text("proxy_id");
    proxy.name = value.text("name");
    proxy.type = value.typeText("type");
    proxy.country = value.text("country");
    proxy.region = value.text("region");
    proxy.city = value.text("city");
    proxy.behavior = value.text("behavior");
    proxy.rotateType = value.text("rotate_type");
    proxy.rotateIntervalMinutes = value.integer("rotate_interval");
    proxy.trafficLimit = value.gigabytes("traffic_limit_gb");
    proxy.trafficUsed = value.gigabytes("traffic_gb");
    proxy.host = value.text("host");
    proxy.portHttp = port(value, "port_http");
    proxy.portSocks5 = port(value, "port_socks5");
    proxy.createdAt = value.instant("created_at");
    proxy.updatedAt = value.instant("updated_at");
    proxy.raw = value.raw();
    proxy.credentials.http = value.secret("proxy_http");
    proxy.credentials.socks5 = value.secret("proxy_socks5");
    for (const Secret &address : {proxy.credentials.http, proxy.credentials.socks5}) {
        proxy.login = proxy.login.isEmpty() ? value.masked(loginOf(address)) : proxy.login;
    }
    return proxy;
}

Request ListProxies::toRequest() const
{
    Request request = readRequest(TokenKind::Personal, QStringLiteral("/v1/proxies"));
    if (!link.isEmpty()) {
        request.query = QUrlQuery(link);
    } else if (page) {
        request.query.addQueryItem(QStringLiteral("page"), QString::number(*page));
    }
    return request;
}

Result<PageOf<Proxy>> ListProxies::decode(const QByteArray &body)
{
    return decodePage<Proxy>(body, readProxy, readId);
}

Request GetProxy::toRequest() const
{
    return readRequest(TokenKind::Personal, proxyPath(id));
}

Result<Proxy> GetProxy::decode(const QByteArray &body)
{
    return decodeProxy(body);
}

Request UpdateProxy::toRequest() const
{
    JsonWriter json;
    writeEdit(json, edit);
    return changeRequest(Verb::Put, TokenKind::Personal, proxyPath(id), json.finish());
}

Result<Proxy> UpdateProxy::decode(const QByteArray &body)
{
    return decodeProxy(body);
}

Request CreateProxy::toRequest() const
{
    JsonWriter json;
    json.text("type", proxy.type);
    // Always required here, whatever the options say.
    ProxyEdit members = proxy.options;
    members.country = proxy.country;
    members.behavior = proxy.behavior;
    writeEdit(json, members);
    return changeRequest(Verb::Post, TokenKind::Personal, QStringLiteral("/v1/proxies"),
                         json.finish(), Effect::Spends);
}

Result<Proxy> CreateProxy::decode(const QByteArray &body)
{
    return decodeProxy(body);
}

Request DeleteProxy::toRequest() const
{
    return changeRequest(Verb::Delete, TokenKind::Personal, proxyPath(id), QByteArray());
}

Result<Done> DeleteProxy::decode(const QByteArray &body)
{
    return decodeDone(body);
}

Request ListProxyTraffic::toRequest() const
{
    return readRequest(TokenKind::Personal, QStringLiteral("/v1/proxies/traffic"));
}

Result<ListOf<ProxyTraffic>> ListProxyTraffic::decode(const QByteArray &body)
{
    return decodeList<ProxyTraffic>(body, readProxyTraffic);
}

Request ListCountries::toRequest() const
{
    return placesRequest(QStringLiteral("/v1/geo/countries"), QString(), type);
}

Result<ListOf<Place>> ListCountries::decode(const QByteArray &body)
{
    return decodeList<Place>(body, readPlace);
}

Request ListRegions::toRequest() const
{
    return placesRequest(QStringLiteral("/v1/geo/regions"), country, type);
}

Result<ListOf<Place>> ListRegions::decode(const QByteArray &body)
{
    return decodeList<Place>(body, readPlace);
}

Request ListCities::toRequest() const
{
    return placesRequest(QStringLiteral("/v1/geo/cities"), country, type);
}

Result<ListOf<Place>> ListCities::decode(const QByteArray &body)
{
    return decodeList<Place>(body, readPlace);
}

} // namespace relaybook
