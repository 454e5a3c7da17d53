// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/limits.h"

#include <algorithm>

namespace sandbox {

namespace {

constexpr Seconds minute = 60;
constexpr Seconds hour = 3'600;

} // namespace

Limits::Limits(bool enabled, long divisor)
    : m_enabled(enabled)
    , m_windows{std::vector<Window>{{5, minute}}, std::vector<Window>{{30, minute}},
                std::vector<Window>{{60, minute}, {1'000, hour}, {10'000, secondsPerDay}},
                std::vector<Window>{{120, minute}, {3'000, hour}}}
{
    for (std::vector<Window> &windows : m_windows) {
        for (Window &window : windows) {
            window.limit = std::max(1L, window.limit / divisor);
        }
    }
}

Verdict Limits::take(Bucket bucket, Seconds now)
{
    if (!m_enabled) {
        return Verdict{true, unlimited, unlimited - 1, 0};
    }
    std::vector<Window> &windows = m_windows.at(static_cast<std::size_t>(bucket));
    Verdict verdict;
    for (Window &window : windows) {
        // A clock set back must not leave a window open for ever.
        if (now >= window.began + window.length || now < window.began) {
            window.began = now;
            window.used = 0;
        }
        if (window.used >= window.limit) {
            verdict.allowed = false;
            verdict.retryAfter = std::max(verdict.retryAfter, window.began + window.length - now);
        }
    }
    const Window *tightest = &windows.front();
    for (Window &window : windows) {
        if (verdict.allowed) {
            ++window.used;
        }
        if (window.limit - window.used < tightest->limit - tightest->used) {
            tightest = &window;
        }
    }
    verdict.limit = tightest->limit;
    verdict.remaining = tightest->limit - tightest->used;
    return verdict;
}

} // namespace sandbox
