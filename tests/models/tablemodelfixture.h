// SPDX-License-Identifier: GPL-3.0-or-later
// A store, and what the models that show it are made with.
#pragma once

#include "tests/models/storefixture.h"

#include <QThreadPool>

namespace relaybook::testing {

struct ModelFixture : StoreFixture
{
    /// As write(), without waiting for it.
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
        write([=](CacheWriter &writer) { writer.putTransactions({ledgerPage(first, last)}, {}); });
    }

    QThreadPool pool;
};

} // namespace relaybook::testing
