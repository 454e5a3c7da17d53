// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how long a sync still takes, from its pace of the last half minute. Pure logic.

#pragma once

#include <QtGlobal>

#include <chrono>
#include <deque>
#include <optional>

namespace relaybook {

class SyncPace
{
public:
    /// Takes how many rows are missing at a time of the monotonic clock.
    void add(std::chrono::milliseconds at, qint64 missing);
    void clear() { m_samples.clear(); }
    /// Nothing in the first second, and while no row arrives.
    [[nodiscard]] std::optional<std::chrono::seconds> remaining() const;

private:
    struct Sample
    {
        std::chrono::milliseconds at;
        qint64 missing;
    };
    std::deque<Sample> m_samples;
};

} // namespace relaybook
