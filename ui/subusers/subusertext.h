// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of the sub-user's page: the traffic left of the total, how long it will last, and the
// effect of an allocation.
#pragma once

#include "models/subusers/subuserprofile.h"

#include <QString>

namespace relaybook {

/// "6.8 GB left of 10.0 GB"; only the parts that are known.
[[nodiscard]] QString leftOfGivenText(const SubUserProfile &profile);
/// "About 12 days left", and what it is estimated from; empty if nothing is known.
[[nodiscard]] QString lastingText(const SubUserProfile &profile);
/// "+10 GB", or "−2 GB, taken back".
[[nodiscard]] QString allocationText(const Allocation &row);

} // namespace relaybook
