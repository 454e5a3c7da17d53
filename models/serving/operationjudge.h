// SPDX-License-Identifier: GPL-3.0-or-later
// Decides from what was read again whether an operation on a sub-user was carried out. A row of the
// history, or a new sub-user, is evidence for one operation only. Pure functions.

#pragma once

#include "models/serving/subuserreader.h"

namespace relaybook {

/// Whether the operation may still be carried out by a late service, although it was found not
/// done.
[[nodiscard]] bool mayBeDoneLate(const SubUserOrder &operation);

/// Whether the look before told the same fall, a minute ago at least: figures and rows are not read
/// at one time, and may be behind each other.
[[nodiscard]] bool isFallToldAgain(const SubUserOrder &operation, const SubUserLook &look);

/// Whether another deletion of the sub-user was carried out, and the sub-user was not seen since.
[[nodiscard]] bool isDeletedByOther(const SubUserOrder &operation, const SubUserOrders &all);

/// Adds the marks back to which the history has to be read to judge the operation: its own, and
/// those of other operations that were carried out and whose rows were not found yet.
void addMarks(std::vector<AllocationMark> &until, const SubUserOrder &operation,
              const SubUserOrders &all);

/// Evaluates a snapshot for an operation whose outcome is unknown (contract section 4).
/// Give: Done if there is exactly one new row, with its amount, that no other operation could have
/// caused. Take: the same with a row that takes traffic away. NoTrace only where the history is not
/// known to be behind and the sub-user's own figures say so too: for Give what it was given in all,
/// for Take that traffic is left, or less is missing than the amount. Both need the whole history:
/// where it is missing, or taking back is not listed in it, the user decides. Create: Done if one
/// sub-user of this name is new in a list that was read to its end. Delete: Done if the sub-user is
/// gone, or if two lists in a row do not have it. The reseller's pool is no evidence here:
/// purchases, other operations and other programs move the same amounts, and no row of it tells
/// which. It is read for the user only.
[[nodiscard]] SubUserLook judge(const SubUserOrder &operation, const SubUserOrders &all,
                                const SubUserSnapshot &snapshot);

} // namespace relaybook
