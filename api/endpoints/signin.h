// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints that issue and revoke tokens (contract section 1).

#pragma once

#include "api/http/request.h"
#include "api/http/resellerexchange.h"
#include "api/types/account.h"
#include "api/types/done.h"
#include "api/types/ids.h"
#include "api/types/result.h"

namespace relaybook {

/// POST /v1/auth/token: issues a personal token. The limit is 5 calls a minute.
struct IssueToken
{
    QString email;
    Secret password;
    QString tokenName;

    using Response = PersonalToken;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<PersonalToken> decode(const QByteArray &body);
};

/// POST /reseller/access-token.
using IssueResellerToken = ResellerExchange;

/// DELETE /v1/auth/tokens/{id}
struct RevokeToken
{
    TokenId id;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

} // namespace relaybook
