// SPDX-License-Identifier: GPL-3.0-or-later
// The money moved by transactions, summed up by type and product.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/movementsums.h"

#include "api/types/money.h"

#include <QString>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relaybook {

/// The money moved by the rows of one type and product.
struct TypeTotal
{
    QString type;
    QString product;     ///< the product's id; empty if the rows have none
    QString productName; ///< as the service writes it; empty if unknown
    Money in;
    Money out;        ///< without a sign
    bool fits = true; ///< false: the sums do not fit into Money and are set to zero
    qint64 count = 0;
    friend bool operator==(const TypeTotal &, const TypeTotal &) = default;
};

/// Sums up rows, or sums of rows, by type and product.
class TypeSums
{
public:
    void add(std::string type, std::string product, const MovementSums &sums);
    /// Adds a row. Faster if it has the type and product of the previous row.
    void addRow(std::string_view type, std::string_view product, qint64 before, qint64 after);

    /// By type, then by product. Looks up the names of the products. Throws.
    [[nodiscard]] std::vector<TypeTotal> result(Connection &connection) const;

private:
    using Key = std::pair<std::string, std::string>; ///< type and product
    MovementSums &sumOf(std::string_view type, std::string_view product);

    std::map<Key, MovementSums> m_sums;
    const Key *m_lastKey = nullptr; ///< a key of m_sums, whose nodes do not move
    MovementSums *m_lastSum = nullptr;
};

} // namespace relaybook
