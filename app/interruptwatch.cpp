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
volatile std::sig_atomic_t secondsToEnd = 1;

extern "C" void noteInterrupt(int)
{
#ifdef Q_OS_UNIX
    if (wasInterrupted == 0) { // further signals do not extend the time
        alarm(static_cast<unsigned>(secondsToEnd));
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

InterruptWatch::InterruptWatch(std::chrono::seconds patience)
{
    wasInterrupted = 0;
    secondsToEnd = static_cast<std::sig_atomic_t>(patience.count());
#ifdef Q_OS_UNIX
    std::signal(SIGALRM, endNow);
#endif
    std::signal(SIGINT, noteInterrupt);
    std::signal(SIGTERM, noteInterrupt);
    // A signal handler may do very little, so it only sets a flag, which a timer checks.
    constexpr int looks = 10; // a window waits longer, and is not woken up so often
    m_timer.setInterval(std::chrono::milliseconds(patience) / looks);
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
