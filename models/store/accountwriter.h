// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the values of the account itself: balance, traffic, prices, use, and which calls the
// service does not have.

#pragma once

#include "models/store/writecontext.h"

namespace relaybook {

class AccountWriter
{
public:
    explicit AccountWriter(const WriteContext &context)
        : m_context(context)
    {
    }

    void put(const Account &account, Instant asOf);
    void putBalance(const Balance &balance, Instant asOf);
    void putPools(const std::vector<TrafficPool> &pools, Instant asOf);
    /// For a response without the prices of the categories: a pool that has no price list of its
    /// own keeps the stored one.
    void putPoolsOfBalance(std::vector<TrafficPool> pools, Instant asOf);
    /// Stores the traffic left of a type at the time `at`, received in another way than in the list
    /// of pools. If there is already a reading between `at` and `now`, that one stays the last.
    void putTrafficLeft(const QString &type, TrafficAmount left, Instant at, Instant now);
    /// Stores the use of these days; other days stay unchanged.
    void putDaysOfUse(const std::vector<DayOfUse> &days);

    void putMissingCall(const QString &name, Instant found);
    void removeMissingCall(const QString &name);

private:
    void putPoolReading(const QString &type, qint64 left, Instant asOf);
    void putTiers(qint64 pool, const std::vector<Tier> &tiers);

    const WriteContext &m_context;
};

} // namespace relaybook
