// SPDX-License-Identifier: GPL-3.0-or-later
// A reseller's sub-user (contract section 4).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

/// How the sub-user's customer connects. May be missing from the list.
struct SubUserAccess
{
    QString host;
    std::optional<int> portHttp;
    std::optional<int> portSocks5;
    QString userName;
    Secret password; ///< in memory only
    friend bool operator==(const SubUserAccess &, const SubUserAccess &) = default;
};

struct SubUser
{
    SubUserId id;
    QString username;
    std::optional<QString> note; ///< internal; the customer never sees it
    QString serviceType;
    std::optional<TrafficAmount> trafficLeft; ///< traffic_balance_gb, else from the bytes
    std::optional<TrafficAmount> trafficUsed; ///< traffic_used_bytes or usage_bandwidth_bytes
    std::optional<Instant> createdAt;
    std::optional<Instant> updatedAt;
    SubUserAccess access;
    /// The member as it came, as compact JSON, with its secrets masked.
    QByteArray raw;
    /// This computer's own name for it, where the user gave one; never sent, in no answer.
    QString localName;
    /// When the note was told by itself, later than the rest of the row; set by models/.
    std::optional<Instant> noteAsOf;

    friend bool operator==(const SubUser &, const SubUser &) = default;
};

/// Whether the service has ever told this row; before, only its id is known.
[[nodiscard]] inline bool isTold(const SubUser &row)
{
    return !row.raw.isEmpty();
}
/// Whether the note is known, be it that there is none.
[[nodiscard]] inline bool isNoteKnown(const SubUser &row)
{
    return isTold(row) || row.noteAsOf.has_value();
}

struct NewSubUser
{
    QString username;                ///< at most 255 characters
    TrafficAmount trafficAllocation; ///< at least 0.01 GB
    QString serviceType;
    std::optional<QString> note;
    friend bool operator==(const NewSubUser &, const NewSubUser &) = default;
};

/// Answer of traffic/add and traffic/drop; members that were not told are absent.
struct TrafficMove
{
    std::optional<TrafficAmount> moved;
    std::optional<TrafficAmount> newBalance;
    QByteArray raw;
    friend bool operator==(const TrafficMove &, const TrafficMove &) = default;
};

/// Answer of PATCH …/note: the note as the service keeps it, or the whole sub-user, or neither
/// where the answer had no body (contract section 4).
struct NoteAnswer
{
    std::optional<QString> note;
    std::optional<SubUser> subUser;
    friend bool operator==(const NoteAnswer &, const NoteAnswer &) = default;
};

/// GET …/traffic: what the answer says of a sub-user's traffic now.
struct SubUserTraffic
{
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> used;
    QByteArray raw;
    friend bool operator==(const SubUserTraffic &, const SubUserTraffic &) = default;
};

/// One entry of a sub-user's history.
struct Allocation
{
    qint64 id = 0;
    std::optional<Instant> createdAt;
    std::optional<TrafficAmount> added;
    QByteArray raw;
    friend bool operator==(const Allocation &, const Allocation &) = default;
};

/// An entry of the blocklist (pattern) or of the whitelist (address).
struct AccessRule
{
    AccessRuleId id;
    QString pattern; ///< domain pattern, or CIDR
    QString comment;
    std::optional<Instant> createdAt;
    friend bool operator==(const AccessRule &, const AccessRule &) = default;
};

/// Answer to a new rule; older services tell only that it was done.
struct RuleAnswer
{
    QString message;
    std::optional<AccessRule> rule;
    friend bool operator==(const RuleAnswer &, const RuleAnswer &) = default;
};

} // namespace relaybook
