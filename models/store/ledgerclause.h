// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a ledger filter to an SQL WHERE clause with its parameters.

#pragma once

#include "models/store/ledgerfilter.h"

#include <string>
#include <vector>

namespace relaybook {

/// The WHERE clause of a filter, without the filter's search text.
class LedgerClause
{
public:
    explicit LedgerClause(const LedgerFilter &filter);

    struct Value
    {
        std::optional<qint64> number;
        QString text; ///< used if there is no number
    };
    /// " WHERE ...", or empty. It does not include the filter's search text.
    [[nodiscard]] const std::string &where() const { return m_where; }
    /// The parameters, in the order of the question marks.
    [[nodiscard]] const std::vector<Value> &values() const { return m_values; }

    /// SQL expression for the change of the balance; not an integer if it does not fit.
    static constexpr auto change = "balance_after - balance_before";

private:
    void add(const std::string &condition);
    void addNumber(const std::string &condition, qint64 value);
    void addMagnitude(const LedgerFilter &filter);

    std::string m_where;
    std::vector<Value> m_values;
};

} // namespace relaybook
