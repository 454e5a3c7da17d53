// SPDX-License-Identifier: GPL-3.0-or-later
// Finds which of the accounts on this computer a sign-in belongs to.

#pragma once

#include "models/account/signin.h"
#include "models/accountvalues.h"

namespace relaybook {

/// What tells the accounts of one service apart: the account's id, else `user_id` of its
/// transactions, else its e-mail. A Reseller Key alone names nobody: then a fingerprint of it, from
/// which it can't be found again.
[[nodiscard]] QString accountName(const SignInResult &result);

/// Whether the account was named by a fingerprint, for want of anything else.
[[nodiscard]] bool isNameless(const QString &account);

/// Of the key, and of a token that nothing else says whose it is: how the next sign-in with the
/// same one finds the account again.
[[nodiscard]] QStringList fingerprintsOf(const SignInResult &result);

/// Whether two origins are of one service, also where one names the port that its scheme implies.
[[nodiscard]] bool isSameService(const QString &a, const QString &b);

struct AccountMatch
{
    std::optional<StoredAccount> same; ///< it is this one
    /// Where it is none for certain: those that it may be. Only the user can say.
    std::vector<StoredAccount> possible;
    friend bool operator==(const AccountMatch &, const AccountMatch &) = default;
};

/// `service` is the origin that the sign-in went to, `stored` storedAccounts().
[[nodiscard]] AccountMatch matchAccount(const SignInResult &result, const QString &service,
                                        const std::vector<StoredAccount> &stored);

} // namespace relaybook
