// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interruptwatch.h"

#include "app/command.h"

#include <csignal>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace relaybook {
namespace {

volatile std::sig_atomic_t wasInterrupted = 0;

extern "C" void noteInterrupt(int)
{
#ifdef Q_OS_UNIX
    if (wasInterrupted == 0) { // further signals do not extend the time
        alarm(1);
    }
#endif
    wasInterrupted = 1;
}

#ifdef Q_OS_UNIX
/// Ends like a kill: committed data is stored, and a command sends no orders.
extern "C" void endNow(int)
{
    _exit(Command::Interrupted);
}
#endif

} // namespace

InterruptWatch::InterruptWatch()
{
    wasInterrupted = 0;
#ifdef Q_OS_UNIX
    std::signal(SIGALRM, endNow);
#endif
    std::signal(SIGINT, noteInterrupt);
    std::signal(SIGTERM, noteInterrupt);
    // A signal handler may do very little, so it only sets a flag, which a timer checks.
    constexpr int interval = 100;
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (wasInterrupted != 0) {
            Q_EMIT interrupted();
        }
    });
    m_timer.start();
}

InterruptWatch::~InterruptWatch()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace relaybook
