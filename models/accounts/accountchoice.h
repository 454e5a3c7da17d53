// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the stored account that the user means by --account NAME.

#pragma once

#include "models/accountvalues.h"

#include <QString>

#include <tl/expected.hpp>
#include <vector>

namespace relaybook {

/// The account with this name: the user's own name for it, its name at the service, its e-mail
/// address, the service's host (with or without port) or address, its key, or the beginning of its
/// key (at least four characters) if nothing else matches. Ignores case. The error says in whole
/// sentences that no account or several match, and lists the candidates, one per line.
[[nodiscard]] tl::expected<StoredAccount, QString>
chooseAccount(const QString &name, const std::vector<StoredAccount> &stored);

/// The user's own name for the account, else the service's, else the service's host.
[[nodiscard]] QString displayName(const StoredAccount &account);

/// The beginning of the account's key that names it among the stored ones: at least eight
/// characters.
[[nodiscard]] QString shortKey(const StoredAccount &account,
                               const std::vector<StoredAccount> &stored);

/// The service's address, or a word for the sandbox, whose address is different at every start.
[[nodiscard]] QString displayAddress(const StoredAccount &account);

} // namespace relaybook
