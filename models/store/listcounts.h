// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the proxies or sub-users that a filter would show, for each of its choices.

#pragma once

#include "models/store/connection.h"
#include "models/store/searchcondition.h"
#include "models/store/storevalues.h"

#include <QString>

#include <vector>

namespace relaybook {

/// How many rows have a value.
struct ValueCount
{
    QString value;
    qint64 rows = 0;
    friend bool operator==(const ValueCount &, const ValueCount &) = default;
};

/// The values of a column among the rows that match all `terms`, ignoring their case; the most
/// frequent first. `table`: Proxies or SubUsers. Throws.
[[nodiscard]] std::vector<ValueCount> countValues(Connection &connection, StoreTable table,
                                                  const std::string &column,
                                                  const std::vector<ListTerm> &terms);

/// How many of the rows that match all `terms` match also each of `choices`. Throws.
[[nodiscard]] std::vector<qint64> countMatches(Connection &connection, StoreTable table,
                                               const std::vector<ListTerm> &choices,
                                               const std::vector<ListTerm> &terms);

} // namespace relaybook
