// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lastwait.h"

#include <chrono>
#include <cstdlib>

namespace relaybook {

LastWait::~LastWait()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

int LastWait::begin(int exitCode)
{
    m_thread = std::thread([this, exitCode] {
        constexpr std::chrono::milliseconds longest(500);
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, longest, [this] { return m_isOver; })) {
            std::_Exit(exitCode);
        }
    });
    return exitCode;
}

} // namespace relaybook
