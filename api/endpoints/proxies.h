// SPDX-License-Identifier: GPL-3.0-or-later
// Proxies and the places they can be in (contract section 2).

#pragma once

#include "api/http/request.h"
#include "api/types/done.h"
#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/result.h"

namespace relaybook {

/// GET /v1/proxies. No paging is documented: a page is asked for only where an earlier answer had
/// some. A row that cannot be read does not spoil the others.
struct ListProxies
{
    std::optional<qint64> page;

    using Response = PageOf<Proxy>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<PageOf<Proxy>> decode(const QByteArray &body);
};

/// GET /v1/proxies/{id}
struct GetProxy
{
    ProxyId id;

    using Response = Proxy;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Proxy> decode(const QByteArray &body);
};

/// PUT /v1/proxies/{id}: only what `edit` holds is sent. An emptied region, city or rotation is
/// sent as null.
struct UpdateProxy
{
    ProxyId id;
    ProxyEdit edit;

    using Response = Proxy;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Proxy> decode(const QByteArray &body);
};

/// POST /v1/proxies: may cost money (402 is documented), so it is sent as carefully as a purchase.
struct CreateProxy
{
    NewProxy proxy;

    using Response = Proxy;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Proxy> decode(const QByteArray &body);
};

/// DELETE /v1/proxies/{id}
struct DeleteProxy
{
    ProxyId id;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

/// GET /v1/proxies/traffic
struct ListProxyTraffic
{
    using Response = std::vector<ProxyTraffic>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<ProxyTraffic>> decode(const QByteArray &body);
};

/// GET /v1/geo/countries: no token, thirty a minute; to be kept for a day. An empty type is left
/// out.
struct ListCountries
{
    QString type;

    using Response = std::vector<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<Place>> decode(const QByteArray &body);
};

/// GET /v1/geo/regions
struct ListRegions
{
    QString country;
    QString type;

    using Response = std::vector<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<Place>> decode(const QByteArray &body);
};

/// GET /v1/geo/cities
struct ListCities
{
    QString country;
    QString type;

    using Response = std::vector<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<Place>> decode(const QByteArray &body);
};

} // namespace relaybook
