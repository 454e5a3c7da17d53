// SPDX-License-Identifier: GPL-3.0-or-later
// Reads single values from the metadata of a stored transaction.

#pragma once

#include <QString>

#include <string_view>

namespace relaybook {

/// The value of a member of `metadata` in a transaction's JSON: a string without its quotation
/// marks, a number as written. Empty for anything else.
[[nodiscard]] QString metadataText(std::string_view raw, std::string_view member);

} // namespace relaybook
