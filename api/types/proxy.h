// SPDX-License-Identifier: GPL-3.0-or-later
// A proxy as the service returns it, and the values to create or edit one (contract section 2).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QLatin1String>

#include <optional>

namespace relaybook {

/// Values of `rotateType`: a new IP address for each request, or after some minutes.
inline constexpr QLatin1String rotateEachRequest{"each_request"};
inline constexpr QLatin1String rotateAtInterval{"interval"};

/// The complete `proxy_http` and `proxy_socks5`: scheme://user:password@host:port. Secret.
struct ProxyCredentials
{
    Secret http;
    Secret socks5;
    friend bool operator==(const ProxyCredentials &, const ProxyCredentials &) = default;
};

/// A proxy as the service returns it. Unknown values of `type`, `behavior` and `rotateType` are
/// shown and sent back unchanged.
struct Proxy
{
    ProxyId id;
    QString numericId; ///< `proxy_id`: a number in some responses, a string in others
    QString name;
    QString type;
    QString country; ///< ISO 3166-1 alpha-2
    QString region;
    QString city;
    QString behavior;                            ///< "keep" or "rotate"
    QString rotateType;                          ///< rotateEachRequest or rotateAtInterval
    std::optional<qint64> rotateIntervalMinutes; ///< 1 to 1440
    std::optional<TrafficAmount> trafficLimit;
    /// `traffic_gb`. The contract does not say whether this is used or left; this is the only place
    /// that assumes used.
    std::optional<TrafficAmount> trafficUsed;
    QString host;
    std::optional<int> portHttp;
    std::optional<int> portSocks5;
    std::optional<Instant> createdAt;
    std::optional<Instant> updatedAt;
    /// The user name in the proxy's addresses. Empty if they have none, or if they have no
    /// password: then the user name itself may be a secret.
    QString login;
    /// The object as received, as compact JSON with all members; secrets masked.
    QByteArray raw;
    /// In memory only; empty if the proxy was loaded from the store.
    ProxyCredentials credentials;

    friend bool operator==(const Proxy &, const Proxy &) = default;
};

/// Whether the service has ever returned this proxy. If not, only its id is known.
[[nodiscard]] inline bool isReported(const Proxy &row)
{
    return !row.raw.isEmpty();
}

/// The changed fields of a proxy (PUT /v1/proxies/{id}); fields that are not set are not sent. The
/// contract does not say whether the service accepts rotate_type, rotate_interval and
/// traffic_limit: compare the response with what was sent.
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

/// The values of a new proxy (POST /v1/proxies).
struct NewProxy
{
    QString type;
    QString country;
    QString behavior;
    ProxyEdit options; ///< name, region, city, rotateType, rotateIntervalMinutes, trafficLimit
    friend bool operator==(const NewProxy &, const NewProxy &) = default;
};

/// A row of GET /v1/proxies/traffic. Megabytes and price are kept as the text the service sent.
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
