// SPDX-License-Identifier: GPL-3.0-or-later
// Hands a thread pool to the application if nobody needs the results of its work any more.

#pragma once

#include <QThreadPool>

#include <memory>

namespace relaybook {

/// Deletes the pool when its threads are done, at the end of the application at the latest. Does
/// not wait for the threads, so they must not use the caller any more: see Mailbox. To be called on
/// the application's thread.
void endWithApplication(std::unique_ptr<QThreadPool> pool);

} // namespace relaybook
