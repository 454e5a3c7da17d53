// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of ApiClient that wait to be sent, in the order in which they are sent.

#pragma once

#include "api/http/pendingcall.h"

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace relaybook {

using CallPtr = std::shared_ptr<PendingCall>;
using CallQueue = std::deque<CallPtr>;

/// Removes the calls for which `isMeant` is true from `queue` and returns them in their order.
[[nodiscard]] CallQueue takeCalls(CallQueue &queue,
                                  const std::function<bool(const PendingCall &)> &isMeant);

/// A queue for each budget and lane, and one for calls that are sent immediately or not at all.
class CallQueues
{
public:
    void append(const CallPtr &call);
    /// Puts the call before all others except those that spend.
    void prepend(const CallPtr &call);
    void appendUrgent(const CallPtr &call) { m_urgent.push_back(call); }
    void remove(const CallPtr &call);
    [[nodiscard]] CallQueue takeUrgent() { return std::exchange(m_urgent, {}); }
    [[nodiscard]] CallQueue take(const std::function<bool(const PendingCall &)> &isMeant);
    /// The queues of a budget by lane, those of user calls first.
    [[nodiscard]] std::array<CallQueue, laneCount> &of(Budget budget);
    /// Whether no call waits for this budget.
    [[nodiscard]] bool isEmpty(Budget budget) const;

private:
    [[nodiscard]] CallQueue &queueOf(const PendingCall &call);

    std::array<std::array<CallQueue, laneCount>, budgetCount> m_queues;
    CallQueue m_urgent;
};

} // namespace relaybook
