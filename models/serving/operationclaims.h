// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts the new rows of a sub-user's history by which operation could have caused them. Used by
// judge() in operationjudge.h only; pure functions.

#pragma once

#include "models/serving/subuserreader.h"

#include <vector>

namespace relaybook {

/// A service may round the figures of its history to two decimals.
inline constexpr qint64 roundingUnits = TrafficAmount::unitsPerGb / 200;
/// What is left and what was used may each be rounded, before and now.
inline constexpr qint64 figuresUnits = TrafficAmount::unitsPerGb / 50;

/// The new rows of a history, sorted by what could have caused them.
struct RowClaims
{
    using Rivals = std::vector<const SubUserOrder *>;
    std::vector<Allocation> own;
    std::vector<Allocation> shared;
    std::vector<Allocation> foreign;
    qint64 newRows = 0;
    qint64 ofOthers = 0;
    bool anyGivenByOthers = false;
    TrafficAmount sum; ///< of all new rows
    /// What those gave that earlier answers explain: the figures of before have it, if they were
    /// not behind those answers.
    TrafficAmount late;
    TrafficAmount lateOfAnswers; ///< without what was found by its row after the figures of before
    TrafficAmount givenByOthers;
    /// What other operations moved for certain, beside what the figures of before and the new rows
    /// tell; negative if more was taken back. Nothing if that is not known.
    std::optional<TrafficAmount> unlisted = TrafficAmount();
    TrafficAmount givenUnlisted; ///< what they gave, of the same
    bool isAll = false;          ///< no row was added that was not received; see ListWalk::Since
    bool isBehind = false;       ///< the row of a recent answer is not listed yet
    /// Another order without a row gave what this one took, or the other way round, or may have:
    /// unchanged figures prove nothing.
    bool mayCancel = false;
    /// A row that only late operations explain, or more rows than the others explain: each of them
    /// explains one.
    bool isLateTrace = false;
};

/// Without a history: what other operations moved is known from their answers only.
/// `at`: when the figures were read.
[[nodiscard]] RowClaims claimsWithoutRows(const SubUserOrder &operation, const SubUserOrders &all,
                                          Instant at);

[[nodiscard]] RowClaims claimsOf(const SubUserOrder &operation, const SubUserOrders &all,
                                 const SubUserSnapshot &snapshot);

/// Whether two amounts differ by at most this many units (TrafficAmount::unitsPerGb per GB).
[[nodiscard]] bool isNear(TrafficAmount a, TrafficAmount b, qint64 units);
/// The rows that were there before the operation; nothing if that is not known.
[[nodiscard]] std::optional<AllocationMark> markOf(const SubUserOrder &operation);
/// Another operation of the same sub-user, and whether it was prepared before the judged one: by
/// the order of the list, as the clock may have been set between the two.
struct OtherOperation
{
    const SubUserOrder *operation = nullptr;
    bool isEarlier = false;
};
[[nodiscard]] std::vector<OtherOperation> othersOf(const SubUserOrder &operation,
                                                   const SubUserOrders &all);
/// Whether what a completed one did is in what was read before `operation`.
[[nodiscard]] bool isInBefore(const OtherOperation &other, const SubUserOrder &operation);
/// Carried out for certain, and nobody knows yet by which row, which may be new since `operation`.
[[nodiscard]] bool lacksRow(const SubUserOrder &other, const SubUserOrder &operation,
                            bool isEarlier);
/// Not decided, or found not done so recently that a late service may still do it.
[[nodiscard]] bool mayHaveCaused(const SubUserOrder &other);

} // namespace relaybook
