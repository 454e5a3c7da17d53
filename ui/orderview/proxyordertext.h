// SPDX-License-Identifier: GPL-3.0-or-later
// Names the proxy of an order in a few words.
#pragma once

#include "models/account/proxydesk.h"

#include <QString>

namespace relaybook {

class StoredRows;

/// "anna (Mobile, DE)", or "Mobile, DE" if no name was requested.
[[nodiscard]] QString wantedText(const NewProxy &wanted);
/// The name of a proxy that may be the one that was created, or its id.
[[nodiscard]] QString candidateText(const StoredRows &rows, const ProxyId &id);

} // namespace relaybook
