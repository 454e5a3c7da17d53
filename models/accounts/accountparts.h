// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the program that accounts use: folder, keychain, connections and the sandbox.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "api/types/networksettings.h"
#include "models/sqlite/migration.h"

#include <functional>
#include <memory>

namespace relaybook {

class Keychain;

struct AccountParts
{
    /// A started sandbox.
    struct Sandbox
    {
        QString url;
        Secret personalToken;
        Secret resellerKey;
        QString testPage; ///< the only page that its proxies open; see sandbox/access.h
    };
    QString dataDir;
    Keychain &keychain;
    const Clock &clock;
    std::function<Result<std::unique_ptr<ServiceConnection>>(const QString &address,
                                                             const NetworkSettings &network)>
        connect;
    /// Starts the sandbox if it is not running.
    std::function<Result<Sandbox>()> startSandbox;
    /// Resets the sandbox to its first day, running or not.
    std::function<Result<void>()> resetSandbox;
    bool offline = false;                     ///< no account sends requests
    const FileFormat &format = cacheFormat(); ///< of the stored data
};

} // namespace relaybook
