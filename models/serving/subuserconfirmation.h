// SPDX-License-Identifier: GPL-3.0-or-later
// What the user is asked to confirm before sub-users get traffic, lose it, are created or deleted,
// and the checks of these requests: too little traffic in the pool, a name that is taken, the same
// sub-user twice.

#pragma once

#include "api/types/account.h"
#include "models/serving/subuseroperation.h"

#include <vector>

namespace relaybook {

/// Why a request cannot be sent as it is.
enum class RequestVerdict {
    Fine,
    AmountTooSmall,   ///< less than leastTraffic()
    NotEnoughTraffic, ///< all requests from this pool together are more than it holds
    NameEmpty,
    NameTooLong,  ///< more than 255 characters
    NameIsSecret, ///< isNameLikeSecret()
    NameTwice,    ///< the name is in the same confirmation already
    NameTaken,    ///< the service has a sub-user of this name
    Twice,        ///< the sub-user is in the same confirmation already
    NothingLeft,  ///< take: there is no traffic to take back
    LessLeft,     ///< take: less is left than the amount
    Gone,         ///< the sub-user was deleted
    LeftUnknown,  ///< take: nobody knows how much would be taken back
};

/// What the user is asked to confirm: one request or many. run() accepts each only once.
struct SubUserConfirmation
{
    struct Item
    {
        SubUserRequest request;
        /// As read just now for a single request and for new names; else read before it is sent.
        SubUserReading before;
        RequestVerdict verdict = RequestVerdict::Fine;
        friend bool operator==(const Item &, const Item &) = default;
    };
    quint64 number = 0; ///< never used twice while the program runs
    std::vector<Item> items;
    std::vector<TrafficPool> pools; ///< as read just now; empty if the service does not tell them
    [[nodiscard]] bool isFine() const;
    friend bool operator==(const SubUserConfirmation &, const SubUserConfirmation &) = default;
};

/// Gives each request its verdict. `isRead`: the sub-user was read just now; for many requests it
/// is read before each is sent.
void giveVerdicts(SubUserConfirmation &confirmation, bool isRead);

} // namespace relaybook
