// SPDX-License-Identifier: GPL-3.0-or-later
// The endpoint that exchanges a Reseller Key for an access token: POST /reseller/access-token. It
// is not in api/endpoints because ApiClient itself uses it to renew the token of every reseller
// call.

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/result.h"

namespace relaybook {

/// Exchanges a Reseller Key for an access token. A new token invalidates the earlier one of the
/// same key (contract section 1).
struct ResellerExchange
{
    Secret key;

    using Response = ResellerToken;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ResellerToken> decode(const QByteArray &body);
};

} // namespace relaybook
