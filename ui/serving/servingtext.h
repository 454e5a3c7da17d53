// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the dialogs about sub-users: why a request is not possible, and traffic before and after
// it.
#pragma once

#include "models/serving/subuserdesk.h"
#include "ui/orderview/subuserordertext.h"

#include <QString>

namespace relaybook {

/// Why a request cannot be sent, as a sentence; empty if it can be.
[[nodiscard]] QString verdictText(RequestVerdict verdict);

/// "1.9 GB now, 11.9 GB after".
[[nodiscard]] QString nowAndAfter(const std::optional<TrafficAmount> &now,
                                  const std::optional<TrafficAmount> &after);
/// The pool that a request takes from or returns to: "Pool: Mobile".
[[nodiscard]] QString poolText(const QString &serviceType);

} // namespace relaybook
