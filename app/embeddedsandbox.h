// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox service inside the program: loaded and started on demand, with its state stored below
// the data directory.

#pragma once

#include "api/types/result.h"
#include "api/types/secret.h"
#include "sandbox/embedded.h"

#include <QString>

#include <memory>

namespace relaybook {

class EmbeddedSandbox
{
public:
    /// The folder of the state is set here. With `rateLimit`, the sandbox limits requests like a
    /// real service: loading all of its transactions then takes ten minutes.
    EmbeddedSandbox(const QString &dataDir, sandbox::EmbeddedOptions options);

    /// Starts the service; it listens when this returns. The error's message is a whole sentence.
    [[nodiscard]] Result<void> start();

    // From start() on:
    /// Resets all data to that of the first day.
    [[nodiscard]] Result<void> reset();
    [[nodiscard]] QString url() const;
    [[nodiscard]] Secret personalToken() const;
    [[nodiscard]] Secret resellerKey() const;
    /// The page that can be reached through its gateway; empty without one.
    [[nodiscard]] QString testPage() const;
    [[nodiscard]] sandbox::Embedded &service() { return *m_service; }

private:
    sandbox::EmbeddedOptions m_options;
    std::unique_ptr<sandbox::Embedded> m_service; ///< null until it is loaded
};

} // namespace relaybook
