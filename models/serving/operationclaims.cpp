// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationclaims.h"

#include "models/serving/operationjudge.h"

#include <algorithm>
#include <set>
#include <utility>

namespace relaybook {

using OperationKind = SubUserRequest::Kind;

bool isNear(TrafficAmount a, TrafficAmount b, qint64 units)
{
    const auto off = a.minus(b);
    return off && off->units() <= units && off->units() >= -units;
}

std::optional<AllocationMark> markOf(const SubUserOrder &operation)
{
    if (operation.request.kind == OperationKind::Create) {
        return AllocationMark{{}, true};
    }
    return operation.before.history == SubUserReading::History::Whole ? operation.before.mark
                                                                      : std::nullopt;
}

namespace {

/// For so long after an answer its row in the history is awaited.
constexpr std::chrono::hours historyDelay{1};
/// An answer whose row was not seen is looked for among those of the day before an operation.
constexpr std::chrono::hours answerSpan{24};

TrafficAmount magnitude(TrafficAmount amount)
{
    return TrafficAmount::fromUnits(amount.isNegative() ? -amount.units() : amount.units());
}

/// Whether one gave what the other took, or may have: what all figures tell is then as before.
/// `before` and `now`: of the order that is judged; `listed` is what new rows gave since.
bool mayCancelOut(const SubUserOrder &a, const SubUserOrder &b, const SubUserReading &before,
                  const SubUserReading &now, TrafficAmount listed)
{
    const bool isGiveFirst = a.request.kind == OperationKind::Give;
    const SubUserOrder &give = isGiveFirst ? a : b;
    const SubUserOrder &take = isGiveFirst ? b : a;
    if (give.request.kind != OperationKind::Give || take.request.kind != OperationKind::Take) {
        return false;
    }
    const TrafficAmount given = give.moved.value_or(give.request.amount);
    const auto amount = take.moved ? take.moved : amountToTake(take.request);
    if (amount && isNear(given, *amount, figuresUnits)) {
        return true;
    }
    if (take.moved) {
        return false;
    }
    // All that was left was no more than what was left before and was given since, and no less than
    // without what was used. After the gift all is more than it, unless all else was used.
    const auto use = before.used && now.used ? now.used->minus(*before.used) : std::nullopt;
    const auto least = before.left && use ? before.left->minus(*use) : std::nullopt;
    const auto most = before.left ? before.left->plus(listed) : std::nullopt;
    if (!least || !most || least->units() <= figuresUnits) {
        return true;
    }
    return given.units() >= least->units() - figuresUnits &&
           given.units() <= most->units() + figuresUnits;
}

bool movesRows(OperationKind kind)
{
    return kind != OperationKind::Delete;
}

/// An operation, and which rows of the history could belong to it.
class Claimant
{
public:
    Claimant(const SubUserOrder &operation, const ListWalk<Allocation> &history)
        : m_operation(&operation)
        , m_newRows(history.since(markOf(operation)).ids)
    {
        for (const Allocation &row : history.rows()) {
            if (isNew(row) && row.added && !row.added->isNegative()) {
                m_given = m_given.plus(*row.added).value_or(m_given);
            }
        }
    }
    [[nodiscard]] const SubUserOrder &operation() const { return *m_operation; }
    /// To the sub-user, by the rows that are new since the operation was prepared.
    [[nodiscard]] TrafficAmount given() const { return m_given; }
    /// Whether the row is new since the operation was prepared.
    [[nodiscard]] bool isNew(const Allocation &row) const { return m_newRows.contains(row.id); }
    /// Whether the operation could have caused the row.
    [[nodiscard]] bool couldCause(const Allocation &row) const
    {
        const auto &dismissed = m_operation->dismissed;
        return row.added && isNew(row) &&
               std::find(dismissed.begin(), dismissed.end(), row.id) == dismissed.end() &&
               fits(*row.added);
    }

private:
    [[nodiscard]] bool fits(TrafficAmount added) const
    {
        const TrafficAmount moved = magnitude(added);
        switch (m_operation->request.kind) {
        case OperationKind::Give:
        case OperationKind::Create:
            return !added.isNegative() &&
                   isNear(moved, m_operation->moved.value_or(m_operation->request.amount),
                          roundingUnits);
        case OperationKind::Take: {
            if (!added.isNegative()) {
                return false;
            }
            if (m_operation->moved) {
                return isNear(moved, *m_operation->moved, roundingUnits);
            }
            // Customers use traffic all the time: less may have been left than was read before.
            // What the sub-user was given meanwhile may have been taken too.
            const auto &left = m_operation->before.left;
            const auto most = left ? left->plus(m_given) : std::nullopt;
            return !most || moved <= *most || isNear(moved, *most, roundingUnits);
        }
        case OperationKind::Delete:
            break;
        }
        return false;
    }

    const SubUserOrder *m_operation;
    std::set<qint64> m_newRows;
    TrafficAmount m_given; ///< to the sub-user, by the new rows
};

bool isRecentFor(const SubUserOrder &other, const SubUserOrder &operation)
{
    return other.endedAt.value_or(other.preparedAt) > operation.preparedAt - answerSpan;
}

/// A take-back that may have been carried out, unless it was found not done like the judged one:
/// what was taken is then a trace of both.
bool isRivalTake(const SubUserOrder &other)
{
    return other.request.kind == OperationKind::Take && mayHaveCaused(other) &&
           !wasFoundNotDone(other);
}

/// Neither the figures of before nor a row tell what it moved. `at`: when they were read again;
/// they may be behind the answer, as rows are.
void addUnlisted(RowClaims &claims, const SubUserOrder &other, const SubUserOrder &operation,
                 Instant at)
{
    if (other.request.kind == OperationKind::Take) {
        // The user does not tell how much it took: for a trace of another one that is not enough.
        const bool isAsAsked =
            other.decidedBy == DecidedBy::User && operation.request.kind == OperationKind::Give;
        const auto took = other.moved || !isAsAsked ? other.moved : amountToTake(other.request);
        claims.unlisted = claims.unlisted && took ? claims.unlisted->minus(*took) : std::nullopt;
    } else if (other.request.kind == OperationKind::Give && other.moved) {
        const bool isBehind = other.endedAt.value_or(other.preparedAt) > at - historyDelay;
        claims.unlisted =
            claims.unlisted && !isBehind ? claims.unlisted->plus(*other.moved) : std::nullopt;
        claims.givenUnlisted = claims.givenUnlisted.plus(*other.moved).value_or(TrafficAmount());
    }
}

} // namespace

std::vector<OtherOperation> othersOf(const SubUserOrder &operation, const SubUserOrders &all)
{
    std::vector<OtherOperation> others;
    bool isEarlier = true;
    for (const SubUserOrder &other : all) {
        if (other.id == operation.id) {
            isEarlier = false;
        } else if (isOfSameSubUser(other.request, operation.request)) {
            others.push_back({&other, isEarlier});
        }
    }
    return others;
}

/// One is sent at a time, and an outcome that is found makes what was read before out of date: what
/// ended before the operation was sent is in that.
bool isInBefore(const OtherOperation &other, const SubUserOrder &operation)
{
    const auto &ended = other.operation->endedNumber;
    return ended && operation.sentNumber && *ended < *operation.sentNumber;
}

bool lacksRow(const SubUserOrder &other, const SubUserOrder &operation, bool isEarlier)
{
    return other.state == OrderState::Completed && !other.proof && movesRows(other.request.kind) &&
           (!isEarlier || isRecentFor(other, operation));
}

bool mayHaveCaused(const SubUserOrder &other)
{
    return other.state == OrderState::Unknown || other.state == OrderState::Sending ||
           mayBeDoneLate(other);
}

RowClaims claimsWithoutRows(const SubUserOrder &operation, const SubUserOrders &all, Instant at)
{
    RowClaims claims;
    for (const OtherOperation &each : othersOf(operation, all)) {
        if (isRivalTake(*each.operation)) {
            claims.unlisted.reset();
        } else if (each.operation->state == OrderState::Completed && !isInBefore(each, operation)) {
            addUnlisted(claims, *each.operation, operation, at);
        }
    }
    return claims;
}

RowClaims claimsOf(const SubUserOrder &operation, const SubUserOrders &all,
                   const SubUserSnapshot &snapshot)
{
    RowClaims claims;
    claims.isAll = snapshot.history.since(markOf(operation)).isAll;
    const Claimant own(operation, snapshot.history);
    const auto &listed = snapshot.history.rows();
    std::vector<Allocation> rows(listed.rbegin(), listed.rend()); // oldest first
    const auto countOther = [&](const Allocation &row, bool isInFiguresOfBefore) {
        if (own.isNew(row)) {
            ++claims.ofOthers;
            const bool isGift = row.added && !row.added->isNegative();
            claims.anyGivenByOthers = claims.anyGivenByOthers || isGift;
            TrafficAmount &sum = isInFiguresOfBefore ? claims.late : claims.givenByOthers;
            sum = isGift ? sum.plus(*row.added).value_or(sum) : sum;
        }
    };
    // Not every history lists what is taken back.
    const bool listsDrops = std::any_of(rows.begin(), rows.end(), [](const Allocation &row) {
        return row.added && row.added->isNegative();
    });
    for (const Allocation &row : rows) {
        if (own.isNew(row)) {
            ++claims.newRows;
            claims.sum = claims.sum.plus(row.added.value_or(TrafficAmount())).value_or(claims.sum);
        }
    }
    const std::vector<OtherOperation> others = othersOf(operation, all);
    const auto take = [&](std::vector<Allocation>::iterator row, bool isInFiguresOfBefore = false) {
        countOther(*row, isInFiguresOfBefore);
        rows.erase(row);
    };
    for (const OtherOperation &each : others) {
        const SubUserOrder &other = *each.operation;
        const auto row = std::find_if(rows.begin(), rows.end(), [&other](const Allocation &one) {
            return other.proof == one.id && movesRows(other.request.kind);
        });
        if (row != rows.end()) {
            // The figures of before may have it already: it was found later.
            take(row, each.isEarlier && operation.request.kind == OperationKind::Give);
        } else if (other.proof && other.request.kind == OperationKind::Take &&
                   !isInBefore(each, operation)) {
            claims.unlisted.reset();
        }
    }
    std::vector<Claimant> rivals;
    std::vector<Claimant> inBefore; // those of them whose traffic is in the figures of before
    int missing = 0;
    bool anyOpposite = false;
    const auto noteMissing = [&](const SubUserOrder &other) {
        if (movesRows(other.request.kind)) {
            ++missing;
            anyOpposite = anyOpposite || (other.request.kind == OperationKind::Take) !=
                                             (operation.request.kind == OperationKind::Take);
            claims.mayCancel = claims.mayCancel || mayCancelOut(operation, other, operation.before,
                                                                snapshot.reading, own.given());
        }
    };
    for (const OtherOperation &each : others) {
        const SubUserOrder &other = *each.operation;
        if (!lacksRow(other, operation, each.isEarlier)) {
            if (isRivalTake(other)) {
                claims.unlisted.reset();
            }
            if (mayHaveCaused(other)) {
                noteMissing(other);
                rivals.emplace_back(other, snapshot.history);
            }
            continue;
        }
        const bool isBefore = isInBefore(each, operation);
        Claimant claimant(other, snapshot.history);
        const auto addRival = [&] {
            if (isBefore) {
                inBefore.push_back(claimant);
            }
            rivals.push_back(claimant);
        };
        // One whose rows could not be seen back to its beginning could explain any of them.
        const auto mark = markOf(other);
        if (!snapshot.history.covers(mark)) {
            if (claims.newRows > 0) {
                claims.unlisted.reset();
            }
            if (!isBefore) {
                noteMissing(other);
                addUnlisted(claims, other, operation, snapshot.reading.at);
            }
            addRival();
            continue;
        }
        const auto find = [&](bool isAnyAge) {
            return std::find_if(rows.begin(), rows.end(), [&](const Allocation &one) {
                return (isAnyAge || own.isNew(one)) && claimant.couldCause(one);
            });
        };
        // Without a mark of its own it is not known which rows are new. That of a later one is new
        // for this operation too; that of an earlier one may be, if it was still awaited.
        const Instant answeredAt = other.endedAt.value_or(other.preparedAt);
        const bool isNewHere = !isBefore || answeredAt > operation.before.at - historyDelay;
        auto row = find(mark || !isNewHere);
        if (row == rows.end() && isBefore) {
            row = find(true);
        }
        const auto ofBoth = std::count_if(rows.begin(), rows.end(), [&](const Allocation &one) {
            return own.couldCause(one) && claimant.couldCause(one);
        });
        if (row != rows.end()) {
            // The figures before this operation were read after the answer of the earlier one: its
            // row should not be new, unless the history is behind or does not list it.
            if (own.isNew(*row) && (each.isEarlier || (!mark && ofBoth == 1))) {
                addRival();
            } else {
                take(row);
            }
            continue;
        }
        if (!isBefore) {
            noteMissing(other);
            addUnlisted(claims, other, operation, snapshot.reading.at);
        }
        const bool isListed = other.request.kind == OperationKind::Give ||
                              (other.request.kind == OperationKind::Take && listsDrops);
        if (isListed && answeredAt > snapshot.reading.at - historyDelay) {
            claims.isBehind = true;
        }
    }
    // The sum of several may be any.
    claims.mayCancel = claims.mayCancel || (missing > 1 && anyOpposite);
    const TrafficAmount lateOfProven = claims.late;
    std::set<const SubUserOrder *> notLate; // each of them explains one row
    for (const Allocation &row : rows) {
        if (!own.isNew(row)) {
            continue;
        }
        const bool ofRival =
            std::any_of(rivals.begin(), rivals.end(),
                        [&row](const Claimant &rival) { return rival.couldCause(row); });
        if (own.couldCause(row)) {
            (ofRival ? claims.shared : claims.own).push_back(row);
            bool isOfLate = true;
            for (const Claimant &rival : rivals) {
                if (!wasFoundNotDone(rival.operation()) && rival.couldCause(row)) {
                    isOfLate = false;
                    notLate.insert(&rival.operation());
                }
            }
            claims.isLateTrace = claims.isLateTrace || isOfLate;
        } else if (ofRival) {
            const auto late =
                std::find_if(inBefore.begin(), inBefore.end(),
                             [&row](const Claimant &claimant) { return claimant.couldCause(row); });
            countOther(row, late != inBefore.end());
            if (late != inBefore.end()) {
                inBefore.erase(late); // it explains one row
            }
        } else {
            claims.foreign.push_back(row);
        }
    }
    claims.lateOfAnswers = claims.late.minus(lateOfProven).value_or(claims.late);
    // One of them may be a gift's whose answer told another amount.
    if (!claims.givenUnlisted.isZero() && !claims.foreign.empty()) {
        claims.unlisted.reset();
    }
    claims.isLateTrace =
        claims.isLateTrace || claims.own.size() + claims.shared.size() > notLate.size();
    return claims;
}

} // namespace relaybook
