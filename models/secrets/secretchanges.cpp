// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/secrets/secretchanges.h"

namespace relaybook {

bool hasToken(const AccountSecrets &secrets)
{
    return !secrets.personalToken.isEmpty() || !secrets.resellerKey.isEmpty();
}

AccountSecrets filledUp(AccountSecrets now, const AccountSecrets &more)
{
    if (now.personalToken.isEmpty()) {
        now.personalToken = more.personalToken;
        now.personalTokenId = more.personalTokenId;
    }
    if (now.resellerKey.isEmpty()) {
        now.resellerKey = more.resellerKey;
    }
    if (now.proxyPassword.isEmpty()) {
        now.proxyPassword = more.proxyPassword;
    }
    return now;
}

bool SecretChanges::hasToken() const
{
    return personal.has_value() || resellerKey.has_value();
}

bool SecretChanges::isEmpty() const
{
    return !hasToken() && !proxyPassword && !network;
}

void SecretChanges::add(const SecretChanges &later)
{
    personal = later.personal ? later.personal : personal;
    resellerKey = later.resellerKey ? later.resellerKey : resellerKey;
    proxyPassword = later.proxyPassword ? later.proxyPassword : proxyPassword;
    network = network || later.network;
}

AccountSecrets SecretChanges::appliedTo(AccountSecrets secrets) const
{
    if (personal) {
        secrets.personalToken = personal->token;
        secrets.personalTokenId = personal->id;
    }
    secrets.resellerKey = resellerKey.value_or(secrets.resellerKey);
    secrets.proxyPassword = proxyPassword.value_or(secrets.proxyPassword);
    return secrets;
}

} // namespace relaybook
