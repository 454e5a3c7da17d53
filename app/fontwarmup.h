// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the list of this computer's fonts, beside what else has to be done before the first
// picture.

#pragma once

#include <thread>

namespace relaybook {

/// The first text that Qt measures waits until fontconfig has read its settings and its caches, a
/// tenth of the start. A thread begins with that while the display is connected to; whoever is
/// second finds it done. Nothing where Qt asks another system for fonts. Joined by its destructor.
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
