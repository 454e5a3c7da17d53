// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of ProxyDesk. Only for its own sources.

#pragma once

#include "models/account/proxydesk.h"

#include <QPointer>

namespace relaybook {

/// A creation that waits for the list, which shows the proxies that exist before it is sent.
struct ProxyDesk::Waiting
{
    ProxyOrder creation;
    QPointer<QObject> guard;
    Handler handler;
    bool isWritten = false; ///< its call may be under way
};

} // namespace relaybook
