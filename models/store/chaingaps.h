// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the places where a chain of balances is interrupted, and its end: the newest balance.

#pragma once

#include "models/store/chain.h"

#include "api/types/instant.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace relaybook {

/// A place where no order of the rows within chainSpan continues the balance.
struct ChainGap
{
    ChainRow earlier;
    ChainRow later;
};

/// Rows that begin and end with the same balance, another one than the rows around them have.
/// Either they are dated out of order, as this balance occurs elsewhere within chainSpan, or rows
/// that cancel each other are missing before and after them.
struct ChainRing
{
    ChainRow first;
    ChainRow last;
    qint64 around = 0; ///< the balance of the rows around them
};

/// The end of a chain.
struct ChainEnd
{
    std::optional<ChainRow> row; ///< nothing if there are no rows, or the last is too large
    bool isClear = true;         ///< false if the chain has several ends within chainSpan
};

/// Joins rows to a chain and tells what remains: several paths. One that ends later than the ones
/// before it has a gap before it; one within another has a gap at each end, to its neighbour in
/// time. A row that is too large explains the ends beside it. What it cannot see: see
/// docs/proofs.md.
class ChainGaps
{
public:
    /// Adds all rows to the chain, in the order of their times. Called up to three times.
    using Visit = std::function<void(BalanceChain &chain)>;
    /// `each` is called for every row of the first visit.
    explicit ChainGaps(const Visit &visit, const BalanceChain::EachRow &each = {},
                       BalanceChain::From from = BalanceChain::From::Oldest);

    /// In the order of time.
    [[nodiscard]] const std::vector<ChainGap> &gaps() const { return m_gaps; }
    [[nodiscard]] const std::vector<ChainRing> &rings() const { return m_rings; }
    [[nodiscard]] const ChainEnd &end() const { return m_end; }
    /// At how many places rows are dated out of order.
    [[nodiscard]] qint64 turns() const { return m_chain.turns(); }

private:
    /// A closed path.
    struct Ring
    {
        size_t begin = 0;
        bool isAtEnd = false;     ///< it has the newest row
        bool meetsOthers = false; ///< one of its balances occurs in the rest of the chain
    };
    void findRings(const Visit &visit);
    void meetOthers(const Visit &visit);
    void takeRings();
    void noteFarJoins();
    void noteRing(size_t begin, size_t end);
    void findGaps();
    void noteAlone(size_t begin, size_t end);
    void noteGap(size_t earlier, size_t later);
    [[nodiscard]] bool isClear() const;
    [[nodiscard]] bool isLate(qint64 ms) const;

    BalanceChain m_chain;
    std::vector<Ring> m_closed;
    std::unordered_map<size_t, size_t> m_ringOfRun;
    std::vector<bool> m_isTaken; ///< the begins of paths that are told as rings
    std::vector<ChainGap> m_gaps;
    std::vector<ChainRing> m_rings;
    size_t m_last = BalanceChain::none; ///< the begin of the path that ends last
    ChainEnd m_end;
};

/// The end of the chain of the rows before a time; of all rows without it. Read are those that
/// rowsUpTo() reads, 128 of them, or 2,000 of all rows. Rows that are too large are left out.
/// Throws.
[[nodiscard]] ChainEnd chainEnd(Connection &connection, std::optional<Instant> before);
/// The first row of the chain of all rows, found alike. Throws.
[[nodiscard]] std::optional<ChainRow> chainBegin(Connection &connection);

} // namespace relaybook
