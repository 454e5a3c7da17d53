// SPDX-License-Identifier: GPL-3.0-or-later
// Limits how long the program takes to end: Qt waits for threads that ask the system for an address
// or a proxy, and the system may not answer for minutes.

#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace relaybook {

/// Lives longer than the application.
class LastWait
{
public:
    LastWait() = default;
    LastWait(const LastWait &) = delete;
    LastWait &operator=(const LastWait &) = delete;
    ~LastWait();

    /// If this object still exists after half a second, the process ends with `exitCode`, whatever
    /// its threads do. To be called when all data is stored and closed. Returns `exitCode`.
    int begin(int exitCode);

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace relaybook
