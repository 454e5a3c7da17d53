// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the address of a proxy, "http://user:password@host:1080", into its parts, and makes
// settings of it.

#pragma once

#include "api/types/networksettings.h"
#include "api/types/secret.h"

#include <QString>

#include <optional>

namespace relaybook {

/// The parts of a proxy's address. User name and password are percent-decoded.
struct ProxyAddress
{
    QString user;            ///< empty if the address has none
    Secret password;         ///< empty if the address has none
    QString host;            ///< an IPv6 address without brackets; empty if the address has none
    std::optional<int> port; ///< 1 to 65535
    bool hasPort = false;    ///< there is one, even if it is no number
};

/// Nothing if the text has no "scheme://". A password may contain an "@"; an escape that is not
/// valid stays as it is, because not every service encodes a "%".
[[nodiscard]] std::optional<ProxyAddress> splitProxyAddress(const Secret &address);

/// A proxy as other programs read it from a variable or an option: http (also without a scheme),
/// socks5 or socks5h; without a port it is 80 or 1080. Nothing if it is none of these.
[[nodiscard]] std::optional<NetworkSettings> proxyFromUrl(const Secret &url);

} // namespace relaybook
