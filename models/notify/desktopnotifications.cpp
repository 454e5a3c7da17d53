// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/desktopnotifications.h"

#ifdef RELAYBOOK_HAS_BUS
#include "models/notify/busnotifications.h"
#endif

#include <utility>

namespace relaybook {

void DesktopNotifications::setState(State state)
{
    if (std::exchange(m_state, state) != state) {
        Q_EMIT stateChanged();
    }
}

std::unique_ptr<DesktopNotifications> systemNotifications()
{
#ifdef RELAYBOOK_HAS_BUS
    return std::make_unique<BusNotifications>();
#else
    return nullptr;
#endif
}

} // namespace relaybook
