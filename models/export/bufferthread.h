// SPDX-License-Identifier: GPL-3.0-or-later
// A queue that passes buffers from one thread to a second one, so that both work in parallel.

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace relaybook {

/// A thread that calls `process` with buffers, one after another in the order of put(). Buffers are
/// used again, because asking the system for a new one costs more than filling it. To be used by
/// one thread. All buffers are processed when finish() returns.
template <class Buffer>
class BufferThread
{
public:
    explicit BufferThread(std::function<void(Buffer &)> process)
        : m_process(std::move(process))
        , m_thread([this] { work(); })
    {
    }
    BufferThread(const BufferThread &) = delete;
    BufferThread &operator=(const BufferThread &) = delete;
    ~BufferThread() { finish(); }

    /// A used buffer with its old content, or a new one.
    [[nodiscard]] std::unique_ptr<Buffer> buffer()
    {
        const std::lock_guard lock(m_mutex);
        if (m_used.empty()) {
            return std::make_unique<Buffer>();
        }
        auto buffer = std::move(m_used.back());
        m_used.pop_back();
        return buffer;
    }

    /// Adds a buffer. Blocks while the queue is full, so that memory does not grow if the thread is
    /// slower.
    void put(std::unique_ptr<Buffer> buffer)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.size() < mostWaiting; });
        m_waiting.push_back(std::move(buffer));
        m_changed.notify_all();
    }

    /// Waits until all buffers are processed; nothing can be added afterwards.
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

    static constexpr std::size_t mostWaiting = 8;

private:
    void work()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return m_ended || !m_waiting.empty(); });
            if (m_waiting.empty()) {
                return;
            }
            auto buffer = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_changed.notify_all();
            lock.unlock();
            m_process(*buffer);
            lock.lock();
            m_used.push_back(std::move(buffer));
        }
    }

    std::function<void(Buffer &)> m_process;
    std::mutex m_mutex; ///< protects the next three
    std::deque<std::unique_ptr<Buffer>> m_waiting;
    std::vector<std::unique_ptr<Buffer>> m_used;
    bool m_ended = false;
    std::condition_variable m_changed;
    std::thread m_thread;
};

} // namespace relaybook
