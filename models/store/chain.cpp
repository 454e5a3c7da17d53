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

std::vector<ChainRow> rowsAt(Connection &connection, qint64 createdMs)
{
    std::vector<ChainRow> rows;
    Query query(connection, "SELECT id, created_ms, amount, balance_before, balance_after"
                            " FROM transactions WHERE created_ms = ? ORDER BY id");
    query.bind(1, createdMs);
    while (query.next()) {
        rows.push_back(chainRowOf(query));
    }
    return rows;
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

std::optional<qint64> momentAfter(Connection &connection, qint64 moment)
{
    Query query(connection, "SELECT min(created_ms) FROM transactions WHERE created_ms > ?");
    return query.bind(1, moment).next() ? query.optionalNumber(0) : std::nullopt;
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

std::optional<qint64> chainBefore(Connection &connection, qint64 id)
{
    const auto moment = momentOf(connection, id);
    if (!moment) {
        return std::nullopt;
    }
    const auto rows = chainAt(connection, *moment);
    const auto found =
        std::find_if(rows.begin(), rows.end(), [id](const ChainRow &row) { return row.id == id; });
    if (found != rows.begin()) {
        return std::prev(found)->id;
    }
    const auto earlier = momentBefore(connection, *moment);
    return earlier ? std::optional(chainAt(connection, *earlier).back().id) : std::nullopt;
}

std::optional<qint64> chainAfter(Connection &connection, qint64 id)
{
    const auto moment = momentOf(connection, id);
    if (!moment) {
        return std::nullopt;
    }
    const auto rows = chainAt(connection, *moment);
    const auto found =
        std::find_if(rows.begin(), rows.end(), [id](const ChainRow &row) { return row.id == id; });
    if (found + 1 != rows.end()) {
        return std::next(found)->id;
    }
    const auto later = momentAfter(connection, *moment);
    return later ? std::optional(chainAt(connection, *later).front().id) : std::nullopt;
}

} // namespace relaybook
