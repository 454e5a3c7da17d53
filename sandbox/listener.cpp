// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/listener.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <sys/socket.h>
#endif

namespace sandbox {

namespace {

constexpr std::size_t mostThreads = 1'024;
constexpr int backlog = 256;

/// A thread for every open connection, which is reused later. With a fixed pool, a client with more
/// connections would wait until others end.
class Threads final : public httplib::TaskQueue
{
public:
    // void in the library of Debian 12, bool in later ones.
    using Enqueued = decltype(std::declval<httplib::TaskQueue &>().enqueue(nullptr));

    Enqueued enqueue(std::function<void()> task) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_tasks.push_back(std::move(task));
            if (m_idle < m_tasks.size() && m_threads.size() < mostThreads) {
                m_threads.emplace_back([this] { work(); });
            }
        }
        m_wake.notify_one();
        return Enqueued(true);
    }

    void shutdown() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_wake.notify_all();
        for (std::thread &thread : m_threads) {
            thread.join();
        }
        m_threads.clear();
    }

private:
    void work()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            ++m_idle;
            m_wake.wait(lock, [this] { return m_stopping || !m_tasks.empty(); });
            --m_idle;
            if (m_tasks.empty()) {
                return;
            }
            const std::function<void()> task = std::move(m_tasks.front());
            m_tasks.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_tasks;
    std::vector<std::thread> m_threads;
    std::size_t m_idle = 0;
    bool m_stopping = false;
};

} // namespace

void noReusedPort(socket_t socket)
{
    // The library's own choice, SO_REUSEPORT, would let a second server take the same port. After a
    // restart SO_REUSEADDR is needed on POSIX; on Windows it would mean SO_REUSEPORT again.
#ifdef _WIN32
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, reinterpret_cast<const char *>(&on),
                 sizeof(on));
#else
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
#endif
}

Listener::Listener()
{
    new_task_queue = [] { return new Threads; };
    set_socket_options(noReusedPort);
}

std::optional<std::string> Listener::open(int port)
{
    if (port == 0) {
        m_port = bind_to_any_port("127.0.0.1");
    } else {
        m_port = bind_to_port("127.0.0.1", port) ? port : -1;
    }
    if (m_port <= 0) {
        return "Cannot listen on 127.0.0.1, port " + std::to_string(port) +
               ". Another program may be using this port.";
    }
    ::listen(svr_sock_, backlog); // the library's five are too few for a burst
    m_thread = std::thread([this] { listen_after_bind(); });
    while (!is_running()) {
        std::this_thread::yield();
    }
    return std::nullopt;
}

void Listener::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        for (const auto &[port, connection] : m_connections) {
            connection->shutDown();
        }
    }
    if (m_thread.joinable()) {
        httplib::Server::stop();
        m_thread.join();
    }
}

bool Listener::process_and_close_socket(socket_t socket)
{
    Connection connection(socket);
    if (enter(connection)) {
        serve(connection);
        leave(connection);
    }
    connection.closeSocket();
    return true;
}

bool Listener::enter(Connection &connection)
{
    if (!accepts()) {
        return false;
    }
    const std::lock_guard lock(m_mutex);
    if (m_stopping) {
        return false;
    }
    m_connections.insert_or_assign(connection.remotePort(), &connection);
    return true;
}

void Listener::leave(const Connection &connection)
{
    const std::lock_guard lock(m_mutex);
    m_connections.erase(connection.remotePort());
}

void Listener::setDelivery(int remotePort, const Answer &answer)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_connections.find(remotePort);
    if (found != m_connections.end()) {
        found->second->setDelivery(answer);
    }
}

} // namespace sandbox
