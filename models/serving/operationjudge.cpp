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

/// By how much more the sub-user was given in all than before. Use does not change that figure.
std::optional<TrafficAmount> riseOf(const SubUserReading &before, const SubUserReading &now)
{
    const auto then = before.given();
    const auto today = now.given();
    return then && today ? today->minus(*then) : std::nullopt;
}

FiguresSay whatFiguresSay(const SubUserOrder &operation, const SubUserSnapshot &snapshot,
                          const RowClaims &claims, qint64 slack = figuresUnits)
{
    const SubUserReading &before = operation.before;
    const SubUserReading &now = snapshot.reading;
    const auto rise = riseOf(before, now);
    // Without what was used, what is left tells only if it is more than can be.
    const auto more = before.left && now.left ? now.left->minus(*before.left) : std::nullopt;
    const auto net = rise ? rise : more;
    const auto off = net ? net->minus(claims.sum) : std::nullopt;
    if (!off) {
        return FiguresSay::NotReported;
    }
    if (off->units() > slack) {
        return FiguresSay::More;
    }
    if (!rise) {
        return FiguresSay::NotReported;
    }
    return off->units() < -slack ? FiguresSay::Less : FiguresSay::AsRows;
}

/// By how much what the sub-user was given in all fell, beyond what rows and other operations tell:
/// what was taken back, also if the history does not list that.
std::optional<TrafficAmount> fallOf(const SubUserOrder &operation, const SubUserReading &now,
                                    const RowClaims &claims)
{
    const auto rise = riseOf(operation.before, now);
    const auto listed = claims.sum.minus(claims.late);
    const auto known = listed && claims.unlisted ? listed->plus(*claims.unlisted) : std::nullopt;
    return known && rise ? known->minus(*rise) : std::nullopt;
}

/// Whether half of the amount at least is missing from what the sub-user was given in all: the row
/// may be that of a gift that the figures of before had already.
bool lacksHalf(const SubUserOrder &operation, const SubUserReading &now, const RowClaims &claims)
{
    const auto fall = fallOf(operation, now, claims);
    return fall && fall->units() > figuresUnits &&
           fall->units() * 2 >= operation.request.amount.units();
}

/// Whether the figures tell clearly that rows of earlier answers came late, or that they did not.
bool isLateClear(const SubUserOrder &operation, const SubUserReading &now, const RowClaims &claims)
{
    const auto fall = claims.late.isZero() ? std::nullopt : fallOf(operation, now, claims);
    const auto without = fall ? fall->plus(claims.late) : std::nullopt;
    return !without || isNear(*fall, TrafficAmount(), figuresUnits) ||
           isNear(*without, TrafficAmount(), figuresUnits);
}

LookSays verdictOfGive(const SubUserOrder &operation, const SubUserSnapshot &snapshot,
                       const RowClaims &claims)
{
    const FiguresSay figures = whatFiguresSay(operation, snapshot, claims);
    if (claims.own.size() == 1 && claims.shared.empty() && claims.foreign.empty()) {
        if (claims.isBehind) {
            return LookSays::Incomplete; // the row may be that of an earlier answer
        }
        const bool isFallUnknown = figures == FiguresSay::Less && !claims.unlisted;
        if (isFallUnknown || lacksHalf(operation, snapshot.reading, claims) ||
            !isLateClear(operation, snapshot.reading, claims)) {
            return LookSays::Incomplete; // until the use is counted, if it was that
        }
        return figures == FiguresSay::More ? LookSays::Conflict : LookSays::Done;
    }
    if (!claims.own.empty() || !claims.shared.empty() || !claims.foreign.empty()) {
        return LookSays::Conflict;
    }
    // As much as late rows of earlier answers tell may be this gift, if the figures of before had
    // those already.
    const TrafficAmount amount = operation.request.amount;
    const bool mayBeHidden = !claims.lateOfAnswers.isZero() &&
                             claims.lateOfAnswers.units() >= amount.units() - figuresUnits;
    if (claims.isBehind || claims.mayCancel || mayBeHidden) {
        return LookSays::Incomplete;
    }
    // A history without a row may be behind: only the figures say that nothing was given. What is
    // given may be less than they are rounded by.
    const qint64 half = amount.units() / 2;
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
        if (claims.isBehind) {
            return LookSays::Incomplete;
        }
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

/// Whether it fell by the amount, or by what the sub-user had left, since the user last said that
/// the operation was not done: then the fall until that time was in view. The look before has to
/// tell the same: figures and rows are not read at one time, and may be behind each other.
bool fellByWhatWasTaken(const SubUserOrder &operation, const SubUserLook &look,
                        const RowClaims &claims)
{
    const bool isNotSeen = operation.decidedBy == DecidedBy::User && !operation.dismissedFall;
    // Less than nothing is what others gave, whose rows may have come since.
    const TrafficAmount seen =
        std::max(operation.dismissedFall.value_or(TrafficAmount()), TrafficAmount());
    const auto fall = look.fall ? look.fall->minus(seen) : std::nullopt;
    const auto given = claims.givenByOthers.plus(claims.givenUnlisted);
    const auto &left = look.reading.left;
    const auto rest = left && given ? left->minus(*given) : std::nullopt;
    if (isNotSeen || !fall || !rest || fall->units() <= figuresUnits ||
        !isFallToldAgain(operation, look)) {
        return false;
    }
    const auto amount = amountToTake(operation.request);
    const bool isAll = fall->units() <= operation.before.left->units() + figuresUnits &&
                       rest->units() <= figuresUnits;
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
    const bool hasRows = mark && look.reading.history == History::Whole;
    const RowClaims claims = hasRows ? claimsOf(operation, all, snapshot)
                                     : claimsWithoutRows(operation, all, snapshot.reading.at);
    // A history that cannot be read now may tell what others took.
    const bool isToldByFigures = hasRows || (operation.before.history == History::NotOffered &&
                                             look.reading.history == History::NotOffered);
    bool isFall = false;
    if (operation.request.kind == OperationKind::Take && isToldByFigures) {
        look.fall = fallOf(operation, look.reading, claims);
        isFall = fellByWhatWasTaken(operation, look, claims);
    }
    if (!hasRows) {
        look.isTrace = isFall;
        return;
    }
    look.newRows = claims.newRows;
    look.ofOthers = claims.ofOthers;
    addCandidates(look, operation, claims.own, true, false);
    addCandidates(look, operation, claims.shared, true, true);
    look.isTrace = claims.isLateTrace || (isFall && look.candidates.empty());
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
                       (fits && std::all_of(rivals.begin(), rivals.end(), [](const auto *each) {
                            return wasFoundNotDone(*each);
                        }));
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
    if (isDeletedByOther(operation, all)) {
        look.says = LookSays::NoTrace;
        look.isTrace = false;
        return;
    }
    for (const OtherOperation &each : othersOf(operation, all)) {
        const SubUserOrder &other = *each.operation;
        if (other.request.kind != OperationKind::Delete) {
            continue;
        }
        // It was seen after one that counts as carried out, which then may not have been. One that
        // was found not done came before what was read for this one: it was there then.
        const bool isOpen =
            other.state == OrderState::Unknown || other.state == OrderState::Sending;
        if (isOpen || other.state == OrderState::Completed) {
            look.says = LookSays::Conflict;
        }
        look.isTrace = look.isTrace && (!isOpen || wasFoundNotDone(other));
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

bool isFallToldAgain(const SubUserOrder &operation, const SubUserLook &look)
{
    constexpr std::chrono::minutes least{1};
    if (operation.looks.empty() || !operation.looks.back().fall || !look.fall) {
        return false;
    }
    const SubUserLook &last = operation.looks.back();
    return isNear(*last.fall, *look.fall, figuresUnits) &&
           std::chrono::abs(look.reading.at - last.reading.at) >= least;
}

bool isDeletedByOther(const SubUserOrder &operation, const SubUserOrders &all)
{
    const auto others = othersOf(operation, all);
    return std::any_of(others.begin(), others.end(), [&](const OtherOperation &other) {
        // When the user decided tells nothing of when it was done.
        const bool isUsers = other.isEarlier && other.operation->decidedBy == DecidedBy::User;
        const bool wasSeenSince = operation.before.presence == SeenPresence::There &&
                                  (isUsers || isInBefore(other, operation));
        return other.operation->request.kind == OperationKind::Delete &&
               other.operation->state == OrderState::Completed && !wasSeenSince;
    });
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
    for (const OtherOperation &other : othersOf(operation, all)) {
        if (lacksRow(*other.operation, operation, other.isEarlier)) {
            add(*other.operation);
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
