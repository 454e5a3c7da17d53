// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/writecontext.h"

namespace relaybook {

void WriteContext::addToCounter(const char *name, qint64 difference) const
{
    if (difference == 0) {
        return;
    }
    Query query(connection, "INSERT INTO counters VALUES (?1, ?2)"
                            " ON CONFLICT (name) DO UPDATE SET value = value + ?2");
    query.bind(1, name).bind(2, difference).run();
}

void WriteContext::putTime(const char *area, Instant asOf) const
{
    Query query(connection, "INSERT INTO areas VALUES (?1, ?2)"
                            " ON CONFLICT (name) DO UPDATE SET as_of_ms = ?2");
    query.bind(1, area).bind(2, toMillis(asOf)).run();
}

} // namespace relaybook
