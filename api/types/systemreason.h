// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the empty or meaningless reasons that Qt and the system give for some failures.

#pragma once

#include <QString>

namespace relaybook {

/// The reason `text` as Qt, the database or the system gives it ("No space left on device"), or
/// `otherwise` if it gives no reason: it is empty or "Unknown error".
[[nodiscard]] QString systemReason(const QString &text, const QString &otherwise);

} // namespace relaybook
