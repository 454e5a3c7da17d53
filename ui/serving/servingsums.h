// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up what requests take from the reseller's pools and return to them. Pure functions.
#pragma once

#include "api/types/account.h"
#include "models/serving/subuserdesk.h"

#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// A pool before and after all requests that concern it.
struct PoolChange
{
    QString serviceType;
    std::optional<TrafficAmount> now;   ///< nothing if it is not known
    std::optional<TrafficAmount> after; ///< nothing if it cannot be calculated
    [[nodiscard]] bool isShort() const { return after && after->isNegative(); }
    friend bool operator==(const PoolChange &, const PoolChange &) = default;
};

/// All that is asked for.
[[nodiscard]] std::vector<SubUserRequest> requestsOf(const SubUserConfirmation &confirmation);
/// What all of them move; nothing if it is not known of one of them, or cannot be counted.
[[nodiscard]] std::optional<TrafficAmount> totalOf(const std::vector<SubUserRequest> &requests);
/// The sub-user's traffic after the request; nothing if it is deleted or not known, or if it has
/// less than is to be taken.
[[nodiscard]] std::optional<TrafficAmount> leftAfter(const SubUserRequest &request,
                                                     const std::optional<TrafficAmount> &left);
/// In the order in which the pools are first mentioned.
[[nodiscard]] std::vector<PoolChange> poolChanges(const std::vector<SubUserRequest> &requests,
                                                  const std::vector<TrafficPool> &pools);

} // namespace relaybook
