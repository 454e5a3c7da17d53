// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP server of the sandbox, based on cpp-httplib. It adds what that library lacks: responses
// that can be dropped or truncated after the request was performed, a stop that does not wait for
// idle clients, and one thread for each connection.
#pragma once

#include "sandbox/answer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sandbox {

/// Accepts connections on 127.0.0.1 and passes their requests to a handler.
class Engine
{
public:
    struct Hooks
    {
        std::function<Answer(const Incoming &)> handle;
        /// Called for each new connection; false closes it immediately.
        std::function<bool()> accept;
    };

    explicit Engine(Hooks hooks);
    ~Engine();
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    /// Listens on 127.0.0.1; port 0 means any free port. Returns an error message, or nothing.
    std::optional<std::string> listen(int port);
    int port() const;
    /// Closes the listening socket and all connections without waiting for clients.
    void stop();

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

/// Reserves a port without listening on it, so that connections are refused and no other program
/// takes the port.
class PortHolder
{
public:
    PortHolder() = default;
    ~PortHolder();
    PortHolder(const PortHolder &) = delete;
    PortHolder &operator=(const PortHolder &) = delete;

    bool hold(int port);
    void release();

private:
    std::intptr_t m_socket = -1;
};

} // namespace sandbox
