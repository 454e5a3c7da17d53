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

/// What a completed operation is known to have done otherwise than it was asked for.
struct MadeOtherwise
{
    bool name = false;    ///< Create
    bool amount = false;  ///< more or less was moved
    bool service = false; ///< Create
    [[nodiscard]] bool any() const { return name || amount || service; }
    friend bool operator==(const MadeOtherwise &, const MadeOtherwise &) = default;
};
[[nodiscard]] MadeOtherwise madeOtherwise(const SubUserOrder &operation);

/// Whether more was taken back than the amount that was asked for, and not only by rounding.
[[nodiscard]] bool tookMore(const SubUserOrder &operation);
/// Gives the sub-user what was taken back beyond the amount; nothing if no more was taken, or if
/// orders after it give or gave that much. `all` are the orders of the account.
[[nodiscard]] std::optional<SubUserRequest> giveBackOf(const SubUserOrder &operation,
                                                       const SubUserOrders &all);
/// Whether the service takes back an amount, as the newest order shows that can show it; false: it
/// took more. An amount that is all that was left shows nothing.
[[nodiscard]] std::optional<bool> takesAmounts(const SubUserOrders &all);

/// The service whose pool the operation concerns: of a created sub-user the one it has.
[[nodiscard]] const QString &poolOf(const SubUserOrder &operation);

} // namespace relaybook
