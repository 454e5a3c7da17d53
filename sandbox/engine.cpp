// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/engine.h"

#include "sandbox/connection.h"

#include <httplib.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace sandbox {

namespace {

using namespace std::chrono_literals;

constexpr auto idlePatience = 75'000ms;
constexpr std::size_t mostThreads = 1'024;
constexpr int backlog = 256;
constexpr std::size_t largestBody = std::size_t{16} * 1024 * 1024;

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

Incoming incomingOf(const httplib::Request &request)
{
    Incoming in;
    in.method = request.method;
    in.path = request.path;
    in.host = request.get_header_value("Host");
    for (const auto &[name, value] : request.params) {
        in.query.emplace(name, value);
    }
    in.authorization = request.get_header_value("Authorization");
    in.resellerKey = request.get_header_value("X-Reseller-Key");
    in.body = request.body;
    return in;
}

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

} // namespace

class Engine::Implementation final : public httplib::Server
{
public:
    explicit Implementation(Hooks hooks)
        : m_hooks(std::move(hooks))
    {
        new_task_queue = [] { return new Threads; };
        set_socket_options(noReusedPort);
        set_keep_alive_max_count(100'000'000);
        set_keep_alive_timeout(
            std::chrono::duration_cast<std::chrono::seconds>(idlePatience).count());
        set_payload_max_length(largestBody);
        // One handler serves all paths, because the library would try a regular expression per
        // route. A GET is handled before routing, other requests after their body was read.
        set_pre_routing_handler(
            [this](const httplib::Request &request, httplib::Response &response) {
                const bool bodiless = request.method == "GET" || request.method == "HEAD";
                if (bodiless) {
                    answer(request, response);
                }
                return bodiless ? HandlerResponse::Handled : HandlerResponse::Unhandled;
            });
        const auto handler = [this](const httplib::Request &request, httplib::Response &response) {
            answer(request, response);
        };
        const std::string everything = R"([\s\S]*)";
        Post(everything, handler);
        Put(everything, handler);
        Patch(everything, handler);
        Delete(everything, handler);
        Options(everything, handler);
    }

    std::optional<std::string> open(int port)
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

    void close()
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

    int port() const { return m_port; }

private:
    bool process_and_close_socket(socket_t socket) override
    {
        Connection connection(socket);
        if (enter(connection)) {
            serve(connection);
            leave(connection);
        }
        connection.closeSocket();
        return true;
    }

    bool enter(Connection &connection)
    {
        if (!m_hooks.accept()) {
            return false;
        }
        const std::lock_guard lock(m_mutex);
        if (m_stopping) {
            return false;
        }
        m_connections.insert_or_assign(connection.remotePort(), &connection);
        return true;
    }

    void leave(const Connection &connection)
    {
        const std::lock_guard lock(m_mutex);
        m_connections.erase(connection.remotePort());
    }

    void serve(Connection &connection)
    {
        bool goOn = true;
        while (goOn && connection.waitForRequest(idlePatience)) {
            bool closed = false;
            const bool understood = processOne(*this, connection, closed);
            goOn = connection.deliver() && understood && !closed;
        }
    }

    /// A template, so that the compiler ignores the call for other versions of the library.
    template <typename Self>
    static bool processOne(Self &self, Connection &connection, bool &closed)
    {
        const std::function<void(httplib::Request &)> setUp = [](httplib::Request &request) {
            // Packing would cost more than loopback saves.
            request.headers.erase("Accept-Encoding");
            // Without a length the library would read a DELETE's body until the client goes away.
            if (!request.has_header("Content-Length") && !request.has_header("Transfer-Encoding")) {
                request.headers.emplace("Content-Length", "0");
            }
        };
        if constexpr (requires { self.process_request(connection, false, closed, setUp); }) {
            return self.process_request(connection, false, closed, setUp);
        } else {
            return self.process_request(connection, "127.0.0.1", connection.remotePort(),
                                        "127.0.0.1", self.m_port, false, closed, setUp);
        }
    }

    void answer(const httplib::Request &request, httplib::Response &response)
    {
        Answer answer = m_hooks.handle(incomingOf(request));
        response.status = answer.status;
        for (const auto &[name, value] : answer.headers) {
            response.set_header(name, value);
        }
        if (!answer.contentType.empty()) {
            response.set_header("Content-Type", answer.contentType);
        }
        response.body = std::move(answer.body);
        if (answer.delivery == Delivery::Whole) {
            return;
        }
        const std::lock_guard lock(m_mutex);
        const auto found = m_connections.find(request.remote_port);
        if (found != m_connections.end()) {
            found->second->setDelivery(answer);
        }
    }

    Hooks m_hooks;
    std::thread m_thread;
    int m_port = 0;
    std::mutex m_mutex;
    std::unordered_map<int, Connection *> m_connections; ///< by the client's port
    bool m_stopping = false;
};

Engine::Engine(Hooks hooks)
    : m_implementation(std::make_unique<Implementation>(std::move(hooks)))
{
}

Engine::~Engine()
{
    stop();
}

std::optional<std::string> Engine::listen(int port)
{
    return m_implementation->open(port);
}

int Engine::port() const
{
    return m_implementation->port();
}

void Engine::stop()
{
    m_implementation->close();
}

PortHolder::~PortHolder()
{
    release();
}

bool PortHolder::hold(int port)
{
    release();
    const socket_t held = ::socket(AF_INET, SOCK_STREAM, 0);
    if (held == INVALID_SOCKET) {
        return false;
    }
    noReusedPort(held);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    m_socket = static_cast<std::intptr_t>(held);
    return ::bind(held, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0;
}

void PortHolder::release()
{
    if (m_socket < 0) {
        return;
    }
#ifdef _WIN32
    closesocket(static_cast<socket_t>(m_socket));
#else
    ::close(static_cast<socket_t>(m_socket));
#endif
    m_socket = -1;
}

} // namespace sandbox
