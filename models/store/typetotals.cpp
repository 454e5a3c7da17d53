// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/typetotals.h"

#include "models/store/products.h"

namespace relaybook {
namespace {

TypeTotal totalOf(const MovementSums &sums)
{
    TypeTotal total;
    total.count = sums.rows;
    const auto in = sums.in();
    const auto out = sums.out();
    total.fits = in && out;
    total.in = total.fits ? in.value_or(Money()) : Money();
    total.out = total.fits ? out.value_or(Money()) : Money();
    return total;
}

} // namespace

MovementSums &TypeSums::sumOf(std::string_view type, std::string_view product)
{
    if (m_lastKey == nullptr || m_lastKey->first != type || m_lastKey->second != product) {
        const auto place = m_sums.try_emplace({std::string(type), std::string(product)}).first;
        m_lastKey = &place->first;
        m_lastSum = &place->second;
    }
    return *m_lastSum;
}

void TypeSums::add(std::string type, std::string product, const MovementSums &sums)
{
    m_sums[{std::move(type), std::move(product)}].add(sums);
}

void TypeSums::addRow(std::string_view type, std::string_view product, qint64 before, qint64 after)
{
    sumOf(type, product).add(before, after, 1);
}

std::vector<TypeTotal> TypeSums::result(Connection &connection) const
{
    const QHash<QString, QString> names = productNames(connection);
    std::vector<TypeTotal> totals;
    for (const auto &[key, sums] : m_sums) {
        TypeTotal total = totalOf(sums);
        total.type = QString::fromStdString(key.first);
        total.product = QString::fromStdString(key.second);
        total.productName = names.value(total.product);
        totals.push_back(std::move(total));
    }
    return totals;
}

} // namespace relaybook
