// SPDX-License-Identifier: GPL-3.0-or-later
// What orders of all kinds have in common. An order is what the user confirmed that spends money or
// traffic: buying traffic, giving it to a sub-user, taking it back, creating and deleting a
// sub-user, creating a proxy. Each kind adds its request and the data loaded about it.

#pragma once

#include "api/types/apierror.h"
#include "api/types/instant.h"

#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

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
    Emptier,     ///< less was left than the amount that was to be taken back
    TookMore,    ///< of one before it in the same batch, more was taken back than the amount
};
inline constexpr NotSentFor lastNotSentFor = NotSentFor::TookMore;

struct Order
{
    QString id;    ///< created by the program; never sent to the service
    QString batch; ///< the same for orders confirmed together; empty for a single order
    OrderState state = OrderState::Waiting;
    Instant preparedAt{};
    std::optional<Instant> sentAt;
    std::optional<Instant> endedAt; ///< Completed, Refused, NotDone, NotSent
    /// OrderJournal::nextNumber() when it was sent, and when it ended: whether that was before
    /// something else, which times do not tell if the clock was set.
    std::optional<qint64> sentNumber;
    std::optional<qint64> endedNumber;
    DecidedBy decidedBy = DecidedBy::Nobody;
    NotSentFor notSentFor = NotSentFor::Error;
    bool riskAccepted = false;     ///< confirmed although an order like it was Unknown
    std::optional<ApiError> error; ///< why it was refused, not sent, or is unknown
    /// A trace appeared after it was found not done: the user has to decide, because somebody may
    /// have done it by hand in the meantime.
    bool isLate = false;
    /// How long it has been watched since it was found not done, in milliseconds; see countLate().
    qint64 lateFor = 0;
    std::optional<Instant> lateMark; ///< when it was last looked at since

    [[nodiscard]] bool isOpen() const { return isUnderWay() || state == OrderState::Unknown; }
    [[nodiscard]] bool isUnderWay() const
    {
        return state == OrderState::Waiting || state == OrderState::Sending;
    }
    /// Whether it is known that nothing was spent or moved.
    [[nodiscard]] bool movedNothing() const
    {
        return state == OrderState::Refused || state == OrderState::NotSent ||
               state == OrderState::NotDone;
    }
    friend bool operator==(const Order &, const Order &) = default;
};

/// How long after "not done" a trace of the order still counts.
inline constexpr std::chrono::days lateSpan{7};
/// Whether the order may still be carried out by a late service, although it was found not done.
[[nodiscard]] inline bool mayBeLate(const Order &order)
{
    return order.state == OrderState::NotDone &&
           std::chrono::milliseconds(order.lateFor) < lateSpan;
}
/// Whether it was found not done; also after a trace appeared and made it Unknown again.
[[nodiscard]] inline bool wasFoundNotDone(const Order &order)
{
    return order.state == OrderState::NotDone ||
           (order.state == OrderState::Unknown && order.isLate);
}
/// To be called when an order was found not done: the time in which it is watched begins.
inline void beginLate(Order &order)
{
    order.lateFor = 0;
    order.lateMark.reset();
}
/// Adds the time since the last look to that for which an order that was found not done has been
/// watched. The clock may have been set, and the program may have been closed for weeks: between
/// two looks at most a day counts, and never less than nothing.
inline void countLate(Order &order, Instant now)
{
    constexpr std::chrono::milliseconds most = std::chrono::days(1);
    const std::chrono::milliseconds since =
        now - order.lateMark.value_or(order.endedAt.value_or(now));
    order.lateFor += std::clamp(since, std::chrono::milliseconds(0), most).count();
    order.lateMark = now;
}

/// What one look at the service says about an order.
enum class LookSays {
    Done,       ///< evidence that only this order explains, and nothing contradicts it
    NoTrace,    ///< everything needed was loaded, and nothing of the order is there
    Incomplete, ///< some data could not be loaded or is not offered: the user decides
    Conflict,   ///< the data contradict each other, or match another order too
};

/// One look at the service for traces of an order whose outcome is unknown. Each kind adds what it
/// found.
struct OrderLook
{
    qint64 number = 0; ///< of all looks for the order; the first one is 1
    LookSays says = LookSays::Incomplete;
    /// Whether something was found that only this order explains, or only orders that were all
    /// found not done.
    bool isTrace = false;
    std::optional<ApiError> error; ///< the first part that could not be loaded, and why
    friend bool operator==(const OrderLook &, const OrderLook &) = default;
};

/// Adds a look. The first ones and the newest are kept; what lies between says nothing new.
template <class Look>
void appendLook(std::vector<Look> &looks, Look look)
{
    constexpr std::size_t firstKept = 3;
    constexpr std::size_t mostKept = 12;
    look.number = looks.empty() ? 1 : looks.back().number + 1;
    looks.push_back(std::move(look));
    if (looks.size() > mostKept) {
        looks.erase(looks.begin() + firstKept);
    }
}

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
