// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the responses for the account's plan and traffic. The contract does not describe them, so
// the usual names of members are tried, and values that are not found stay unknown.

#pragma once

#include "api/types/instant.h"
#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace relaybook {

/// The response to GET /v1/account/plan.
struct AccountPlan
{
    QString name;
    std::optional<bool> active;
    std::optional<Instant> since;
    std::optional<Instant> until; ///< when it ends or renews
    [[nodiscard]] bool isEmpty() const { return *this == AccountPlan{}; }
    friend bool operator==(const AccountPlan &, const AccountPlan &) = default;
};

/// The response to GET /v1/account/traffic for one period.
struct PeriodTraffic
{
    std::optional<TrafficAmount> total; ///< if the service returns none, the sum of the parts
    std::optional<TrafficAmount> most;  ///< the highest of the parts
    std::optional<Instant> mostAt;
    int parts = 0; ///< hours or days with a figure
    [[nodiscard]] bool isEmpty() const { return !total; }
    friend bool operator==(const PeriodTraffic &, const PeriodTraffic &) = default;
};

[[nodiscard]] AccountPlan readPlan(const QByteArray &json);
[[nodiscard]] PeriodTraffic readPeriodTraffic(const QByteArray &json);

} // namespace relaybook
