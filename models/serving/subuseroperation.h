// SPDX-License-Identifier: GPL-3.0-or-later
// An operation that moves traffic between the reseller's pool and a sub-user, with everything known
// about it: what was shown, what was sent, the response, and what was found afterwards. Stored in
// the journal of sub-users; see contract section 4.

#pragma once

#include "api/types/ids.h"
#include "api/types/trafficamount.h"
#include "models/orders/listmark.h"
#include "models/orders/order.h"

#include <QMetaType>
#include <QString>

#include <chrono>
#include <deque>
#include <optional>
#include <vector>

namespace relaybook {

/// The rows that a sub-user's allocation history had before an operation.
using AllocationMark = ListMark<qint64>;

/// A sub-user's figures at one time: before an operation, and at each look afterwards.
struct SubUserReading
{
    enum class Presence {
        NotRead, ///< the call failed, or the service does not have it
        There,
        Gone, ///< the service has no such sub-user, or none of that name
        /// It was on no page of a list of several pages; one that moves to an earlier page
        /// meanwhile is not seen either.
        NotSeen,
    };
    enum class History {
        NotRead,    ///< the call failed
        NotOffered, ///< the service does not have the call
        NotWhole,   ///< rows were loaded, but not all back to the known ones, or some could not be
                    ///< read
        Whole,      ///< every row that is new was loaded
    };
    Instant at{};
    Presence presence = Presence::NotRead;
    /// False if the service has no call that tells it; else nothing.
    std::optional<bool> presenceOffered = {};
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> used;
    /// The reseller's traffic left of the sub-user's service. Purchases, other operations and other
    /// programs move it too: it is shown to the user, and never settles anything by itself.
    std::optional<TrafficAmount> pool;
    std::optional<Instant> poolAt; ///< when the pools were read: of a batch, once for all of it
    History history = History::NotRead;
    std::optional<AllocationMark> mark; ///< its newest rows; not stored with a look
    /// Create: the sub-users that have the name.
    std::vector<SubUserId> named;

    /// What the sub-user was given in all, so far as it can be calculated: use does not change it.
    [[nodiscard]] std::optional<TrafficAmount> given() const
    {
        return left && used ? left->plus(*used) : std::nullopt;
    }
    friend bool operator==(const SubUserReading &, const SubUserReading &) = default;
};

/// One look at the sub-user for traces of an operation whose outcome is unknown.
struct SubUserLook : OrderLook
{
    using Says = LookSays;
    SubUserReading reading;
    /// A row of the history (give, take) or a sub-user (create) that may belong to the operation.
    struct Candidate
    {
        qint64 id = 0;
        std::optional<TrafficAmount> amount;
        bool fits = true;      ///< it is as the operation would have made it
        bool isShared = false; ///< another operation without an outcome explains it too
        QString name;          ///< Create: as it is told
        QString service;       ///< Create: as it is told
        friend bool operator==(const Candidate &, const Candidate &) = default;
    };
    std::vector<Candidate> candidates; ///< oldest first
    qint64 newRows = 0;                ///< rows that are new since the operation was prepared
    qint64 ofOthers = 0;               ///< those that belong to other operations
    /// Take: how much less the sub-user was given in all than rows and other orders tell.
    std::optional<TrafficAmount> fall;
    friend bool operator==(const SubUserLook &, const SubUserLook &) = default;
};

/// What the user asks for, and what was shown of it.
struct SubUserRequest
{
    enum class Kind {
        Give,   ///< moves `amount` from the pool to the sub-user
        Take,   ///< moves `amount`, or all that is left, back to the pool
        Create, ///< makes a sub-user with `amount` from the pool
        Delete, ///< deletes the sub-user; what is left returns to the pool
    };
    Kind kind = Kind::Give;
    SubUserId subUser; ///< Create: the id of the new one, once it is known
    QString username;  ///< Create: the name to give, as properName(); else the name that was shown
    QString serviceType; ///< Create: may be empty, then the service chooses; else as shown
    /// Give, Create, Take: at least leastTraffic(). Take: zero takes all that is left. A service
    /// may ignore the amount and take all (contract section 4).
    TrafficAmount amount;
    std::optional<QString> note; ///< Create only
    /// Take, Delete: what is left, and so the most that returns to the pool, as it was shown. The
    /// operation is not sent if more is left. Nothing is only possible for Delete: the service
    /// tells no such figure.
    std::optional<TrafficAmount> shownLeft;
    /// Give: what the sub-user shall have afterwards at most. The operation is not sent if it would
    /// have more, or if the service does not tell what it has.
    std::optional<TrafficAmount> fillUpTo;
    friend bool operator==(const SubUserRequest &, const SubUserRequest &) = default;
};

/// The least amount of traffic that can be given (contract section 4).
[[nodiscard]] constexpr TrafficAmount leastTraffic()
{
    return TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 100);
}

/// What a Take asks for; nothing: all that is left.
[[nodiscard]] constexpr std::optional<TrafficAmount> amountToTake(const SubUserRequest &request)
{
    return request.amount.isZero() ? std::nullopt : std::optional(request.amount);
}

/// What the request moves if it is carried out as it was asked for; nothing if that is not known.
[[nodiscard]] std::optional<TrafficAmount> movedBy(const SubUserRequest &request);

/// An operation and its history.
struct SubUserOrder : Order
{
    using Kind = SubUserRequest::Kind;
    SubUserRequest request;
    SubUserReading before;
    /// What moved, as the answer or the history tells it; may differ from the amount.
    std::optional<TrafficAmount> moved;
    /// Create: the name and the service of the new sub-user as the service tells them, which may
    /// differ from what was asked for; empty if it does not. See operationmade.h.
    QString madeName;
    QString madeService;
    std::optional<TrafficAmount> newBalance; ///< the sub-user's, as the answer tells it
    std::optional<qint64> proof;    ///< the row of the history; never that of two operations
    std::vector<SubUserLook> looks; ///< the first and the newest ones, oldest first
    /// Candidates that the user has seen and said do not belong to this operation.
    std::vector<qint64> dismissed;
    /// Take: the `fall` that the user has seen and said is not of this operation.
    std::optional<TrafficAmount> dismissedFall;
    friend bool operator==(const SubUserOrder &, const SubUserOrder &) = default;
};

/// Operations in the order in which they were prepared. References stay valid while it grows.
using SubUserOrders = std::deque<SubUserOrder>;

/// What the operation moved or would move; nothing if that is not known.
[[nodiscard]] std::optional<TrafficAmount> amountOf(const SubUserOrder &operation);

/// The name as it is shown and sent: without blanks at its ends, and composed. A service that does
/// so itself would otherwise list another name than the one that was sent.
[[nodiscard]] QString properName(const QString &name);
/// Equal for names that a service may take for the same: in any case of letters.
[[nodiscard]] QString nameKey(const QString &name);

/// What tells the sub-user of a request from any other: its id, or the name of a new one.
[[nodiscard]] QString keyOf(const SubUserRequest &request);

/// Whether both concern the same sub-user, or create one of the same name.
[[nodiscard]] bool isOfSameSubUser(const SubUserRequest &a, const SubUserRequest &b);

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::SubUserOrder)
