// SPDX-License-Identifier: GPL-3.0-or-later
// How an account is found: the same for the window and for the commands without one.

#pragma once

#include "api/http/serviceconnection.h"
#include "models/account/signin.h"
#include "models/accountvalues.h"

#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

/// What stands in for the sandbox's address: its port is another one at every start.
[[nodiscard]] QString sandboxOrigin();

/// The tokens that a script gives (see --help).
[[nodiscard]] SignInInput signInFromEnvironment(const QString &address);

[[nodiscard]] Result<std::unique_ptr<ServiceConnection>> connectToService(const QString &address,
                                                                          const Clock &clock);

/// The account of the service that was used last; of any but the sandbox where `service` is empty.
[[nodiscard]] std::optional<StoredAccount> storedAccount(const QString &dataDir,
                                                         const QString &service);

} // namespace relaybook
