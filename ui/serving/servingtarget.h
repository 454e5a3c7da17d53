// SPDX-License-Identifier: GPL-3.0-or-later
// A sub-user that an operation is about, as the table shows it when a dialog is opened.
#pragma once

#include "api/types/subuser.h"

#include <vector>

namespace relaybook {

struct ServingTarget
{
    SubUserId id;
    QString name;     ///< as people see it
    QString username; ///< as the service knows it; empty if only the id is known
    QString serviceType;
    std::optional<TrafficAmount> left;
    /// What it was to get in an order that is prepared again, if that differs from the others.
    std::optional<TrafficAmount> wanted = {};
};
using ServingTargets = std::vector<ServingTarget>;

/// So many sub-users can be served at once.
inline constexpr qint64 mostTargets = 5000;

[[nodiscard]] ServingTarget targetOf(const SubUser &row);

} // namespace relaybook
