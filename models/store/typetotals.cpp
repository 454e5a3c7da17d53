// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/typetotals.h"

#include "models/store/rowcursor.h"

#include "api/json/jsonscanner.h"

#include <algorithm>
#include <chrono>

namespace relaybook {
namespace {

constexpr std::chrono::minutes quarterHour(15);

/// By the name that the newest row of the quarter-hour before `end` gives the product.
QString proxyTypeOf(Connection &connection, const std::string &product, Instant end)
{
    Query row(connection, "SELECT raw FROM transactions WHERE created_ms >= ? AND created_ms < ?"
                          " AND +product_id = ? ORDER BY created_ms DESC LIMIT 1");
    row.bind(1, toMillis(end - quarterHour)).bind(2, toMillis(end));
    if (!row.bindUtf8(3, product).next()) {
        return {};
    }
    const QByteArray raw = row.bytes(0);
    const std::string_view text(raw.constData(), static_cast<size_t>(raw.size()));
    const auto metadata = findMember(text, "metadata");
    const auto name = metadata ? findMember(*metadata, "proxy_type") : std::nullopt;
    const auto inner = name ? JsonScanner(*name).string() : std::nullopt;
    return inner ? QString::fromUtf8(unescapedJson(*inner)) : QString();
}

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

TypeSums::Sum &TypeSums::sumOf(std::string_view type, std::string_view product)
{
    if (m_lastKey == nullptr || m_lastKey->first != type || m_lastKey->second != product) {
        const auto place = m_sums.try_emplace({std::string(type), std::string(product)}).first;
        m_lastKey = &place->first;
        m_lastSum = &place->second;
    }
    return *m_lastSum;
}

void TypeSums::add(Instant end, std::string type, std::string product, const MovementSums &sums)
{
    Sum &sum = m_sums[{std::move(type), std::move(product)}];
    sum.end = sum.sums.rows == 0 ? end : std::max(sum.end, end);
    sum.sums.add(sums);
}

void TypeSums::addRow(Instant time, std::string_view type, std::string_view product, qint64 before,
                      qint64 after)
{
    Sum &sum = sumOf(type, product);
    const Instant end = time + std::chrono::milliseconds(1);
    sum.end = sum.sums.rows == 0 ? end : std::max(sum.end, end);
    sum.sums.add(before, after, 1);
}

std::vector<TypeTotal> TypeSums::result(Connection &connection) const
{
    std::map<std::string, Instant> newest; // by product
    for (const auto &[key, sum] : m_sums) {
        const auto place = newest.try_emplace(key.second, sum.end).first;
        place->second = std::max(place->second, sum.end);
    }
    std::map<std::string, QString> names;
    for (const auto &[product, end] : newest) {
        if (!product.empty()) {
            names[product] = proxyTypeOf(connection, product, end);
        }
    }
    std::vector<TypeTotal> totals;
    for (const auto &[key, sum] : m_sums) {
        TypeTotal total = totalOf(sum.sums);
        total.type = QString::fromStdString(key.first);
        total.product = QString::fromStdString(key.second);
        total.proxyType = names[key.second];
        totals.push_back(std::move(total));
    }
    return totals;
}

} // namespace relaybook
