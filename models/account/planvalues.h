// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the answers of the account's plan and traffic, whose shape the contract does not give: the
// usual names of their members are tried, and what is not found stays unknown.

#pragma once

#include "api/types/instant.h"
#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace relaybook {

/// What the answer to GET /v1/account/plan says.
struct AccountPlan
{
    QString name;
    std::optional<bool> active;
    std::optional<Instant> since;
    std::optional<Instant> until; ///< when it ends or renews
    [[nodiscard]] bool isEmpty() const { return *this == AccountPlan{}; }
    friend bool operator==(const AccountPlan &, const AccountPlan &) = default;
};

/// What the answer to GET /v1/account/traffic says of its period.
struct PeriodTraffic
{
    std::optional<TrafficAmount> total; ///< else the sum of the parts
    std::optional<TrafficAmount> most;  ///< of one part
    std::optional<Instant> mostAt;
    int parts = 0; ///< hours or days with a figure
    [[nodiscard]] bool isEmpty() const { return !total; }
    friend bool operator==(const PeriodTraffic &, const PeriodTraffic &) = default;
};

[[nodiscard]] AccountPlan readPlan(const QByteArray &json);
[[nodiscard]] PeriodTraffic readPeriodTraffic(const QByteArray &json);

} // namespace relaybook
