// SPDX-License-Identifier: GPL-3.0-or-later
// Accepts connections on a port of 127.0.0.1, each on a thread of its own, with the sockets of
// cpp-httplib. Stopping does not wait for idle clients. What is said on a connection is up to the
// derived class.
#pragma once

#include "sandbox/connection.h"

#include <httplib.h>

#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

namespace sandbox {

/// Lets no second server take the same port.
void noReusedPort(socket_t socket);

class Listener : public httplib::Server
{
public:
    Listener();

    /// Port 0 means any free port. Returns an error message, or nothing.
    std::optional<std::string> open(int port);
    /// Closes the listening socket and all connections. To be called by the destructor of the
    /// derived class, because the connections use it.
    void close();
    int port() const { return m_port; }

protected:
    /// Called for each new connection; false closes it immediately.
    virtual bool accepts() { return true; }
    /// Handles a connection until its end. Called by several threads at once.
    virtual void serve(Connection &connection) = 0;
    void setDelivery(int remotePort, const Answer &answer);

private:
    bool process_and_close_socket(socket_t socket) override;
    bool enter(Connection &connection);
    void leave(const Connection &connection);

    std::thread m_thread;
    int m_port = 0;
    std::mutex m_mutex;
    std::unordered_map<int, Connection *> m_connections; ///< by the client's port
    bool m_stopping = false;
};

} // namespace sandbox
