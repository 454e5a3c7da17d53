// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storedcheck.h"

namespace relaybook {

StoredCheck::~StoredCheck()
{
    ++m_runs;
    m_pool.waitForDone();
}

void StoredCheck::start(StoredSnapshot &snapshot, const Clock &clock, qint64 mostListed)
{
    m_pool.start([this, &snapshot, &clock, mostListed, mine = m_runs.load()] {
        Connection &connection = snapshot.store()->connection();
        connection.interruptUnless(&m_runs, mine);
        const auto checked = snapshot.check(clock, mostListed);
        connection.interruptUnless(nullptr, 0);
        QMetaObject::invokeMethod(
            this, [this, checked] { Q_EMIT finished(checked); }, Qt::QueuedConnection);
    });
}

} // namespace relaybook
