// SPDX-License-Identifier: GPL-3.0-or-later
// How the calls of an account reach its service: through which proxy, and which certificate
// authorities are trusted in addition to the system's.

#pragma once

#include "api/types/secret.h"

#include <QString>

namespace relaybook {

struct NetworkSettings
{
    enum class Proxy { None, System, Http, Socks5 };
    Proxy proxy = Proxy::None;
    QString host; ///< of the proxy; for Http and Socks5 only, like the next three
    int port = 0; ///< 1 to 65535
    QString user; ///< empty: the proxy needs no sign-in
    Secret password;
    /// A PEM file with certificates that are trusted as well as the system's. Empty: none.
    QString caFile;
    /// SHA-256 of that file, hexadecimal, as it was when the user chose it: with other bytes it is
    /// not used. Empty: not compared.
    QString caHash;
    friend bool operator==(const NetworkSettings &, const NetworkSettings &) = default;
};

} // namespace relaybook
