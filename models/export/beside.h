// SPDX-License-Identifier: GPL-3.0-or-later
// A queue that hands items from one thread to a second one, so that both work in parallel.

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace relaybook {

/// A thread that processes items with `take`, one after another in the order of put(). To be used
/// by one thread. All items are processed when finish() returns.
template <class Item>
class Beside
{
public:
    explicit Beside(std::function<void(Item)> take)
        : m_take(std::move(take))
        , m_thread([this] { work(); })
    {
    }
    Beside(const Beside &) = delete;
    Beside &operator=(const Beside &) = delete;
    ~Beside() { finish(); }

    /// Adds an item. Blocks while the queue is full, so that memory does not grow if the thread is
    /// slower.
    void put(Item item)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.size() < mostWaiting; });
        m_waiting.push_back(std::move(item));
        m_changed.notify_all();
    }

    /// Waits until all items are processed; nothing can be added afterwards.
    void finish()
    {
        if (!m_thread.joinable()) {
            return;
        }
        {
            const std::lock_guard lock(m_mutex);
            m_ended = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

private:
    static constexpr std::size_t mostWaiting = 8;

    void work()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return m_ended || !m_waiting.empty(); });
            if (m_waiting.empty()) {
                return;
            }
            Item item = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_changed.notify_all();
            lock.unlock();
            m_take(std::move(item));
            lock.lock();
        }
    }

    std::function<void(Item)> m_take;
    std::mutex m_mutex; ///< protects the next two
    std::deque<Item> m_waiting;
    bool m_ended = false;
    std::condition_variable m_changed;
    std::thread m_thread;
};

} // namespace relaybook
