// SPDX-License-Identifier: GPL-3.0-or-later
// Orders transactions as a chain of balances: the balance before each row equals the balance after
// the previous row (contract section 6). Balances decide; times are only a hint, because rows are
// dated in wrong zones or by clocks that differ.

#pragma once

#include "models/sqlite/connection.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace relaybook {

/// A row is joined to another one whose time differs by at most this: the widest difference of two
/// time zones.
constexpr std::chrono::hours chainSpan{26};

/// The columns of a transaction that the chain needs.
struct ChainRow
{
    qint64 id = 0;
    qint64 createdMs = 0;
    qint64 amount = 0; ///< 10^-8 dollars, like the next two
    qint64 before = 0;
    qint64 after = 0;
    bool isTooLarge = false;        ///< a balance is too large for Money; both are 0 then
    bool hasTooLargeAmount = false; ///< the amount is too large for Money; it is 0 then
    friend bool operator==(const ChainRow &, const ChainRow &) = default;
};

/// Reads a row with the columns id, created_ms, amount, balance_before, balance_after.
/// `Row` has number() and isNull().
template <class Row>
[[nodiscard]] ChainRow chainRowOf(const Row &row)
{
    ChainRow read{row.number(0), row.number(1), row.number(2), row.number(3), row.number(4)};
    const auto isNull = [&row](qint64 value, int column) {
        return value == 0 && row.isNull(column); // NULL is read as 0
    };
    read.hasTooLargeAmount = isNull(read.amount, 2);
    if (isNull(read.before, 3) || isNull(read.after, 4)) {
        read.isTooLarge = true;
        read.before = 0;
        read.after = 0;
    }
    return read;
}

/// Sorts rows with the same time so that each one continues the balance of the previous one,
/// beginning at the balance `start`. Sorts by id if the balances are ambiguous or contradictory.
void orderLikeChain(std::vector<ChainRow> &rows, std::optional<qint64> start);

/// Whether two times differ by at most `span`.
[[nodiscard]] inline bool isNear(qint64 oneMs, qint64 otherMs,
                                 std::chrono::milliseconds span = chainSpan)
{
    const auto [low, high] = std::minmax(oneMs, otherMs);
    // Unsigned, because the times of a damaged file can be anything.
    return static_cast<quint64>(high) - static_cast<quint64>(low) <=
           static_cast<quint64>(span.count());
}

/// Joins rows, given in the order of their times, to a chain. A row follows its neighbour if it
/// continues its balance. Rows that do so form a run; only the ends of runs are kept, so memory is
/// that of the disorder. An end without a neighbour is joined to the nearest end within chainSpan
/// that has its balance: then rows are dated out of order. Ends that remain are joined within twice
/// chainSpan. What no order joins stays loose.
class BalanceChain
{
public:
    static constexpr size_t none = SIZE_MAX;
    struct Run
    {
        ChainRow first;
        ChainRow last;
        size_t previous = none;  ///< the run before it in the chain
        size_t next = none;      ///< the run after it
        bool isRing = false;     ///< the end of its path was joined to the begin of its path
        bool isFar = false;      ///< `previous` was only found within twice chainSpan
        bool isTooLarge = false; ///< a single row whose balances are not known; it is never joined
    };
    /// `run`: an index of runs().
    using EachRow = std::function<void(const ChainRow &, size_t run)>;
    /// Whether the first row is the oldest of all. If there are others before it, nothing is joined
    /// to its beginning, because what precedes it is among them.
    enum class From { Oldest, Middle };

    /// `each` is called for every row, in the order of times, before the runs are joined.
    explicit BalanceChain(EachRow each = {}, From from = From::Oldest)
        : m_each(std::move(each))
        , m_from(from)
    {
    }
    [[nodiscard]] From from() const { return m_from; }
    void add(const ChainRow &row);
    /// To be called after the last row: nothing is joined yet, but `each` got every row.
    void end();
    /// Calls end().
    void join();

    /// In the order of times: the run before and after it in this list are its neighbours in time.
    [[nodiscard]] const std::vector<Run> &runs() const { return m_runs; }
    /// The last run of the path of joined runs that begins with `first`.
    [[nodiscard]] size_t endOf(size_t first) const { return m_ends[first]; }
    /// At how many places a row follows one with a later time.
    [[nodiscard]] qint64 turns() const;
    /// The runs in the order of the chain. A path that is not joined to others stands where its
    /// time is.
    [[nodiscard]] std::vector<size_t> order() const;

private:
    /// Ends of runs that lack a neighbour, by balance, in the order of times.
    struct LooseEnd
    {
        size_t run = none;
        qint64 ms = 0;
    };
    using LooseEnds = std::map<qint64, std::vector<LooseEnd>>;

    void place(const ChainRow &row);
    void offerEnd(size_t run);
    void offerBegin(size_t run);
    void connect(size_t earlier, size_t later);
    void joinWithin(std::chrono::milliseconds span);
    [[nodiscard]] size_t takeNearest(LooseEnds &ends, qint64 balance, qint64 ms);

    EachRow m_each;
    From m_from;
    std::vector<ChainRow> m_moment; ///< the rows of one time
    std::vector<Run> m_runs;
    std::chrono::milliseconds m_span{0};
    LooseEnds m_looseBegins;
    LooseEnds m_looseEnds;
    std::vector<size_t> m_begins;
    std::vector<size_t> m_ends;
};

/// The rows with this time, in chain order. Throws.
[[nodiscard]] std::vector<ChainRow> chainAt(Connection &connection, qint64 createdMs);

/// The rows around a row in chain order, as many as rowsUpTo() and rowsAfter() read: about
/// 2,000 on each side at most. Empty if the row is not stored. Throws.
[[nodiscard]] std::vector<ChainRow> chainAround(Connection &connection, qint64 id);

/// The neighbours of a row in the chain; nothing at its ends, or if the row is not stored. Both
/// throw.
[[nodiscard]] std::optional<qint64> chainBefore(Connection &connection, qint64 id);
[[nodiscard]] std::optional<qint64> chainAfter(Connection &connection, qint64 id);

/// The rows of twice chainSpan up to a time, and after it. About `most` of them, as the rows of one
/// time are read together, and at least 20 if there are so many. The oldest first. Both throw.
[[nodiscard]] std::vector<ChainRow> rowsUpTo(Connection &connection, qint64 endMs, size_t most);
[[nodiscard]] std::vector<ChainRow> rowsAfter(Connection &connection, qint64 beginMs, size_t most);
/// Whether there are rows before these.
[[nodiscard]] BalanceChain::From fromOf(Connection &connection, const std::vector<ChainRow> &rows);

} // namespace relaybook
