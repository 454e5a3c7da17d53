// SPDX-License-Identifier: GPL-3.0-or-later
// A filter of the ledger as the WHERE of a query over its table.

#pragma once

#include "models/store/ledgerfilter.h"

#include <string>
#include <vector>

namespace relaybook {

class LedgerClause
{
public:
    explicit LedgerClause(const LedgerFilter &filter);

    struct Value
    {
        std::optional<qint64> number;
        QString text; ///< where there is no number
    };
    /// " WHERE ...", or nothing. The filter's text is not in it.
    [[nodiscard]] const std::string &where() const { return m_where; }
    /// In the order of the question marks.
    [[nodiscard]] const std::vector<Value> &values() const { return m_values; }

    /// What a row did to the balance: no whole number where that does not fit.
    static constexpr auto change = "balance_after - balance_before";

private:
    void add(const std::string &condition);
    void addNumber(const std::string &condition, qint64 value);
    void addMagnitude(const LedgerFilter &filter);

    std::string m_where;
    std::vector<Value> m_values;
};

} // namespace relaybook
