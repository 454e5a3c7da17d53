// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/endwithapplication.h"

#include <QCoreApplication>

namespace relaybook {

void endWithApplication(std::unique_ptr<QThreadPool> pool)
{
    if (QCoreApplication::instance() != nullptr && !pool->waitForDone(0)) {
        pool->setParent(QCoreApplication::instance());
        // NOLINTNEXTLINE(bugprone-unused-return-value): its parent deletes it
        (void)pool.release();
    }
}

} // namespace relaybook
