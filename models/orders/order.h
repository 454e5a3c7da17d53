// SPDX-License-Identifier: GPL-3.0-or-later
// What orders of all kinds have in common. An order is what the user confirmed that spends money or
// traffic: buying traffic, giving it to a sub-user, taking it back, creating and deleting a
// sub-user, creating a proxy. Each kind adds its request and the data loaded about it.

#pragma once

#include "api/types/apierror.h"
#include "api/types/instant.h"

#include <QString>

#include <optional>

namespace relaybook {

///   Waiting ─► Sending ─► Completed | Refused | Unknown
///   Waiting ─► NotSent
///   Unknown ─► Completed | NotDone
///   NotDone ─► Unknown, if a trace of it appears late
enum class OrderState {
    Waiting,   ///< in the journal, nothing sent; waits for its turn, its token and limits
    Sending,   ///< the first byte may have been sent; no answer yet
    Completed, ///< carried out: by the answer, by evidence, or by the user's decision
    Refused,   ///< the service clearly refused: nothing was spent
    Unknown,   ///< may have been carried out; the outcome is being searched
    NotDone,   ///< was unknown; no trace for long enough, or decided by the user
    NotSent,   ///< never sent: nothing was spent
};
inline constexpr OrderState lastOrderState = OrderState::NotSent;

/// What decided the outcome of an order.
enum class DecidedBy { Nobody, Answer, Evidence, User };

/// Why an order is NotSent, if no error explains it.
enum class NotSentFor {
    Error,       ///< see Order::error; or the reason is not known
    Cancelled,   ///< cancelled by the user
    Interrupted, ///< the program ended before it was sent
    NewPrice,    ///< its price changed while it waited
    Changed,     ///< more would return to the pool than was shown
    Gone,        ///< the sub-user was deleted in the meantime
    NameTaken,   ///< a sub-user of this name was made in the meantime
    Earlier,     ///< an earlier order was found to be carried out in the meantime
    NoTurn,      ///< the rate limits repeatedly left no room for it
    Stopped,     ///< one before it in the same batch failed in a way that stops the rest
    Fuller,      ///< the sub-user would have got more traffic than the user wanted
};
inline constexpr NotSentFor lastNotSentFor = NotSentFor::Fuller;

struct Order
{
    QString id;    ///< created by the program; never sent to the service
    QString batch; ///< the same for orders confirmed together; empty for a single order
    OrderState state = OrderState::Waiting;
    Instant preparedAt{};
    std::optional<Instant> sentAt;
    std::optional<Instant> endedAt; ///< Completed, Refused, NotDone, NotSent
    DecidedBy decidedBy = DecidedBy::Nobody;
    NotSentFor notSentFor = NotSentFor::Error;
    bool riskAccepted = false;     ///< confirmed although an order like it was Unknown
    std::optional<ApiError> error; ///< why it was refused, not sent, or is unknown

    [[nodiscard]] bool isOpen() const { return isUnderWay() || state == OrderState::Unknown; }
    [[nodiscard]] bool isUnderWay() const
    {
        return state == OrderState::Waiting || state == OrderState::Sending;
    }
    friend bool operator==(const Order &, const Order &) = default;
};

/// How many orders there are, of all kinds.
struct OrderCounts
{
    qint64 all = 0;
    qint64 unknown = 0;
    qint64 waiting = 0;
    qint64 sending = 0;
    [[nodiscard]] qint64 underWay() const { return waiting + sending; }
    void add(OrderState state, qint64 count = 1)
    {
        all += count;
        waiting += state == OrderState::Waiting ? count : 0;
        sending += state == OrderState::Sending ? count : 0;
        unknown += state == OrderState::Unknown ? count : 0;
    }
    friend bool operator==(const OrderCounts &, const OrderCounts &) = default;
};

} // namespace relaybook
