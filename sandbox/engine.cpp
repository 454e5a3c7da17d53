// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/engine.h"

#include "sandbox/listener.h"

#include <chrono>
#include <functional>
#include <string>
#include <utility>

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
constexpr std::size_t largestBody = std::size_t{16} * 1024 * 1024;

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

} // namespace

class Engine::Implementation final : public Listener
{
public:
    explicit Implementation(Hooks hooks)
        : m_hooks(std::move(hooks))
    {
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

    ~Implementation() override { close(); }
    Implementation(const Implementation &) = delete;
    Implementation &operator=(const Implementation &) = delete;

private:
    bool accepts() override { return m_hooks.accept(); }

    void serve(Connection &connection) override
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
                                        "127.0.0.1", self.port(), false, closed, setUp);
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
        setDelivery(request.remote_port, answer);
    }

    Hooks m_hooks;
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
