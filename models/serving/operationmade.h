// SPDX-License-Identifier: GPL-3.0-or-later
// What the service made of a request for a new sub-user, as its answer or its list tells it, and
// how that differs from the request. A service may change a name, give less traffic, or choose
// another service; the operation is carried out then, but the user has to know. Pure functions.

#pragma once

#include "api/types/subuser.h"
#include "models/serving/subuseroperation.h"

namespace relaybook {

/// The name of a created sub-user as it is stored with the order: as it was asked for, else masked.
[[nodiscard]] QString nameMade(const SubUserOrder &operation, const SubUser &row);
/// Notes the name and the service of the new sub-user, so far as they are told.
void noteMade(SubUserOrder &operation, const QString &username, const QString &serviceType);
/// With how much traffic the answer to the request says that the sub-user was made; nothing if it
/// does not. A figure that is only rounded is the amount that was asked for.
[[nodiscard]] std::optional<TrafficAmount> amountMade(const SubUserRequest &request,
                                                      const SubUser &answer);

/// What of a created sub-user is known to be otherwise than it was asked for.
struct MadeOtherwise
{
    bool name = false;
    bool amount = false;
    bool service = false;
    [[nodiscard]] bool any() const { return name || amount || service; }
    friend bool operator==(const MadeOtherwise &, const MadeOtherwise &) = default;
};
[[nodiscard]] MadeOtherwise madeOtherwise(const SubUserOrder &operation);

/// The service whose pool the operation concerns: of a created sub-user the one it has.
[[nodiscard]] const QString &poolOf(const SubUserOrder &operation);

} // namespace relaybook
