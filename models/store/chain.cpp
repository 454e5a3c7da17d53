// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/chain.h"

#include <algorithm>
#include <map>

namespace relaybook {
namespace {

/// How many rows do not begin with the balance after the previous row.
size_t breaksIn(const std::vector<ChainRow> &rows, std::optional<qint64> start)
{
    size_t breaks = 0;
    for (const ChainRow &row : rows) {
        breaks += start && *start != row.before ? 1 : 0;
        start = row.after;
    }
    return breaks;
}

/// Finds an Eulerian path with Hierholzer's algorithm: balances are the nodes, and each row is an
/// edge from the balance before it to the balance after it.
class Walk
{
public:
    explicit Walk(const std::vector<ChainRow> &rows)
        : m_rows(rows)
    {
        for (size_t i = 0; i < rows.size(); ++i) {
            m_from[rows[i].before].rows.push_back(i);
            ++m_balance[rows[i].before];
            --m_balance[rows[i].after];
        }
    }
    std::vector<ChainRow> take(std::optional<qint64> start)
    {
        std::vector<ChainRow> result;
        result.reserve(m_rows.size());
        follow(begin(start), result);
        // Rows that this path does not reach form further paths, each from the lowest balance on.
        for (auto &[balance, ways] : m_from) {
            while (ways.next < ways.rows.size()) {
                follow(balance, result);
            }
        }
        return result;
    }

private:
    struct Ways
    {
        std::vector<size_t> rows; ///< by id
        size_t next = 0;
    };
    [[nodiscard]] qint64 begin(std::optional<qint64> start) const
    {
        if (start && m_from.count(*start) != 0) {
            return *start;
        }
        for (const auto &[balance, surplus] : m_balance) {
            if (surplus > 0) {
                return balance;
            }
        }
        return m_rows.front().before;
    }
    void follow(qint64 balance, std::vector<ChainRow> &result)
    {
        std::vector<std::pair<qint64, std::optional<size_t>>> path{{balance, std::nullopt}};
        std::vector<ChainRow> backwards;
        while (!path.empty()) {
            const auto found = m_from.find(path.back().first);
            if (found != m_from.end() && found->second.next < found->second.rows.size()) {
                const size_t row = found->second.rows[found->second.next++];
                path.emplace_back(m_rows[row].after, row);
                continue;
            }
            if (path.back().second) {
                backwards.push_back(m_rows[*path.back().second]);
            }
            path.pop_back();
        }
        result.insert(result.end(), backwards.rbegin(), backwards.rend());
    }

    const std::vector<ChainRow> &m_rows;
    std::map<qint64, Ways> m_from;
    std::map<qint64, qint64> m_balance; ///< by balance: outgoing minus incoming edges
};

std::vector<ChainRow> rowsNear(Query &query, qint64 ms, size_t most)
{
    constexpr size_t least = 20;
    std::vector<ChainRow> rows;
    while (query.next()) {
        const ChainRow row = chainRowOf(query);
        const bool isEnough = rows.size() >= most ||
                              (rows.size() >= least && !isNear(row.createdMs, ms, 2 * chainSpan));
        if (isEnough && !rows.empty() && row.createdMs != rows.back().createdMs) {
            break;
        }
        rows.push_back(row);
    }
    return rows;
}

constexpr const char *chainColumns =
    "SELECT id, created_ms, amount, balance_before, balance_after FROM transactions ";

std::vector<ChainRow> rowsAt(Connection &connection, qint64 createdMs)
{
    Query query(connection, std::string(chainColumns) + "WHERE created_ms = ? ORDER BY id");
    return rowsNear(query.bind(1, createdMs), createdMs, 0);
}

std::optional<qint64> momentOf(Connection &connection, qint64 id)
{
    Query query(connection, "SELECT created_ms FROM transactions WHERE id = ?");
    return query.bind(1, id).next() ? std::optional(query.number(0)) : std::nullopt;
}

std::optional<qint64> momentBefore(Connection &connection, qint64 moment)
{
    Query query(connection, "SELECT max(created_ms) FROM transactions WHERE created_ms < ?");
    return query.bind(1, moment).next() ? query.optionalNumber(0) : std::nullopt;
}

std::optional<qint64> neighbourOf(Connection &connection, qint64 id, bool isNext)
{
    const auto rows = chainAround(connection, id);
    const auto found =
        std::find_if(rows.begin(), rows.end(), [id](const ChainRow &row) { return row.id == id; });
    if (found == rows.end() || found == (isNext ? rows.end() - 1 : rows.begin())) {
        return std::nullopt;
    }
    return (isNext ? std::next(found) : std::prev(found))->id;
}

} // namespace

void orderLikeChain(std::vector<ChainRow> &rows, std::optional<qint64> start)
{
    if (rows.size() < 2) {
        return;
    }
    std::sort(rows.begin(), rows.end(),
              [](const ChainRow &a, const ChainRow &b) { return a.id < b.id; });
    size_t fewest = breaksIn(rows, start);
    if (fewest == 0) {
        return;
    }
    const std::vector<ChainRow> byId = rows;
    const auto offer = [&](std::vector<ChainRow> other) {
        const size_t breaks = breaksIn(other, start);
        if (breaks < fewest) {
            fewest = breaks;
            rows = std::move(other);
        }
    };
    offer({byId.rbegin(), byId.rend()});
    if (fewest > 0) {
        offer(Walk(byId).take(start));
    }
}

// ------------------------------------------------------------------------------------- the chain

void BalanceChain::add(const ChainRow &row)
{
    if (!m_moment.empty() && m_moment.front().createdMs != row.createdMs) {
        end();
    }
    m_moment.push_back(row);
}

void BalanceChain::end()
{
    if (m_moment.size() > 1) {
        const bool isKnown = !m_runs.empty() && !m_runs.back().isTooLarge;
        orderLikeChain(m_moment, isKnown ? std::optional(m_runs.back().last.after) : std::nullopt);
    }
    for (const ChainRow &row : m_moment) {
        place(row);
    }
    m_moment.clear();
}

void BalanceChain::place(const ChainRow &row)
{
    const bool follows = !m_runs.empty() && !m_runs.back().isTooLarge && !row.isTooLarge &&
                         m_runs.back().last.after == row.before;
    if (follows) {
        m_runs.back().last = row;
    } else {
        m_runs.push_back({.first = row, .last = row, .isTooLarge = row.isTooLarge});
    }
    if (m_each) {
        m_each(row, m_runs.size() - 1);
    }
}

void BalanceChain::join()
{
    end();
    for (size_t run = 0; run < m_runs.size(); ++run) {
        m_begins.push_back(run);
        m_ends.push_back(run);
    }
    joinWithin(chainSpan);
    joinWithin(2 * chainSpan); // what remains: several rows were dated out of order at a time
}

void BalanceChain::joinWithin(std::chrono::milliseconds span)
{
    m_span = span;
    m_looseBegins.clear();
    m_looseEnds.clear();
    for (size_t run = 0; run < m_runs.size(); ++run) {
        if (m_runs[run].previous == none) {
            offerBegin(run);
        }
        if (m_runs[run].next == none) {
            offerEnd(run);
        }
    }
}

/// A path whose own begin is the nearest becomes a ring, and its ends are taken: joined to a
/// farther end, it would take the place of rows that have nothing else to follow. While no rows
/// come, an end does not get older: it waits from the row on that came instead of the one that
/// continues it.
void BalanceChain::offerEnd(size_t run)
{
    const Run &ended = m_runs[run];
    if (ended.isTooLarge) {
        return;
    }
    const size_t found = takeNearest(m_looseBegins, ended.last.after, ended.last.createdMs);
    if (found != none) {
        connect(run, found);
    } else if (run + 1 < m_runs.size()) {
        m_looseEnds[ended.last.after].push_back({run, m_runs[run + 1].first.createdMs});
    }
}

void BalanceChain::offerBegin(size_t run)
{
    const Run &begun = m_runs[run];
    if (begun.isTooLarge || (run == 0 && m_from == From::Middle)) {
        return;
    }
    const Run &before = m_runs[run > 0 ? run - 1 : 0];
    const size_t found = takeNearest(m_looseEnds, begun.first.before, before.last.createdMs);
    if (found != none) {
        connect(found, run);
    } else {
        m_looseBegins[begun.first.before].push_back({run, begun.first.createdMs});
    }
}

void BalanceChain::connect(size_t earlier, size_t later)
{
    const size_t begin = m_begins[earlier];
    const size_t end = m_ends[later];
    if (begin == later) { // neither follows the other: every path has a first and a last run
        m_runs[earlier].isRing = true;
        m_runs[later].isRing = true;
        return;
    }
    m_runs[earlier].next = later;
    m_runs[later].previous = earlier;
    m_runs[later].isFar = m_span > chainSpan;
    m_ends[begin] = end;
    m_begins[end] = begin;
}

/// If an older end of this balance could have been joined instead, it stands for the one that was
/// taken: it stays for as long.
size_t BalanceChain::takeNearest(LooseEnds &ends, qint64 balance, qint64 ms)
{
    const auto found = ends.find(balance);
    if (found == ends.end()) {
        return none;
    }
    auto &loose = found->second;
    const LooseEnd nearest = loose.back();
    loose.pop_back();
    const bool isOneNear = isNear(nearest.ms, ms, m_span);
    if (!isOneNear) {
        loose.clear();
    } else if (!loose.empty() && isNear(loose.back().ms, ms, m_span)) {
        loose.back().ms = nearest.ms;
    }
    if (loose.empty()) {
        ends.erase(found);
    }
    return isOneNear ? nearest.run : none;
}

qint64 BalanceChain::turns() const
{
    return std::count_if(m_runs.begin(), m_runs.end(), [this](const Run &run) {
        return run.previous != none && run.first.createdMs < m_runs[run.previous].last.createdMs;
    });
}

std::vector<size_t> BalanceChain::order() const
{
    std::vector<size_t> order;
    std::vector<bool> isDone(m_runs.size(), false);
    // The rest of a path waits while one that is not joined to it stands at its time.
    std::vector<size_t> waiting;
    for (size_t begin = 0; begin < m_runs.size(); ++begin) {
        if (!isDone[begin] && m_runs[begin].previous == none) {
            waiting.push_back(begin);
        }
        while (!waiting.empty()) {
            const size_t run = waiting.back();
            waiting.pop_back();
            order.push_back(run);
            isDone[run] = true;
            if (m_runs[run].next != none) {
                waiting.push_back(m_runs[run].next);
            }
            const size_t after = run + 1;
            if (after < m_runs.size() && m_runs[after].previous == none && !isDone[after]) {
                waiting.push_back(after);
            }
        }
    }
    return order;
}

// ----------------------------------------------------------------------------------- stored rows

std::vector<ChainRow> rowsUpTo(Connection &connection, qint64 endMs, size_t most)
{
    Query query(connection, std::string(chainColumns) +
                                "WHERE created_ms <= ? ORDER BY created_ms DESC, id DESC");
    auto rows = rowsNear(query.bind(1, endMs), endMs, most);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

std::vector<ChainRow> rowsAfter(Connection &connection, qint64 beginMs, size_t most)
{
    Query query(connection,
                std::string(chainColumns) + "WHERE created_ms > ? ORDER BY created_ms, id");
    return rowsNear(query.bind(1, beginMs), beginMs, most);
}

BalanceChain::From fromOf(Connection &connection, const std::vector<ChainRow> &rows)
{
    const bool isMiddle = !rows.empty() && momentBefore(connection, rows.front().createdMs);
    return isMiddle ? BalanceChain::From::Middle : BalanceChain::From::Oldest;
}

std::vector<ChainRow> chainAt(Connection &connection, qint64 createdMs)
{
    std::vector<ChainRow> rows = rowsAt(connection, createdMs);
    if (rows.size() < 2) {
        return rows;
    }
    // If the previous moment has several rows too, they are ordered to find its last balance.
    std::optional<qint64> start;
    if (const auto before = momentBefore(connection, createdMs)) {
        std::vector<ChainRow> earlier = rowsAt(connection, *before);
        orderLikeChain(earlier, std::nullopt);
        start = earlier.back().after;
    }
    orderLikeChain(rows, start);
    return rows;
}

std::vector<ChainRow> chainAround(Connection &connection, qint64 id)
{
    constexpr size_t most = 2000;
    const auto moment = momentOf(connection, id);
    if (!moment) {
        return {};
    }
    std::vector<ChainRow> rows = rowsUpTo(connection, *moment, most);
    const auto append = [&rows](const std::vector<ChainRow> &more) {
        rows.insert(rows.end(), more.begin(), more.end());
    };
    append(rowsAfter(connection, *moment, most));
    std::vector<std::vector<ChainRow>> ofRuns;
    const auto take = [&ofRuns](const ChainRow &row, size_t run) {
        ofRuns.resize(run + 1);
        ofRuns[run].push_back(row);
    };
    BalanceChain chain(take, fromOf(connection, rows));
    for (const ChainRow &row : rows) {
        chain.add(row);
    }
    chain.join();
    rows.clear();
    for (const size_t run : chain.order()) {
        append(ofRuns[run]);
    }
    return rows;
}

std::optional<qint64> chainBefore(Connection &connection, qint64 id)
{
    return neighbourOf(connection, id, false);
}

std::optional<qint64> chainAfter(Connection &connection, qint64 id)
{
    return neighbourOf(connection, id, true);
}

} // namespace relaybook
