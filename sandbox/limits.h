// SPDX-License-Identifier: GPL-3.0-or-later
// The rate limits of the sandbox, as documented: fixed windows that begin with their first request.
// Not thread-safe.
#pragma once

#include "sandbox/text.h"

#include <array>
#include <vector>

namespace sandbox {

enum class Bucket { SignIn, Geo, Personal, Reseller };

/// The result of counting a request.
struct Verdict
{
    bool allowed = true;
    long limit = 0;     ///< of the window with the fewest requests left
    long remaining = 0; ///< requests left in that window after this one
    Seconds retryAfter = 0;
};

class Limits
{
public:
    /// The limit that is sent if rate limiting is off.
    static constexpr long unlimited = 1'000'000;

    /// Every limit is divided by `divisor`.
    explicit Limits(bool enabled, long divisor = 1);

    Verdict take(Bucket bucket, Seconds now);

private:
    struct Window
    {
        long limit;
        Seconds length;
        Seconds began = 0;
        long used = 0;
    };

    bool m_enabled;
    std::array<std::vector<Window>, 4> m_windows;
};

} // namespace sandbox
