// SPDX-License-Identifier: GPL-3.0-or-later
// Decides how long a sync waits after a failed call before it goes on, or that it ends. Pure logic.

#pragma once

#include "api/types/apierror.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace relaybook {

class RetryPauses
{
public:
    /// The pauses after the first, second… failure in a row; after the last one the sync ends.
    explicit RetryPauses(std::vector<std::chrono::milliseconds> pauses)
        : m_pauses(std::move(pauses))
    {
    }

    /// Whether the failure is temporary, so that a retry may succeed.
    [[nodiscard]] static bool isTemporary(ErrorKind kind);
    /// Takes a temporary failure. Returns the pause, which is the service's if it named one;
    /// nothing if there were too many failures in a row.
    [[nodiscard]] std::optional<std::chrono::milliseconds> after(const ApiError &error);
    /// A call succeeded, or another sync begins.
    void reset() { m_failures = 0; }

private:
    std::vector<std::chrono::milliseconds> m_pauses;
    std::size_t m_failures = 0;
};

} // namespace relaybook
