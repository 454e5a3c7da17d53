// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/fontwarmup.h"

#ifdef RELAYBOOK_HAS_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

namespace relaybook {

FontWarmUp::FontWarmUp()
{
#ifdef RELAYBOOK_HAS_FONTCONFIG
    m_thread = std::thread([] { FcInit(); });
#endif
}

FontWarmUp::~FontWarmUp()
{
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

} // namespace relaybook
