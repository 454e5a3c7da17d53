// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgerclause.h"

#include "models/store/products.h"

namespace relaybook {
namespace {

/// A phrase that matches no name.
QString noPhrase()
{
    return QStringLiteral("-");
}

std::string changeIs(const char *comparison)
{
    return std::string(LedgerClause::change) + comparison;
}

} // namespace

// A plus sign before a column prevents the use of an index on it. The index for the requested order
// has all columns that are compared here.
LedgerClause::LedgerClause(const LedgerFilter &filter)
{
    if (filter.from) {
        addNumber("created_ms >= ?", toMillis(*filter.from));
    }
    if (filter.until) {
        addNumber("created_ms < ?", toMillis(*filter.until));
    }
    if (!filter.types.isEmpty()) {
        std::string places;
        for (const QString &type : filter.types) {
            places += places.empty() ? "?" : ", ?";
            m_values.push_back({std::nullopt, type});
        }
        add("+type COLLATE NOCASE IN (" + places + ")");
    }
    if (filter.direction != LedgerDirection::Any) {
        add(changeIs(filter.direction == LedgerDirection::In ? " > 0" : " < 0"));
    }
    addMagnitude(filter);
    if (!filter.product.isEmpty()) {
        add("(+product_id = ? OR +product_id IN (" + selectProductsNamed() + "))");
        m_values.push_back({std::nullopt, filter.product});
        const QString phrase = productPhrase(filter.product);
        m_values.insert(m_values.end(), 3, {std::nullopt, phrase.isEmpty() ? noPhrase() : phrase});
    }
}

/// The size of the change, or of the amount if a balance is too large for Money. Without abs(),
/// which fails for the smallest 64-bit integer.
void LedgerClause::addMagnitude(const LedgerFilter &filter)
{
    if (filter.atLeast) {
        const bool without = filter.atLeastExclusive;
        const qint64 bound = filter.atLeast->magnitude().units();
        const char *above = without ? " > ?" : " >= ?";
        const char *below = without ? " < ?" : " <= ?";
        // If the change is not known, the amount decides: one that is too large is above any bound.
        add("(" + changeIs(above) + " OR " + changeIs(below) + " OR (" + changeIs(" IS NULL") +
            " AND (amount IS NULL OR amount" + above + " OR amount" + below + ")))");
        m_values.insert(m_values.end(), {{bound, {}}, {-bound, {}}, {bound, {}}, {-bound, {}}});
    }
    if (filter.atMost) {
        const bool without = filter.atMostExclusive;
        const qint64 bound = filter.atMost->magnitude().units();
        const std::string size = "coalesce(" + std::string(change) + ", amount)";
        addNumber(size + (without ? " < ?" : " <= ?"), bound);
        addNumber(size + (without ? " > ?" : " >= ?"), -bound);
    }
}

void LedgerClause::add(const std::string &condition)
{
    m_where += (m_where.empty() ? " WHERE " : " AND ") + condition;
}

void LedgerClause::addNumber(const std::string &condition, qint64 value)
{
    add(condition);
    m_values.push_back({value, {}});
}

} // namespace relaybook
