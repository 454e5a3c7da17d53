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

/// Which traffic left is little.
struct LowTraffic
{
    /// It lasts so many days or less at the use per day, rounded as it is shown; nothing: it does
    /// not matter how long.
    std::optional<int> days;
    /// So much or less is left; nothing: it does not matter how much.
    std::optional<TrafficAmount> left;
    friend bool operator==(const LowTraffic &, const LowTraffic &) = default;

    /// `perDay`: nothing if it is not known. Traffic that is not used does not run out.
    [[nodiscard]] bool isLow(TrafficAmount traffic,
                             const std::optional<TrafficAmount> &perDay) const;
};

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
        qint64 days = 0; ///< see wholedays.h
        friend bool operator==(const Lasting &, const Lasting &) = default;
    };
    /// A sub-user that uses traffic and has little or nothing left.
    struct Low
    {
        SubUserId id;
        QString name; ///< as Lasting::name
        QString type; ///< of the service, as the service writes it
        TrafficAmount left;
        std::optional<TrafficAmount> perDay; ///< nothing if it is not known
        std::optional<qint64> days;          ///< see wholedays.h; nothing if they are not known
        friend bool operator==(const Low &, const Low &) = default;
    };
    std::map<QString, OfType> byType; ///< the type in lower case
    std::vector<Lasting> first;       ///< sub-users whose traffic ends first, the earliest first
    qint64 subUsers = 0;
    qint64 known = 0;  ///< sub-users whose pace is known
    qint64 recent = 0; ///< of these: with a pace of the last days
    qint64 usedUp = 0; ///< sub-users that used traffic and have none left
    /// Those with little traffic left, whose traffic ends first; at most `mostLow`.
    std::vector<Low> low;
    qint64 lowCount = 0; ///< all of them
    static constexpr std::size_t mostLow = 2000;
    friend bool operator==(const SubUserPace &, const SubUserPace &) = default;
};

/// `most`: the maximum size of `first`. `little`: for SubUserPace::low; with neither days nor an
/// amount, that stays empty. For a worker thread: reads every sub-user. Throws.
[[nodiscard]] SubUserPace subUserPace(Connection &connection, Instant now, std::size_t most,
                                      const LowTraffic &little = {});

} // namespace relaybook
