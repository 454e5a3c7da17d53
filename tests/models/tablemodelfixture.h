// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a store, and the thread pool that the table models need.
#pragma once

#include "tests/models/storefixture.h"

#include <QThreadPool>

namespace relaybook::testing {

struct ModelFixture : StoreFixture
{
    /// The same as write(), but does not wait for it.
    template <class Job>
    void begin(Job job)
    {
        store->write(
            [job](CacheWriter &writer) {
                job(writer);
                return Stored{};
            },
            store.get(), {});
    }
    void putRows(qint64 first, qint64 last)
    {
        write(
            [=](CacheWriter &writer) { writer.ledger().putPages({ledgerPage(first, last)}, {}); });
    }

    QThreadPool pool;
};

} // namespace relaybook::testing
