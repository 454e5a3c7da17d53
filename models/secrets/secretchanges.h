// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that the user made to an account's secrets and that are not in the keychain yet.

#pragma once

#include "models/secrets/keychain.h"

#include <optional>

namespace relaybook {

/// A member that is not set means no change.
struct SecretChanges
{
    struct Personal
    {
        Secret token;
        std::optional<TokenId> id;
    };
    std::optional<Personal> personal;
    std::optional<Secret> resellerKey;
    std::optional<ProxyPassword> proxyPassword; ///< empty: it was removed
    bool network = false; ///< the user saved the connection settings that the account has now

    [[nodiscard]] bool hasToken() const;
    [[nodiscard]] bool isEmpty() const;
    void add(const SecretChanges &later);
    [[nodiscard]] AccountSecrets appliedTo(AccountSecrets secrets) const;
};

/// Whether there is anything to sign in with.
[[nodiscard]] bool hasToken(const AccountSecrets &secrets);
/// `now`, with missing secrets taken from `more`.
[[nodiscard]] AccountSecrets filledUp(AccountSecrets now, const AccountSecrets &more);

} // namespace relaybook
