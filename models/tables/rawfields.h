// SPDX-License-Identifier: GPL-3.0-or-later
// "All fields" of a stored row.

#pragma once

#include "api/types/jsonfield.h"

#include <QByteArray>

namespace relaybook {

/// Every member of a row's `raw` with its path, in the order it came, secrets masked. Nothing where
/// `raw` is no JSON.
[[nodiscard]] JsonFields rawFields(const QByteArray &raw);

} // namespace relaybook
