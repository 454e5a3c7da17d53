// SPDX-License-Identifier: GPL-3.0-or-later
// What "All fields" shows of an answer.

#pragma once

#include "api/types/jsonfield.h"

#include <QByteArray>

namespace relaybook {

/// Every member of a JSON document, in its order, with its path and its text as it stood on the
/// wire; secrets masked. An empty object or list is one field, "{}" or "[]". Nothing where `json`
/// is no JSON.
[[nodiscard]] JsonFields flattenJson(const QByteArray &json);

} // namespace relaybook
