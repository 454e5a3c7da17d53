// SPDX-License-Identifier: GPL-3.0-or-later
// What an export of an open account needs to know of it: where its rows are, and where they came
// from.

#pragma once

#include "api/types/clock.h"
#include "models/export/exportrun.h"

namespace relaybook {

class AccountSession;

/// Of all rows and columns, as CSV, to nowhere yet.
[[nodiscard]] ExportRequest exportRequestFor(AccountSession &account, ExportWhat what,
                                             const Clock &clock);

} // namespace relaybook
