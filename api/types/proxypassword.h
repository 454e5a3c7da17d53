// SPDX-License-Identifier: GPL-3.0-or-later
// A proxy's password together with the proxy that it belongs to, so that it is sent to no other
// proxy.

#pragma once

#include "api/types/networksettings.h"

namespace relaybook {

/// Whether the settings name a proxy of their own.
[[nodiscard]] bool hasOwnProxy(const NetworkSettings &network);
/// The kind, host and port of the own proxy and who signs in there: "socks5://ada@10.0.0.1:1080".
/// Empty without one.
[[nodiscard]] QString proxyIdentity(const NetworkSettings &network);
/// The same for all of the settings: "socks5://ada@10.0.0.1:1080, certificates 3fa9…". Empty if the
/// service is reached directly, with the system's certificates.
[[nodiscard]] QString networkIdentity(const NetworkSettings &network);
[[nodiscard]] NetworkSettings withoutPassword(NetworkSettings network);

/// The password of a proxy, with the proxy that it was entered for. It is sent to no other proxy.
struct ProxyPassword
{
    QString proxy; ///< its proxyIdentity()
    Secret password;

    /// The password of these settings, and their proxy.
    [[nodiscard]] static ProxyPassword of(const NetworkSettings &network);
    /// Empty if it was entered for another proxy, or for another user of it.
    [[nodiscard]] Secret passwordFor(const NetworkSettings &network) const;
    [[nodiscard]] bool isEmpty() const { return password.isEmpty(); }
    friend bool operator==(const ProxyPassword &, const ProxyPassword &) = default;
};

} // namespace relaybook
