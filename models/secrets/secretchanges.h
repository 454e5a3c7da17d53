// SPDX-License-Identifier: GPL-3.0-or-later
// What the user has changed of an account's secrets and the keychain does not hold yet.

#pragma once

#include "models/secrets/keychain.h"

#include <optional>

namespace relaybook {

/// What is not set stays as it is.
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

    [[nodiscard]] bool hasToken() const;
    [[nodiscard]] bool isEmpty() const;
    void add(const SecretChanges &later);
    [[nodiscard]] AccountSecrets appliedTo(AccountSecrets secrets) const;
};

/// Whether there is anything to sign in with.
[[nodiscard]] bool hasToken(const AccountSecrets &secrets);
/// `now`, with what it lacks taken from `more`.
[[nodiscard]] AccountSecrets filledUp(AccountSecrets now, const AccountSecrets &more);

} // namespace relaybook
