// SPDX-License-Identifier: GPL-3.0-or-later
// Request limits as documented: fixed windows that begin with their first request. Not thread-safe.
#pragma once

#include "sandbox/text.h"

#include <array>
#include <vector>

namespace sandbox {

enum class Bucket { SignIn, Geo, Personal, Reseller };

struct Verdict
{
    bool allowed = true;
    long limit = 0;     ///< of the window that is nearest to its end
    long remaining = 0; ///< in that window, after this request
    Seconds retryAfter = 0;
};

class Limits
{
public:
    /// Announced where nothing is limited.
    static constexpr long unlimited = 1'000'000;

    explicit Limits(bool enabled);

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
