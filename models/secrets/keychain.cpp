// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/secrets/keychain.h"

#include "models/secrets/entrykeychain.h"

namespace relaybook {

std::unique_ptr<Keychain> systemKeychain(std::chrono::milliseconds patience)
{
    return std::make_unique<EntryKeychain>(systemEntries(), patience);
}

} // namespace relaybook
