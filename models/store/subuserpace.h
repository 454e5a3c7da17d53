// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates from the stored sub-users how much each uses per day, and whose traffic ends first.
// The service returns neither. The use per day is taken from the stored readings of the last seven
// days. If they cover less than a day, it is the average since the sub-user was created.

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

class Connection;

struct SubUserPace
{
    /// The sub-users of one service type.
    struct OfType
    {
        TrafficAmount perDay; ///< of the `known` ones
        /// What all of them have left; nothing if it is not known of one of them.
        std::optional<TrafficAmount> left = TrafficAmount();
        /// The same for the `known` ones.
        std::optional<TrafficAmount> leftOfKnown = TrafficAmount();
        qint64 known = 0;    ///< sub-users whose pace is known
        qint64 subUsers = 0; ///< all
        friend bool operator==(const OfType &, const OfType &) = default;
    };
    /// A sub-user that has traffic left and uses it.
    struct Lasting
    {
        SubUserId id;
        QString name; ///< user name, else the user's own name, else the id
        TrafficAmount left;
        TrafficAmount perDay;
        qint64 days = 0; ///< whole days; 0 means less than one
        friend bool operator==(const Lasting &, const Lasting &) = default;
    };
    std::map<QString, OfType> byType; ///< the type in lower case
    std::vector<Lasting> first;       ///< sub-users whose traffic ends first, the earliest first
    qint64 subUsers = 0;
    qint64 known = 0;  ///< sub-users whose pace is known
    qint64 recent = 0; ///< of these: with a pace of the last days
    qint64 usedUp = 0; ///< sub-users that used traffic and have none left
    friend bool operator==(const SubUserPace &, const SubUserPace &) = default;
};

/// `most`: the maximum size of `first`. For a worker thread: reads every sub-user. Throws.
[[nodiscard]] SubUserPace subUserPace(Connection &connection, Instant now, std::size_t most);

} // namespace relaybook
