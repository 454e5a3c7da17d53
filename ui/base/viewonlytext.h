// SPDX-License-Identifier: GPL-3.0-or-later
// Says why a button or a command that changes or buys something is disabled: the account is set to
// view only, or is not signed in.
#pragma once

#include "models/accountvalues.h"

#include <QString>

namespace relaybook {

class AccountSession;
struct AccountEntry;

[[nodiscard]] QString viewOnlyReason();
/// For an account without tokens: isWithoutToken().
[[nodiscard]] QString notSignedInReason(const AccountEntry &account);
/// Why rows of this list cannot be changed, if the user can do something about it; otherwise empty.
[[nodiscard]] QString whyNoChange(const AccountSession &account, Area area);

} // namespace relaybook
