// SPDX-License-Identifier: GPL-3.0-or-later
// Flattens a JSON document into a list of paths and values, for the "All fields" view.

#pragma once

#include "api/types/jsonfield.h"

#include <QByteArray>

namespace relaybook {

/// Returns every member of a JSON document in document order, with its path and its text as
/// received; secrets are masked. An empty object or array is one field, "{}" or "[]". Member names
/// are cut after 200 characters, and the list after mostFlatFields. Returns an empty list if `json`
/// is not JSON.
[[nodiscard]] JsonFields flattenJson(const QByteArray &json);

} // namespace relaybook
