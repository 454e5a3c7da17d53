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
        Good,      ///< for localhost, 127.0.0.1 and 0.0.0.0, valid now
        Expired,   ///< expired since yesterday
        OtherHost, ///< for other.example
    };
    /// Self-signed, P-256.
    [[nodiscard]] static TestCertificate make(Kind kind = Kind::Good);
    /// A certificate of this kind, signed by this one as an authority.
    [[nodiscard]] TestCertificate issue(Kind kind = Kind::Good) const;
    /// The configuration of a client that trusts this certificate and no other.
    [[nodiscard]] QSslConfiguration trustingClient() const;
};

} // namespace relaybook::testing
