// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the list of this computer's fonts in a thread while the program starts.

#pragma once

#include <thread>

namespace relaybook {

/// Qt can measure text only after fontconfig has read its settings and caches, which takes a tenth
/// of the start. A thread starts this while the program connects to the display; Qt finds it done
/// or waits for the rest. Does nothing on systems where Qt does not use fontconfig. The destructor
/// joins the thread.
class FontWarmUp
{
public:
    FontWarmUp();
    ~FontWarmUp();
    FontWarmUp(const FontWarmUp &) = delete;
    FontWarmUp &operator=(const FontWarmUp &) = delete;

private:
    std::thread m_thread;
};

} // namespace relaybook
