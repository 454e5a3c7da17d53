// SPDX-License-Identifier: GPL-3.0-or-later
// Marks a dialog in which privacy mode hides nothing, because the user asked to see its amounts
// before spending.
#pragma once

class QObject;

namespace relaybook {

/// The texts of the dialog and of all that it owns have the real values from now on.
void setAmountsShown(QObject &dialog);
/// Whether the object is such a dialog or belongs to one; for RealTexts where its texts are made.
[[nodiscard]] bool areAmountsShown(const QObject &part);

} // namespace relaybook
