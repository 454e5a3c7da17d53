// SPDX-License-Identifier: GPL-3.0-or-later
// cpp-httplib with what it lacks: connections of our own, so that answers can be dropped or halved
// after the work is done, a stop that does not wait for idle clients, one thread a connection.
#pragma once

#include "sandbox/answer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sandbox {

class Engine
{
public:
    struct Hooks
    {
        std::function<Answer(const Incoming &)> handle;
        /// Asked for each new connection; false closes it at once.
        std::function<bool()> accept;
    };

    explicit Engine(Hooks hooks);
    ~Engine();
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    /// Listens on 127.0.0.1, port 0 for any. Returns what went wrong, or nothing.
    std::optional<std::string> listen(int port);
    int port() const;
    /// Ends every connection and the listening; nothing waits for clients.
    void stop();

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

/// Holds a port without listening on it, so that connections are refused and nobody else takes it.
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
