// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/rankset.h"

#include <algorithm>
#include <numeric>

namespace relaybook {
namespace {

qint64 overlap(RankRange a, RankRange b)
{
    return std::max<qint64>(0, std::min(a.end, b.end) - std::max(a.first, b.first));
}

} // namespace

RankSet::RankSet(const std::vector<RankRange> &ranges)
{
    for (const RankRange &range : ranges) {
        add(range);
    }
}

void RankSet::add(RankRange range)
{
    range.first = std::max<qint64>(0, range.first);
    if (range.size() <= 0) {
        return;
    }
    std::vector<RankRange> result;
    result.reserve(m_ranges.size() + 1);
    for (const RankRange &each : m_ranges) {
        if (each.end < range.first || each.first > range.end) {
            result.push_back(each);
        } else {
            range = {std::min(each.first, range.first), std::max(each.end, range.end)};
        }
    }
    const auto place = std::find_if(result.begin(), result.end(), [&](const RankRange &each) {
        return each.first > range.first;
    });
    result.insert(place, range);
    m_ranges = std::move(result);
}

void RankSet::remove(RankRange range)
{
    std::vector<RankRange> result;
    result.reserve(m_ranges.size() + 1);
    for (const RankRange &each : m_ranges) {
        const RankRange below{each.first, std::min(each.end, range.first)};
        const RankRange above{std::max(each.first, range.end), each.end};
        if (range.size() <= 0 || overlap(each, range) == 0) {
            result.push_back(each);
            continue;
        }
        if (below.size() > 0) {
            result.push_back(below);
        }
        if (above.size() > 0) {
            result.push_back(above);
        }
    }
    m_ranges = std::move(result);
}

qint64 RankSet::count() const
{
    return std::accumulate(m_ranges.begin(), m_ranges.end(), qint64{0},
                           [](qint64 sum, const RankRange &range) { return sum + range.size(); });
}

qint64 RankSet::countIn(RankRange range) const
{
    return std::accumulate(
        m_ranges.begin(), m_ranges.end(), qint64{0},
        [&](qint64 sum, const RankRange &each) { return sum + overlap(each, range); });
}

std::optional<qint64> RankSet::highestMissing(qint64 end, const RankSet &other) const
{
    qint64 rank = end - 1;
    bool moved = true;
    while (moved && rank >= 0) {
        moved = false;
        for (const auto *ranges : {&m_ranges, &other.m_ranges}) {
            for (const RankRange &range : *ranges) {
                if (range.first <= rank && rank < range.end) {
                    rank = range.first - 1;
                    moved = true;
                }
            }
        }
    }
    return rank >= 0 ? std::optional(rank) : std::nullopt;
}

} // namespace relaybook
