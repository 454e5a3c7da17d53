// SPDX-License-Identifier: GPL-3.0-or-later
// What a Server is made of; only its own two sources include this.
#pragma once

#include "sandbox/engine.h"
#include "sandbox/server.h"
#include "sandbox/service.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace sandbox {

/// Lets threads wait for a time or for the end, whichever is first.
class Pause
{
public:
    /// True when the time is up, false when it was ended.
    bool wait(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return !m_wake.wait_for(lock, time, [this] { return m_ended; });
    }
    void end()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ended = true;
        }
        m_wake.notify_all();
    }
    void begin()
    {
        const std::lock_guard lock(m_mutex);
        m_ended = false;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ended = false;
};

class Server::Implementation
{
public:
    explicit Implementation(Options options);
    ~Implementation();
    Implementation(const Implementation &) = delete;
    Implementation &operator=(const Implementation &) = delete;

    std::optional<std::string> start();
    void stop();

    Options m_options;
    State m_state;
    Faults m_faults;
    Service m_service;
    std::mutex m_mutex; ///< guards what follows
    std::unique_ptr<Engine> m_engine;
    PortHolder m_holder;
    int m_port;
    bool m_running = false;

private:
    ServiceSettings settings();
    Answer handle(const Incoming &in);
    /// Opens or closes the ear as the fault `refuse` wants it.
    void followFaults();
    std::optional<std::string> openEngine();
    void closeEngine();
    void live();

    Pause m_pause;
    std::thread m_live;
    std::uint64_t m_liveSteps = 0;
    std::optional<std::string> m_wrong;
};

} // namespace sandbox
