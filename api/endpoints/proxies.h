// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints of the proxies and of the places they can be in (contract section 2).

#pragma once

#include "api/http/request.h"
#include "api/types/done.h"
#include "api/types/listof.h"
#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/result.h"

namespace relaybook {

/// GET /v1/proxies. No paging is documented: `page` is sent only if an earlier response was paged.
/// A row that cannot be read goes to `unreadable`; the others are still decoded.
struct ListProxies
{
    std::optional<qint64> page;
    QString link = {}; ///< NextPage::query, to be sent instead of `page`; empty if there is none

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

/// PUT /v1/proxies/{id}. Only the fields set in `edit` are sent. A region, city or rotation that
/// was cleared is sent as null.
struct UpdateProxy
{
    ProxyId id;
    ProxyEdit edit;

    using Response = Proxy;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Proxy> decode(const QByteArray &body);
};

/// POST /v1/proxies. May cost money (402 is documented), so it is sent like a purchase: once, and
/// never repeated.
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
    using Response = ListOf<ProxyTraffic>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<ProxyTraffic>> decode(const QByteArray &body);
};

/// GET /v1/geo/countries. Needs no token; the limit is 30 calls a minute, so callers cache the
/// result for a day. An empty `type` is not sent.
struct ListCountries
{
    QString type;

    using Response = ListOf<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<Place>> decode(const QByteArray &body);
};

/// GET /v1/geo/regions
struct ListRegions
{
    QString country;
    QString type;

    using Response = ListOf<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<Place>> decode(const QByteArray &body);
};

/// GET /v1/geo/cities
struct ListCities
{
    QString country;
    QString type;

    using Response = ListOf<Place>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<Place>> decode(const QByteArray &body);
};

} // namespace relaybook
