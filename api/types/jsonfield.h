// SPDX-License-Identifier: GPL-3.0-or-later
// One member of a flattened JSON document, for the "All fields" view. The view shows every member
// the service sent, also undocumented ones.

#pragma once

#include <QString>

#include <vector>

namespace relaybook {

struct JsonField
{
    QString path; ///< "product.name", "traffic_stats.days[0]"
    QString text; ///< the value as received; strings without their quotes
    bool isNull = false;
    friend bool operator==(const JsonField &, const JsonField &) = default;
};
using JsonFields = std::vector<JsonField>;

/// Longer lists are cut off: a document may have millions of members, and no row needs them.
constexpr std::size_t mostFlatFields = 2000;

} // namespace relaybook
