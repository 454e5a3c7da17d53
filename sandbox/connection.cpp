// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#ifndef _WIN32
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace sandbox {

namespace {

using namespace std::chrono_literals;

/// A client that stops in the middle of a request is disconnected after this time.
constexpr auto readPatience = 30'000ms;
constexpr auto writePatience = 30'000ms;
/// The longest time that half a response is left hanging.
constexpr auto hangPatience = 600'000ms;

#ifdef _WIN32
/// The longest wait at a time: WSAPoll does not notice that another thread shuts the socket down.
constexpr std::chrono::milliseconds longestPoll = 100ms;
constexpr int shutBoth = SD_BOTH;
constexpr int sendFlags = 0;
int pollOne(socket_t socket, short events, int milliseconds)
{
    WSAPOLLFD entry{socket, events, 0};
    return WSAPoll(&entry, 1, milliseconds);
}
bool interrupted()
{
    return false;
}
void closeOne(socket_t socket)
{
    closesocket(socket);
}
#else
constexpr std::chrono::milliseconds longestPoll = std::chrono::hours(24); ///< shutting down ends it
constexpr int shutBoth = SHUT_RDWR;
#ifdef MSG_NOSIGNAL
constexpr int sendFlags = MSG_NOSIGNAL;
#else
constexpr int sendFlags = 0;
#endif
int pollOne(socket_t socket, short events, int milliseconds)
{
    pollfd entry{socket, events, 0};
    return ::poll(&entry, 1, milliseconds);
}
bool interrupted()
{
    return errno == EINTR;
}
void closeOne(socket_t socket)
{
    ::close(socket);
}
#endif

int portOf(socket_t socket)
{
    sockaddr_in address{};
    socklen_t length = sizeof(address);
    if (::getpeername(socket, reinterpret_cast<sockaddr *>(&address), &length) != 0) {
        return 0;
    }
    return ntohs(address.sin_port);
}

} // namespace

Connection::Connection(socket_t socket)
    : m_socket(socket)
    , m_remotePort(portOf(socket))
{
    const int on = 1;
    ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char *>(&on),
                 sizeof(on));
}

bool Connection::waitFor(short events, std::chrono::milliseconds patience) const
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + patience;
    while (!m_down) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        const auto wait = std::clamp(left, 0ms, longestPoll);
        const int ready = pollOne(m_socket, events, static_cast<int>(wait.count()));
        if (ready > 0) {
            return !m_down;
        }
        if (ready < 0 ? !interrupted() : left <= longestPoll) {
            return false;
        }
    }
    return false;
}

bool Connection::waitForRequest(std::chrono::milliseconds patience)
{
    m_delivery = Delivery::Whole;
    m_bytes = 0;
    return m_inAt < m_inEnd || waitFor(POLLIN, patience);
}

void Connection::setDelivery(const Answer &answer)
{
    m_delivery = answer.delivery;
    m_bytes = answer.bytes;
    m_pause = answer.pause;
}

bool Connection::send(const char *data, std::size_t size)
{
    while (size > 0) {
        if (!waitFor(POLLOUT, writePatience)) {
            return false;
        }
        const auto sent = ::send(m_socket, data, size, sendFlags);
        if (sent < 0 && interrupted()) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        data += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

/// Ends early if the client disconnects, which makes its stream readable.
bool Connection::drip(const std::string &out)
{
    constexpr std::string_view endOfHeaders = "\r\n\r\n";
    const std::size_t found = out.find(endOfHeaders);
    const std::size_t body = found == std::string::npos ? out.size() : found + endOfHeaders.size();
    if (!send(out.data(), body)) {
        return false;
    }
    for (std::size_t at = body; at < out.size(); ++at) {
        if (waitFor(POLLIN, m_pause) || m_down || !send(&out[at], 1)) {
            return false;
        }
    }
    return true;
}

bool Connection::deliver()
{
    std::string out;
    out.swap(m_out);
    const std::size_t part = m_bytes > 0 ? std::min(m_bytes, out.size()) : out.size() / 2;
    switch (m_delivery) {
    case Delivery::Whole:
        return send(out.data(), out.size());
    case Delivery::Half:
        send(out.data(), part);
        return false;
    case Delivery::Hang:
        // If the client disconnects, its stream ends.
        if (send(out.data(), part)) {
            waitFor(POLLIN, hangPatience);
        }
        return false;
    case Delivery::Drip:
        return drip(out);
    case Delivery::Reset: {
        const linger hard{1, 0};
        ::setsockopt(m_socket, SOL_SOCKET, SO_LINGER, reinterpret_cast<const char *>(&hard),
                     sizeof(hard));
        return false;
    }
    case Delivery::Drop:
        break;
    }
    return false;
}

void Connection::shutDown()
{
    m_down = true;
    ::shutdown(m_socket, shutBoth);
}

void Connection::closeSocket()
{
    // With SO_LINGER set to zero, only close() without shutdown() sends an RST.
    if (m_delivery != Delivery::Reset) {
        ::shutdown(m_socket, shutBoth);
    }
    closeOne(m_socket);
}

bool Connection::is_readable() const
{
    return m_inAt < m_inEnd || waitFor(POLLIN, readPatience);
}

bool Connection::is_writable() const
{
    return !m_down;
}

ssize_t Connection::read(char *ptr, size_t size)
{
    // "100 Continue" must be sent before the client sends the body.
    if (!m_out.empty()) {
        std::string out;
        out.swap(m_out);
        if (!send(out.data(), out.size())) {
            return -1;
        }
    }
    if (m_inAt == m_inEnd) {
        if (!waitFor(POLLIN, readPatience)) {
            return -1;
        }
        const auto got = ::recv(m_socket, m_in.data(), m_in.size(), 0);
        if (got <= 0) {
            return got;
        }
        m_inAt = 0;
        m_inEnd = static_cast<std::size_t>(got);
    }
    const std::size_t taken = std::min(size, m_inEnd - m_inAt);
    std::memcpy(ptr, m_in.data() + m_inAt, taken);
    m_inAt += taken;
    return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char *ptr, size_t size)
{
    m_out.append(ptr, size);
    return static_cast<ssize_t>(size);
}

void Connection::get_remote_ip_and_port(std::string &ip, int &port) const
{
    ip = "127.0.0.1";
    port = m_remotePort;
}

void Connection::get_local_ip_and_port(std::string &ip, int &port) const
{
    ip = "127.0.0.1";
    port = 0;
}

} // namespace sandbox
