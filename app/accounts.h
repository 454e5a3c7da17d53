// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the account to open, in the same way for the window and for the commands.

#pragma once

#include "api/http/serviceconnection.h"
#include "models/accountvalues.h"

#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

[[nodiscard]] Result<std::unique_ptr<ServiceConnection>>
connectToService(const QString &address, const NetworkSettings &network, const Clock &clock);

/// The account of the service that was used last; if `service` is empty, of any service but the
/// sandbox.
[[nodiscard]] std::optional<StoredAccount> storedAccount(const QString &dataDir,
                                                         const QString &service);

} // namespace relaybook
