// SPDX-License-Identifier: GPL-3.0-or-later
// Creates an export request for an open account, with its store file and provenance.

#pragma once

#include "api/types/clock.h"
#include "models/export/exportrun.h"

namespace relaybook {

class AccountSession;

/// A request for all rows and columns as CSV; the path is not set.
[[nodiscard]] ExportRequest exportRequestFor(AccountSession &account, ExportWhat what,
                                             const Clock &clock);

} // namespace relaybook
