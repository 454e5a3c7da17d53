// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the stored ledger on another thread, so that an interrupt is noticed at once.

#pragma once

#include "models/accounts/storedsnapshot.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>

namespace relaybook {

class StoredCheck : public QObject
{
    Q_OBJECT
public:
    StoredCheck() = default;
    /// Interrupts the check and waits for its thread.
    ~StoredCheck() override;

    /// Emits finished() at the end. `snapshot` and `clock` must outlive this object. More rows than
    /// `mostListed` are only counted.
    void start(StoredSnapshot &snapshot, const Clock &clock, qint64 mostListed);

Q_SIGNALS:
    void finished(const relaybook::Result<relaybook::StoredSnapshot::Check> &check);

private:
    std::atomic<quint64> m_runs{0}; ///< interrupts the check when it changes
    QThreadPool m_pool;
};

} // namespace relaybook
