// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/callqueues.h"

#include <algorithm>
#include <iterator>

namespace relaybook {

CallQueue takeCalls(CallQueue &queue, const std::function<bool(const PendingCall &)> &isMeant)
{
    const auto meant = std::stable_partition(
        queue.begin(), queue.end(), [&isMeant](const CallPtr &each) { return !isMeant(*each); });
    CallQueue taken(std::make_move_iterator(meant), std::make_move_iterator(queue.end()));
    queue.erase(meant, queue.end());
    return taken;
}

std::array<CallQueue, laneCount> &CallQueues::of(Budget budget)
{
    return m_queues.at(static_cast<std::size_t>(budget));
}

CallQueue &CallQueues::queueOf(const PendingCall &call)
{
    return of(call.budget).at(static_cast<std::size_t>(call.lane));
}

void CallQueues::append(const CallPtr &call)
{
    queueOf(*call).push_back(call);
}

void CallQueues::prepend(const CallPtr &call)
{
    CallQueue &queue = queueOf(*call);
    const auto place = std::find_if(queue.begin(), queue.end(), [](const CallPtr &each) {
        return each->request.effect != Effect::Spends;
    });
    queue.insert(place, call);
}

void CallQueues::remove(const CallPtr &call)
{
    CallQueue &queue = queueOf(*call);
    queue.erase(std::remove(queue.begin(), queue.end(), call), queue.end());
}

CallQueue CallQueues::take(const std::function<bool(const PendingCall &)> &isMeant)
{
    CallQueue taken;
    const auto takeFrom = [&taken, &isMeant](CallQueue &queue) {
        CallQueue some = takeCalls(queue, isMeant);
        std::move(some.begin(), some.end(), std::back_inserter(taken));
    };
    for (auto &lanes : m_queues) {
        std::for_each(lanes.begin(), lanes.end(), takeFrom);
    }
    takeFrom(m_urgent);
    return taken;
}

bool CallQueues::isEmpty(Budget budget) const
{
    const auto &lanes = m_queues.at(static_cast<std::size_t>(budget));
    return std::all_of(lanes.begin(), lanes.end(),
                       [](const CallQueue &queue) { return queue.empty(); });
}

} // namespace relaybook
