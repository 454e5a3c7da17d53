// SPDX-License-Identifier: GPL-3.0-or-later
// Getting and giving back tokens (contract section 1).

#pragma once

#include "api/http/request.h"
#include "api/http/resellerexchange.h"
#include "api/types/account.h"
#include "api/types/done.h"
#include "api/types/ids.h"
#include "api/types/result.h"

namespace relaybook {

/// POST /v1/auth/token: at most five a minute.
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
