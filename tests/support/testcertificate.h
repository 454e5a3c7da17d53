// SPDX-License-Identifier: GPL-3.0-or-later
// TLS certificate that is created while a test runs: so the repository contains no key, and no
// certificate expires.

#pragma once

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

namespace relaybook::testing {

struct TestCertificate
{
    QSslCertificate certificate;
    QSslKey key;

    enum class Kind {
        Good,      ///< for localhost and 127.0.0.1, valid now
        Expired,   ///< expired since yesterday
        OtherHost, ///< for other.example
    };
    /// Self-signed, P-256.
    [[nodiscard]] static TestCertificate make(Kind kind = Kind::Good);
    /// The configuration of a client that trusts this certificate and no other.
    [[nodiscard]] QSslConfiguration trustingClient() const;
};

} // namespace relaybook::testing
