// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/movementsums.h"

#include "models/store/wide.h"

namespace relaybook {
namespace {

constexpr qint64 dollar = 100'000'000; // 10^-8 dollars

Wide unitsOf(qint64 dollars, qint64 rest)
{
    return Wide(dollars) * dollar + rest;
}

} // namespace

void MovementSums::add(qint64 before, qint64 after, qint64 sign)
{
    const Wide change = Wide(after) - before;
    const Wide size = change < 0 ? -change : change;
    rows += sign;
    (change < 0 ? outDollars : inDollars) += sign * static_cast<qint64>(size / dollar);
    (change < 0 ? outRest : inRest) += sign * static_cast<qint64>(size % dollar);
}

void MovementSums::add(const MovementSums &other)
{
    rows += other.rows;
    inDollars += other.inDollars;
    inRest += other.inRest;
    outDollars += other.outDollars;
    outRest += other.outRest;
}

std::optional<Money> MovementSums::in() const
{
    return moneyOf(unitsOf(inDollars, inRest));
}

std::optional<Money> MovementSums::out() const
{
    return moneyOf(unitsOf(outDollars, outRest));
}

std::optional<Money> MovementSums::net() const
{
    return moneyOf(unitsOf(inDollars, inRest) - unitsOf(outDollars, outRest));
}

MovementSums movementSums(const Query &query, int first)
{
    return {query.number(first), query.number(first + 1), query.number(first + 2),
            query.number(first + 3), query.number(first + 4)};
}

void bindMovementSums(Query &query, int first, const MovementSums &sums)
{
    query.bind(first, sums.rows).bind(first + 1, sums.inDollars).bind(first + 2, sums.inRest);
    query.bind(first + 3, sums.outDollars).bind(first + 4, sums.outRest);
}

} // namespace relaybook
