// SPDX-License-Identifier: GPL-3.0-or-later
// Stores and reads the user's settings for one account (view only, own proxy and CA), and where its
// secrets are in the keychain.

#pragma once

#include "api/types/result.h"
#include "models/accountvalues.h"

#include <QHash>

namespace relaybook {

class KeepFile;

/// Stores the options as facts of keep.sqlite, without the proxy's password, which is in the
/// keychain.
void rememberOptions(KeepFile &kept, const AccountOptions &options);
void rememberKeychain(KeepFile &kept, const KeychainPlace &place);

/// Reads the stored options. Fails if a newer version of Relaybook stored something that this one
/// does not know. Then the account must not send anything, because it may need a proxy.
[[nodiscard]] Result<AccountOptions> optionsFromFacts(const QHash<QString, QString> &facts);
[[nodiscard]] KeychainPlace keychainFromFacts(const QHash<QString, QString> &facts);

} // namespace relaybook
