// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/endwithapplication.h"

#include <QCoreApplication>

namespace relaybook {

void endWithApplication(std::unique_ptr<QThreadPool> pool)
{
    if (QCoreApplication::instance() != nullptr && !pool->waitForDone(0)) {
        pool->setParent(QCoreApplication::instance());
        (void)pool.release(); // its parent deletes it
    }
}

} // namespace relaybook
