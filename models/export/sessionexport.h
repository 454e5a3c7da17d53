// SPDX-License-Identifier: GPL-3.0-or-later
// Creates an export request for an open or a stored account, with its store file and provenance.

#pragma once

#include "api/types/clock.h"
#include "models/export/exportrun.h"

namespace relaybook {

class AccountSession;
class StoredSnapshot;

/// A request for all rows and columns as CSV; the path is not set.
[[nodiscard]] ExportRequest exportRequestFor(AccountSession &account, ExportWhat what,
                                             const Clock &clock);
/// The same for an account that another program may be writing to: the file contains rows of the
/// snapshot's moment. `check` is the result text of the ledger check; for transactions only.
[[nodiscard]] ExportRequest exportRequestFor(const StoredSnapshot &account, ExportWhat what,
                                             const QString &check, const Clock &clock);

} // namespace relaybook
