// SPDX-License-Identifier: GPL-3.0-or-later
// A proxy, and a change to one (contract section 2).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QLatin1String>

#include <optional>

namespace relaybook {

/// The rotations: a new address with every request, or after some minutes.
inline constexpr QLatin1String rotateEachRequest{"each_request"};
inline constexpr QLatin1String rotateAtInterval{"interval"};

/// The whole of `proxy_http` or `proxy_socks5`: scheme://user:password@host:port. A secret.
struct ProxyCredentials
{
    Secret http;
    Secret socks5;
    friend bool operator==(const ProxyCredentials &, const ProxyCredentials &) = default;
};

/// As the service tells it. Texts of an unknown kind (`type`, `behavior`, `rotateType`) are shown
/// and sent back unchanged.
struct Proxy
{
    ProxyId id;
    QString numericId; ///< `proxy_id`: a number here, a text elsewhere
    QString name;
    QString type;
    QString country; ///< ISO 3166-1 alpha-2
    QString region;
    QString city;
    QString behavior;                            ///< "keep" or "rotate"
    QString rotateType;                          ///< rotateEachRequest or rotateAtInterval
    std::optional<qint64> rotateIntervalMinutes; ///< 1 to 1440
    std::optional<TrafficAmount> trafficLimit;
    /// `traffic_gb`. Whether it is used or left is open; used is assumed, here and nowhere else.
    std::optional<TrafficAmount> trafficUsed;
    QString host;
    std::optional<int> portHttp;
    std::optional<int> portSocks5;
    std::optional<Instant> createdAt;
    std::optional<Instant> updatedAt;
    /// The member as it came, as compact JSON, every member kept but with its secrets masked.
    QByteArray raw;
    /// In memory only; empty in what comes from the store.
    ProxyCredentials credentials;

    friend bool operator==(const Proxy &, const Proxy &) = default;
};

/// Whether the service has ever told this proxy; before, only its id is known.
[[nodiscard]] inline bool isTold(const Proxy &row)
{
    return !row.raw.isEmpty();
}

/// What the user changed, and nothing else (PUT /v1/proxies/{id}). Whether the service takes
/// rotate_type, rotate_interval and traffic_limit is open: compare the answer with what was sent.
struct ProxyEdit
{
    std::optional<QString> name;    ///< at most 255 characters
    std::optional<QString> country; ///< ISO 3166-1 alpha-2
    std::optional<QString> region;
    std::optional<QString> city;
    std::optional<QString> behavior;
    std::optional<QString> rotateType;
    std::optional<qint64> rotateIntervalMinutes;
    std::optional<TrafficAmount> trafficLimit;
    std::optional<qint64> lifetimeMinutes;

    [[nodiscard]] bool isEmpty() const { return *this == ProxyEdit{}; }
    friend bool operator==(const ProxyEdit &, const ProxyEdit &) = default;
};

/// POST /v1/proxies.
struct NewProxy
{
    QString type;
    QString country;
    QString behavior;
    ProxyEdit options; ///< name, region, city, rotateType, rotateIntervalMinutes, trafficLimit
    friend bool operator==(const NewProxy &, const NewProxy &) = default;
};

/// A row of GET /v1/proxies/traffic. Megabytes and the price as the service writes them.
struct ProxyTraffic
{
    QString proxyId;
    QString configId;
    QString configName;
    QString todayMb;
    QString yesterdayMb;
    QString allTimeMb;
    QString pricePerGb;
    friend bool operator==(const ProxyTraffic &, const ProxyTraffic &) = default;
};

/// A country, region or city of the geo lists.
struct Place
{
    QString code;
    QString name;
    friend bool operator==(const Place &, const Place &) = default;
};

} // namespace relaybook
