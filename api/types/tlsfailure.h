// SPDX-License-Identifier: GPL-3.0-or-later
// Why no secure connection to the service could be made, as far as it is known.

#pragma once

#include "api/types/instant.h"

#include <QString>

namespace relaybook {

struct TlsFailure
{
    enum Problem {
        Unknown, ///< not a secure connection at all, or another problem
        Expired,
        NotYetValid,
        OtherHost,        ///< the certificate is for another host
        UnknownAuthority, ///< nobody who is trusted has issued the certificate
        TooOld,           ///< the service only speaks versions of TLS that are not safe any more
    };
    Problem problem = Unknown;
    Instant validFrom{}; ///< the certificate's, unless the problem is Unknown or TooOld
    Instant validUntil{};
    QString issuer;
    friend bool operator==(const TlsFailure &, const TlsFailure &) = default;
};

} // namespace relaybook
