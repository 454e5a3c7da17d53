// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the stored account that a sign-in belongs to.

#pragma once

#include "models/accounts/signin.h"
#include "models/accountvalues.h"
#include "models/secrets/keychain.h"

#include <tl/expected.hpp>

namespace relaybook {

/// The text that identifies an account at its service: the account's id, else `user_id` of its
/// transactions, else its e-mail address. A Reseller Key alone does not identify an account; then
/// it is a fingerprint of the key, from which the key cannot be recovered.
[[nodiscard]] QString accountName(const SignInResult &result);

/// Whether the account is identified only by a fingerprint, because nothing else was known.
[[nodiscard]] bool isNameless(const QString &account);

/// Fingerprints of the Reseller Key, and of a personal token if the service does not say whose it
/// is. With them the next sign-in with the same secret finds the account again.
[[nodiscard]] QStringList fingerprintsOf(const SignInResult &result);

/// Whether two origins are the same service. An origin with the default port of its scheme equals
/// one without a port.
[[nodiscard]] bool isSameService(const QString &a, const QString &b);
/// `read` if its secrets are for this service and are sent over this network (a
/// networkIdentity()), else the error Unreadable, OtherService or OtherNetwork: what is stored in
/// a file does not decide where secrets go.
[[nodiscard]] tl::expected<AccountSecrets, KeychainError>
secretsFor(const QString &service, const QString &network,
           const tl::expected<AccountSecrets, KeychainError> &read);

/// The result of matchAccount().
struct AccountMatch
{
    std::optional<StoredAccount> same; ///< the account, if it is certain
    /// If it is not certain: the accounts that it may be. The user has to choose.
    std::vector<StoredAccount> possible;
    friend bool operator==(const AccountMatch &, const AccountMatch &) = default;
};

/// Finds the stored account of a sign-in. `service` is the origin of the sign-in; `stored` is
/// storedAccounts().
[[nodiscard]] AccountMatch matchAccount(const SignInResult &result, const QString &service,
                                        const std::vector<StoredAccount> &stored);

} // namespace relaybook
