// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the address of a proxy, "http://user:password@host:1080", into its parts.

#pragma once

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
};

/// Nothing if the text has no "scheme://". A password may contain an "@"; an escape that is not
/// valid stays as it is, because not every service encodes a "%".
[[nodiscard]] std::optional<ProxyAddress> splitProxyAddress(const Secret &address);

} // namespace relaybook
