// SPDX-License-Identifier: GPL-3.0-or-later
// Reads single values as text from stored JSON: of any object, and of a transaction's metadata.

#pragma once

#include <QString>

#include <string_view>

namespace relaybook {

/// The value of a member of a JSON object: a string without its quotation marks, a number as
/// written. Empty for anything else.
[[nodiscard]] QString memberText(std::string_view object, std::string_view name);
/// The same for a member of `metadata` in a transaction's JSON.
[[nodiscard]] QString metadataText(std::string_view raw, std::string_view member);

} // namespace relaybook
