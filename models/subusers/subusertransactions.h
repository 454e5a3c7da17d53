// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the transactions that name a sub-user: by its user name, by "sub-user 139", or by its id in
// their metadata.

#pragma once

#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <QStringList>

namespace relaybook {

/// Search queries of the ledger that find every transaction whose text names the sub-user, and some
/// that name another one with a similar name.
[[nodiscard]] QStringList searchesFor(const SubUser &subUser);

/// Whether the transaction names this sub-user and not one with a longer name: "client_1" is not
/// named by "client_12".
[[nodiscard]] bool namesSubUser(const Transaction &row, const SubUser &subUser);

} // namespace relaybook
