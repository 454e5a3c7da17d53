// SPDX-License-Identifier: GPL-3.0-or-later
// POST /reseller/access-token: a Reseller Key for an access token. It stands here and not with the
// other endpoints because renewing a token is part of how every reseller call travels.

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/result.h"

namespace relaybook {

/// A new token kills the earlier one of the same key (contract section 1).
struct ResellerExchange
{
    Secret key;

    using Response = ResellerToken;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ResellerToken> decode(const QByteArray &body);
};

} // namespace relaybook
