// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of ProxyDesk. Only for its own sources.

#pragma once

#include "models/account/proxydesk.h"

#include <QPointer>

namespace relaybook {

/// Until the list was loaded: what was true before has to be known first.
struct ProxyDesk::Waiting
{
    ProxyOrder creation;
    QPointer<QObject> guard;
    Handler handler;
    bool isWritten = false; ///< its call may be under way
};

} // namespace relaybook
