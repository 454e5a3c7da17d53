// SPDX-License-Identifier: GPL-3.0-or-later
// Hands a thread pool whose work nobody wants any more to the application.

#pragma once

#include <QThreadPool>

#include <memory>

namespace relaybook {

/// Deletes the pool when its threads are done, at the end of the application at the latest. Does
/// not wait for them: they must not use the caller any more, which a Mailbox is for. To be called
/// on the application's thread.
void endWithApplication(std::unique_ptr<QThreadPool> pool);

} // namespace relaybook
