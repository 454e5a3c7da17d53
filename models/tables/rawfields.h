// SPDX-License-Identifier: GPL-3.0-or-later
// Lists all JSON members of a stored row, for the "All fields" view.

#pragma once

#include "api/types/jsonfield.h"

#include <QByteArray>

namespace relaybook {

/// Every member of a row's `raw` with its path, in the original order, secrets masked. Empty if
/// `raw` is not JSON.
[[nodiscard]] JsonFields rawFields(const QByteArray &raw);

} // namespace relaybook
