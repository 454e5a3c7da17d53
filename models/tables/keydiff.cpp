// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/keydiff.h"

#include <algorithm>
#include <iterator>

namespace relaybook {
namespace {

constexpr qint64 gone = -1;

/// For each key of `before` its place in `after`, or `gone`.
std::vector<qint64> placesOf(const qint64 *before, size_t beforeCount, const qint64 *after,
                             size_t afterCount)
{
    std::vector<std::pair<qint64, qint64>> index;
    index.reserve(afterCount);
    for (size_t i = 0; i < afterCount; ++i) {
        index.emplace_back(after[i], static_cast<qint64>(i));
    }
    std::sort(index.begin(), index.end());
    std::vector<qint64> places;
    places.reserve(beforeCount);
    for (size_t i = 0; i < beforeCount; ++i) {
        const auto found =
            std::lower_bound(index.begin(), index.end(), std::pair(before[i], qint64{0}));
        const bool present = found != index.end() && found->first == before[i];
        places.push_back(present ? found->second : gone);
    }
    return places;
}

/// Keeps a longest increasing subsequence of the places and sets the others to `gone`: the rows
/// with these places are removed and inserted again.
void keepRising(std::vector<qint64> &places)
{
    // ends[n]: where the increasing subsequence of n + 1 places with the lowest end ends.
    std::vector<size_t> ends;
    std::vector<qint64> previous(places.size(), gone);
    for (size_t i = 0; i < places.size(); ++i) {
        if (places[i] == gone) {
            continue;
        }
        const auto line =
            std::lower_bound(ends.begin(), ends.end(), places[i],
                             [&](size_t end, qint64 place) { return places[end] < place; });
        if (line != ends.begin()) {
            previous[i] = static_cast<qint64>(*std::prev(line));
        }
        if (line == ends.end()) {
            ends.push_back(i);
        } else {
            *line = i;
        }
    }
    std::vector<bool> kept(places.size(), false);
    for (qint64 i = ends.empty() ? gone : static_cast<qint64>(ends.back()); i != gone;
         i = previous[static_cast<size_t>(i)]) {
        kept[static_cast<size_t>(i)] = true;
    }
    for (size_t i = 0; i < places.size(); ++i) {
        if (!kept[i]) {
            places[i] = gone;
        }
    }
}

class StepList
{
public:
    explicit StepList(size_t maxRuns)
        : m_maxRuns(maxRuns)
    {
    }
    void add(KeyStep::Kind kind, qint64 count)
    {
        if (count == 0) {
            return;
        }
        if (!m_steps.empty() && m_steps.back().kind == kind) {
            m_steps.back().count += count;
            return;
        }
        m_runs += kind == KeyStep::Keep ? 0 : 1;
        m_steps.push_back({kind, count});
    }
    [[nodiscard]] bool tooMany() const { return m_runs > m_maxRuns; }
    [[nodiscard]] std::optional<std::vector<KeyStep>> take()
    {
        return tooMany() ? std::nullopt : std::optional(std::move(m_steps));
    }

private:
    size_t m_maxRuns;
    size_t m_runs = 0;
    std::vector<KeyStep> m_steps;
};

} // namespace

std::optional<std::vector<KeyStep>> diffKeys(const Keys &before, const Keys &after, size_t maxRuns)
{
    const auto shorter = static_cast<std::ptrdiff_t>(std::min(before.size(), after.size()));
    const auto head = std::mismatch(before.begin(), before.begin() + shorter, after.begin()).first -
                      before.begin();
    const auto tail =
        std::mismatch(before.rbegin(), before.rbegin() + (shorter - head), after.rbegin()).first -
        before.rbegin();
    const size_t oldCount = before.size() - static_cast<size_t>(head + tail);
    const size_t newCount = after.size() - static_cast<size_t>(head + tail);

    auto places = placesOf(before.data() + head, oldCount, after.data() + head, newCount);
    keepRising(places);

    StepList steps(maxRuns);
    steps.add(KeyStep::Keep, head);
    qint64 next = 0;
    for (const qint64 place : places) {
        if (place == gone) {
            steps.add(KeyStep::Remove, 1);
        } else {
            steps.add(KeyStep::Insert, place - next);
            steps.add(KeyStep::Keep, 1);
            next = place + 1;
        }
        if (steps.tooMany()) {
            return std::nullopt;
        }
    }
    steps.add(KeyStep::Insert, static_cast<qint64>(newCount) - next);
    steps.add(KeyStep::Keep, tail);
    return steps.take();
}

std::vector<RowRun> rowsOfKeys(const Keys &keys, Keys wanted)
{
    std::vector<RowRun> runs;
    if (wanted.empty()) {
        return runs;
    }
    std::sort(wanted.begin(), wanted.end());
    for (size_t i = 0; i < keys.size(); ++i) {
        if (!std::binary_search(wanted.begin(), wanted.end(), keys[i])) {
            continue;
        }
        const auto row = static_cast<qint64>(i);
        if (!runs.empty() && runs.back().last == row - 1) {
            runs.back().last = row;
        } else {
            runs.push_back({row, row});
        }
    }
    return runs;
}

} // namespace relaybook
