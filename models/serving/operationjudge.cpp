// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationjudge.h"

#include "models/serving/operationclaims.h"
#include "models/serving/operationmade.h"

#include <algorithm>

namespace relaybook {
namespace {

using OperationKind = SubUserRequest::Kind;
using SeenPresence = SubUserReading::Presence;

/// What the sub-user's own figures say, beside the rows of the history.
enum class FiguresSay {
    NotReported,
    AsRows, ///< as much was given in all as the rows tell
    Less,   ///< less: use and its count may be behind each other
    More,   ///< more: the history is behind, or somebody else is at work
};

FiguresSay whatFiguresSay(const SubUserOrder &operation, const SubUserSnapshot &snapshot,
                          const RowClaims &claims, qint64 slack = figuresUnits)
{
    const SubUserReading &before = operation.before;
    const SubUserReading &now = snapshot.reading;
    const bool isGivenReported = before.given() && now.given();
    // Without what was used, what is left tells only if it is more than can be.
    const auto then = isGivenReported ? before.given() : before.left;
    const auto today = isGivenReported ? now.given() : now.left;
    const auto net = then && today ? today->minus(*then) : std::nullopt;
    const auto off = net ? net->minus(claims.sum) : std::nullopt;
    if (!off) {
        return FiguresSay::NotReported;
    }
    if (off->units() > slack) {
        return FiguresSay::More;
    }
    if (!isGivenReported) {
        return FiguresSay::NotReported;
    }
    return off->units() < -slack ? FiguresSay::Less : FiguresSay::AsRows;
}

LookSays verdictOfGive(const SubUserOrder &operation, const SubUserSnapshot &snapshot,
                       const RowClaims &claims)
{
    const FiguresSay figures = whatFiguresSay(operation, snapshot, claims);
    if (claims.own.size() == 1 && claims.shared.empty() && claims.foreign.empty()) {
        if (claims.isBehind) {
            return LookSays::Incomplete; // the row may be that of an earlier answer
        }
        return figures == FiguresSay::More ? LookSays::Conflict : LookSays::Done;
    }
    if (!claims.own.empty() || !claims.shared.empty() || !claims.foreign.empty()) {
        return LookSays::Conflict;
    }
    if (claims.isBehind || claims.mayCancel) {
        return LookSays::Incomplete;
    }
    // A history without a row may be behind: only the figures say that nothing was given. What is
    // given may be less than they are rounded by.
    const qint64 half = operation.request.amount.units() / 2;
    switch (whatFiguresSay(operation, snapshot, claims, std::min(figuresUnits, half - 1))) {
    case FiguresSay::More:
        return LookSays::Conflict;
    case FiguresSay::AsRows:
        return LookSays::NoTrace;
    case FiguresSay::NotReported:
    case FiguresSay::Less:
        break;
    }
    return LookSays::Incomplete;
}

/// Whether a row of the history is as the request would have made it.
bool isAsAsked(const SubUserRequest &request, const std::optional<TrafficAmount> &added)
{
    const auto amount = amountToTake(request);
    if (request.kind != OperationKind::Take || !amount) {
        return true; // it would not be a candidate else
    }
    const auto off = added ? added->plus(*amount) : std::nullopt; // what was taken is negative
    return off && isNear(*off, TrafficAmount(), roundingUnits);
}

LookSays verdictOfTake(const SubUserOrder &operation, const SubUserSnapshot &snapshot,
                       const RowClaims &claims)
{
    const FiguresSay figures = whatFiguresSay(operation, snapshot, claims);
    const auto &left = snapshot.reading.left;
    const auto amount = amountToTake(operation.request);
    if (claims.own.size() == 1 && claims.shared.empty() && claims.foreign.empty()) {
        // If all is taken, what is left then was given by others. A row of another amount may be
        // that of a service that ignores the amount, or somebody else's.
        const auto more = left ? left->minus(claims.givenByOthers) : std::nullopt;
        const bool isLeft = !amount && more && more->units() > figuresUnits;
        return figures == FiguresSay::More || isLeft ||
                       !isAsAsked(operation.request, claims.own.front().added)
                   ? LookSays::Conflict
                   : LookSays::Done;
    }
    if (!claims.own.empty() || !claims.shared.empty() || !claims.foreign.empty()) {
        return LookSays::Conflict;
    }
    // Not every history lists what is taken back. While traffic is left that nobody gave since,
    // nothing was taken; where none is left, it was taken or used. That nobody gave any is shown by
    // the figures, or by every row that was added.
    // Of an amount, that less is missing than it; where the use is not told, that nothing is: a
    // part may have been taken. An amount that may be lost in rounding is never found not done.
    const auto &before = operation.before.left;
    const auto fall = left && before ? before->minus(*left) : std::nullopt;
    const auto gone = fall ? fall->plus(claims.sum) : std::nullopt; // without what others took
    const qint64 most = amount ? amount->units() - figuresUnits : 0;
    const bool isToldUse = figures != FiguresSay::NotReported;
    const bool isThere =
        amount ? gone && gone->units() < (isToldUse ? most : std::min(most, figuresUnits))
               : left && left->units() > roundingUnits;
    const bool isClear =
        figures == FiguresSay::AsRows || (figures == FiguresSay::NotReported && claims.isAll);
    return isThere && isClear && !claims.anyGivenByOthers && !claims.isBehind && !claims.mayCancel
               ? LookSays::NoTrace
               : LookSays::Incomplete;
}

/// Whether what the sub-user was given in all fell by the amount, or by what it had left, beyond
/// what other operations took. Use does not change that figure, so it shows that the traffic was
/// taken back, also if the history does not list that.
bool fellByWhatWasTaken(const SubUserOrder &operation, const SubUserOrders &all,
                        const SubUserReading &now, const RowClaims &claims)
{
    const SubUserReading &before = operation.before;
    const auto then = before.given();
    const auto today = now.given();
    const auto known = then ? then->plus(claims.sum) : std::nullopt;
    auto fall = known && today ? known->minus(*today) : std::nullopt;
    const auto rest = now.left ? now.left->minus(claims.givenByOthers) : std::nullopt;
    bool isEarlier = true;
    bool isOfOther = false;
    for (const SubUserOrder &other : all) {
        isEarlier = isEarlier && other.id != operation.id;
        if (other.id == operation.id || other.request.kind != OperationKind::Take ||
            !isOfSameSubUser(other.request, operation.request)) {
            continue;
        }
        // What an earlier answer took is in the figures of before.
        const bool isInBefore = isEarlier && other.decidedBy == DecidedBy::Answer;
        if (mayHaveCaused(other)) {
            isOfOther = true;
        } else if (other.state == OrderState::Completed && !isInBefore) {
            isOfOther = isOfOther || !other.moved || other.proof;
            fall = fall && other.moved ? fall->minus(*other.moved) : std::nullopt;
        }
    }
    if (!fall || !rest || isOfOther || fall->units() <= figuresUnits) {
        return false;
    }
    const auto amount = amountToTake(operation.request);
    const bool isAll =
        fall->units() <= before.left->units() + figuresUnits && rest->units() <= figuresUnits;
    return isAll || (amount && isNear(*fall, *amount, figuresUnits));
}

void addCandidates(SubUserLook &look, const SubUserOrder &operation,
                   const std::vector<Allocation> &rows, bool fits, bool isShared)
{
    for (const Allocation &row : rows) {
        look.candidates.push_back(
            {row.id, row.added, fits && isAsAsked(operation.request, row.added), isShared, {}, {}});
    }
}

void judgeRows(SubUserLook &look, const SubUserOrder &operation, const SubUserOrders &all,
               const SubUserSnapshot &snapshot)
{
    using History = SubUserReading::History;
    const auto mark = markOf(operation);
    if (mark && look.reading.history == History::Whole && !snapshot.history.covers(mark)) {
        look.reading.history = History::NotWhole;
    }
    const bool isTake = operation.request.kind == OperationKind::Take;
    // Figures cannot be dismissed as rows can: the user has decided with them in view.
    const bool countsFall = isTake && operation.decidedBy != DecidedBy::User;
    if (!mark || look.reading.history != History::Whole) {
        look.isTrace = countsFall && fellByWhatWasTaken(operation, all, look.reading, RowClaims());
        return;
    }
    const RowClaims claims = claimsOf(operation, all, snapshot);
    look.newRows = claims.newRows;
    look.ofOthers = claims.ofOthers;
    addCandidates(look, operation, claims.own, true, false);
    addCandidates(look, operation, claims.shared, true, true);
    look.isTrace = claims.isLateTrace || (countsFall && look.candidates.empty() &&
                                          fellByWhatWasTaken(operation, all, look.reading, claims));
    if (look.candidates.empty()) {
        addCandidates(look, operation, claims.foreign, false, false);
    }
    if (snapshot.reading.presence == SeenPresence::There) {
        look.says = operation.request.kind == OperationKind::Give
                        ? verdictOfGive(operation, snapshot, claims)
                        : verdictOfTake(operation, snapshot, claims);
    }
}

bool isProofOfOther(const SubUserOrder &operation, const SubUserOrders &all, SubUserId id)
{
    return std::any_of(all.begin(), all.end(), [&](const SubUserOrder &other) {
        return other.id != operation.id && other.request.kind == OperationKind::Create &&
               other.state == OrderState::Completed && other.request.subUser == id;
    });
}

void judgeCreated(SubUserLook &look, const SubUserOrder &operation, const SubUserOrders &all,
                  const SubUserSnapshot &snapshot)
{
    const SubUserRequest &request = operation.request;
    const auto &before = operation.before.named;
    const SubUser *made = nullptr;
    int exact = 0;
    for (const SubUser &row : snapshot.found) {
        const auto &dismissed = operation.dismissed;
        if (nameKey(row.username) != nameKey(request.username) ||
            std::find(before.begin(), before.end(), row.id) != before.end() ||
            std::find(dismissed.begin(), dismissed.end(), row.id.value()) != dismissed.end() ||
            isProofOfOther(operation, all, row.id)) {
            continue;
        }
        RowClaims::Rivals rivals;
        for (const SubUserOrder &other : all) {
            if (other.id != operation.id && other.request.kind == OperationKind::Create &&
                isOfSameSubUser(other.request, request) && mayHaveCaused(other)) {
                rivals.push_back(&other);
            }
        }
        const bool fits = properName(row.username) == properName(request.username);
        look.candidates.push_back({row.id.value(), row.trafficLeft, fits, !rivals.empty(),
                                   nameMade(operation, row), row.serviceType});
        look.isTrace = look.isTrace ||
                       (fits && std::all_of(rivals.begin(), rivals.end(),
                                            [](const auto *each) { return isLateOne(*each); }));
        if (fits) {
            made = &row;
            ++exact;
        }
    }
    // Of a list that was not read to its end a second one may be missing.
    if (snapshot.reading.presence == SeenPresence::NotRead) {
        return;
    }
    if (look.candidates.empty()) {
        look.says = LookSays::NoTrace;
        return;
    }
    look.says = LookSays::Conflict;
    if (exact != 1 || look.candidates.size() != 1 || look.candidates.front().isShared ||
        operation.before.presence == SeenPresence::NotRead) {
        return; // without a list of before, it may have been there already
    }
    const auto given = made->trafficLeft && made->trafficUsed
                           ? made->trafficLeft->plus(*made->trafficUsed)
                           : made->trafficLeft;
    const bool otherService = !request.serviceType.isEmpty() && !made->serviceType.isEmpty() &&
                              made->serviceType != request.serviceType;
    const bool otherAmount = given && !isNear(*given, request.amount, figuresUnits);
    if (!otherService && !otherAmount) {
        look.says = LookSays::Done;
    }
}

void judgeDeleted(SubUserLook &look, const SubUserOrder &operation, const SubUserOrders &all,
                  const SubUserSnapshot &snapshot)
{
    const auto &looks = operation.looks;
    switch (snapshot.reading.presence) {
    case SeenPresence::NotRead:
        return;
    case SeenPresence::There:
        look.says = LookSays::NoTrace;
        return;
    case SeenPresence::NotSeen:
        if (looks.empty() || looks.back().reading.presence != SeenPresence::NotSeen) {
            return; // the second time
        }
        break;
    case SeenPresence::Gone:
        break;
    }
    look.says = LookSays::Done;
    look.isTrace = true;
    for (const SubUserOrder &other : all) {
        if (other.id == operation.id || other.request.kind != OperationKind::Delete ||
            !isOfSameSubUser(other.request, operation.request)) {
            continue;
        }
        if (other.state == OrderState::Completed) {
            // It was seen after that one, by the clock, which may be wrong: the user decides.
            if (other.endedAt && *other.endedAt < operation.preparedAt &&
                operation.before.presence == SeenPresence::There) {
                look.says = LookSays::Conflict;
                continue;
            }
            look.says = LookSays::NoTrace; // that one deleted it
            look.isTrace = false;
            return;
        }
        // One that was found not done came before what was read for this one: it was there then.
        if (other.state == OrderState::Unknown || other.state == OrderState::Sending) {
            look.says = LookSays::Conflict;
            look.isTrace = look.isTrace && isLateOne(other);
        }
    }
}

} // namespace

bool mayBeDoneLate(const SubUserOrder &operation)
{
    // A row that the user said is not its own is dismissed; that a sub-user is gone can't be.
    const bool isDecided =
        operation.request.kind == OperationKind::Delete && operation.decidedBy == DecidedBy::User;
    return mayBeLate(operation) && !isDecided;
}

void addMarks(std::vector<AllocationMark> &until, const SubUserOrder &operation,
              const SubUserOrders &all)
{
    const auto add = [&until](const SubUserOrder &each) {
        const auto mark = markOf(each);
        if (mark && std::find(until.begin(), until.end(), *mark) == until.end()) {
            until.push_back(*mark);
        }
    };
    add(operation);
    bool isEarlier = true;
    for (const SubUserOrder &other : all) {
        isEarlier = isEarlier && other.id != operation.id;
        if (other.id != operation.id && isOfSameSubUser(other.request, operation.request) &&
            lacksRow(other, operation, isEarlier)) {
            add(other);
        }
    }
}

SubUserLook judge(const SubUserOrder &operation, const SubUserOrders &all,
                  const SubUserSnapshot &snapshot)
{
    SubUserLook look;
    look.reading = snapshot.reading;
    look.reading.mark.reset();
    look.error = snapshot.error;
    switch (operation.request.kind) {
    case OperationKind::Give:
    case OperationKind::Take:
        judgeRows(look, operation, all, snapshot);
        break;
    case OperationKind::Create:
        judgeCreated(look, operation, all, snapshot);
        break;
    case OperationKind::Delete:
        judgeDeleted(look, operation, all, snapshot);
        break;
    }
    return look;
}

} // namespace relaybook
