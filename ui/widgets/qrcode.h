// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a text as a QR code, dark on light in every theme, because readers expect that.
#pragma once

#include <QByteArray>
#include <QImage>

namespace relaybook {

/// One pixel per module, with the light margin that readers need; to be scaled without smoothing.
/// A null image if the text is empty or too long (about 2,300 bytes).
[[nodiscard]] QImage qrCode(const QByteArray &text);

} // namespace relaybook
