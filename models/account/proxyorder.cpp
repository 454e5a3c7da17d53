// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxyorder.h"

#include "models/orders/orderfields.h"

namespace relaybook {

template <class Io>
void fields(Io &io, NewProxy &wanted)
{
    io("type", wanted.type);
    io("country", wanted.country);
    io("behavior", wanted.behavior);
    io("name", wanted.options.name);
    io("region", wanted.options.region);
    io("city", wanted.options.city);
    io("rotate_type", wanted.options.rotateType);
    io("rotate_interval", wanted.options.rotateIntervalMinutes);
    io("traffic_limit", wanted.options.trafficLimit);
}

template <class Io>
void fields(Io &io, ProxyOrder &order)
{
    commonFields(io, order);
    io("wanted", order.wanted);
    io("proxy", order.proxy);
    io("list_was_read", order.listWasRead);
    io("before", order.before);
    io("candidates", order.candidates);
    io("dismissed", order.dismissed);
}

QByteArray creationToJson(const ProxyOrder &creation)
{
    return stored::toDocument(creation);
}

std::optional<ProxyOrder> creationFromJson(const QByteArray &document)
{
    return stored::fromDocument<ProxyOrder>(document);
}

} // namespace relaybook
