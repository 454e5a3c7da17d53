// SPDX-License-Identifier: GPL-3.0-or-later
// One client's connection as cpp-httplib sees it. What is written is kept until the request is
// done, and then goes out in one piece, in part, or not at all.
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

    /// Waits until the next request begins; false when the client is gone or the time is up.
    bool waitForRequest(std::chrono::milliseconds patience);
    /// How the answer that is being written shall be delivered.
    void setDelivery(Delivery delivery, std::size_t bytes);
    /// Sends what was written. False when the connection is to end.
    bool deliver();
    /// From another thread: ends every wait.
    void shutDown();
    void closeSocket();
    int remotePort() const { return m_remotePort; }

    bool is_readable() const override;
    // Virtual in the library of Debian 12, not there in the newest.
    bool is_writable() const; // NOLINT(modernize-use-override)
    ssize_t read(char *ptr, size_t size) override;
    ssize_t write(const char *ptr, size_t size) override;
    void get_remote_ip_and_port(std::string &ip, int &port) const override;
    void get_local_ip_and_port(std::string &ip, int &port) const override;
    socket_t socket() const override { return m_socket; }

    // Newer versions of the library ask these too.
    bool wait_readable() const { return is_readable(); }
    bool wait_writable() const { return is_writable(); }
    time_t duration() const { return 0; }

private:
    bool waitFor(short events, std::chrono::milliseconds patience) const;
    bool send(const char *data, std::size_t size);

    socket_t m_socket;
    int m_remotePort = 0;
    std::array<char, 16'384> m_in{};
    std::size_t m_inAt = 0;
    std::size_t m_inEnd = 0;
    std::string m_out;
    Delivery m_delivery = Delivery::Whole;
    std::size_t m_bytes = 0;
    std::atomic<bool> m_down = false;
};

} // namespace sandbox
