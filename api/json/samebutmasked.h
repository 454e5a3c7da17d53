// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two versions of a text of which one may have its secrets masked.

#pragma once

#include <QByteArray>

namespace relaybook {

/// Whether both documents or texts are equal except where one of them has a mask, in linear time. A
/// row stored before a secret was known must not count as changed at the service. Where both have
/// masks in one word, but at other places, only what is outside of these is compared.
[[nodiscard]] bool sameButMasked(const QByteArray &first, const QByteArray &second);

} // namespace relaybook
