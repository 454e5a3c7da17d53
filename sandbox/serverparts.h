// SPDX-License-Identifier: GPL-3.0-or-later
// The private implementation of Server, shared by its two source files.
#pragma once

#include "sandbox/engine.h"
#include "sandbox/gateway.h"
#include "sandbox/server.h"
#include "sandbox/service.h"
#include "sandbox/wire.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sandbox {

/// A wait that can be ended early, for threads that must stop.
class Pause
{
public:
    /// Waits for `time`. Returns true if the time has passed, false if end() was called.
    bool wait(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return !m_wake.wait_for(lock, time, [this] { return m_ended; });
    }
    /// Counts the calls of release().
    std::uint64_t releases() const
    {
        const std::lock_guard lock(m_mutex);
        return m_releases;
    }
    /// Like wait(), but ends also once releases() is no longer `seen`.
    void waitForRelease(std::chrono::milliseconds time, std::uint64_t seen)
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, time, [&] { return m_ended || m_releases != seen; });
    }
    void release()
    {
        {
            const std::lock_guard lock(m_mutex);
            ++m_releases;
        }
        m_wake.notify_all();
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
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::uint64_t m_releases = 0;
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
    void endLatency() { m_pause.release(); }
    /// How rows are written that are read without HTTP.
    WireStyle directStyle() const { return {true, false, m_service.gateway()}; }
    Answer handle(const Incoming &in);

    Options m_options;
    State m_state;
    Faults m_faults;
    Service m_service;
    std::mutex m_mutex; ///< protects the members below
    std::unique_ptr<Engine> m_engine;
    PortHolder m_holder;
    std::unique_ptr<Gateway> m_gateway; ///< with the option only
    int m_port;
    std::atomic<int> m_pagePort = 0; ///< m_port, readable without the lock
    bool m_running = false;

private:
    ServiceSettings settings();
    /// Starts or stops listening as the fault `refuse` requires.
    void followFaults();
    std::optional<std::string> openEngine();
    std::optional<std::string> openGateway();
    GatewayHooks gatewayHooks();
    void waitForLatency();
    void closeEngine();
    void live();

    Pause m_pause;
    std::thread m_live;
    std::uint64_t m_liveSteps = 0;
    std::optional<std::string> m_wrong;
};

} // namespace sandbox
