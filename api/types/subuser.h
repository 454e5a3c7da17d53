// SPDX-License-Identifier: GPL-3.0-or-later
// A sub-user (the reseller's customer account) and the values of calls about it (contract section
// 4).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

/// The connection data of a sub-user. The list may not contain it.
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
    std::optional<TrafficAmount> trafficLeft; ///< traffic_balance_gb, else from the byte counts
    std::optional<TrafficAmount> trafficUsed; ///< traffic_used_bytes or usage_bandwidth_bytes
    std::optional<Instant> createdAt;
    std::optional<Instant> updatedAt;
    SubUserAccess access;
    /// The object as received, as compact JSON, secrets masked.
    QByteArray raw;
    /// The local name given by the user, if any. It is stored only on this computer and never sent.
    QString localName;
    /// When the note was received separately, later than the rest of the row; set by models/.
    std::optional<Instant> noteAsOf;

    friend bool operator==(const SubUser &, const SubUser &) = default;
};

/// Whether the service has ever returned this sub-user. If not, only its id is known.
[[nodiscard]] inline bool isReported(const SubUser &row)
{
    return !row.raw.isEmpty();
}
/// Whether it is known what the note is, or that there is none.
[[nodiscard]] inline bool isNoteKnown(const SubUser &row)
{
    return isReported(row) || row.noteAsOf.has_value();
}

struct NewSubUser
{
    QString username;                ///< at most 255 characters
    TrafficAmount trafficAllocation; ///< at least 0.01 GB
    QString serviceType;
    std::optional<QString> note;
    friend bool operator==(const NewSubUser &, const NewSubUser &) = default;
};

/// The response to traffic/add and traffic/drop: `moved` is always there, the balance may not be.
struct TrafficMove
{
    std::optional<TrafficAmount> moved;
    std::optional<TrafficAmount> newBalance;
    QByteArray raw;
    friend bool operator==(const TrafficMove &, const TrafficMove &) = default;
};

/// The response to PATCH …/note: the stored note, or the whole sub-user, or neither if the response
/// had no body (contract section 4).
struct NoteAnswer
{
    std::optional<QString> note;
    std::optional<SubUser> subUser;
    friend bool operator==(const NoteAnswer &, const NoteAnswer &) = default;
};

/// The response to GET …/traffic: a sub-user's current traffic.
struct SubUserTraffic
{
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> used;
    QByteArray raw;
    friend bool operator==(const SubUserTraffic &, const SubUserTraffic &) = default;
};

/// One row of a sub-user's history: traffic given to it.
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

/// The response to a new rule. Older services send only a message.
struct RuleAnswer
{
    QString message;
    std::optional<AccessRule> rule;
    friend bool operator==(const RuleAnswer &, const RuleAnswer &) = default;
};

} // namespace relaybook
