// SPDX-License-Identifier: GPL-3.0-or-later
// A client connection as a stream of cpp-httplib. The response is buffered until the request is
// done, and then sent completely, in part, or not at all.
#pragma once

#include "sandbox/answer.h"

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>

namespace sandbox {

class Connection final : public httplib::Stream
{
public:
    explicit Connection(socket_t socket);

    /// Waits for the next request. Returns false if the client has disconnected or `patience` has
    /// passed.
    bool waitForRequest(std::chrono::milliseconds patience);
    /// Sets how the current response is delivered.
    void setDelivery(const Answer &answer);
    /// Sends the buffered response. Returns false if the connection must be closed.
    bool deliver();
    /// Ends every wait. May be called from another thread.
    void shutDown();
    void closeSocket();
    int remotePort() const { return m_remotePort; }

    bool is_readable() const override;
    /// Virtual in Debian 12's version of the library; does not exist in the newest version.
    bool is_writable() const; // NOLINT(modernize-use-override)
    ssize_t read(char *ptr, size_t size) override;
    ssize_t write(const char *ptr, size_t size) override;
    void get_remote_ip_and_port(std::string &ip, int &port) const override;
    void get_local_ip_and_port(std::string &ip, int &port) const override;
    socket_t socket() const override { return m_socket; }

    /// Required by newer versions of the library.
    bool wait_readable() const { return is_readable(); }
    bool wait_writable() const { return is_writable(); }
    time_t duration() const { return 0; }

private:
    bool waitFor(short events, std::chrono::milliseconds patience) const;
    bool send(const char *data, std::size_t size);
    bool drip(const std::string &out);

    socket_t m_socket;
    int m_remotePort = 0;
    std::array<char, 16'384> m_in{};
    std::size_t m_inAt = 0;
    std::size_t m_inEnd = 0;
    std::string m_out;
    Delivery m_delivery = Delivery::Whole;
    std::size_t m_bytes = 0;
    std::chrono::milliseconds m_pause{};
    std::atomic<bool> m_down = false;
};

} // namespace sandbox
