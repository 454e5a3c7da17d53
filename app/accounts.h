// SPDX-License-Identifier: GPL-3.0-or-later
// How an account is found and named: the same for the window and for the commands without one.

#pragma once

#include "api/http/serviceconnection.h"
#include "models/accountvalues.h"
#include "models/signin.h"

#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

/// What stands in for the sandbox's address: its port is another one at every start.
[[nodiscard]] QString sandboxOrigin();

/// What tells the accounts of one service apart. A Reseller Key alone names nobody: then a
/// fingerprint of it does, from which it can't be found again.
[[nodiscard]] QString accountName(const SignInResult &result);

/// Whether the account was named by a fingerprint, for want of anything else.
[[nodiscard]] bool isNameless(const QString &account);

/// accountName(), or the name under which the account is stored already: what began with a Reseller
/// Key alone keeps its folder, with its drafts and orders, also when a token says whose it is.
[[nodiscard]] QString storedName(const QString &dataDir, const QString &service,
                                 const SignInResult &result);

/// The tokens that a script gives (see --help).
[[nodiscard]] SignInInput signInFromEnvironment(const QString &address);

[[nodiscard]] Result<std::unique_ptr<ServiceConnection>> connectToService(const QString &address,
                                                                          const Clock &clock);

/// The account of the service that was used last; of any but the sandbox where `service` is empty.
[[nodiscard]] std::optional<StoredAccount> storedAccount(const QString &dataDir,
                                                         const QString &service);

} // namespace relaybook
