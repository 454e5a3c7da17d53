// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two versions of a text of which one may have its secrets masked.

#pragma once

#include <QByteArray>

namespace relaybook {

/// Whether both documents or texts are equal except where one of them has a mask, in linear time. A
/// row stored before a secret was known must not count as changed at the service. If both have
/// masks in the same word but at different places, only the text before the first and after the
/// last mask is compared.
[[nodiscard]] bool sameButMasked(const QByteArray &first, const QByteArray &second);

} // namespace relaybook
