// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the proxy that the variables of the environment name (https_proxy, no_proxy …), as curl and
// other programs do.

#pragma once

#include "api/types/networksettings.h"
#include "api/types/result.h"

#include <QString>
#include <QUrl>

#include <optional>

namespace relaybook {

/// The proxy for an https address: that of https_proxy, HTTPS_PROXY, all_proxy, ALL_PROXY or
/// http_proxy, the first that is set. Proxy::None if no_proxy or NO_PROXY has the address; nothing
/// if no variable names a proxy; an error if the proxy cannot be used.
[[nodiscard]] std::optional<Result<NetworkSettings>> environmentProxy(const QUrl &address);

/// Whether a list of hosts, as in no_proxy, has the address. An entry is a host or a domain with
/// all hosts in it ("example.net", ".example.net", "*.example.net"), either with ":port"; an IP
/// address; a range of addresses ("10.0.0.0/8"); or "*" for all.
[[nodiscard]] bool isInNoProxy(const QString &list, const QUrl &address);

} // namespace relaybook
