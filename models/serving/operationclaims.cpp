// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationclaims.h"

#include "models/serving/operationjudge.h"

#include <algorithm>

namespace relaybook {

namespace {

using OperationKind = SubUserRequest::Kind;

} // namespace

bool isNear(TrafficAmount a, TrafficAmount b, qint64 units)
{
    const auto off = a.minus(b);
    return off && off->units() <= units && off->units() >= -units;
}

std::optional<AllocationSpan> ownSpan(const SubUserOrder &operation)
{
    if (operation.request.kind == OperationKind::Create) {
        return AllocationSpan{true, std::nullopt};
    }
    if (operation.before.history != SubUserReading::History::Whole) {
        return std::nullopt;
    }
    return AllocationSpan{!operation.before.newest, operation.before.newest};
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

bool movesRows(OperationKind kind)
{
    return kind != OperationKind::Delete;
}

bool isAfterMark(const SubUserOrder &operation, const Allocation &row)
{
    const auto span = ownSpan(operation);
    return !span || span->all || placeOf(row) > *span->from;
}

/// Whether the operation could have caused the row.
bool couldCause(const SubUserOrder &operation, const Allocation &row)
{
    const auto &dismissed = operation.dismissed;
    if (!row.added || !isAfterMark(operation, row) ||
        std::find(dismissed.begin(), dismissed.end(), row.id) != dismissed.end()) {
        return false;
    }
    const TrafficAmount moved = magnitude(*row.added);
    switch (operation.request.kind) {
    case OperationKind::Give:
    case OperationKind::Create:
        return !row.added->isNegative() &&
               isNear(moved, operation.moved.value_or(operation.request.amount), roundingUnits);
    case OperationKind::Take: {
        if (!row.added->isNegative()) {
            return false;
        }
        if (operation.moved) {
            return isNear(moved, *operation.moved, roundingUnits);
        }
        // Customers use traffic all the time: less may have been left than was read before.
        const auto most = operation.before.left;
        return !most || moved <= *most || isNear(moved, *most, roundingUnits);
    }
    case OperationKind::Delete:
        break;
    }
    return false;
}

bool isRecentFor(const SubUserOrder &other, const SubUserOrder &operation)
{
    return other.endedAt.value_or(other.preparedAt) > operation.preparedAt - answerSpan;
}

/// Another operation of the same sub-user, and whether it was prepared before the judged one.
struct OtherOperation
{
    const SubUserOrder *operation = nullptr;
    bool isEarlier = false;
};

} // namespace

bool lacksRow(const SubUserOrder &other, const SubUserOrder &operation)
{
    return other.state == OrderState::Completed && !other.proof && movesRows(other.request.kind) &&
           isRecentFor(other, operation);
}

bool mayHaveCaused(const SubUserOrder &other)
{
    return other.state == OrderState::Unknown || other.state == OrderState::Sending ||
           mayBeDoneLate(other);
}

bool covers(const AllocationSpan &read, const std::optional<AllocationSpan> &wanted)
{
    if (read.all) {
        return true;
    }
    return wanted && !wanted->all && read.from && *read.from <= *wanted->from;
}

bool isLateOne(const SubUserOrder &operation)
{
    return operation.state == OrderState::NotDone ||
           (operation.state == OrderState::Unknown && operation.isLate);
}

RowClaims claimsOf(const SubUserOrder &operation, const SubUserOrders &all,
                   const SubUserSnapshot &snapshot)
{
    RowClaims claims;
    std::vector<Allocation> rows = snapshot.rows;
    const auto countOther = [&](const Allocation &row) {
        if (isAfterMark(operation, row)) {
            ++claims.ofOthers;
            if (row.added && !row.added->isNegative()) {
                claims.anyGivenByOthers = true;
                claims.givenByOthers =
                    claims.givenByOthers.plus(*row.added).value_or(claims.givenByOthers);
            }
        }
    };
    // Not every history lists what is taken back.
    const bool listsDrops = std::any_of(rows.begin(), rows.end(), [](const Allocation &row) {
        return row.added && row.added->isNegative();
    });
    for (const Allocation &row : rows) {
        if (isAfterMark(operation, row)) {
            ++claims.newRows;
            claims.sum = claims.sum.plus(row.added.value_or(TrafficAmount())).value_or(claims.sum);
        }
    }
    std::vector<OtherOperation> others;
    bool isEarlier = true;
    for (const SubUserOrder &other : all) {
        if (other.id == operation.id) {
            isEarlier = false;
        } else if (isOfSameSubUser(other.request, operation.request)) {
            others.push_back({&other, isEarlier});
        }
    }
    const auto take = [&](std::vector<Allocation>::iterator row) {
        countOther(*row);
        rows.erase(row);
    };
    for (const OtherOperation &each : others) {
        const SubUserOrder *other = each.operation;
        const auto row = std::find_if(rows.begin(), rows.end(), [other](const Allocation &one) {
            return other->proof == one.id && movesRows(other->request.kind);
        });
        if (row != rows.end()) {
            take(row);
        }
    }
    RowClaims::Rivals rivals;
    for (const OtherOperation &each : others) {
        const SubUserOrder *other = each.operation;
        if (!lacksRow(*other, operation)) {
            if (mayHaveCaused(*other)) {
                rivals.push_back(other);
            }
            continue;
        }
        // One whose rows could not be seen back to its beginning could explain any of them.
        if (!covers(snapshot.span, ownSpan(*other))) {
            rivals.push_back(other);
            continue;
        }
        const auto row = std::find_if(rows.begin(), rows.end(), [other](const Allocation &one) {
            return couldCause(*other, one);
        });
        if (row != rows.end()) {
            // The figures before this operation were read after the answer of the earlier one: its
            // row should not be new, unless the history is behind or does not list it.
            if (each.isEarlier && isAfterMark(operation, *row)) {
                rivals.push_back(other);
            } else {
                take(row);
            }
        } else if ((other->request.kind == OperationKind::Give ||
                    (other->request.kind == OperationKind::Take && listsDrops)) &&
                   other->endedAt.value_or(other->preparedAt) >
                       snapshot.reading.at - historyDelay) {
            claims.isBehind = true;
        }
    }
    for (const Allocation &row : rows) {
        if (!isAfterMark(operation, row)) {
            continue;
        }
        const bool ofRival = std::any_of(rivals.begin(), rivals.end(), [&row](const auto *rival) {
            return couldCause(*rival, row);
        });
        if (couldCause(operation, row)) {
            (ofRival ? claims.shared : claims.own).push_back(row);
            claims.isLateTrace =
                claims.isLateTrace ||
                std::all_of(rivals.begin(), rivals.end(), [&row](const auto *rival) {
                    return isLateOne(*rival) || !couldCause(*rival, row);
                });
        } else if (ofRival) {
            countOther(row);
        } else {
            claims.foreign.push_back(row);
        }
    }
    return claims;
}

} // namespace relaybook
