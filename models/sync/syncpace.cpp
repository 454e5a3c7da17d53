// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/syncpace.h"

namespace relaybook {

void SyncPace::add(std::chrono::milliseconds at, qint64 missing)
{
    constexpr std::chrono::seconds span(30);
    m_samples.push_back({at, missing});
    while (m_samples.size() > 2 && at - m_samples.front().at > span) {
        m_samples.pop_front();
    }
}

std::optional<std::chrono::seconds> SyncPace::remaining() const
{
    constexpr std::chrono::seconds enough(1);
    if (m_samples.empty()) {
        return std::nullopt;
    }
    const Sample &first = m_samples.front();
    const Sample &last = m_samples.back();
    const qint64 done = first.missing - last.missing;
    const auto passed = last.at - first.at;
    if (done <= 0 || passed < enough) {
        return std::nullopt;
    }
    const std::chrono::milliseconds rest(passed.count() * last.missing / done);
    return std::chrono::duration_cast<std::chrono::seconds>(rest);
}

} // namespace relaybook
